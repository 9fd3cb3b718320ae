"""The cards of a board and the forms of their offers: which are drawn in the page, and which are fetched when opened.

What somebody is asked now is drawn whole. Everything else is a head (what it is called, what it costs); its form is
drawn from the current board when somebody opens it. A Storyteller could make a hundred moves at any moment and makes
one.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString

from campaigns.language import tell
from play.html.fingerprint import fingerprint
from play.html.form_keys import head_key
from play.html.markup import join
from play.html.markup.cards import draw_card, draw_card_body, draw_card_head, draw_exchange, draw_off
from play.html.markup.choices import Choosing, draw_choices, draw_others, draw_place, draw_row
from play.html.markup.offers import Tells, draw_form, draw_more, draw_offer_head
from play.html.markup.party import draw_touches
from play.offers.cards import Card, choose_in_sight, form_id, make_form, make_head
from play.offers.hand import Hand
from play.seats.board import Board
from rules.battle import Offer
from rules.text import Text
from rules.view import CombatantView

Context = Mapping[str, Any]
Draw = Callable[[str, Hashable, Context | Callable[[], Context | SafeString]], SafeString]
"""Draws a row once. It takes a template's name, the key of the row, and the template's context or the row itself."""
CHOSEN = ("act", "answer")
"""The groups of offers that are chosen from the list of a card."""
SHORT_FORM = 4
"""At most this many fields has a form that is drawn though another choice of its prompt comes first."""


class OfferCards(Hand):
    """One board's offers, and how to draw them."""

    def __init__(self, board: Board, draw: Draw) -> None:
        super().__init__(board)
        self.draw, self.url = draw, board.command_url

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
        head = make_head(offer, self.now)._replace(lays=self.find_lays(offer))
        return draw_row(head, card.id, self.url, tell(Text("to")), is_chosen=is_chosen)

    def draw_offer_head(self, offer: Offer, group: str) -> SafeString:
        """Draw what an offer is called and costs; its form is fetched when somebody opens it."""
        key = (head_key(offer), group, self._since(offer))
        return self.draw("offer head", key, lambda: draw_offer_head(make_head(offer, self.now), group))

    def draw_form(self, offer: Offer, tells: Tells = "nothing", *, is_pushed: bool = False) -> SafeString:
        """Draw an offer's form alone; one that is pushed without the fields that are fetched when they are opened."""
        return draw_form(self.make_form_of(offer), self.url, tells, is_pushed=is_pushed)

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
        if found := self.find_offer(id):
            return self.draw_form(found, "rest" if found.group in CHOSEN else "nothing")
        if found := self.find_offer(id.removesuffix("-more")):
            return draw_more(self.make_form_of(found))
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
