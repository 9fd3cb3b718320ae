"""The interface of a game system: one frozen record of functions per system. `rules.get_system` finds it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from importlib import import_module
from typing import Any

from rules.battle import Choice, Field, Json
from rules.battle.declare import check_numbers
from rules.battle.engine import Battle
from rules.codec import decode
from rules.dice import Roller
from rules.errors import BadInput
from rules.face import PLAIN, Face
from rules.forecast.contract import Forecaster
from rules.odds import Odds
from rules.outlook import Prospect
from rules.pool import Pool
from rules.raising import ExperienceRules
from rules.recovery import RecoveryRules
from rules.roll import Roll
from rules.sheets.rules import SheetRules
from rules.tasks import TaskRules
from rules.text import Text


@dataclass(frozen=True, slots=True)
class TargetRules:
    """Rolls from which a trait of their target is taken. The request has its key as `target`, or an empty text.

    `fields(people)`: the form's fields for the target and its trait. `oppose(sheet of the target, request)` returns the
    request with that trait. It refuses a request that does not say which.
    """

    fields: Callable[[Sequence[Choice]], tuple[Field, ...]]
    oppose: Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class RollRules:
    """Rolls outside combat. `fields(sheet)` is the form; its values are decoded into `request`, a frozen dataclass.

    `pool(sheet, request, options)` explains the dice, `odds` gives the chances before the roll, `roll` rolls.
    `specialty(sheet, request)`: the specialties of the sheet in the traits of a request, by name; empty for none. The
    request's field `specialty` names the one that is used, and `pool` refuses one that the sheet does not have.
    Where the form has the field `specialties` instead, of which several may be ticked, `specialties(sheet, request)`
    are the values that fit the traits of a request.
    """

    request: type
    fields: Callable[[Any], tuple[Field, ...]]
    pool: Callable[[Any, Any, Any], Pool]
    odds: Callable[[Any, Any, Any], Odds]
    roll: Callable[[Any, Any, Roller, Any], Roll]
    specialty: Callable[[Any, Any], str] = lambda sheet, request: ""
    specialties: Callable[[Any, Any], tuple[str, ...]] = lambda sheet, request: ()
    hinged: tuple[str, ...] = ("powers", "specialty")
    """The fields that `pool` may refuse for the values of others, as `Battle.hinged`."""
    target: TargetRules | None = None


@dataclass(frozen=True, slots=True)
class StrikeRules:
    """One attack by its numbers alone (pool, defense, damage, soak ...), without a fight: what it would bring.

    `numbers`: as in `CommandRules`. `count`: from them to the chances, by the functions that the table's odds use.
    """

    numbers: type[Any]
    count: Callable[[Any], Sequence[Prospect]]

    def foresee(self, given: Mapping[str, Json]) -> Sequence[Prospect]:
        """Return the chance to hit, the damage, and the chance of enough of it. Raises `BadInput`."""
        return self.count(_parse_numbers(self.numbers, given))


def _parse_numbers(numbers: type[Any], given: Mapping[str, Json]) -> Any:
    found = decode(numbers, given)
    check_numbers(found)
    return found


VectorFunction = Callable[[Mapping[str, Json], Roller], Mapping[str, Json]]


class LazyKinds(Mapping[str, VectorFunction]):
    """The kinds of test vectors in a module, which is imported at their first use: a server never checks vectors."""

    def __init__(self, module: str) -> None:
        self._module = module

    @cached_property
    def _kinds(self) -> Mapping[str, VectorFunction]:
        kinds: Mapping[str, VectorFunction] = import_module(self._module).CONFORMANCE
        return kinds

    def __getitem__(self, kind: str) -> VectorFunction:
        return self._kinds[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)


@dataclass(frozen=True, slots=True)
class System:
    """One game system. `options` is a frozen dataclass of its `opt.*` settings with the spec's defaults.

    `conformance`: vector kind to a function of (given, dice roller), whose result is compared with `expect`. `command`
    answers `python -m rules roll` and `odds` for this system (see `rules.__main__`). `forecaster` plays whole fights
    quickly (docs/forecast.md); None for a game without forecasts. `strike`: for the public page of odds. `face`: how
    the live table looks.
    """

    key: str
    name: str
    options: type
    sheets: SheetRules
    rolls: RollRules
    battle: Battle[Any, Any]
    conformance: Mapping[str, VectorFunction]
    command: "CommandRules"
    tasks: TaskRules
    experience: ExperienceRules[Any]
    recovery: RecoveryRules[Any]
    forecaster: Forecaster[Any] | None = None
    strike: StrikeRules | None = None
    face: Face = PLAIN

    def get_forecaster(self) -> Forecaster[Any]:
        """Return the forecaster. Raises `BadInput` for a game without one."""
        if self.forecaster is None:
            raise BadInput("no_forecast", Text("{game} has no forecasts.", game=self.name))
        return self.forecaster


@dataclass(frozen=True, slots=True)
class CommandRules:
    """The plain roll of the command line: numbers (pool, difficulty, target ...) to a roll or its odds.

    `numbers`: the frozen dataclass of the numbers that the system uses, with their bounds; others raise `BadInput`.
    """

    numbers: type[Any]
    roll_numbers: Callable[[Any, Roller], Roll]
    find_odds: Callable[[Any], Odds]

    @property
    def knows(self) -> tuple[str, ...]:
        """The names of the numbers."""
        return tuple(number.name for number in fields(self.numbers))

    def roll(self, given: Mapping[str, Json], roller: Roller) -> Roll:
        """Roll these numbers. Raises `BadInput`."""
        return self.roll_numbers(self._parse(given), roller)

    def odds(self, given: Mapping[str, Json]) -> Odds:
        """Return the odds of these numbers. Raises `BadInput`."""
        return self.find_odds(self._parse(given))

    def _parse(self, given: Mapping[str, Json]) -> Any:
        return _parse_numbers(self.numbers, given)
