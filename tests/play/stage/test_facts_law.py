"""The laws of facts, over fights of all four games as every kind of seat sees them."""

from typing import Any

import pytest
from django.utils.translation import override

from play.stage.changes import apply_change, find_change
from rules import SYSTEMS
from tests.cast import SECRET
from tests.play.stage.fights import SEATS, Fight
from tests.play.stage.patching import as_sent, find_nulls

pytestmark = pytest.mark.walk

STEPS = 24


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_change_makes_the_facts_after_of_those_before(db: None, system: str) -> None:
    with Fight(system) as fight:
        before = {seat: as_sent(fight.facts(seat)) for seat in SEATS}
        last = {seat: fight.facts(seat) for seat in SEATS}
        for _step in fight.play(STEPS):
            for seat in SEATS:
                facts = fight.facts(seat)
                sent = as_sent(facts)
                change = find_change(last[seat], facts)
                assert apply_change(before[seat], as_sent(change) or {}) == sent
                assert not [*find_nulls(sent)]
                assert find_change(facts, fight.facts(seat)) is None
                if fight.in_hiding:
                    assert (SECRET in str(sent)) == (seat == "storyteller")
                before[seat], last[seat] = sent, facts


def test_unchanged_parts_stay_the_same_objects_in_another_language(db: None) -> None:
    with Fight("exalted2e") as fight, override("fi"):
        before = fight.facts("player")
        fight.fight_on()
        after = fight.facts("player")
        assert before["place"] is after["place"]
        assert before["log"]["1"] is after["log"]["1"]
        assert before["log"]["1"]["line"] == "Taistelu alkaa."
        there = before["fight"]["combatants"]
        assert all(there[id]["health"] is who["health"] for id, who in after["fight"]["combatants"].items())


def test_a_change_takes_away_what_is_no_longer_there() -> None:
    same = {"a": 1}
    before: dict[str, Any] = {"kept": same, "gone": {"x": 1}, "map": {"one": {"n": 1}, "two": {"n": 2}}, "list": [1, 2]}
    after: dict[str, Any] = {"kept": same, "map": {"two": {"n": 3}, "three": {"n": 4}}, "list": [2]}
    change = find_change(before, after)
    assert change == {"gone": None, "map": {"one": None, "two": {"n": 3}, "three": {"n": 4}}, "list": [2]}
    assert apply_change(before, change) == after
    assert find_change(after, {**after, "map": {**after["map"]}}) is None
