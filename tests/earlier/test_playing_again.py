"""Moves that an earlier state of the code wrote are taken again, and with the same dice the same comes of them."""

from pathlib import Path
from typing import Any

import pytest

from rules import get_system
from rules.battle import Seat, fold
from rules.codec import decode
from rules.dice import ScriptedRoller
from tests.earlier.compare import find_difference, in_english
from tests.earlier.test_battles import every, logs

pytestmark = pytest.mark.walk

KEPT_FROM_MORE = ("TurnRefreshed",)
"""Events that everybody heard of in earlier versions, and that only those hear of now who may know of their target."""


def _name_maneuver(now: dict[str, Any], then: dict[str, Any]) -> None:
    """Put the maneuver before the detail of an old prompt, which did not name it."""
    asked, old = now.get("pending"), then.get("pending")
    if asked and old and (was := in_english(old["detail"])) and in_english(asked["detail"]).endswith(f". {was}"):
        old["detail"] = asked["detail"]


@every
def test_old_moves_with_their_dice_give_the_old_events(folder: Path, key: str) -> None:
    rules = get_system(key).battle
    for number, log in enumerate(logs(folder, key)):
        state: Any = decode(rules.state, log["start"])
        for place, step in enumerate(log["steps"], 1):
            where = f"battle {number}, step {place} ({step['move']['kind']})"
            roller = ScriptedRoller(step["dice"])
            seat = rules.replay_seat(step["move"], decode(Seat, step["seat"]))
            events = list(rules.decide(state, seat, rules.moves.decode(step["move"]), roller))
            roller.finish()
            now = [rules.events.encode(event) for event in events]
            then = [rules.events.encode(rules.events.decode(old)) for old in step["events"]]
            assert [one["kind"] for one in now] == [one["kind"] for one in then], where
            for one, other in zip(now, then, strict=True):
                is_unaware = one.get("what") == "unaware"  # once told to all, also to the one's own side (2E-665)
                if (one["kind"] in KEPT_FROM_MORE or is_unaware) and other["audience"] is None:
                    other["audience"] = one["audience"]
                _name_maneuver(one, other)
            old = [rules.events.renew(event) for event in step["events"]]
            assert not (found := find_difference(now, then, old)), f"{where}: {found}"
            state = fold(rules.apply, state, events)
