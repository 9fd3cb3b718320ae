"""Resisted tasks of the Dark Ages: each side's difficulty is the other side's dice (V20-340 to 346)."""

from typing import Any

import pytest

from play.commands import moves
from rules.errors import BadInput, IllegalMove
from rules.paths import write_path
from tests.play.tasking import TaskTable, key_of, open_table


@pytest.fixture
def table(db: None) -> TaskTable:
    """The heroine has 5 dice of Wits + Alertness, the duelist 9."""
    table = open_table("v20da")
    for path, dots in {"attributes.wits": 5, "abilities.alertness": 4}.items():
        table.cast.duelist.sheet = write_path(table.cast.duelist.sheet, path, dots)
    table.cast.duelist.sheet = write_path(table.cast.duelist.sheet, "generation", 7)
    table.cast.duelist.save()
    return table


def contest(table: TaskTable, **changes: Any) -> None:
    table.set_task(**{"action": "contested", "traits": "", "other_traits": "", **changes})


WITS: dict[str, Any] = {"first": "wits", "second": "alertness"}


def test_each_side_rolls_against_the_other_sides_dice_although_no_traits_were_named(table: TaskTable) -> None:
    cast = table.cast
    contest(table)
    table.roll(cast.player, cast.heroine, face=7, **WITS)
    assert table.task.status == "open"
    table.roll(cast.rival, cast.duelist, face=7, **WITS)
    told = table.reads(cast.spectator)
    assert "Ysane of the Reeds 0 at difficulty 9" in told
    assert "9 at difficulty 5" in told
    assert table.task.winner == 1


def test_no_die_falls_before_both_have_chosen(table: TaskTable) -> None:
    cast = table.cast
    contest(table)
    answer = table.roll(cast.player, cast.heroine, **WITS, willpower=True)
    side = table.task.sides[0]
    assert side.sealed is None
    assert side.chosen == {**WITS, "willpower": True}
    assert table.sheet(cast.heroine)["willpower_points"] == table.sheet(cast.heroine)["willpower_points"]
    assert "TaskRolled" not in repr(answer)
    with pytest.raises(IllegalMove, match="is waiting for Tolvar"):
        table.roll(cast.player, cast.heroine, **WITS)


def test_willpower_is_a_success_and_no_die_of_the_difficulty(table: TaskTable) -> None:
    cast = table.cast
    contest(table)
    before = table.sheet(cast.heroine)["willpower_points"]
    table.roll(cast.player, cast.heroine, **WITS, willpower=True)
    assert table.sheet(cast.heroine)["willpower_points"] == before
    table.roll(cast.rival, cast.duelist, face=3, **WITS)
    assert table.sheet(cast.heroine)["willpower_points"] == before - 1
    assert "Ysane of the Reeds 1 at difficulty 9, Tolvar 0 at difficulty 5" in table.reads(cast.spectator).replace(
        cast.duelist.name, "Tolvar"
    )


def test_what_was_chosen_reaches_no_other_seat_before_both_have(table: TaskTable) -> None:
    cast = table.cast
    contest(table)
    table.roll(cast.player, cast.heroine, first="stamina", second="survival", willpower=True)
    for reader in (cast.rival, cast.spectator, cast.storyteller):
        told = table.reads(reader)
        assert "has chosen what to roll" in told
        assert "'willpower': True" not in told
        assert "'second': 'survival'" not in told
    assert "The difficulty comes from the other side" in table.reads(cast.rival)


def read_against_a_wounded_duelist(table: TaskTable) -> str:
    """What a spectator reads after both have rolled, the duelist with wounds."""
    cast = table.cast
    cast.duelist.sheet["health"] = "XXXX"
    cast.duelist.save()
    contest(table, traits=table.traits, other_traits=table.traits)
    table.roll(cast.player, cast.heroine)
    table.roll(cast.rival, cast.duelist)
    return table.reads(cast.spectator)


def test_dice_that_the_storyteller_adds_or_wounds_take_change_the_others_difficulty(table: TaskTable) -> None:
    assert "Ysane of the Reeds 5 at difficulty 7" in read_against_a_wounded_duelist(table)


def test_an_option_takes_the_traits_without_modifiers(table: TaskTable) -> None:
    table.scene.series.options = {"resisted_from": "traits"}
    assert "Ysane of the Reeds 0 at difficulty 9" in read_against_a_wounded_duelist(table)


def test_a_side_without_dice_wins_nothing_and_the_other_rolls_against_2(table: TaskTable) -> None:
    cast = table.cast
    contest(table)
    table.roll(cast.player, cast.heroine, **WITS, modifier=-9)
    table.roll(cast.rival, cast.duelist, face=2, **WITS)
    told = table.reads(cast.spectator)
    assert "Ysane of the Reeds 0 at difficulty 9" in told
    assert "9 at difficulty 2" in told


def test_a_choice_that_cannot_be_paid_any_more_is_made_again(table: TaskTable) -> None:
    cast = table.cast
    contest(table)
    table.roll(cast.player, cast.heroine, **WITS, willpower=True)
    cast.heroine.refresh_from_db()
    cast.heroine.sheet["willpower_points"] = 0
    cast.heroine.save()
    table.roll(cast.rival, cast.duelist, **WITS)
    first, second = table.task.sides
    assert first.chosen is None
    assert second.chosen is not None
    assert "chooses again" in table.reads(cast.player)
    assert "No Willpower points" not in table.reads(cast.rival)
    table.roll(cast.player, cast.heroine, **WITS)
    assert table.task.status != "open"


def test_what_cannot_be_chosen_is_refused_at_once(table: TaskTable) -> None:
    cast = table.cast
    contest(table)
    for bad in ({"first": "nonsense"}, {"first": 5}, {"first": "wits", "willpower": "maybe"}, {"first": "\0"}):
        with pytest.raises((BadInput, IllegalMove)):
            table.roll(cast.player, cast.heroine, **bad)
    assert table.task.sides[0].chosen is None


def test_difficulties_that_the_storyteller_has_set_are_rolled_against_at_once(table: TaskTable) -> None:
    cast = table.cast
    contest(table, traits=table.traits, other_traits=table.traits, difficulty=6, other_difficulty=8)
    table.roll(cast.player, cast.heroine)
    assert table.task.sides[0].sealed is not None
    table.roll(cast.rival, cast.duelist)
    assert "Ysane of the Reeds 5 at difficulty 6" in table.reads(cast.spectator)


def test_a_resisted_and_extended_action_seals_every_round(table: TaskTable) -> None:
    cast = table.cast
    contest(table, action="extended_contested", target=30, traits=table.traits, other_traits=table.traits)
    for _ in range(2):
        table.roll(cast.player, cast.heroine, face=9)
        table.roll(cast.rival, cast.duelist, face=9)
    first, second = table.task.sides
    assert (first.total, second.total) == (10, 18)
    assert "10 of 30 in all" in table.reads(cast.spectator)


def test_breaking_it_off_and_setting_it_again_begins_with_nothing_chosen(table: TaskTable) -> None:
    cast = table.cast
    contest(table)
    table.roll(cast.player, cast.heroine, **WITS)
    table.act(cast.storyteller, moves.EndTask(table.task.id))
    table.act(cast.storyteller, moves.TryAgain(table.task.id))
    assert [side.chosen for side in table.task.sides] == [None, None]


def test_a_task_without_a_difficulty_says_the_standard_aloud(table: TaskTable) -> None:
    table.set_task()
    assert "difficulty 6 (standard)" in table.reads(table.cast.player)
    table.set_task(difficulty=7)
    assert "difficulty 7 (standard)" not in table.reads(table.cast.player)


def test_the_pad_says_the_standard_difficulty_and_asks_for_that_of_a_resisted_roll(table: TaskTable) -> None:
    cast = table.cast
    hero = key_of(cast.heroine)
    table.act(cast.player, moves.MakeRoll(hero, WITS))
    assert "at difficulty 6 (standard)" in table.reads(cast.rival)
    with pytest.raises(IllegalMove, match="the other side’s dice"):
        table.act(cast.player, moves.MakeRoll(hero, {**WITS, "kind": "contested"}))
    table.act(cast.player, moves.MakeRoll(hero, {**WITS, "kind": "contested", "difficulty": 7}))
