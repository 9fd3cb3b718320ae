"""What a scene changes on a sheet by touch: the boxes of its health track, and the points of its pools.

They are the places that the sheet's page has in its sections of the scene, so no game lists them twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.battle import Json
from rules.errors import BadInput, IllegalMove
from rules.sheets.page import Section, Trait
from rules.text import Text
from rules.wounds import HARMS, NAMES, Harm, rank, sort_track

FEW = 10
"""The most steps of a number that is changed by touch though it is no pool: Virtues channeled, not motes committed.

A pool with more room than that on the page still holds no more than its full value: Willpower may, motes may not.
"""


@dataclass(frozen=True, slots=True)
class SheetPoints:
    """What can be touched on a sheet: the health track, if it has one, the pools, and other small numbers."""

    track: Trait | None
    pools: tuple[Trait, ...]
    others: tuple[Trait, ...]

    def find(self, key: str) -> Trait | None:
        """Return the pool or number of this key, or None."""
        return next((pool for pool in (*self.pools, *self.others) if pool.key == key), None)


@dataclass(frozen=True, slots=True)
class Change:
    """A place of a sheet with the value before and after."""

    trait: Trait
    was: Json
    now: Json


def list_points(sections: Iterable[Section]) -> SheetPoints:
    """Return what can be touched of the sections that a scene may change."""
    there = [trait for section in sections for trait in section.traits]
    numbers = [trait for trait in there if trait.kind in ("number", "dots") and trait.high > trait.low]
    return SheetPoints(
        next((trait for trait in there if trait.kind == "track"), None),
        tuple(trait for trait in numbers if trait.full),
        tuple(trait for trait in numbers if not trait.full and trait.high - trait.low <= FEW),
    )


def change_points(points: SheetPoints, what: str, by: int) -> Change:
    """Return a change by this number of points or boxes, as far as there is room.

    `what`: the key of a number, or a kind of harm: then boxes of it are marked, or healed where `by` is negative. The
    boxes stay in the book's order, the worst first. Raises `IllegalMove` where nothing would change.
    """
    harm = next((kind for kind in HARMS if kind == what), None)
    trait = points.track if harm else points.find(what)
    if trait is None:
        raise BadInput("unknown_points", Text("The sheet has no {what} to change.", what=repr(what[:40])), key="tap")
    now = _change_track(trait, harm, by) if harm else _change_number(trait, by)
    return Change(trait, trait.value, now)


def most_of(trait: Trait) -> int:
    """Return the highest value that touch gives a pool or number."""
    is_loose = bool(trait.full) and trait.high > FEW
    return min(trait.high, max(trait.full, int(trait.value))) if is_loose else trait.high


def _change_number(trait: Trait, by: int) -> int:
    was = int(trait.value)
    now = max(trait.low, min(most_of(trait), was + by))
    if now == was and by < 0:
        raise IllegalMove("nothing_left", Text("{what}: none left.", what=trait.label))
    if now == was:
        raise IllegalMove("full", Text("{what}: no room for more.", what=trait.label))
    return now


def _change_track(trait: Trait, harm: Harm, by: int) -> str:
    blank, *marks = (choice.value for choice in trait.choices)
    mark = marks[HARMS.index(harm)]
    held = [box for box in trait.value if rank(box) >= 0]
    room, wounds = trait.high - len(held), held.count(mark)
    if by > 0 and not room:
        raise IllegalMove("no_box", Text("All boxes are already marked."))
    if by < 0 and not wounds:
        raise IllegalMove("no_wound", Text("There is no box with {harm} damage to heal.", harm=NAMES[harm]))
    for _ in range(min(-by, wounds)):
        held.remove(mark)
    held += [mark] * min(by, room)
    return sort_track(held) + blank * (trait.high - len(held))
