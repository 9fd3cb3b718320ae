"""Playing many fights from one state, and telling what came of them while they are played."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

from rules.battle import STORYTELLER, Event, fold
from rules.battle.moves import StartBattle
from rules.battle.roster import Roster
from rules.dice import Roller, SeededRoller
from rules.errors import BadInput
from rules.forecast.contract import Fight, Forecaster, Opening, Outcome, Plans
from rules.forecast.dice import DrawnDice
from rules.forecast.exact import count_duel, find_duel
from rules.forecast.results import Forecast
from rules.forecast.tally import Tally
from rules.text import Text

RUNS, FIRST, STEPS = 10_000, 200, 20
"""The usual number of fights, those of the first answer, and how many answers there are after it."""
MAX_RUNS = 100_000
NEVER = 10**9
"""A time that no fight reaches."""
OPENINGS = 100
"""In how many ways an action that is under way is played to its end, before the fights that begin after it."""


def forecast(
    forecaster: Forecaster[Any], state: Roster[Any], plans: Plans, runs: int = RUNS, seed: int = 0, limit: int = 0
) -> Iterator[Forecast]:
    """Yield the forecast of the fights from this state, first after 200 of them, then with more and more.

    Of a duel that can be counted out, the second answer is the last, and exact.

    `limit`: the time after which a fight is undecided, counted from now; 0 for the game's own. Raises `BadInput` at
    once, with a sentence, where there is no forecast.
    """
    if not 1 <= runs <= MAX_RUNS:
        raise BadInput("runs", Text("A forecast plays 1 to {n} fights.", n=MAX_RUNS))
    if limit < 0:
        raise BadInput("limit", Text("A fight must take at least one unit of time."))
    check(forecaster, state)
    end = find_end(forecaster, state, limit)
    fights = _report(forecaster, Tally(forecaster, state, end), play(forecaster, state, plans, seed, end), runs)
    opening = find_duel(forecaster, state, plans)
    if opening is None:
        return fights
    return chain(islice(fights, 1), _report_duel(forecaster, Tally(forecaster, state, end), opening, end))


def _report_duel(forecaster: Forecaster[Any], tally: Tally, opening: Opening, end: int) -> Iterator[Forecast]:
    tally.add_all(count_duel(opening, forecaster.spread, end))
    yield tally.make_forecast(0)


def _report(forecaster: Forecaster[Any], tally: Tally, fights: Iterator[Outcome], runs: int) -> Iterator[Forecast]:
    due = min(FIRST, runs)
    for outcome in islice(fights, runs):
        tally.add(outcome)
        if tally.fights == due:
            yield tally.make_forecast(runs)
            due = min(runs, due + max(FIRST, runs // STEPS))


def check(forecaster: Forecaster[Any], state: Roster[Any]) -> None:
    """Raise `BadInput` if there is no forecast from this state."""
    if state.phase == "ended":
        raise BadInput("ended", Text("The battle is over."))
    if len({combatant.side for combatant in state.combatants if not forecaster.fate(combatant)}) < 2:
        raise BadInput("one_side", Text("A forecast needs someone standing on at least two sides."))
    if reason := forecaster.why_not(state):
        raise BadInput("no_forecast", reason)


def find_end(forecaster: Forecaster[Any], state: Roster[Any], limit: int) -> int:
    """Return the time after which a fight from this state is undecided."""
    return forecaster.battle.count_time(state) + (limit or forecaster.limit)


def play(forecaster: Forecaster[Any], state: Roster[Any], plans: Plans, seed: int, end: int) -> Iterator[Outcome]:
    """Yield the outcomes of fights without end, each with a seed of its own, so that the same number is the same."""
    fights = open_fights(forecaster, state, plans, seed)
    dice = DrawnDice(forecaster.spread)
    number = 0
    while True:
        dice.begin(seed * MAX_RUNS + number)
        yield fights[number % len(fights)](dice, end)
        number += 1


def open_fights(forecaster: Forecaster[Any], state: Roster[Any], plans: Plans, seed: int) -> Sequence[Fight]:
    """Return the simulators of a state: one, or several where an action is under way and may end in several ways."""
    if not forecaster.is_amid(state):
        return [forecaster.prepare(state, plans)]
    ends = (settle(forecaster, state, plans, SeededRoller(seed + number)) for number in range(OPENINGS))
    return [forecaster.prepare(end, plans) for end in ends]


def settle(forecaster: Forecaster[Any], state: Any, plans: Plans, roller: Roller) -> Any:
    """Play by the real battle until nothing is under way, or the fight is over, and return the state."""
    while forecaster.is_amid(state) and not forecaster.is_over(state, NEVER):
        state = take(forecaster, state, plans, roller)
    return state


def take(forecaster: Forecaster[Any], state: Any, plans: Plans, roller: Roller) -> Any:
    """Make the next move of the tactics in the real battle, and return the state after it."""
    return fold(forecaster.battle.apply, state, list_events(forecaster, state, plans, roller))


def list_events(forecaster: Forecaster[Any], state: Any, plans: Plans, roller: Roller) -> list[Event]:
    """Return what the next move of the tactics leads to in the real battle."""
    move = StartBattle() if state.phase == "setup" else forecaster.choose(state, plans)
    return forecaster.battle.decide(state, STORYTELLER, move, roller)
