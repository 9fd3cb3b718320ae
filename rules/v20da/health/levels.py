"""The seven health levels: marks of wounds, penalties, death."""

from dataclasses import dataclass
from typing import Literal

from rules.errors import BadInput
from rules.text import Text
from rules.wounds import STROKE_OF, STROKES, Harm, rank, sort_track

Being = Literal["vampire", "mortal"]
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
"""V20-180: the levels with their penalty; None allows no action."""

BOXES = len(LEVELS)


@dataclass(frozen=True, slots=True)
class Health:
    """A track, worst wounds first (V20-182), and the condition of its owner."""

    being: Being
    track: str = ""
    condition: Condition = "ok"

    @property
    def level(self) -> str | None:
        """The name of the lowest filled level."""
        return LEVELS[len(self.track) - 1][0] if self.track else None

    @property
    def penalty(self) -> int | None:
        """The penalty of the lowest filled level alone (V20-181), None if no action is possible."""
        return LEVELS[len(self.track) - 1][1] if self.track else 0

    @property
    def is_final(self) -> bool:
        """Return whether nothing can harm it now."""
        return self.condition in ("dead", "final_death")


def parse_track(being: Being, track: str) -> Health:
    """Return the health of a track of `/`, `X` and `*`. Raises `BadInput` for other marks or more than seven."""
    if len(track) > BOXES or not set(track) <= set(STROKES):
        sentence = Text("A health track can have at most {n} of / X *, not {track}.", n=BOXES, track=repr(track[:20]))
        raise BadInput("bad_track", sentence, key="track")
    return Health(being, sort_track(track), "incapacitated" if len(track) == BOXES else "ok")


def harm(health: Health, levels: int, kind: Harm) -> Health:
    """Apply damage point by point (V20-184). The dead take no more."""
    for _ in range(levels):
        if health.is_final:
            break
        health = _harm_once(health, kind)
    return health


def _harm_once(health: Health, kind: Harm) -> Health:
    if len(health.track) < BOXES:
        track = sort_track(health.track + STROKE_OF[kind])
        full: Condition = "incapacitated" if len(track) == BOXES else health.condition
        return Health(health.being, track, "torpor" if health.condition == "torpor" else full)
    if health.being == "vampire":
        return _overflow_vampire(health, kind)
    return _overflow_mortal(health, kind)


def _overflow_vampire(health: Health, kind: Harm) -> Health:
    """Return health beyond Incapacitated: torpor, or Final Death by an aggravated wound (V20-185 to 187)."""
    ended: Condition = "final_death" if kind == "aggravated" else "torpor"
    return Health(health.being, _replace_lightest(health.track, STROKE_OF[kind]), ended)


def _overflow_mortal(health: Health, kind: Harm) -> Health:
    """Return health beyond Incapacitated: bashing turns a bashing wound lethal, all else kills (V20-188)."""
    if kind == "bashing" and "/" in health.track:
        return Health(health.being, _replace_lightest(health.track, "X"), "incapacitated")
    return Health(health.being, _replace_lightest(health.track, STROKE_OF[kind]), "dead")


def _replace_lightest(track: str, mark: str) -> str:
    """Put a worse wound in place of the lightest. An equal or lighter one changes nothing."""
    if rank(mark) <= rank(track[-1]):
        return track
    return sort_track(track[:-1] + mark)


def settle(health: Health, blood: int) -> Health:
    """Return torpor for a vampire at Incapacitated without blood (V20-189), else the health unchanged."""
    if health.being == "vampire" and health.condition == "incapacitated" and not blood:
        return Health(health.being, health.track, "torpor")
    return health


def applied_levels(being: Being, levels: int, kind: Harm | Literal["none"]) -> int:
    """Return the levels that are marked after soak: vampires take half of bashing, rounded down (V20-159)."""
    return levels // 2 if being == "vampire" and kind == "bashing" else levels
