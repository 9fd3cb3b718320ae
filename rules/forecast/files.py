"""What a forecast is asked for in a file: a battle file, or two sides by archetypes.

{"system": "wod2004", "sides": {"red": {"thug": 4}, "blue": {"soldier": 2}}, "extras": ["red"],
 "tactics": {"blue": "dangerous"}}
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules import get_system
from rules.battle import STORYTELLER, Json, fold
from rules.battle.moves import AddCombatant
from rules.codec import decode
from rules.dice import ScriptedRoller
from rules.errors import BadInput
from rules.forecast.contract import Forecaster, Plans
from rules.replay import play_on
from rules.system import System
from rules.text import Text

MAX_COPIES = 100
"""The most combatants of one archetype."""


@dataclass(frozen=True, slots=True)
class SidesFile:
    """Sides by archetypes, each with how many there are. `extras`: sides whose members are nameless extras."""

    system: str
    sides: Mapping[str, Mapping[str, int]]
    extras: tuple[str, ...] = ()
    options: Mapping[str, Json] = field(default_factory=dict)


def load_fight(data: Mapping[str, Json], tactics: Mapping[str, str] = {}) -> tuple[System, Any, Plans]:
    """Return the game, the state and the tactics of a file; `tactics` override the file's. Raises `BadInput`."""
    given = dict(data)
    named = {**decode(dict[str, str], given.pop("tactics", {}), "tactics"), **tactics}
    system, state = _set_up(decode(SidesFile, given)) if "sides" in given else play_on(given)
    return (
        system,
        state,
        parse_plans(system.get_forecaster(), named, {combatant.side for combatant in state.combatants}),
    )


def parse_plans(forecaster: Forecaster[Any], tactics: Mapping[str, str], sides: set[str]) -> Plans:
    """Return the game's tactics of these keys by side. Raises `BadInput` for an unknown side or tactic."""
    known = forecaster.tactics
    for side, key in tactics.items():
        if side not in sides:
            sentence = Text("There is no side {side}. Known: {known}.", side=repr(side[:40]), known=_list(sides))
            raise BadInput("unknown_side", sentence, key="tactics")
        if key not in known:
            sentence = Text("There is no tactic {key}. Known: {known}.", key=repr(key[:40]), known=_list(known))
            raise BadInput("unknown_tactic", sentence, key="tactics")
    return {side: known[key] for side, key in tactics.items()}


def _list(names: Any) -> str:
    return ", ".join(sorted(names))


def _set_up(file: SidesFile) -> tuple[System, Any]:
    system = get_system(file.system)
    state = system.battle.start(decode(system.options, file.options, "options"))
    for side, archetypes in file.sides.items():
        for archetype, number in archetypes.items():
            if not 1 <= number <= MAX_COPIES:
                raise BadInput("number", Text("Enter 1 to {n} of each archetype.", n=MAX_COPIES), key="sides")
            state = _add(system, state, side, archetype, number, is_extra=side in file.extras)
    return system, state


def _add(system: System, state: Any, side: str, archetype: str, number: int, *, is_extra: bool) -> Any:
    sheet = system.sheets.blank(archetype)
    if is_extra:
        sheet = system.sheets.as_extra(system.sheets.parse(sheet))
    label = str(system.sheets.archetypes[archetype])
    for count in range(1, number + 1):
        name = f"{label} {count}" if number > 1 else label
        move = AddCombatant(f"c{len(state.combatants)}", f"{name} ({side})", side, None, sheet)
        events = system.battle.decide(state, STORYTELLER, move, ScriptedRoller(()))
        state = fold(system.battle.apply, state, events)
    return state
