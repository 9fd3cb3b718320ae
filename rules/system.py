"""The contract of a game system: one frozen record of functions per system, found through `rules.get_system`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.battle import Choice, Event, Field, Json, Kinds, Move, Offer, Seat
from rules.battle.engine import Battle
from rules.creation import Creation
from rules.dice import Die, Roller
from rules.odds import Odds, Weighed
from rules.pool import Breakdown, Pool
from rules.powers import PowerRules
from rules.raising import Award, Bought, Good, Price, Raise
from rules.recovery import Begun, Recovered, Way, begin_nothing, nothing_begun
from rules.tasks import SHARED, Conditions, Lead, Progress, Round, Task, Verdict
from rules.view import BattleView, EventView


@dataclass(frozen=True, slots=True)
class Trait:
    """One editable place of a sheet. `key` is its dotted path in the sheet's JSON ("attributes.strength").

    Kinds: dots (int drawn as dots), number, text, flag, choice (one value), items (a list of values of `choices`,
    repeats allowed), track (`high` health boxes as a string of marks; `choices` are what a box may hold, one character
    or none each, unmarked first).

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
class Roll:
    """One finished roll: the pool it came from, every die, the total and what it means in the book's words.

    `successes` is what the dice gave, `total` that plus bonus successes less external penalties, `threshold` what
    is above the difficulty (None on a failure or without a difficulty), `outcome` a stable word (success, failure,
    botch ...), `verdict` the book's word for it, `options` the settings it was computed under.
    """

    system: str
    title: str
    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    total: int
    difficulty: int | None
    threshold: int | None
    outcome: str
    verdict: str
    notes: tuple[str, ...] = ()
    options: Mapping[str, Json] = field(default_factory=dict)


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
class BattleRules:
    """A live battle over a frozen, JSON-safe state.

    `start(options)` is the empty battle. `decide` may refuse (`IllegalMove`, `BadInput`) and is the only place where
    dice fall; `apply` never refuses and never rolls; `view`, `view_event` and `legal_moves` are allow-lists for a
    seat. Every system takes the moves of `rules.battle.moves`. `outcome(state)` gives, per combatant id
    with a character, the changes to its sheet as {dotted path: value}, to be written when the battle ends;
    `elapsed(state)` the seconds of in-world time that it has lasted, `earned(state)` the experience that was won in it:
    per combatant id with a character, purse to points. `weigh(state, seat, move)` is the roll that a move would make,
    with everything that it switches on, as far as the seat may know; it refuses what `decide` would refuse, and is None
    where nothing is rolled. Offers of such moves have `weighs`.

    For rolls that are no moves of the battle: `sheet(state, character)` is the character's sheet with the figures that
    the battle has now, None for a character who is not in it; `suffer(state, character, request)` is a request of
    `RollRules` with the conditions of the battle put in, and without any where there is no battle (None) or the
    character is not in it. What such a roll costs or regains is the move `ChangeFigures`.
    """

    state: type
    moves: Kinds[Move]
    events: Kinds[Event]
    start: Callable[[Any], Any]
    decide: Callable[[Any, Seat, Any, Roller], Sequence[Any]]
    apply: Callable[[Any, Any], Any]
    view: Callable[[Any, Seat], BattleView]
    view_event: Callable[[Any, Seat], EventView | None]
    legal_moves: Callable[[Any, Seat], tuple[Offer, ...]]
    outcome: Callable[[Any], Mapping[str, Mapping[str, Json]]]
    elapsed: Callable[[Any], int]
    earned: Callable[[Any], Mapping[str, Mapping[str, int]]] = lambda state: {}
    weigh: Callable[[Any, Seat, Any], Weighed | None] = lambda state, seat, move: None
    sheet: Callable[[Any, str], Any] = lambda state, character: None
    suffer: Callable[[Any, str, Any], Any] = lambda state, character, request: request


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
    battle: BattleRules | Battle[Any, Any]
    conformance: Mapping[str, Callable[[Mapping[str, Json], Roller], Mapping[str, Json]]]
    command: "CommandRules"
    tasks: "TaskRules"
    experience: "ExperienceRules"
    recovery: "RecoveryRules"


@dataclass(frozen=True, slots=True)
class StuntRules:
    """Stunts outside combat. `field`: the request's key of the rating, 1 to `highest`.

    `rewards(sheet, rating, options)` is what the player may choose from; `pay(sheet, rating, choice, options)` gives
    the values that the sheet then has, by dotted path, and `earn` of the same the experience, by purse.
    """

    field: str
    highest: int
    rewards: Callable[[Any, int, Any], tuple[Choice, ...]]
    pay: Callable[[Any, int, str, Any], Mapping[str, Json]]
    earn: Callable[[Any, int, str, Any], Mapping[str, int]] = lambda sheet, rating, choice, options: {}


@dataclass(frozen=True, slots=True)
class SpokenRules:
    """Rolls in words, as in "/roll Strength+Brawl diff 2 wp".

    `traits`: the request's keys that hold traits, in order; `alone`: traits that may be rolled without another, None
    for any. `words`: a word to the request's key that it sets, or to (key, value) where it needs no number; "+", "-"
    and "s" are dice more, dice less and successes more. `numbers`: the same for the numbers of `CommandRules`.
    `echo(sheet or None, request or numbers as JSON)` says how the faces count.
    """

    traits: tuple[str, ...]
    alone: frozenset[str] | None
    words: Mapping[str, str | tuple[str, Json]]
    numbers: Mapping[str, str | tuple[str, Json]]
    echo: Callable[[Any, Mapping[str, Json]], str]


@dataclass(frozen=True, slots=True)
class TaskRules:
    """Tasks outside combat (see `rules.tasks`): which kinds the book knows, and what differs in it.

    `difficulty`: the number that the Storyteller may set, None where the book has none. `botches`: what a botch may
    cost an extended action, the book's own first; `botch_label` asks for it in the book's word. `decided`: keys of a
    request that the task decides, not who rolls.
    `prepare(sheet, request, conditions, options)` puts them in. `extend(task, roll, options)` adds a roll to an
    extended action, `contest` compares two, `race(task, rolls, options)` does so in an extended contest (a roll is
    None for a side that may roll no more). `help(sheet, request, roll)` is what help brings, with no roll (None) where
    helpers do not roll; `rolling_help`: the kinds in which they do, `same_help`: those in which they roll what the task
    rolls, unless told otherwise. `lead(group)`: who rolls in assistance, of sheets with their requests and pools; None
    where the group says so itself.
    `automatic(sheet, request, options)`: the success that the book offers without dice, or None.
    `cost(sheet, request, roll, options)`: what the sheet holds after paying for the roll, by dotted path; it refuses
    what cannot be paid. `conceal`: a roll without its hidden difficulty; `look(request)`: the roll that reveals it.
    `roll_limit(sheet, request)`: the most rolls by the traits rolled. `opposes`: the other side's dice are the
    difficulty of a contest. `two_targets`: the sides of an extended contest may have targets of their own.
    `interruptions`: what may come of an interval that is interrupted (see `rules.tasks.Cut`), beside its being lost.
    `challenges` and `paces`: the book's tables of targets ("10") and of times of one roll ("30 minute"), by name.
    `settings`: kind of action to the options of the series that the Storyteller may set for one task of that kind.
    """

    kinds: tuple[Choice, ...]
    prepare: Callable[[Any, Any, Conditions, Any], Any]
    extend: Callable[[Task, Roll, Any], Progress]
    cost: Callable[[Any, Any, Roll, Any], Mapping[str, Json]]
    spoken: SpokenRules
    contest: Callable[[Roll, Roll, Any], Verdict] | None = None
    race: Callable[[Task, tuple[Roll | None, Roll | None], Any], Round] | None = None
    decided: frozenset[str] = frozenset()
    difficulty: Field | None = None
    botches: tuple[Choice, ...] = ()
    botch_label: str = "A botch costs"
    help: Callable[[Any, Any, Roll | None], int] | None = None
    rolling_help: frozenset[str] = frozenset(SHARED)
    same_help: frozenset[str] = frozenset()
    lead: Callable[[Sequence[tuple[Any, Any, Pool]]], Lead] | None = None
    automatic: Callable[[Any, Any, Any], Roll | None] | None = None
    conceal: Callable[[Roll], Roll] | None = None
    look: Callable[[Any], Any] | None = None
    roll_limit: Callable[[Any, Any], int] | None = None
    opposes: bool = False
    two_targets: bool = False
    interruptions: tuple[Choice, ...] = ()
    challenges: tuple[Choice, ...] = ()
    paces: tuple[Choice, ...] = ()
    settings: Mapping[str, tuple[Field, ...]] = field(default_factory=dict)
    stunts: StuntRules | None = None


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
