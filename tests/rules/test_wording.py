"""How sentences are put, whichever game they come from."""

import re
from typing import Any

import pytest

from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER
from rules.battle.events import BattleEnded
from rules.dice import ScriptedRoller
from rules.errors import BadInput
from rules.pool import BARE
from tests.finnish.messages import made_places

BADLY_OWNED = re.compile(r"\}'s\b|\}’(?!s\b)")
"""A possessive of a value without the typographic apostrophe, or without its s."""


def test_a_name_owns_with_a_typographic_apostrophe_and_an_s() -> None:
    owning = [message for message in made_places() if re.search(r"\}(?:’|'s\b)", message)]
    assert len(owning) > 50
    assert [message for message in owning if BADLY_OWNED.search(message)] == []


@pytest.mark.parametrize(
    ("key", "numbers", "told"),
    [
        ("exalted2e", {"pool": 999}, "Dice pool must be 0 to 200, not 999."),
        ("exalted2e", {"pool": 5, "bonus_successes": -1}, "Bonus successes must be 0 to 200, not -1."),
        ("exalted3e", {"pool": 999}, "Dice pool must be 0 to 200, not 999."),
        ("exalted3e", {"pool": 5, "target": 12}, "Target number must be 2 to 10, not 12."),
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
            "Dice from Charms must be 0 to 30, not 99.",
        ),
        (
            "exalted2e",
            {"attribute": "dexterity", "ability": "melee", "target": 99},
            "Target number must be 2 to 10, not 99.",
        ),
        ("exalted3e", {"bonus": -99}, "Bonus dice must be -30 to 30, not -99."),
        ("wod2004", {"failed_helpers": 99}, "Helpers’ dramatic failures must be 0 to 10, not 99."),
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
        ("wod2004", BattleEnded(), "That was the last turn."),
    ],
)
def test_the_rules_say_when_a_battle_ended_and_the_table_that_it_did(key: str, event: Any, told: str) -> None:
    view = get_system(key).battle.view_event(event, STORYTELLER)
    assert view is not None
    assert view["line"] == told
