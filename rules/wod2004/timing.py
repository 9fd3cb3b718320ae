"""Initiative, ties, surprise, movement, and the clock of turns (WD-160 to WD-166)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.dice import Roller
from rules.pool import Breakdown, Pool, Term, change, sum_terms
from rules.text import Text
from rules.wod2004.actions.instant import Result
from rules.wod2004.pools import build_pool, trait
from rules.wod2004.traits import TURN_SECONDS, TURNS_A_MINUTE

RUN_FACTOR: Final = 2


@dataclass(frozen=True, slots=True)
class Contender:
    """A combatant who rolls initiative: its key, and Dexterity + Composure with bonuses."""

    key: str
    modifier: int


@dataclass(frozen=True, slots=True)
class Initiative:
    """A rolled initiative: the die, the total, and the dice that broke ties, first to last."""

    face: int
    total: int
    modifier: int
    ties: tuple[int, ...] = ()

    @property
    def rank(self) -> tuple[int, int, tuple[int, ...]]:
        """What the order is sorted by, highest first (WD-160, WD-161)."""
        return self.total, self.modifier, self.ties


def roll_initiative(
    contenders: Sequence[Contender],
    dice_of: Callable[[str], Roller],
    tie_dice: Callable[[Sequence[str]], Roller],
    standing: Mapping[str, Initiative] | None = None,
) -> dict[str, Initiative]:
    """Roll one die each in list order, then dice to break ties; a 10 is not rolled again (WD-160 to WD-162).

    `dice_of` returns the roller for the die of one of them, by key, and `tie_dice` that for dice between several.
    `standing`: those who rolled earlier in this fight; a tie with one of them is broken by dice for both.
    Return every initiative that is new or was tied.
    """
    rolled: dict[str, Initiative] = {}
    for who in contenders:
        (face,) = dice_of(who.key).roll(1)
        rolled[who.key] = Initiative(face, face + who.modifier, who.modifier)
    everyone = {**(standing or {}), **rolled}
    while tied := _first_tie(everyone):
        for key in tied:
            was = everyone[key]
            level = [name for name, its in everyone.items() if (its.total, its.modifier) == (was.total, was.modifier)]
            (face,) = tie_dice(level).roll(1)
            rolled[key] = everyone[key] = Initiative(was.face, was.total, was.modifier, (*was.ties, face))
    return rolled


def sort_initiative(rolled: Mapping[str, Initiative]) -> list[str]:
    """Return the keys in the order of action (WD-160)."""
    return sorted(rolled, key=lambda key: rolled[key].rank, reverse=True)


def _first_tie(everyone: Mapping[str, Initiative]) -> list[str]:
    """Return who must roll to break a tie: the highest group that is still tied, in list order (WD-161)."""
    groups: dict[tuple[int, int], list[str]] = {}
    for key, initiative in everyone.items():
        groups.setdefault((initiative.total, initiative.modifier), []).append(key)
    for rank in sorted(groups, reverse=True):
        if tied := _must_throw(groups[rank], everyone, 0):
            return tied
    return []


def _must_throw(keys: Sequence[str], everyone: Mapping[str, Initiative], depth: int) -> list[str]:
    if len(keys) < 2:
        return []
    if missing := [key for key in keys if len(everyone[key].ties) <= depth]:
        return missing
    for face in sorted({everyone[key].ties[depth] for key in keys}, reverse=True):
        level = [key for key in keys if everyone[key].ties[depth] == face]
        if tied := _must_throw(level, everyone, depth + 1):
            return tied
    return []


def initiative_modifier(dexterity: int, composure: int, bonus: int = 0) -> Breakdown:
    """Return Dexterity + Composure with Merits (WD-012)."""
    terms = (
        Term(Text("Dexterity"), dexterity, "trait", "WD-012"),
        Term(Text("Composure"), composure, "trait", "WD-012"),
    )
    return _sum(Text("Initiative"), terms, bonus, "WD-012")


def speed(strength: int, dexterity: int, factor: int, bonus: int = 0, armor: int = 0) -> Breakdown:
    """Return yards per turn: Strength + Dexterity + species factor (WD-013), less armor's penalty (WD-206)."""
    terms = (
        Term(Text("Strength"), strength, "trait", "WD-013"),
        Term(Text("Dexterity"), dexterity, "trait", "WD-013"),
        Term(Text("Species factor"), factor, "species", "WD-013"),
        Term(Text("Armor"), -armor, "armor", "WD-206"),
    )
    return _sum(Text("Speed"), terms, bonus, "WD-013")


def _sum(title: Text, terms: tuple[Term, ...], bonus: int, rule: str) -> Breakdown:
    return sum_terms(title, rule, (*terms, *change(Text("Merits"), bonus, "merit", rule)), least=0)


def surprise_pool(wits: int, composure: int, bonuses: Sequence[Term] = (), penalties: Sequence[Term] = ()) -> Pool:
    """Return the pool to notice an ambush in time: Wits + Composure (WD-165)."""
    return build_pool(
        Text("Surprise"), [trait(Text("Wits"), wits), trait(Text("Composure"), composure)], bonuses, penalties
    )


def turns_lost(result: Result, dramatic_turns: int = 2) -> int:
    """Return the turns without action and Defense after a roll against surprise (WD-165)."""
    if result.is_dramatic:
        return dramatic_turns
    return 0 if result.successes else 1


def is_minute_over(turns: int) -> bool:
    """Return whether a number of turns makes full minutes (WD-060, WD-176)."""
    return turns % TURNS_A_MINUTE == 0


def clock(turn: int) -> str:
    """Return how long the fight has lasted at the start of this turn, as "0:03"."""
    minutes, seconds = divmod((turn - 1) * TURN_SECONDS, 60)
    return f"{minutes}:{seconds:02}"
