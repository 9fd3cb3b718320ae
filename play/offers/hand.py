"""The cards of a board: what each combatant, or each prompt, lets this seat do. No page is drawn here."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, partial

from campaigns.core.language import translate
from play.offers.cards import Card, Form, Lays, form_id, form_ids_of, make_form
from play.offers.group_orders import list_group, with_others
from play.seats.board import Board
from rules import get_system
from rules.battle import LazySequence, Offer
from rules.text import EMPTY, Text, list_few
from rules.view import CombatantView, PendingView

TABLE_DOORS = ("AddCombatant", "EndBattle")
"""Moves of the rules that the table offers in its own way."""


class Hand:
    """One board's offers, by the cards in which they stand."""

    def __init__(self, board: Board) -> None:
        self.board, self.battle = board, board.battle
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
        return choose(found, group, legal=legal)

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
        """This person's own cards, without those that the Storyteller may answer for a player, or that answer
        themselves.
        """
        others = {member.character for member in self.board.cast if member.owner} - self.board.characters
        plays = {row.id for row in self.board.playing.values() if not row.is_away}
        return [card for card in self.cards if not _is_anothers(card, others, plays)]

    @cached_property
    def theirs(self) -> list[Card]:
        """The cards of others."""
        mine = {card.id for card in self.mine}
        return [card for card in self.cards if card.id not in mine]

    def is_prompt(self, card: Card) -> bool:
        """Return whether a card answers a prompt."""
        return card.id.removeprefix("card-") in self.by_prompt

    def _prompt_card(self, prompt: PendingView) -> Card:
        who = self.fighters_by_id.get(prompt["who"])
        fighter = who if who and prompt["name"] == who["name"] else None
        offers = tuple(self.by_prompt[prompt["id"]])
        asked, detail = translate(prompt["question"]), translate(prompt["detail"])
        is_named = fighter is None or fighter["name"] in asked or not self.board.storyteller
        if not is_named:
            detail = " ".join(filter(None, [f"{translate(prompt['name'])}.", detail]))
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
        offers = LazySequence(partial(_list_acts, self.acts, who["id"], (True, False)))
        return Card(f"card-{who['id']}", who, translate(title), translate(detail), offers, self.now)

    def _aside_card(self, who: CombatantView) -> Card:
        """Return the card of somebody whose turn it is not, but who may break off an action."""
        offers = LazySequence(partial(_list_acts, self.acts, who["id"], (True,)))
        may = Text("can break off.") if self.unit == "tick" else Text("can act at any moment.")
        detail = ": ".join(filter(None, (", ".join(map(translate, who["conditions"])), translate(may))))
        detail = detail[:1].upper() + detail[1:]  # names in it keep their capitals
        return Card(f"card-{who['id']}", who, who["name"], detail, offers, self.now, False)

    @property
    def awaited(self) -> list[tuple[str, str, str]]:
        """Whom the table waits for and the seat cannot answer: the id, the name, and what it waits for but a turn."""
        answered = {card.id for card in self.cards}
        prompts = [
            (prompt["id"], translate(prompt["name"]), translate(prompt["question"]))
            for prompt in (self.battle["pending"] if self.battle else [])
            if f"card-{prompt['id']}" not in answered
        ]
        does = translate(Text("Declaration")) if self.declares else ""
        acting = (who for who in self.combatants if who["acts_now"] and not who["out"] and not who["mine"])
        return prompts or [(who["id"], who["name"], does) for who in acting]

    @property
    def bar(self) -> Sequence[int]:
        """The steps of an attack, where the book numbers them."""
        return range(1, 11) if self.unit == "tick" else ()

    def make_form_of(self, offer: Offer) -> Form:
        """Return an offer's form, as this seat fills it in."""
        form = make_form(self.with_others(offer), may_rule=self.board.storyteller)
        return form._replace(lays=self.find_lays(offer), weighs=bool(form.main) and self._can_foresee(offer))

    def _can_foresee(self, offer: Offer) -> bool:
        return self.battle is not None and get_system(self.battle["system"]).battle.can_foresee(offer.move)

    def find_offer(self, id: str) -> Offer | None:
        """Return the offer whose form has this id and that is legal now, or None."""
        actors = [who for who in self.fighters_by_id if id.startswith(form_ids_of(who))]
        return next(
            (offer for offer in self.board.offers.of(*actors) if not offer.reason and form_id(offer) == id), None
        )

    def find_lays(self, offer: Offer) -> Lays:
        """Return how a move goes with those of others who act at the same time in a fight by post."""
        ahead = self.board.ahead
        if ahead is None or offer.group != "act" or not any(id == offer.actor for id, _name, _laid in ahead.gathered):
            return ""
        return "also" if self.board.storyteller else "only"

    def with_others(self, offer: Offer) -> Offer:
        """Return the offer with what is asked about others who do the same, where a group is ordered."""
        return with_others(offer, self.group, self.acts) if self.group else offer


def choose(offers: Sequence[Offer], group: str, *, legal: bool) -> list[Offer]:
    """Return those of one group that are legal, or those that are not."""
    return [offer for offer in offers if offer.group == group and (not offer.reason) == legal]


def _list_acts(acts: Mapping[str, Sequence[Offer]], actor: str, legal: Sequence[bool]) -> list[Offer]:
    """Return what somebody may do at a turn. It knows no cards: cards in a circle would wait for the collector."""
    return [offer for each in legal for offer in choose(acts.get(actor, ()), "act", legal=each)]


def _is_anothers(card: Card, others: Collection[str], plays: Collection[str]) -> bool:
    """Return whether a card is of one of these characters, or of somebody of these ids who answers by itself; an empty
    id stands for the Storyteller's own part.
    """
    if card.fighter is None:
        return "" in plays
    return card.fighter["character"] in others or card.fighter["id"] in plays
