"""The contract of a game system: one frozen record of functions per system, found through `rules.get_system`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.battle import Choice, Field, Json
from rules.battle.engine import Battle
from rules.creation import Creation
from rules.dice import Roller
from rules.odds import Odds
from rules.pool import Breakdown, Pool
from rules.powers import PowerRules
from rules.raising import Award, Bought, Good, Price, Raise
from rules.recovery import Begun, Recovered, Way, begin_nothing, nothing_begun
from rules.roll import Roll
from rules.tasks import TaskRules


@dataclass(frozen=True, slots=True)
class Trait:
    """One editable place of a sheet. `key` is its dotted path in the sheet's JSON ("attributes.strength").

    Kinds: dots (int drawn as dots), number, text, flag, choice (one value), items (a list of values of `choices`,
    repeats allowed), track (`high` health boxes as a string of marks; `choices` are what a box may hold, one character
    or none each, unmarked first). A number may have `choices`, too: words for its values, each by its digits.

    `full`: what a pool holds when it is full, 0 for any other number. `under`: what stands under each box of a track,
    its wound penalty as the book writes it.
    """

    key: str
    label: str
    kind: Literal["dots", "number", "text", "flag", "choice", "items", "track"]
    value: Json
    low: int = 0
    high: int = 0
    choices: tuple[Choice, ...] = ()
    help: str = ""
    rule: str = ""
    full: int = 0
    under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A headed group of traits on the sheet's page, in the book's order. `scene` traits may change during a scene."""

    title: str
    traits: tuple[Trait, ...]
    scene: bool = False


NONE = "–"
"""What stands in a table where there is nothing."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a sheet has of one kind of thing, as weapons: its figures row by row, the first column the names.

    `keys`: the traits that it stands for where the sheet is only read. `words`: so many of the last columns hold words.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...]
    words: int = 0


@dataclass(frozen=True, slots=True)
class SheetRules:
    """Sheets: `parse` is the only way from JSON to the system's Sheet, and refuses with `BadInput` naming the key.

    `archetypes`: key to label; `blank(archetype)` gives a legal sheet as JSON. `derived` are the values that follow
    from the traits, each with its why. `as_extra(sheet)` is the JSON of the same character as an extra; `is_extra`:
    whether a sheet is one.
    `creation(sheet, options)` holds a new character against the book's budget.
    `arms`: weapons and armor with their figures, as they stand in these hands.
    `powers`: what the system understands of the powers that its sheets list, None where they list none.
    """

    archetypes: Mapping[str, str]
    blank: Callable[[str], dict[str, Json]]
    parse: Callable[[object], Any]
    layout: Callable[[Any], tuple[Section, ...]]
    derived: Callable[[Any], tuple[Breakdown, ...]]
    as_extra: Callable[[Any], dict[str, Json]]
    creation: Callable[[Any, Any], Creation]
    arms: Callable[[Any], tuple[Table, ...]]
    powers: PowerRules | None = None
    is_extra: Callable[[Any], bool] = lambda sheet: False


@dataclass(frozen=True, slots=True)
class RollRules:
    """Rolls outside combat. `fields(sheet)` is the form; its answers are decoded into `request`, a frozen dataclass.

    `pool(sheet, request, options)` explains the dice, `odds` tells the chances before, `roll` throws them.
    `specialty(sheet, request)`: the specialties of the sheet in the traits of a request, by name; empty for none. What
    a request says of a specialty is in its field `specialty`, and `pool` refuses one that the sheet does not have.
    """

    request: type
    fields: Callable[[Any], tuple[Field, ...]]
    pool: Callable[[Any, Any, Any], Pool]
    odds: Callable[[Any, Any, Any], Odds]
    roll: Callable[[Any, Any, Roller, Any], Roll]
    specialty: Callable[[Any, Any], str] = lambda sheet, request: ""


@dataclass(frozen=True, slots=True)
class System:
    """One game system. `options` is a frozen dataclass of its `opt.*` settings with the spec's defaults.

    `conformance`: vector kind to a function (given, dice roller) -> what `expect` is compared with.
    `command` answers `python -m rules roll` and `odds` for this system (see `rules.__main__`).
    """

    key: str
    name: str
    options: type
    sheets: SheetRules
    rolls: RollRules
    battle: Battle[Any, Any]
    conformance: Mapping[str, Callable[[Mapping[str, Json], Roller], Mapping[str, Json]]]
    command: "CommandRules"
    tasks: TaskRules
    experience: "ExperienceRules"
    recovery: "RecoveryRules"


@dataclass(frozen=True, slots=True)
class ExperienceRules:
    """Experience (see `rules.raising`). `purses`: key to label; `awards`: the book's reasons, in its order.

    `raises(sheet, options)` are the traits that it raises, `price(sheet, path, before, after, options)` what that
    costs. `goods(sheet, options)` are the things bought whole, `buy(sheet, key, figures, favored, options)` their
    price. Both prices refuse with `BadInput` what the book does not sell. `put(sheet, bought, options)` is the JSON of
    the sheet with what was bought on it; what the sheet has no place for leaves it as it was. `at_once(options)`:
    whether several trainings of one character run beside each other; else one follows the other. `allows(sheet, spent)`
    is a sentence on what the experience spent so far, by purse, allows beside what it bought; empty for nothing.
    """

    purses: Mapping[str, str]
    awards: tuple[Award, ...]
    raises: Callable[[Any, Any], tuple[Raise, ...]]
    price: Callable[[Any, str, int, int, Any], Price]
    goods: Callable[[Any, Any], tuple[Good, ...]]
    buy: Callable[[Any, str, Mapping[str, int], bool, Any], Price]
    put: Callable[[Any, Bought, Any], dict[str, Json]]
    at_once: Callable[[Any], bool] = lambda options: True
    allows: Callable[[Any, Mapping[str, int]], str] = lambda sheet, spent: ""


@dataclass(frozen=True, slots=True)
class RecoveryRules:
    """Days of downtime (see `rules.recovery`). `ways`: how a day may be spent; "rest" and "active" among them.

    `live(sheet, carry, way, days, roller, options)` lets days pass; many at once do what they do one after the other,
    with the carry of each given to the next. `carry` is {} at first. Dice fall where the book rolls for recovery.
    `begun(sheet, carry)` is how far the wound that heals next has come, None where none heals in parts;
    `begin(sheet, carry, value)` puts it there, as the changes and the carry that do it, or raises `BadInput`.
    """

    ways: tuple[Way, ...]
    live: Callable[[Any, Mapping[str, Json], str, int, Roller, Any], Recovered]
    begun: Callable[[Any, Mapping[str, Json]], Begun | None] = nothing_begun
    begin: Callable[[Any, Mapping[str, Json], int], Recovered] = begin_nothing


@dataclass(frozen=True, slots=True)
class CommandRules:
    """The command line's plain roll: from its numbers (pool, difficulty, target ...) to a roll or its odds.

    `knows`: the numbers that it has a use for; it refuses every other.
    """

    roll: Callable[[Mapping[str, Json], Roller], Roll]
    odds: Callable[[Mapping[str, Json]], Odds]
    knows: tuple[str, ...]
