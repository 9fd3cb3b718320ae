"""The law of forecasts: a simulated fight and the real one, with the same dice, end in the same way.

    check_fights(get_system("wod2004"), range(1000))

For each seed a fight is set up at random: who fights, on which side, wounds and other live numbers; some begin in the
middle. The real battle plays it by the tactics, with dice from a seed that are written down. Then the simulator plays
it with these dice. Fates, harm, points, time and the number of dice must be equal. A game supplies nothing but its
`Forecaster`.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from rules.battle import STORYTELLER, Json, fold
from rules.battle.moves import AddCombatant, Override
from rules.dice import RecordingRoller, Roller, ScriptedRoller, SeededRoller
from rules.errors import BadInput, DiceError, IllegalMove
from rules.forecast.contract import Forecaster, Outcome, Plans
from rules.forecast.dice import FallenDice, Key
from rules.forecast.runs import NEVER, list_events, settle, take
from rules.laws import put
from rules.sheets import Trait
from rules.system import System

MAX_PER_SIDE = 6
"""The most combatants of one side."""
VARIED = 0.15
"""The share of a sheet's traits that are changed."""
MAX_LENGTH = 30
"""The longest time of a fight, in the game's units: with the real battle each costs seconds."""


def play_really(forecaster: Forecaster[Any], state: Any, plans: Plans, roller: Roller, end: int) -> Outcome:
    """Play a fight to its end by the real battle, and return its outcome."""
    decided: int | None = None
    while not forecaster.is_over(state, end):
        for event in list_events(forecaster, state, plans, roller):
            state = forecaster.battle.apply(state, event)
            if not forecaster.is_decided(state):
                decided = None
            elif decided is None:
                decided = forecaster.battle.count_time(state)
    found = forecaster.compute_outcome(state)
    return found if decided is None else found._replace(time=decided)


def check_fight(forecaster: Forecaster[Any], state: Any, plans: Plans, seed: int, end: int) -> Outcome:
    """Play one fight by both, and return its outcome. Raises `AssertionError` with what differs."""
    recorder = RecordingRoller(SeededRoller(seed))
    expected = play_really(forecaster, state, plans, recorder, end)
    script = ScriptedRoller(recorder.faces)
    fight = forecaster.prepare(state, plans)
    try:
        found = fight(FallenDice(forecaster.throw, script), end)
    except DiceError as error:
        raise AssertionError(f"the simulator rolls more dice than the {len(recorder.faces)} that fell") from error
    assert found == expected, f"the simulator ends with {found}, the battle with {expected}"
    assert not script.left, f"the simulator left {script.left} of {len(recorder.faces)} dice"
    return found


def check_fights(system: System, seeds: Iterable[int]) -> Counter[str]:
    """Check one random fight for each seed. Return how often each fate came, and "skipped" for fights without one.

    What raises names the seed.
    """
    forecaster, seen = system.get_forecaster(), Counter[str]()
    for seed in seeds:
        rng = random.Random(seed)
        state, plans = make_fight(system, rng)
        state = _go_on(forecaster, state, plans, rng)
        if forecaster.why_not(state):
            seen["skipped"] += 1
            continue
        end = forecaster.battle.count_time(state) + rng.randint(1, MAX_LENGTH)
        try:
            seen.update(check_fight(forecaster, state, plans, seed, end).fates)
        except AssertionError as error:
            raise AssertionError(f"{system.key}, seed {seed}: {error}") from error
    return seen


def make_fight(system: System, rng: random.Random) -> tuple[Any, Plans]:
    """Return a random battle in setup, and a tactic for each side."""
    state = system.battle.start(_make_options(system, rng))
    for side in ("red", "blue", "green")[: rng.choice((2, 2, 2, 3))]:
        for number in range(rng.randint(1, MAX_PER_SIDE)):
            state = _join(system, state, f"{side}{number}", side, rng)
    tactics = list(system.get_forecaster().tactics.values())
    plans = {combatant.side: rng.choice(tactics) for combatant in state.combatants}
    return _change_numbers(system.battle, state, rng, 0.06), plans


def _join(system: System, state: Any, id: str, side: str, rng: random.Random) -> Any:
    """Let someone join of whom the simulator knows: battle groups, say, are drawn again where it does not."""
    while True:
        sheet = _make_sheet(system, rng)
        move = AddCombatant(id, id.title(), side, character=None, sheet=sheet, hidden=rng.random() < 0.05)
        joined = _decide(system.battle, state, move)
        if not system.get_forecaster().why_not(joined):
            return joined


def _make_options(system: System, rng: random.Random) -> Any:
    """Return options with some of the switches turned."""
    options = system.options()
    switches = [each.name for each in fields(options) if isinstance(getattr(options, each.name), bool)]
    return replace(options, **{name: rng.random() < 0.5 for name in switches})


def _make_sheet(system: System, rng: random.Random) -> Mapping[str, Json]:
    """Return the sheet of an archetype, changed at random; what the game does not take is left as it was."""
    sheet = system.sheets.blank(rng.choice(list(system.sheets.archetypes)))
    for _ in range(rng.choice((0, 1, 2))):  # what is in hand can be chosen once it is carried
        for section in system.sheets.layout(system.sheets.parse(sheet)):
            for trait in section.traits:
                if rng.random() < VARIED:
                    sheet = _vary(system, sheet, trait, rng)
    return system.sheets.as_extra(system.sheets.parse(sheet)) if rng.random() < 0.3 else sheet


def _vary(system: System, sheet: dict[str, Json], trait: Trait, rng: random.Random) -> dict[str, Json]:
    choices = [choice.value for choice in trait.choices]
    value: Json
    if trait.kind in ("dots", "number"):
        value = rng.randint(max(trait.low, trait.value - 2), max(trait.low, min(trait.high, trait.value + 3)))
    elif trait.kind == "choice" and choices:
        value = rng.choice(choices)
    elif trait.kind == "items" and choices:
        value = rng.sample(choices, min(len(choices), rng.randint(0, 3)))
    else:
        return sheet
    with suppress(BadInput, IndexError):  # a page shows one row more than the sheet has
        varied = put(json.loads(json.dumps(sheet)), trait.key, value)
        system.sheets.parse(varied)
        return varied
    return sheet


def _change_numbers(battle: Any, state: Any, rng: random.Random, share: float) -> Any:
    """Set a share of the live numbers to other values within their bounds, as the Storyteller may."""
    for id in [combatant.id for combatant in state.combatants]:
        for what, number in battle.list_numbers(state, state.get(id)).items():
            combatant = state.get(id)
            if not number.has(combatant) or rng.random() >= share:
                continue
            low, high = max(number.least(combatant), -3), min(number.most(combatant), number.read(combatant) + 3)
            value = rng.randint(low, max(low, high))
            if state.phase == "setup":  # before the start no move sets a number, but a sheet may bring any
                state = state.put(number.write(combatant, number.clamp(combatant, value)))
            else:
                with suppress(IllegalMove):
                    state = _decide(battle, state, Override(id, what, value, ""))
    return state


def _go_on(forecaster: Forecaster[Any], state: Any, plans: Plans, rng: random.Random) -> Any:
    """Play half of the fights for some moves, and change some numbers again, so that they begin in the middle."""
    roller = SeededRoller(rng.randrange(10**9))
    for _ in range(rng.choice((0, rng.randint(1, 40)))):
        if forecaster.is_over(state, NEVER):
            return state
        state = take(forecaster, state, plans, roller)
    if state.phase == "running":
        state = settle(forecaster, state, plans, roller)
        state = _change_numbers(forecaster.battle, state, rng, 0.03)
        state = settle(forecaster, state, plans, roller)
    return state


def _decide(battle: Any, state: Any, move: Any) -> Any:
    return fold(battle.apply, state, battle.decide(state, STORYTELLER, move, SeededRoller(0)))


def check_spread(forecaster: Forecaster[Any], key: Key, throws: int = 20_000, seed: int = 0) -> None:
    """Check by real dice that `spread` gives the chances of `throw`, within five standard errors."""
    roller, counted = SeededRoller(seed), Counter[int]()
    for _ in range(throws):
        counted[forecaster.throw(key, roller)] += 1
    spread = dict(forecaster.spread(key))
    assert sum(spread.values()) == Fraction(1), f"the chances of {key} add up to {float(sum(spread.values()))}"
    for result in {*spread, *counted}:
        chance = float(spread.get(result, 0))
        margin = 5 * (throws * chance * (1 - chance)) ** 0.5 + 3
        assert abs(counted[result] - throws * chance) <= margin, (
            f"{key} gave {result} {counted[result]} times in {throws}, not about {throws * chance:.1f} times"
        )
