"""Working together: who leads an assistance, efforts that are pooled, and what the other books have of it."""

from typing import Any

import pytest

from campaigns.models import Character
from play.commands import moves
from play.commands.tasks.chances import load_context, preview_roll
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from rules.battle import STORYTELLER
from rules.errors import BadInput, IllegalMove
from rules.paths import write_path
from rules.pool import Pool
from tests.play.tasking import TaskTable, key_of, only


def set_dots(table: TaskTable, who: Character, **dots: int) -> None:
    for path, value in dots.items():
        who.sheet = write_path(who.sheet, path.replace("__", "."), value)
    who.version += 1
    who.save()


def set_together(table: TaskTable, action: str = "teamwork", **changes: Any) -> Any:
    """The heroine is named, the duelist helps."""
    return table.set_task(action=action, helpers=(key_of(table.cast.duelist),), **changes)


def pool_of(table: TaskTable, who: Character) -> Pool:
    user = table.cast.player if who == table.cast.heroine else table.cast.rival
    return preview_roll(load_context(table.scene, table.cast.membership(user)), table.task.id, key_of(who), {}).pool


@only("exalted2e")
@pytest.mark.parametrize(
    ("heroine", "duelist", "leads", "why"),
    [
        ((3, 2), (4, 2), "Tolvar", "pool"),
        ((4, 2), (3, 2), "Ysane", "pool"),
        ((3, 2), (2, 3), "Tolvar", "ability"),
        ((2, 3), (3, 2), "Ysane", "ability"),
        ((3, 2), (3, 2), "Ysane", "pool"),
    ],
)
def test_the_highest_pool_leads_and_of_equal_ones_the_higher_ability(
    table: TaskTable, heroine: tuple[int, int], duelist: tuple[int, int], leads: str, why: str
) -> None:
    for who, (wits, awareness) in ((table.cast.heroine, heroine), (table.cast.duelist, duelist)):
        set_dots(table, who, attributes__wits=wits, abilities__awareness=awareness)
    task = set_together(table)
    assert task.sides[0].name.startswith(leads)
    assert (task.lead, task.lead_rule) == (why, {"pool": "2E-251", "ability": "2E-253"}[why])
    assert not task.helpers[0].name.startswith(leads)
    for user in (table.cast.player, table.cast.spectator):
        assert f"{task.sides[0].name} leads: of equal pools" in table.reads(user) or why == "pool"
        assert f"{task.sides[0].name} leads: the highest pool" in table.reads(user) or why == "ability"


@only("exalted2e")
def test_wounds_of_a_fight_say_who_leads(table: TaskTable) -> None:
    set_dots(table, table.cast.heroine, attributes__wits=4)
    for who in (table.cast.heroine, table.cast.warden):
        table.act(table.cast.storyteller, moves.BringIn((key_of(who),), who.name[:5]))
    table.act(table.cast.storyteller, moves.BattleMove({"kind": "StartBattle"}))
    assert set_together(table).sides[0].character == key_of(table.cast.heroine)
    there = table.system.battle.view(table.state.battle, STORYTELLER)["combatants"]
    id = next(one["id"] for one in there if one["character"] == key_of(table.cast.heroine))
    ruling = {"kind": "Override", "actor": id, "what": "lethal", "value": 4, "reason": "So be it."}
    table.act(table.cast.storyteller, moves.BattleMove(ruling))
    assert set_together(table).sides[0].character == key_of(table.cast.duelist)


@only("exalted2e")
def test_who_helps_brings_a_die_to_the_leader(table: TaskTable) -> None:
    set_dots(table, table.cast.duelist, attributes__wits=5)
    set_together(table)
    alone = 5 + 2
    table.act(table.cast.player, moves.HelpTask(table.task.id, key_of(table.cast.heroine)))
    assert pool_of(table, table.cast.duelist).dice == alone + 1
    table.roll(table.cast.rival, table.cast.duelist)
    assert table.task.status == "success"


@only("exalted2e")
def test_nobody_learns_of_somebody_hidden_by_who_leads(table: TaskTable) -> None:
    set_dots(table, table.cast.lurker, attributes__wits=5, abilities__awareness=5)
    table.set_task(action="teamwork", helpers=(key_of(table.cast.lurker),))
    assert table.task.sides[0].character == key_of(table.cast.heroine)


@only("exalted2e")
def test_without_traits_the_one_who_was_named_leads(table: TaskTable) -> None:
    task = set_together(table, traits="")
    assert (task.sides[0].character, task.lead) == (key_of(table.cast.heroine), "")


@only("v20da", "wod2004")
def test_elsewhere_the_group_says_who_leads(table: TaskTable) -> None:
    set_dots(table, table.cast.duelist, attributes__wits=5)
    task = set_together(table)
    assert (task.sides[0].character, task.lead) == (key_of(table.cast.heroine), "")


@only("exalted2e")
def test_in_a_pooled_effort_all_successes_are_added_together(table: TaskTable) -> None:
    cast = table.cast
    task = set_together(table, "pooled", difficulty=8)
    assert task.helpers[0].traits == table.traits
    with pytest.raises(IllegalMove, match="is waiting for"):
        table.roll(cast.player, cast.heroine)
    table.act(cast.rival, moves.HelpTask(task.id, key_of(cast.duelist)))
    assert table.task.helpers[0].gain == 5
    assert "5 successes" in table.reads(cast.spectator)
    pool = pool_of(table, cast.heroine)
    (others,) = [term for step in pool.steps for term in step.terms if term.kind == "teamwork"]
    assert (others.amount, others.rule) == (5, "2E-250")
    table.roll(cast.player, cast.heroine)
    assert table.task.status == "success"
    assert "10 successes" in table.reads(cast.spectator)


@only("exalted2e")
@pytest.mark.parametrize(("face", "gain"), [(2, 0), (1, 0), (10, 10)])
def test_who_fails_at_a_pooled_effort_adds_nothing(table: TaskTable, face: int, gain: int) -> None:
    set_together(table, "pooled")
    table.act(table.cast.rival, moves.HelpTask(table.task.id, key_of(table.cast.duelist)), face)
    assert table.task.helpers[0].gain == gain


@only("exalted2e")
def test_the_storyteller_applies_a_rating_in_place_of_a_roll(table: TaskTable) -> None:
    cast, key = table.cast, key_of(table.cast.duelist)
    set_together(table, "pooled", difficulty=8)
    rated = moves.HelpTask(table.task.id, key, rating=4)
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        table.act(cast.rival, rated)
    with pytest.raises(BadInput, match="0 to 30"):
        table.act(cast.storyteller, moves.HelpTask(table.task.id, key, rating=31))
    pads = [_pads(table, user)[key].rates for user in (cast.storyteller, cast.rival)]
    assert pads == [True, False]
    shown = [table.facts(user)["tasks"]["pads"] for user in (cast.storyteller, cast.rival)]
    assert [any(pad.get("rates") for pad in one) for one in shown] == [True, False]
    table.act(cast.storyteller, rated)
    assert (table.task.helpers[0].gain, table.task.helpers[0].outcome) == (4, "rated")
    table.roll(cast.player, cast.heroine)
    assert table.task.status == "success"


def _pads(table: TaskTable, user: Any) -> Any:
    board = gather_translated_board(load_facts(table.scene.pk), seat_class_of(table.cast.membership(user)))
    return {pad.character: pad for pad in board.task_board.pads}


@only("exalted2e", "v20da", "wod2004")
def test_no_rating_is_applied_in_assistance(table: TaskTable) -> None:
    set_together(table, helper_traits=table.traits)
    key = table.task.helpers[0].character
    with pytest.raises(IllegalMove, match="only in a pooled effort"):
        table.act(table.cast.storyteller, moves.HelpTask(table.task.id, key, rating=4))


@only("exalted3e", "v20da", "wod2004")
def test_other_books_pool_no_effort(table: TaskTable) -> None:
    with pytest.raises(BadInput, match="Tasks here must be one of"):
        set_together(table, "pooled")


@only("wod2004")
def test_a_helper_rolls_what_the_task_rolls_in_wod(table: TaskTable) -> None:
    assert set_together(table).helpers[0].traits == table.traits
    assert set_together(table, helper_traits="Wits").helpers[0].traits == "Wits"


@only("v20da")
def test_a_helper_may_roll_something_else_in_v20(table: TaskTable) -> None:
    assert set_together(table).helpers[0].traits == ""
