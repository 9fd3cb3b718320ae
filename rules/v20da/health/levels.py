"""The seven health levels: how wounds are marked, what they cost, when it is over."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rules.errors import BadInput
from rules.text import Text

Being = Literal["vampire", "mortal"]
Harm = Literal["bashing", "lethal", "aggravated"]
Condition = Literal["ok", "incapacitated", "torpor", "final_death", "dead"]

LEVELS: tuple[tuple[str, int | None], ...] = (
    ("Bruised", 0),
    ("Hurt", -1),
    ("Injured", -1),
    ("Wounded", -2),
    ("Mauled", -2),
    ("Crippled", -5),
    ("Incapacitated", None),
)
"""V20-180: the levels with their penalty; None is no action at all."""

BOXES = len(LEVELS)
MARKS: dict[Harm, str] = {"bashing": "/", "lethal": "X", "aggravated": "*"}
SEVERITY = "/X*"
"""Marks from light to severe."""


@dataclass(frozen=True, slots=True)
class Health:
    """A track, worst wounds first (V20-182), and what became of its owner."""

    being: Being
    track: str = ""
    condition: Condition = "ok"

    @property
    def level(self) -> str | None:
        """The name of the lowest filled level."""
        return LEVELS[len(self.track) - 1][0] if self.track else None

    @property
    def penalty(self) -> int | None:
        """The penalty of the lowest filled level alone (V20-181), None where no action is possible."""
        return LEVELS[len(self.track) - 1][1] if self.track else 0

    @property
    def is_final(self) -> bool:
        """Whether nothing can harm it any more."""
        return self.condition in ("dead", "final_death")


def sort_track(marks: Iterable[str]) -> str:
    """Aggravated first, then lethal, then bashing (V20-182)."""
    return "".join(sorted(marks, key=SEVERITY.index, reverse=True))


def read_track(being: Being, track: str) -> Health:
    """A track as written, of `/`, `X` and `*`. Raises `BadInput` for other marks or more than seven."""
    if len(track) > BOXES or not set(track) <= set(SEVERITY):
        sentence = Text("A health track has at most {n} of / X *, not {track}.", n=BOXES, track=repr(track[:20]))
        raise BadInput("bad_track", sentence, key="track")
    return Health(being, sort_track(track), "incapacitated" if len(track) == BOXES else "ok")


def harm(health: Health, levels: int, kind: Harm) -> Health:
    """Apply damage point by point (V20-184); the dead take no more."""
    for _ in range(levels):
        if health.is_final:
            break
        health = _harm_once(health, kind)
    return health


def _harm_once(health: Health, kind: Harm) -> Health:
    if len(health.track) < BOXES:
        track = sort_track(health.track + MARKS[kind])
        full: Condition = "incapacitated" if len(track) == BOXES else health.condition
        return Health(health.being, track, "torpor" if health.condition == "torpor" else full)
    if health.being == "vampire":
        return _overflow_vampire(health, kind)
    return _overflow_mortal(health, kind)


def _overflow_vampire(health: Health, kind: Harm) -> Health:
    """Beyond Incapacitated: torpor, by an aggravated wound Final Death (V20-185 to 187)."""
    ended: Condition = "final_death" if kind == "aggravated" else "torpor"
    return Health(health.being, _replace_lightest(health.track, MARKS[kind]), ended)


def _overflow_mortal(health: Health, kind: Harm) -> Health:
    """Beyond Incapacitated: bashing turns a bashing wound lethal; all else kills (V20-188)."""
    if kind == "bashing" and "/" in health.track:
        return Health(health.being, _replace_lightest(health.track, "X"), "incapacitated")
    return Health(health.being, _replace_lightest(health.track, MARKS[kind]), "dead")


def _replace_lightest(track: str, mark: str) -> str:
    """A worse wound takes the place of the lightest; an equal or lighter one changes nothing."""
    if SEVERITY.index(mark) <= SEVERITY.index(track[-1]):
        return track
    return sort_track(track[:-1] + mark)


def settle(health: Health, blood: int) -> Health:
    """A vampire at Incapacitated with no blood falls into torpor at once (V20-189)."""
    if health.being == "vampire" and health.condition == "incapacitated" and not blood:
        return Health(health.being, health.track, "torpor")
    return health


def applied_levels(being: Being, levels: int, kind: Harm | Literal["none"]) -> int:
    """What is marked of so many levels after soak: vampires take half of bashing, rounded down (V20-159)."""
    return levels // 2 if being == "vampire" and kind == "bashing" else levels
