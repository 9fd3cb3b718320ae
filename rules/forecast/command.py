"""`python -m rules forecast FILE`: play thousands of fights, and print in plain words what came of them."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from rules.codec import encode
from rules.errors import BadInput
from rules.forecast.contract import Forecaster, Plans
from rules.forecast.files import read_fight
from rules.forecast.levers import weigh_levers
from rules.forecast.results import Forecast
from rules.forecast.runs import forecast
from rules.forecast.words import EXACT, tell_out, tell_person, tell_sides, tell_tactics, tell_weights
from rules.packages import load_packages
from rules.replay import read
from rules.text import Text


def run(given: Namespace) -> int:
    """Play and print. Returns 0. Raises `BadInput`."""
    load_packages()
    system, state, plans = read_fight(read(given.file), _read_tactics(given.tactic))
    forecaster = system.get_forecaster()
    told = _watch(forecast(forecaster, state, plans, given.runs, given.seed, given.limit))
    weights = () if given.brief else weigh_levers(forecaster, state, plans, given.seed, given.limit)
    if given.json:
        print(json.dumps({"forecast": encode(told), "numbers": encode(weights)}, indent=2, ensure_ascii=False))
    else:
        print("\n".join([*_tell(forecaster, told, plans), *tell_weights(weights)]))
    return 0


def _read_tactics(pairs: list[str]) -> Mapping[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise BadInput("bad_tactic", Text("Write a tactic as side=key, not {text}.", text=repr(pair[:40])))
    return dict(pair.split("=", 1) for pair in pairs)


def _watch(answers: Iterator[Forecast]) -> Forecast:
    """Return the last answer; a terminal is shown how far it is."""
    is_shown = sys.stderr.isatty()
    for told in answers:
        if is_shown:
            print(f"\r{told.fights} / {told.asked}", end="", file=sys.stderr, flush=True)
    if is_shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    return told


def _tell(forecaster: Forecaster[Any], told: Forecast, plans: Plans) -> Iterator[Text]:
    if told.is_exact:
        yield EXACT
    else:
        yield Text("{n} fight, an estimate:", "{n} fights, an estimate:", n=told.fights)
    yield from tell_tactics(told, plans)
    yield from tell_sides(forecaster, told)
    yield from map(tell_person, told.people)
    yield from tell_out(told)
