"""The order of a turn with everybody's declaration: a card each, face down until it is revealed.

It serves the World of Darkness (who acts now, what has been done) and the Dark Ages (declared from the lowest
Initiative up, revealed, done from the highest down). The view is filtered for its seat before it is laid out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from campaigns.core.language import translate
from rules.text import EMPTY, Text
from rules.view import BattleView, BoxView, CombatantView

STAGES = {
    "declare": Text("Declarations, lowest Initiative first"),
    "act": Text("Actions, highest Initiative first"),
    "": Text("The order of this turn"),
}
FACES = {
    "down": Text("face down"),
    "turned": EMPTY,
    "choosing": Text("declares now"),
    "none": Text("not declared yet"),
    "now": Text("acts now"),
    "surprised": Text("surprised"),
    "acted": Text("acted"),
    "waiting": Text("waiting"),
    "out": EMPTY,
}
"""What a card without visible actions says."""
MANY = 14
"""From this many cards on they are drawn smaller."""


@dataclass(frozen=True, slots=True)
class TurnDeed:
    """One action on a card, in the words of the rules. `cost` is what its place among several takes."""

    label: str
    target: str
    cost: str
    done: bool


@dataclass(frozen=True, slots=True)
class OrderCard:
    """One combatant's card. `face` is down (its back shows), up, choosing or empty; `words` say that in a sentence."""

    id: str
    fighter: CombatantView
    value: int
    face: str
    acts_now: bool
    is_over: bool
    words: str
    deeds: tuple[TurnDeed, ...]

    @property
    def health(self) -> list[BoxView]:
        """The health boxes, where the seat sees them."""
        return self.fighter.get("health", [])


@dataclass(frozen=True, slots=True)
class OrderRow:
    """All who share one Initiative, the person's own on the left."""

    id: str
    value: int
    acts_now: bool
    cards: tuple[OrderCard, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """The whole order. `goes_up`: it is worked through from the bottom, as declarations are."""

    title: str
    note: str
    goes_up: bool
    is_many: bool
    rows: tuple[OrderRow, ...]


def lay_out(view: BattleView) -> Order:
    """Lay out the order of `view`, whose picture is of the kind order or declarations."""
    picture = view["picture"]
    known = {who["id"]: who for who in view["combatants"]}
    cards = [_card(card, known[card["id"]]) for card in picture["cards"] if card["id"] in known]
    stage = str(picture.get("stage", ""))
    return Order(
        title=translate(STAGES.get(stage, STAGES["act"])),
        note=translate(Text("{time} on the clock", time=picture["clock"])) if picture.get("clock") else "",
        goes_up=stage == "declare",
        is_many=len(cards) >= MANY,
        rows=tuple(_rows(cards)),
    )


def _rows(cards: list[OrderCard]) -> Iterator[OrderRow]:
    for value, group in groupby(cards, key=lambda card: card.value):
        here = tuple(sorted(group, key=lambda card: not card.fighter["own"]))
        yield OrderRow(here[0].id, value, any(card.acts_now for card in here), here)


def _card(card: Mapping[str, Any], who: CombatantView) -> OrderCard:
    deeds = tuple(_deeds(card))
    acts_now = bool(who["acts_now"]) or card["state"] in ("now", "choosing")
    is_over = (bool(deeds) and all(deed.done for deed in deeds)) or card["state"] == "acted"
    return OrderCard(
        id=card["id"],
        fighter=who,
        value=card["initiative"] or 0,
        face=_face(card["state"], deeds),
        acts_now=acts_now,
        is_over=is_over,
        words=translate(who["out"]) or _words(card, who, is_shown=bool(deeds)),
        deeds=deeds,
    )


def _face(state: str, deeds: tuple[TurnDeed, ...]) -> str:
    if deeds:
        return "own" if state == "down" else "up"
    return {"down": "down", "choosing": "choosing", "now": "choosing"}.get(state, "empty")


def _deeds(card: Mapping[str, Any]) -> Iterator[TurnDeed]:
    """Return the declared actions, or the one that everybody saw."""
    for action in card.get("actions", ()):
        yield TurnDeed(translate(action["label"]), action["target_name"], translate(action["cost"]), action["done"])
    if card.get("text"):
        yield TurnDeed(translate(card["text"]).capitalize(), "", "", card["state"] == "acted")


def _words(card: Mapping[str, Any], who: CombatantView, *, is_shown: bool) -> str:
    state = EMPTY if is_shown and card["state"] not in ("down", "now") else FACES[card["state"]]
    if card["state"] == "down" and is_shown:
        state = Text("face down for everyone else")
    words = map(translate, (state, card.get("note", ""), *who["conditions"]))
    return ", ".join(word for word in words if word)
