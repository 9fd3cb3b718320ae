"""`python -m rules forecast FILE`: play thousands of fights, and print in plain words what came of them."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from rules.codec import encode
from rules.errors import BadInput
from rules.forecast.contract import Forecaster, Plans
from rules.forecast.files import load_fight
from rules.forecast.levers import weigh_levers
from rules.forecast.results import Forecast
from rules.forecast.runs import forecast
from rules.forecast.words import (
    EXACT,
    describe_out,
    describe_person,
    describe_sides,
    describe_tactics,
    describe_weights,
)
from rules.packages import load_packages
from rules.replay import load
from rules.text import Text


def run(given: Namespace) -> int:
    """Play and print. Returns 0. Raises `BadInput`."""
    load_packages()
    system, state, plans = load_fight(load(given.file), _parse_tactics(given.tactic))
    forecaster = system.get_forecaster()
    result = _watch(forecast(forecaster, state, plans, given.runs, given.seed, given.limit))
    weights = () if given.brief else weigh_levers(forecaster, state, plans, given.seed, given.limit)
    if given.json:
        print(json.dumps({"forecast": encode(result), "numbers": encode(weights)}, indent=2, ensure_ascii=False))
    else:
        print("\n".join([*_describe(forecaster, result, plans), *describe_weights(weights)]))
    return 0


def _parse_tactics(pairs: list[str]) -> Mapping[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise BadInput("bad_tactic", Text("Write a tactic as side=key, not {text}.", text=repr(pair[:40])))
    return dict(pair.split("=", 1) for pair in pairs)


def _watch(answers: Iterator[Forecast]) -> Forecast:
    """Return the last answer; a terminal is shown how far it is."""
    is_shown = sys.stderr.isatty()
    for answer in answers:
        if is_shown:
            print(f"\r{answer.fights} / {answer.asked}", end="", file=sys.stderr, flush=True)
    if is_shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    return answer


def _describe(forecaster: Forecaster[Any], forecast: Forecast, plans: Plans) -> Iterator[Text]:
    if forecast.is_exact:
        yield EXACT
    else:
        yield Text("{n} fight, an estimate:", "{n} fights, an estimate:", n=forecast.fights)
    yield from describe_tactics(forecast, plans)
    yield from describe_sides(forecaster, forecast)
    yield from map(describe_person, forecast.people)
    yield from describe_out(forecast)
