"""Healing with blood: bashing and lethal in a turn, aggravated over a day of rest."""

from dataclasses import dataclass

from rules.errors import IllegalMove
from rules.text import Text
from rules.v20da.health.blood import blood_per_turn

AGGRAVATED_COST = 5
"""Blood points for one aggravated level (V20-203)."""

HEAL_DIFFICULTY = 8
"""The difficulty of Stamina + Survival, to heal along with other actions (V20-201)."""


@dataclass(frozen=True, slots=True)
class HealingResult:
    """What is left: the track, blood, Willpower points."""

    track: str
    blood: int
    willpower: int = 0


def light_wounds(track: str) -> int:
    """Return how many bashing and lethal levels the track holds. Blood heals those within a turn."""
    return len(track) - track.count("*")


def heal_light(track: str, levels: int) -> str:
    """Remove bashing and lethal levels, the lightest first (V20-204)."""
    return track[: len(track) - min(levels, light_wounds(track))]


def healable_levels(generation: int, blood: int, track: str, spent: int = 0) -> int:
    """Return how many levels blood can heal now, one for each point. `spent`: blood of this turn (V20-200, 202)."""
    return max(0, min(light_wounds(track), blood_per_turn(generation) - spent, blood))


def heal_turn(generation: int, blood: int, track: str, levels: int | None = None) -> HealingResult:
    """Heal for a turn. `levels`: None for as many as possible (V20-200, 202)."""
    most = healable_levels(generation, blood, track)
    points = most if levels is None else min(most, levels)
    return HealingResult(heal_light(track, points), blood - points)


def heal_rest(blood: int, willpower: int, track: str, levels: int = 1) -> HealingResult:
    """Rest for a day: five blood points for each aggravated level, and a Willpower point after the first (V20-203).

    The limit of a turn does not count over a day. Raises `IllegalMove` (code blood or willpower).
    """
    count = min(levels, track.count("*"))
    if blood < count * AGGRAVATED_COST:
        sentence = Text("That takes {n} blood points; {left} left.", n=count * AGGRAVATED_COST, left=blood)
        raise IllegalMove("blood", sentence, rule="V20-203")
    if willpower < count - 1:
        sentence = Text("That takes {n} Willpower points; {left} left.", n=count - 1, left=willpower)
        raise IllegalMove("willpower", sentence, rule="V20-203")
    return HealingResult(track[count:], blood - count * AGGRAVATED_COST, willpower - max(0, count - 1))
