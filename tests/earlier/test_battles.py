"""Battles that an earlier state of the code wrote are read with all that is in them, and fold to what they were."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules import SYSTEMS, get_system
from rules.battle import Event, fold
from rules.codec import decode, encode
from tests.earlier import list_earlier, read
from tests.earlier.battles import describe
from tests.earlier.compare import find_difference, find_lost

pytestmark = pytest.mark.walk

every = pytest.mark.parametrize(
    ("folder", "key"), [(folder, key) for folder in list_earlier() for key in SYSTEMS], ids=lambda part: Path(part).name
)


@cache
def logs(folder: Path, key: str) -> list[dict[str, Any]]:
    """The battles of a system."""
    found: list[dict[str, Any]] = read(folder / f"battles-{key}.json.gz")
    return found


def kept_states(log: dict[str, Any]) -> dict[int, Any]:
    """The states that were kept, by how many steps lie before them."""
    return {0: log["start"], **{int(n): state for n, state in log["pauses"].items()}, len(log["steps"]): log["state"]}


def old_events(folder: Path, key: str) -> Iterator[dict[str, Any]]:
    """Every event of all battles."""
    return (event for log in logs(folder, key) for step in log["steps"] for event in step["events"])


@cache
def read_steps(folder: Path, key: str) -> list[list[list[Event]]]:
    """The events of each step of each battle, as today's code reads them."""
    decode_event = get_system(key).battle.events.decode
    return [[[decode_event(old) for old in step["events"]] for step in log["steps"]] for log in logs(folder, key)]


@every
def test_old_events_are_read_without_losing_anything(folder: Path, key: str) -> None:
    events = get_system(key).battle.events
    read_events = (event for steps in read_steps(folder, key) for step in steps for event in step)
    for old, event in zip(old_events(folder, key), read_events, strict=True):
        then = events.encode(event)
        assert not find_lost(then, old), f"{old['kind']} has lost {find_lost(then, old)}"


@every
def test_old_states_are_read_without_losing_anything_and_mean_what_they_meant(folder: Path, key: str) -> None:
    system = get_system(key)
    for log in logs(folder, key):
        for old in kept_states(log).values():
            then = encode(decode(system.battle.state, old))
            assert not find_lost(then, old), f"a state has lost {find_lost(then, old)}"
        last: Any = decode(system.battle.state, log["state"])
        assert describe(system, last) == log["says"]
        assert _without_fates(encode(system.battle.outcome(last))) == log["outcome"]


def _without_fates(outcome: Any) -> Any:
    """Return what a fight changes on the sheets, without who is dead or the like: sheets had no place for it then."""
    return {id: {path: value for path, value in paths.items() if path != "fate"} for id, paths in outcome.items()}


@every
def test_folding_old_events_gives_the_old_states(folder: Path, key: str) -> None:
    rules = get_system(key).battle
    for number, (log, steps) in enumerate(zip(logs(folder, key), read_steps(folder, key), strict=True)):
        state: Any = decode(rules.state, log["start"])
        kept = kept_states(log)
        for place, events in enumerate(steps, 1):
            state = fold(rules.apply, state, events)
            if old := kept.get(place):
                found = find_difference(encode(state), encode(decode(rules.state, old)), old)
                assert not found, f"battle {number} after step {place}: {found}"


@every
def test_the_battles_hold_open_prompts_secrets_and_lasting_powers(folder: Path, key: str) -> None:
    """What the files are there for."""
    kinds = {event["kind"] for event in old_events(folder, key)}
    assert {"PowerSwitched", "FiguresChanged", "Overridden"} <= kinds
    found = [log["says"] for log in logs(folder, key)]
    assert any(len(says["seen"]["storyteller"]) > len(says["seen"]["spectator"]) for says in found)
    assert any(log["pauses"] for log in logs(folder, key))
