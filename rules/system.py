"""The contract of a game system: one frozen record of functions per system, found through `rules.get_system`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.battle import Event, Field, Json, Kinds, Move, Offer, Seat
from rules.dice import Roller
from rules.odds import Odds, Weighed
from rules.pool import Pool
from rules.raising import ExperienceRules
from rules.recovery import RecoveryRules
from rules.roll import Roll
from rules.sheets.page import NONE, Section, Table, Trait
from rules.sheets.rules import SheetRules
from rules.tasks import TaskRules
from rules.view import BattleView, EventView

__all__ = [
    "NONE",
    "BattleRules",
    "CommandRules",
    "ExperienceRules",
    "RecoveryRules",
    "RollRules",
    "Section",
    "SheetRules",
    "System",
    "Table",
    "TaskRules",
    "Trait",
]


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
    seat. Every system takes the moves of `rules.moves`. `outcome(state)` gives, per combatant id
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
    battle: BattleRules
    conformance: Mapping[str, Callable[[Mapping[str, Json], Roller], Mapping[str, Json]]]
    command: "CommandRules"
    tasks: TaskRules
    experience: ExperienceRules[Any]
    recovery: RecoveryRules[Any]


@dataclass(frozen=True, slots=True)
class CommandRules:
    """The command line's plain roll: from its numbers (pool, difficulty, target ...) to a roll or its odds.

    `knows`: the numbers that it has a use for; it refuses every other.
    """

    roll: Callable[[Mapping[str, Json], Roller], Roll]
    odds: Callable[[Mapping[str, Json]], Odds]
    knows: tuple[str, ...]
