"""What a system defines for tasks, for stunts outside combat, and for rolls in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.battle import Choice, Field, Json
from rules.pool import Pool
from rules.roll import Roll
from rules.tasks.influence import InfluenceRules
from rules.tasks.model import SHARED, Conditions, Lead, Progress, Round, Task, Verdict
from rules.text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class StuntRules:
    """Stunts outside combat. `field`: the request's key for the rating, 1 to `highest`.

    `rewards(sheet, rating, options)` returns the player's choices; `pay(sheet, rating, choice, options)` returns the
    changed values of the sheet by dotted path, and `earn`, with these arguments, the experience by purse.
    """

    field: str
    highest: int
    rewards: Callable[[Any, int, Any], tuple[Choice, ...]]
    pay: Callable[[Any, int, str, Any], Mapping[str, Json]]
    earn: Callable[[Any, int, str, Any], Mapping[str, int]] = lambda sheet, rating, choice, options: {}


@dataclass(frozen=True, slots=True)
class SpokenRules:
    """Rolls in words, as in "/roll Strength+Brawl diff 2 wp".

    `traits`: the request's keys for traits, in order; `alone`: traits that may be rolled on their own, None for any.
    `words`: a word to the request's key for its number, or to (key, value) if it has no number; "+", "-" and "s" are
    extra dice, fewer dice and extra successes. `numbers`: such words for the numbers of `CommandRules`.
    """

    traits: tuple[str, ...]
    alone: frozenset[str] | None
    words: Mapping[str, str | tuple[str, Json]]
    numbers: Mapping[str, str | tuple[str, Json]]


class TaskRules:
    """Tasks outside combat (see `rules.tasks`): the kinds that the book has, and its rules for them.

    A game sets the values and defines the functions that its book has; the others stay None.

    `difficulty`: the number that the Storyteller may set, None if the book has none; `says_standard`: where she has set
    none, the task says its first value.
    `botches`: what a botch may cost an extended action, the book's own first; `botch_label`: the form's label for it.
    `decided`: keys of a request that the task sets, not the player.
    `echo(sheet or None, request or numbers as JSON)` returns how the faces of a roll count.
    `prepare(sheet, request, conditions, options)` returns the request with what the task sets.
    `extend(task, roll, options)` adds a roll to an extended action.
    `contest` compares two rolls, `race(task, rolls, options)` those of an extended contest; a roll is None for a side
    that has no rolls left.
    `help(sheet, request, roll)` returns what help brings; the roll is None if helpers do not roll.
    `rolling_help`: the kinds in which helpers roll; `same_help`: the kinds in which they roll the traits of the task,
    unless the Storyteller names others.
    `attempts`: the highest number of an attempt, where later ones are harder: a request has it as `attempt`, or has
    `failures`, and says by `retry` that it tries again; 0 where the table counts none.
    `lead(group)` returns who rolls for the group, from sheets with their requests and pools; None if the group chooses.
    `automatic(sheet, request, options)` returns the automatic success that the book offers, or None.
    `cost(sheet, request, roll, options)` returns the values of the sheet after paying for the roll, by dotted path; it
    refuses what cannot be paid.
    `conceal` returns a roll without its hidden difficulty; `look(request)` makes the request for the roll that reveals
    it.
    `roll_limit(sheet, request)` returns the most rolls, from the traits rolled.
    `oppose(sheet, request, options)` returns the dice of one side of a contest, where they are the other side's
    difficulty; None where the book does not make them so. It refuses what cannot be rolled or paid.
    `two_targets`: the sides of an extended contest may have different targets.
    `targets`: the traits from which a target may be taken; `count_target(sheet, request, source)` returns it, from the
    sheet of the other side in a contest. `edge`: what makes one side of a contest better by dice; `count_edge(sheet,
    other)` returns the bonus dice of the first sheet.
    `interruptions`: what an interruption may do (see `rules.tasks.Cut`), other than losing the interval.
    `challenges` and `paces`: the book's tables of targets ("10") and of times of one roll ("30 minute"), by name.
    `influence`: what the book says of social influence, if it has rules for it.
    `settings`: kind of action to the options of the series that the Storyteller may set for one task of that kind.
    """

    kinds: tuple[Choice, ...]
    prepare: Callable[[Any, Any, Conditions, Any], Any]
    extend: Callable[[Task, Roll, Any], Progress]
    cost: Callable[[Any, Any, Roll, Any], Mapping[str, Json]]
    spoken: SpokenRules
    echo: Callable[[Any, Mapping[str, Json]], Text]
    contest: Callable[[Roll, Roll, Any], Verdict] | None = None
    race: Callable[[Task, tuple[Roll | None, Roll | None], Any], Round] | None = None
    decided: frozenset[str] = frozenset()
    difficulty: Field | None = None
    says_standard: bool = False
    botches: tuple[Choice, ...] = ()
    botch_label: Text = Text("A botch costs")
    help: Callable[[Any, Any, Roll | None], int] | None = None
    rolling_help: frozenset[str] = frozenset(SHARED)
    same_help: frozenset[str] = frozenset()
    attempts: int = 0
    lead: Callable[[Sequence[tuple[Any, Any, Pool]]], Lead] | None = None
    automatic: Callable[[Any, Any, Any], Roll | None] | None = None
    conceal: Callable[[Roll], Roll] | None = None
    look: Callable[[Any], Any] | None = None
    roll_limit: Callable[[Any, Any], int] | None = None
    oppose: Callable[[Any, Any, Any], int] | None = None
    two_targets: bool = False
    targets: tuple[Choice, ...] = ()
    count_target: Callable[[Any, Any, str], int] | None = None
    edge: Text = EMPTY
    count_edge: Callable[[Any, Any], int] | None = None
    interruptions: tuple[Choice, ...] = ()
    challenges: tuple[Choice, ...] = ()
    paces: tuple[Choice, ...] = ()
    settings: Mapping[str, tuple[Field, ...]] = MappingProxyType({})
    stunts: StuntRules | None = None
    influence: InfluenceRules | None = None
