"""The cards of a board and the forms of their offers: which are drawn in the page, and which are fetched when opened.

What somebody is asked now is drawn whole. Everything else is a head (what it is called, what it costs); its form is
drawn from the current board when somebody opens it. A Storyteller could make a hundred moves at any moment and makes
one.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from django.utils.safestring import SafeString

from campaigns.language import tell
from play.html.cards import Card, Form, Lays, choose_in_sight, form_id, form_ids_of, head_key, make_form, make_head
from play.html.fingerprint import fingerprint
from play.html.markup import join
from play.html.markup.cards import draw_card, draw_card_body, draw_card_head, draw_exchange, draw_off
from play.html.markup.choices import Choosing, draw_choices, draw_others, draw_place, draw_row
from play.html.markup.offers import Tells, draw_form, draw_more, draw_offer_head
from play.html.markup.party import draw_touches
from play.html.order_form import list_group, with_others
from play.seats.board import Board
from rules import get_system
from rules.battle import Later, Offer
from rules.text import EMPTY, Text, list_few
from rules.view import CombatantView, PendingView

Context = Mapping[str, Any]
Draw = Callable[[str, Hashable, Context | Callable[[], Context | SafeString]], SafeString]
"""Draws a row once. It takes a template's name, the key of the row, and the template's context or the row itself."""
CHOSEN = ("act", "answer")
"""The groups of offers that are chosen from the list of a card."""
SHORT_FORM = 4
"""At most this many fields has a form that is drawn though another choice of its prompt comes first."""
TABLE_DOORS = ("AddCombatant", "EndBattle")
"""Moves of the rules that the table offers in its own way."""


class OfferCards:
    """One board's offers, and how to draw them."""

    def __init__(self, board: Board, draw: Draw) -> None:
        self.board, self.battle, self.draw = board, board.battle, draw
        self.url = board.command_url
        self.now = self.battle["time"] if self.battle else 0
        self.combatants: Sequence[CombatantView] = self.battle["combatants"] if self.battle else ()
        self.fighters_by_id = {who["id"]: who for who in self.combatants}
        self.acts = board.offers.acts
        self.by_prompt: dict[str, list[Offer]] = defaultdict(list)
        self.table: list[Offer] = []
        self.group = list_group(board)
        for offer in board.offers.whole:
            if offer.prompt is not None:
                self.by_prompt[offer.prompt].append(offer)
            elif offer.move not in TABLE_DOORS:
                self.table.append(offer)

    def offers(self, actor: str | None, group: str, *, legal: bool) -> list[Offer]:
        """Return what somebody may do (None: what is done for the table), or what is greyed."""
        found = self.table if actor is None else self.acts.get(actor, ())
        return _choose(found, group, legal=legal)

    def rulings(self, actor: str) -> list[Offer]:
        """Return what the Storyteller may decide about somebody at any time."""
        if not self.board.storyteller:
            return []
        ruled = (offer for offer in self.board.offers.rulings.get(actor, ()) if not offer.reason)
        return [*self.offers(actor, "reflex", legal=True), *ruled]

    @property
    def declares(self) -> bool:
        """Whether those who are awaited now declare, and do not act yet."""
        return self.battle is not None and self.battle["picture"].get("stage") == "declare"

    @property
    def unit(self) -> str:
        """The unit that time is counted in: ticks where there is a wheel."""
        return "tick" if self.battle and self.battle["picture"].get("kind") == "wheel" else "turn"

    # the cards

    @cached_property
    def cards(self) -> list[Card]:
        """Everything that this seat could answer now: prompts first, then turns."""
        pending = self.battle["pending"] if self.battle else []
        prompts = [self._prompt_card(prompt) for prompt in pending if self.by_prompt.get(prompt["id"])]
        able = [who for who in self.combatants if who["id"] in self.board.offers.able]
        turns = [self._turn_card(who) for who in able if who["acts_now"]]
        return prompts + turns + [self._aside_card(who) for who in able if not who["acts_now"]]

    @cached_property
    def mine(self) -> list[Card]:
        """This person's own cards, without those that the Storyteller may answer for a player."""
        others = {member.character for member in self.board.cast if member.owner} - self.board.characters
        return [card for card in self.cards if card.fighter is None or card.fighter["character"] not in others]

    @cached_property
    def theirs(self) -> list[Card]:
        """The cards of others."""
        mine = {card.id for card in self.mine}
        return [card for card in self.cards if card.id not in mine]

    def _prompt_card(self, prompt: PendingView) -> Card:
        who = self.fighters_by_id.get(prompt["who"])
        fighter = who if who and prompt["name"] == who["name"] else None
        offers = tuple(self.by_prompt[prompt["id"]])
        asked = prompt["question"]
        is_named = fighter is None or fighter["name"] in asked or not self.board.storyteller
        detail = prompt["detail"] if is_named else " ".join(filter(None, [f"{prompt['name']}.", prompt["detail"]]))
        return Card(f"card-{prompt['id']}", fighter, asked, detail, offers, self.now)

    def _turn_card(self, who: CombatantView) -> Card:
        title = Text("{who} declares", who=who["name"]) if self.declares else Text("{who} acts", who=who["name"])
        if not self.board.storyteller:
            title = Text("Your turn, {who}", who=who["name"])
        others = [other["name"] for other in self.combatants if other["acts_now"] and other["id"] != who["id"]]
        named = list_few(others)
        detail = EMPTY
        if others and self.unit == "tick":
            detail = Text("{others} on the same tick.", others=named)
        elif others:
            detail = Text("{others} on the same turn.", others=named)
        offers = Later(partial(_list_acts, self.acts, who["id"], (True, False)))
        return Card(f"card-{who['id']}", who, tell(title), tell(detail), offers, self.now)

    def _aside_card(self, who: CombatantView) -> Card:
        """Return the card of somebody whose turn it is not, but who may break off an action."""
        offers = Later(partial(_list_acts, self.acts, who["id"], (True,)))
        may = Text("can break off.") if self.unit == "tick" else Text("can act at any moment.")
        detail = ": ".join(filter(None, (", ".join(who["conditions"]), tell(may))))
        detail = detail[:1].upper() + detail[1:]  # names in it keep their capitals
        return Card(f"card-{who['id']}", who, who["name"], detail, offers, self.now, False)

    def exchange_of(self, card: Card, place: str) -> Mapping[str, Any] | None:
        """Return the exchange that a framed prompt belongs to: how far the book's steps have come."""
        return self.battle["exchange"] if place == "first" and card.is_prompt and self.battle else None

    @property
    def bar(self) -> Sequence[int]:
        """The steps of an attack, where the book numbers them."""
        return range(1, 11) if self.unit == "tick" else ()

    # their drawings

    def draw_first(self, card: Card) -> SafeString:
        """Draw the card of what is asked now: framed, the form of its first choice ready."""
        exchange = self.exchange_of(card, "first")
        return draw_card(card, self._draw_choices(card), self._told(exchange))

    def _told(self, exchange: Mapping[str, Any] | None) -> SafeString | None:
        return None if exchange is None else draw_exchange(exchange, self.bar)

    def draw_head(self, card: Card, verb: Text) -> SafeString:
        """Draw a card that comes later or is somebody else's: closed."""
        return self.draw("card head", (*_head_of(card), verb), lambda: draw_card_head(card, tell(verb)))

    def _draw_choices(self, card: Card) -> SafeString:
        """Draw the list of choices and the place for the form of one; a single choice is its form alone."""
        in_sight, beyond = _divide(card.legal)
        if len(in_sight) == 1:
            return self.draw_form(in_sight[0], "all", is_pushed=True)
        drawn = [self._draw_choice(offer, card, is_chosen=i == 0) for i, offer in enumerate(in_sight)]
        return draw_choices(card.id, drawn, form_id(beyond[0]) if beyond else "")

    def _draw_choice(self, offer: Offer, card: Card, *, is_chosen: bool) -> Choosing:
        """Draw one choice: of a turn with the form of the first choice alone, of a prompt also with short ones.

        Other forms are fetched when somebody chooses them.
        """
        is_drawn = is_chosen or (card.is_prompt and len(offer.fields) <= SHORT_FORM)
        place = SafeString("")
        if is_drawn:
            form = self.draw_form(offer, "rest", is_pushed=True)
            place = draw_place(make_head(offer, self.now), form, is_chosen=is_chosen)
        return Choosing(self._draw_row(offer, card, is_chosen=is_chosen), place)

    def _draw_row(self, offer: Offer, card: Card, *, is_chosen: bool = False) -> SafeString:
        head = make_head(offer, self.now)._replace(lays=self._find_lays(offer))
        return draw_row(head, card.id, self.url, tell(Text("to")), is_chosen=is_chosen)

    def draw_offer_head(self, offer: Offer, group: str) -> SafeString:
        """Draw what an offer is called and costs; its form is fetched when somebody opens it."""
        key = (head_key(offer), group, self._since(offer))
        return self.draw("offer head", key, lambda: draw_offer_head(make_head(offer, self.now), group))

    def draw_form(self, offer: Offer, tells: Tells = "nothing", *, is_pushed: bool = False) -> SafeString:
        """Draw an offer's form alone; one that is pushed without the fields that are fetched when they are opened."""
        form = self._make_form(offer)
        form = form._replace(lays=self._find_lays(offer), weighs=bool(form.main) and self._can_foresee(offer))
        return draw_form(form, self.url, tells, is_pushed=is_pushed)

    def _make_form(self, offer: Offer) -> Form:
        return make_form(self._with_others(offer), self.now, may_rule=self.board.storyteller)

    def _can_foresee(self, offer: Offer) -> bool:
        return self.battle is not None and get_system(self.battle["system"]).battle.can_foresee(offer.move)

    def _find_lays(self, offer: Offer) -> Lays:
        """Return how a move goes with those of others who act at the same time in a fight by post."""
        ahead = self.board.ahead
        if ahead is None or offer.group != "act" or not any(id == offer.actor for id, _name, _laid in ahead.gathered):
            return ""
        return "also" if self.board.storyteller else "only"

    def _with_others(self, offer: Offer) -> Offer:
        return with_others(offer, self.group, self.acts) if self.group else offer

    def _since(self, offer: Offer) -> int:
        """Return the tick that an offer's next ticks are counted from; 0 for an offer without any."""
        return self.now if offer.next_ticks else 0

    # lazy details

    def lazy_details(self, id: str) -> SafeString | None:
        """Draw the lazy details of this id on this board's page; None where there are none, or no longer."""
        kind, _, of = id.partition("-")
        match kind:
            case "o":
                return self._draw_of_offer(id)
            case "card":
                card = next((card for card in self.cards if id == card.id or id.startswith(f"{card.id}-")), None)
                return None if card is None else self._draw_of_card(card, id.removeprefix(card.id))
            case "later":
                return draw_off(self.offers(of, "act", legal=False)) or None
            case "d":
                who = self.fighters_by_id.get(of)
                return None if who is None else self._fighter_body(who)
        return None

    def _draw_of_offer(self, id: str) -> SafeString | None:
        """Draw the form of an offer that is fetched, or the rest of its fields; None where there is no such offer."""
        actors = [who for who in self.fighters_by_id if id.startswith(form_ids_of(who))]
        offers = {form_id(offer): offer for offer in self.board.offers.of(*actors) if not offer.reason}
        if found := offers.get(id):
            return self.draw_form(found, "rest" if found.group in CHOSEN else "nothing")
        if found := offers.get(id.removesuffix("-more")):
            return draw_more(self._make_form(found))
        return None

    def _draw_of_card(self, card: Card, part: str) -> SafeString | None:
        """Draw a part of a card that is fetched; None where it has no such part."""
        match part:
            case "":
                return draw_card_body(card, self._draw_choices(card))
            case "-beyond":
                return join([self._draw_row(offer, card) for offer in _divide(card.legal)[1]]) or None
            case "-others":
                return draw_others([make_head(offer, self.now) for offer in card.legal])
            case "-off":
                return draw_off(card.greyed) or None
        return None

    def _fighter_body(self, who: CombatantView) -> SafeString:
        rulings = self.rulings(who["id"])
        asked = [self.draw_offer_head(offer, f"rule-{who['id']}") for offer in rulings if offer.fields]
        at_once = [offer for offer in rulings if not offer.fields]
        touches = tuple(touch for touch in self.board.touches if touch.actor == who["id"])
        key = (fingerprint(who), self.url, tuple(asked), tuple(map(head_key, at_once)), touches)
        context = {"who": who, "asked": asked, "url": self.url, "touched": draw_touches(who, touches)}
        return self.draw("_fighter_body", key, {**context, "at_once": [make_form(o, self.now) for o in at_once]})


def _choose(offers: Sequence[Offer], group: str, *, legal: bool) -> list[Offer]:
    return [offer for offer in offers if offer.group == group and (not offer.reason) == legal]


def _list_acts(acts: Mapping[str, Sequence[Offer]], actor: str, legal: Sequence[bool]) -> list[Offer]:
    """Return what somebody may do at a turn. It knows no cards: cards in a circle would wait for the collector."""
    return [offer for each in legal for offer in _choose(acts.get(actor, ()), "act", legal=each)]


def _divide(offers: Sequence[Offer]) -> tuple[list[Offer], list[Offer]]:
    """Return what of a list is in sight, and what waits in closed details."""
    in_sight = choose_in_sight(offers)
    parts: tuple[list[Offer], list[Offer]] = ([], [])
    for i, offer in enumerate(offers):
        parts[i not in in_sight].append(offer)
    return parts


def _head_of(card: Card) -> tuple[Hashable, ...]:
    """Return what is in sight of a card."""
    return card.id, card.title, card.detail, chip_key(card.fighter) if card.fighter else None


def chip_key(who: Mapping[str, Any]) -> tuple[Hashable, ...]:
    """Return what a combatant's token shows."""
    return who["initials"], who["hidden"], who["own"], who["extra"], who.get("portrait", "")
