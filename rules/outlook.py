"""What each of several ways to act would bring, side by side: its figures, and the outcome that is likeliest.

A game says for which of its moves it can do this (`Battle.outlooks`). Nothing here depends on a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.odds import about as about_chance
from rules.odds import percent
from rules.spread import Spread, at_least, find_mean, find_range
from rules.text import EMPTY, Text, join, verbatim
from rules.view import minus


@dataclass(frozen=True, slots=True)
class Prospect:
    """One number of an alternative: its name, its value in words, its rule, and the sentence that explains it.

    `chance`: the number itself where it is a chance, from 0 to 1. `spread`: its distribution where it is a mean.
    `about`: it is an average over what is usual, because the seat may not know what it hangs on.
    """

    label: Text
    value: Text
    rule: str
    why: Text = EMPTY
    chance: float | None = None
    spread: Spread | None = None
    about: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """An outcome that someone may act for, with its chance. Goals in the same place of alternatives are compared."""

    name: Text
    chance: float
    about: bool = False


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to act. `is_chosen`: the form as it is filled in. `reason`: why it is not possible now; then it has no
    numbers.
    """

    label: Text
    prospects: tuple[Prospect, ...] = ()
    goals: tuple[Goal, ...] = ()
    is_chosen: bool = False
    reason: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Outlook:
    """The ways to act that a form leaves open, and what their numbers leave out."""

    alternatives: tuple[Alternative, ...]
    notes: tuple[Text, ...] = ()

    @property
    def verdicts(self) -> list[Text]:
        """Return which outcome is likelier, with every chance."""
        places = range(max((len(alternative.goals) for alternative in self.alternatives), default=0))
        goals = (
            [alternative.goals[place] for alternative in self.alternatives if len(alternative.goals) > place]
            for place in places
        )
        return [_compare(row) for row in goals if len(row) > 1]


def describe_chance(label: Text, chance: float, rule: str, why: Text = EMPTY, *, about: bool = False) -> Prospect:
    """Return a chance as a number of a way."""
    return Prospect(label, _say(chance, about), rule, why, chance, None, about)


def describe_mean(label: Text, spread: Spread, rule: str, why: Text = EMPTY, *, about: bool = False) -> Prospect:
    """Return the mean of a distribution and its usual range as a number of a way."""
    mean = verbatim(f"{find_mean(spread):.1f}".replace("-", "−"))
    text = Text("about {n}", n=mean) if about else mean
    low, high = find_range(spread)
    if low != high:
        text = Text("{mean}, mostly {low} to {high}", mean=text, low=minus(low), high=minus(high))
    return Prospect(label, text, rule, why, None, spread, about)


def describe_strike(
    hit: Prospect, damage: Spread, label: Text, rule: str, enough: int, what: Text
) -> tuple[Prospect, ...]:
    """Return what one attack would bring: whether it hits, its damage, and the chance that there is `enough` of it."""
    needed = Text("{n} or more", n=enough)
    return (hit, describe_mean(label, damage, rule), describe_chance(what, at_least(damage, enough), rule, needed))


def _say(chance: float, about: bool) -> Text:
    return about_chance(chance) if about else percent(chance)


def _compare(goals: Sequence[Goal]) -> Text:
    """Return the outcomes with their chances, the likeliest first."""
    ranked = sorted(goals, key=lambda goal: -goal.chance)
    return Text("Most likely first: {outcomes}.", outcomes=join(", ", map(_describe_goal, ranked)))


def _describe_goal(goal: Goal) -> Text:
    return Text("{outcome} {chance}", outcome=goal.name, chance=_say(goal.chance, goal.about))
