"""The health track: boxes, marks, wound penalties, damage and dying (chapter 16)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from rules.errors import BadInput
from rules.exalted2e.options import DEFAULTS, Options
from rules.text import Text
from rules.wounds import Harm, sort_track

Damage = Literal["B", "L", "A"]
MARKS: Final[Mapping[Harm, Damage]] = {"bashing": "B", "lethal": "L", "aggravated": "A"}
Condition = Literal["ok", "incapacitated", "dying", "dead"]
Level = int | None
"""The wound penalty of a box as a positive number; None is Incapacitated."""

TRACKS: Final[dict[str, tuple[Level, ...]]] = {
    "standard": (0, 1, 1, 2, 2, 4, None),
    "extra": (1, 3, None),
}
"""The health tracks by name (2E-030, 2E-032)."""

MAX_BOXES = 40
DYING_TICKS = 5
"""The ticks in which a dying character loses one Dying level (2E-407)."""


@dataclass(frozen=True, slots=True)
class Health:
    """A track with its marks: one of "." B L A per box, left to right.

    `extra`: it has no Dying levels (2E-410). `dying`: Dying levels filled. `healing`: for boxes that are healing, the
    index and the healed share as numerator and denominator; new damage to the box removes it (2E-424).
    """

    track: str = "standard"
    boxes: str = "......."
    stamina: int = 2
    extra: bool = False
    dying: int = 0
    dead: bool = False
    unconscious: bool = False
    healing: tuple[tuple[int, int, int], ...] = ()

    @property
    def dying_levels(self) -> int:
        """Return the number of Dying levels below Incapacitated (2E-031, 2E-032)."""
        return 0 if self.extra else self.stamina

    @property
    def state(self) -> Condition:
        """Return the worst condition that applies."""
        if self.dead or (self.dying and self.dying >= self.dying_levels):
            return "dead"
        if self.dying:
            return "dying"
        return "incapacitated" if self.boxes[-1] != "." else "ok"

    @property
    def is_out(self) -> bool:
        """Whether the character can no longer act."""
        return self.boxes[-1] != "." or self.dead or self.unconscious

    @property
    def penalty(self) -> int | None:
        """Return the wound penalty of the rightmost filled box, positive; None if Incapacitated is filled (2E-402)."""
        filled = len(self.boxes) - self.boxes.count(".")
        return levels(self.track)[filled - 1] if filled else 0

    @property
    def wound(self) -> int:
        """Return the wound penalty for pools and DVs; for the incapacitated that of the worst other box."""
        return self.penalty if self.penalty is not None else max(filter(None, levels(self.track)), default=0)

    @property
    def lag(self) -> int:
        """Return the wound penalty for movement (2E-412)."""
        return movement_wound(self.wound, self.extra)


def find_body_fate(health: Health) -> str:
    """Return what of a body outlasts a fight: "dead", "dying", "unconscious", or an empty text."""
    if health.state in ("dead", "dying"):
        return health.state
    return "unconscious" if health.unconscious else ""


def movement_wound(wound: int, extra: bool) -> int:
    """Return the wound penalty for movement: the -3 of an extra counts as -4 (2E-412)."""
    return 4 if extra and wound == 3 else wound


@lru_cache(maxsize=256)
def levels(track: str) -> tuple[Level, ...]:
    """Return the boxes of a track: a name of `TRACKS`, or levels such as "-0 -1 -1 -2 -2 -2 -4 I".

    Raise `BadInput` for levels that cannot be read or do not grow from left to right.
    """
    if track in TRACKS:
        return TRACKS[track]
    words = track.split()
    if not 1 <= len(words) <= MAX_BOXES or words[-1] != "I" or not all(re.fullmatch(r"-\d", w) for w in words[:-1]):
        sentence = Text("{text} is not a health track; write levels such as '-0 -1 -2 -4 I'.", text=repr(track[:40]))
        raise BadInput("bad_track", sentence, key="track")
    boxes = [int(word[1:]) for word in words[:-1]]
    if boxes != sorted(boxes):
        raise BadInput("bad_track", Text("Health track levels must go from mildest to worst."), key="track")
    return (*boxes, None)


def write_levels(boxes: Iterable[Level]) -> str:
    """Return the levels of these boxes as `levels` reads them."""
    return " ".join("I" if level is None else f"-{level}" for level in boxes)


def check_health(key: str, boxes: str, count: int) -> None:
    """Raise `BadInput` unless `boxes` has `count` marks in the order A, L, B, empty (2E-401)."""
    if len(boxes) != count or not re.fullmatch(r"A*L*B*\.*", boxes):
        values = {"name": repr(key), "n": count, "boxes": repr(boxes[:40])}
        sentence = Text("{name} must have {n} marks in the order A, L, B, '.', not {boxes}.", **values)
        raise BadInput("bad_health", sentence, key=key)


def mark(health: Health, kind: Damage, count: int, options: Options = DEFAULTS) -> Health:
    """Return the body with `count` more levels of damage, marked one by one (2E-401 to 2E-410)."""
    before = health.boxes
    for _ in range(count):
        health = _mark_one(health, kind, options)
    kept = tuple(progress for progress in health.healing if health.boxes[progress[0]] == before[progress[0]])
    return replace(health, healing=kept) if kept != health.healing else health


def lose_dying_levels(stamina: int, dying: int, ticks: int) -> tuple[int, bool]:
    """Return the Dying levels filled after `ticks` of dying, and whether the character is dead (2E-407, 2E-408)."""
    filled = min(stamina, dying + ticks // DYING_TICKS)
    return filled, filled >= stamina


def bleed(health: Health, ticks: int) -> Health:
    """Return the body after `ticks` complete ticks; only a dying one changes."""
    if health.state != "dying":
        return health
    dying, dead = lose_dying_levels(health.dying_levels, health.dying, ticks)
    return replace(health, dying=dying, dead=dead)


def stabilize(health: Health) -> Health:
    """Return the body with its Dying levels empty: magical healing stops the dying (2E-409)."""
    return replace(health, dying=0) if health.state == "dying" else health


def _mark_one(health: Health, kind: Damage, options: Options) -> Health:
    """Put a mark before all lighter ones. A mark that is pushed out of the last box overflows (2E-401)."""
    marks = sort_track(health.boxes + kind)
    moved, pushed = replace(health, boxes=marks[:-1]), marks[-1]
    if pushed == ".":
        return moved
    if pushed == "B":
        return _overflow_bashing(replace(moved, unconscious=True), options)
    return _overflow_lethal(moved)


def _overflow_bashing(health: Health, options: Options) -> Health:
    """Turn the leftmost bashing mark into lethal, or count the bashing level as lethal (2E-405)."""
    if not options.bashing_wrap:
        return health
    if "B" in health.boxes:
        return replace(health, boxes=health.boxes.replace("B", "L", 1))
    return _overflow_lethal(health)


def _overflow_lethal(health: Health) -> Health:
    """Mark a Dying level for a lethal or aggravated level without a box; extras die (2E-406, 2E-408, 2E-410)."""
    dying = min(health.dying_levels, health.dying + 1)
    return replace(health, dying=dying, dead=dying == health.dying_levels)
