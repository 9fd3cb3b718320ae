"""How sentences are put, whichever game they come from."""

import re
from pathlib import Path
from typing import Any

import pytest

import rules
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER
from rules.battle.events import BattleEnded
from rules.dice import ScriptedRoller
from rules.errors import BadInput
from rules.pool import BARE

NAMED = re.compile(r"""(?:name|actor|target|who)\}['’]s\b""")


def test_no_sentence_puts_an_s_behind_a_name_that_may_end_in_one() -> None:
    files = Path(rules.__file__).parent.rglob("*.py")
    assert [str(file) for file in files if NAMED.search(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    ("key", "numbers", "told"),
    [
        ("exalted2e", {"pool": 999}, "Dice pool is 0 to 200, not 999."),
        ("exalted2e", {"pool": 5, "bonus_successes": -1}, "Bonus successes is 0 to 200, not -1."),
        ("exalted3e", {"pool": 999}, "Dice pool is 0 to 200, not 999."),
        ("exalted3e", {"pool": 5, "target": 12}, "Target number is 2 to 10, not 12."),
    ],
)
def test_a_number_out_of_range_is_called_as_people_call_it(key: str, numbers: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=re.escape(told)):
        get_system(key).command.roll(numbers, ScriptedRoller([]))


@pytest.mark.parametrize(
    ("key", "values", "told"),
    [
        (
            "exalted2e",
            {"attribute": "dexterity", "ability": "melee", "magic_bonus": 99},
            "Dice from Charms is 0 to 30, not 99.",
        ),
        (
            "exalted2e",
            {"attribute": "dexterity", "ability": "melee", "target": 99},
            "Target number is 2 to 10, not 99.",
        ),
        ("exalted3e", {"bonus": -99}, "Bonus dice is -30 to 30, not -99."),
        ("wod2004", {"failed_helpers": 99}, "Helpers' dramatic failures is 0 to 10, not 99."),
    ],
)
def test_so_is_a_field_of_the_roll_pad(key: str, values: dict[str, Any], told: str) -> None:
    system = get_system(key)
    sheet = system.sheets.parse(system.sheets.blank(next(iter(system.sheets.archetypes))))
    with pytest.raises(BadInput, match=re.escape(told)):
        system.rolls.pool(sheet, system.rolls.request(**values), system.options())


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_number_of_dice_is_called_the_same_everywhere(key: str) -> None:
    assert get_system(key).command.roll({"pool": 1}, ScriptedRoller([5])).pool.title == BARE


@pytest.mark.parametrize(
    ("key", "event", "told"),
    [
        ("exalted2e", BattleEnded(turn=14), "Tick 14 was the last."),
        ("exalted3e", BattleEnded(turn=3), "Round 3 was the last."),
        ("exalted3e", BattleEnded(turn=0), "The battle is over."),
        ("v20da", BattleEnded(turn=2), "Turn 2 was the last."),
        ("v20da", BattleEnded(turn=0), "The battle is over."),
        ("wod2004", BattleEnded(), "The last turn is over."),
    ],
)
def test_the_rules_say_when_a_battle_ended_and_the_table_that_it_did(key: str, event: Any, told: str) -> None:
    view = get_system(key).battle.view_event(event, STORYTELLER)
    assert view is not None
    assert view["line"] == told
