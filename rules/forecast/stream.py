"""A forecast in a process of its own, so that no one waits for it.

    python -m rules.forecast.stream < asked.json

It reads {"system", "state", "tactics", "runs", "seed"} from standard input: the encoded state of a battle, and the key
of a tactic by side. It prints one JSON object a line: {"forecast": ...} for each answer, each with more fights than the
one before, {"numbers": [...]} for those that matter most, or {"refusal": ...} with a sentence.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping

from rules import get_system
from rules.battle import Json
from rules.codec import decode, encode
from rules.errors import BadInput
from rules.forecast.files import parse_plans
from rules.forecast.levers import weigh_levers
from rules.forecast.runs import forecast
from rules.packages import load_packages

NICENESS = 10
"""How far it stands back behind other processes (`nice`)."""


def answer(asked: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    """Yield the lines that answer a question."""
    try:
        system = get_system(asked["system"])
        forecaster = system.get_forecaster()
        state = decode(system.battle.state, asked["state"])
        plans = parse_plans(forecaster, asked["tactics"], {combatant.side for combatant in state.combatants})
        for result in forecast(forecaster, state, plans, asked["runs"], asked["seed"]):
            yield {"forecast": encode(result)}
        yield {"numbers": encode(weigh_levers(forecaster, state, plans, asked["seed"]))}
    except BadInput as refusal:
        yield {"refusal": encode(refusal.sentence)}


def main() -> None:
    """Answer the question on standard input."""
    os.nice(NICENESS)
    load_packages()
    for line in answer(json.load(sys.stdin)):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
