"""Damage, dying and healing. A track is written as its filled boxes, the worst wound first ("X//")."""

from collections.abc import Mapping
from typing import Final, Literal

from rules.errors import BadInput
from rules.text import Text
from rules.wounds import STROKE_OF, STROKES, rank, sort_track

State = Literal["ok", "check_stamina", "dying", "dead"]

HEALING_MINUTES: Final[Mapping[str, int]] = {"/": 15, "X": 2 * 24 * 60, "*": 7 * 24 * 60}
"""Minutes until one box of this mark is healed (WD-220)."""
FULL_TRACK: Final[Mapping[str, State]] = {"/": "check_stamina", "X": "dying", "*": "dead"}
"""The state of a full track, by the mark of its last box (WD-175, WD-176, WD-177)."""
PENALTIES: Final = (-3, -2, -1)
"""Wound penalties of the last box, the one before it and the third from the end (WD-174)."""
HOSPITAL_TARGETS: Final[Mapping[str, int]] = {"*": 10, "X": 5}
"""Successes that bring a wound of this mark one step down in hospital (WD-224)."""


def check_track(track: str, health: int | None = None) -> str:
    """Return the track with its worst wounds first (WD-171). Raises `BadInput` for unknown marks or too many."""
    if any(mark not in STROKES for mark in track):
        sentence = Text("A health track holds the marks / X *, not {text}.", text=repr(track[:40]))
        raise BadInput("bad_track", sentence, track=track[:40])
    if health is not None and len(track) > health:
        sentence = Text("Health {health} has no room for {n} wounds.", health=health, n=len(track))
        raise BadInput("bad_track", sentence, health=health)
    return sort_track(track)


def mark_damage(track: str, health: int, amount: int, damage: str) -> str:
    """Return the track after points of one type of damage, marked one by one (WD-172, WD-173)."""
    for _ in range(amount):
        track = _mark_point(track, health, STROKE_OF[damage])
    return track


def _mark_point(track: str, health: int, mark: str) -> str:
    if len(track) < health:
        return sort_track(track + mark)
    if not track or set(track) == {"*"}:
        return track
    lightest = track[-1]
    worse = STROKES[rank(lightest) + 1]
    # A full track: the wound gets one step worse, or becomes the new point's own type if that is worse (WD-173).
    return sort_track(track.replace(lightest, max(worse, mark, key=rank), 1))


def wound_penalty(track: str, health: int) -> int:
    """Return the penalty of the last filled box: 0 to -3 dice (WD-174)."""
    from_end = health - len(track)
    return PENALTIES[from_end] if track and from_end < len(PENALTIES) else 0


def wound_state(track: str, health: int) -> State:
    """Return "ok", "check_stamina" (each turn), "dying" or "dead"; "ok" while a box is empty (WD-175 to WD-177)."""
    if len(track) < health or not track:
        return "ok"
    return FULL_TRACK[track[-1]]


def bleed(track: str, health: int, minutes: int) -> str:
    """Return the track after minutes without care; each minute of dying makes a lethal wound aggravated (WD-176)."""
    for _ in range(minutes):
        if wound_state(track, health) != "dying":
            break
        track = sort_track(track.replace("X", "*", 1))
    return track


def heal(track: str, minutes: int) -> str:
    """Return the track after minutes of healing; the lightest wound heals first (WD-220, WD-221)."""
    while track and minutes >= HEALING_MINUTES[track[-1]]:
        minutes -= HEALING_MINUTES[track[-1]]
        track = track[:-1]
    return track


def minutes_to_heal(track: str) -> int:
    """Return the minutes until every wound is healed (WD-220)."""
    return sum(HEALING_MINUTES[mark] for mark in track)


def first_aid_target(track: str) -> int:
    """Return the successes that first aid needs: one for each wound (WD-223)."""
    return len(track)


def hospital_target(track: str) -> int:
    """Return the successes that hospital care needs for the worst wound (WD-224); 0 for bashing wounds."""
    return HOSPITAL_TARGETS.get(track[:1], 0)
