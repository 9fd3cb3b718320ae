"""What one seat sees of a battle, and the parts of the board that all games draw in the same way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.battle.prompts import Prompt, may_answer
from rules.battle.roster import Roster, can_see, home_side, own_sides
from rules.battle.seats import Seat
from rules.text import Text
from rules.view import BoxView, CombatantView, PendingView, initials
from rules.wounds import read_mark

S = TypeVar("S", bound=Roster[Any])


@dataclass(frozen=True, slots=True)
class Sight(Generic[S]):
    """A battle as one seat may know it. `seen`: the combatants it may know of; `sides`: those of its characters.

    `home`: the sides that are drawn as its own; the Storyteller and spectators see the fight from the players' side.
    """

    state: S
    seat: Seat
    seen: tuple[Any, ...]
    sides: frozenset[str]
    home: frozenset[str]

    def find(self, id: str | None) -> Any:
        """Return the combatant with this id if the seat may know of it, else None."""
        return next((combatant for combatant in self.seen if combatant.id == id), None)

    def is_own(self, actor: Any) -> bool:
        """Return whether the combatant stands on a side of the seat's characters, which know its figures."""
        return actor.side in self.sides

    def is_home(self, actor: Any) -> bool:
        """Return whether the combatant is drawn on the seat's own side."""
        return actor.side in self.home

    def is_mine(self, actor: Any) -> bool:
        """Return whether the seat may act for the combatant."""
        return self.seat.controls(actor.character)

    @property
    def mine(self) -> tuple[Any, ...]:
        """The combatants that the seat may act for."""
        return tuple(combatant for combatant in self.seen if self.is_mine(combatant))


def make_sight(state: S, seat: Seat) -> Sight[S]:
    """Return the battle as this seat may know it."""
    seen = tuple(combatant for combatant in state.combatants if can_see(seat, combatant))
    sides = own_sides(state, seat)
    return Sight(state, seat, seen, sides, sides or home_side(seen))


def draw_fighter(
    actor: Any,
    *,
    own: bool,
    mine: bool,
    extra: bool,
    being: Text,
    acts_now: bool,
    acts_at: int | None,
    out: Text,
    conditions: list[Text],
) -> CombatantView:
    """Return the part of a combatant's view that all games share. Games add figures that only some seats may see.

    `own`: whether it is drawn on the seat's side; `mine`: whether the seat may act for it.
    """
    return {
        "id": actor.id,
        "character": actor.character,
        "name": actor.name,
        "initials": initials(actor.name),
        "side": actor.side,
        "own": own,
        "mine": mine,
        "hidden": actor.hidden,
        "extra": extra,
        "being": being,
        "acts_now": acts_now,
        "acts_at": acts_at,
        "out": out,
        "conditions": conditions,
    }


def draw_boxes(track: str, penalties: Sequence[str]) -> list[BoxView]:
    """Return the boxes of a track of wounds ("*X/"), worst wound first, each with the penalty under it."""
    return [
        {"mark": read_mark(mark), "penalty": penalty}
        for mark, penalty in zip(track.ljust(len(penalties)), penalties, strict=True)
    ]


def parse_boxes(boxes: Sequence[BoxView]) -> tuple[str, tuple[int | None, ...]]:
    """Return the marks of a track as it is shown ("al", the worst first), and the penalty of each box as a positive
    number; None where its label names no number, as that of Incapacitated.
    """
    penalties = (box["penalty"].lstrip("-−") or "0" for box in boxes)
    marks = "".join(box["mark"] for box in boxes)
    return marks, tuple(int(penalty) if penalty.isdecimal() else None for penalty in penalties)


def draw_prompt(sight: Sight[Any], prompt: Prompt, question: Text, detail: Text, name: str = "") -> PendingView:
    """Return an open prompt as a seat sees it. `mine`: whether the seat may answer."""
    mine = may_answer(sight.state, sight.seat, prompt)
    who = sight.state.find(prompt.who)
    return {
        "id": prompt.id,
        "who": prompt.who,
        "name": name or (Text("The Storyteller") if prompt.storyteller or who is None else who.name),
        "question": question,
        "detail": detail,
        "mine": mine,
    }
