"""One deed of one scene has one count of failed tries, on the pad and in a fight (2E-088, WD-142)."""

from typing import Any

import pytest

from play.commands import moves
from play.commands.tasks.chances import load_context, preview_attack
from play.table.events import decode_event
from rules.errors import BadInput
from rules.exalted2e.events.table import ActionRolled
from tests.play.tasking import TaskTable, key_of, only

WITS = {"attribute": "wits", "ability": "awareness"}


def pad(table: TaskTable, face: int, *, retry: bool = False) -> int:
    """Roll on the pad; return the successes that failed tries take."""
    table.act(table.cast.player, moves.MakeRoll(key_of(table.cast.heroine), {**WITS, "retry": retry}), face)
    event = table.scene.table.entries.filter(event__kind="RollMade").latest("number").event
    return int(event["roll"]["pool"]["external"])


def begin(table: TaskTable) -> None:
    """The heroine is alone in a fight."""
    cast = table.cast
    table.act(cast.storyteller, moves.BringIn((key_of(cast.heroine),), "road"))
    table.act(cast.storyteller, moves.BattleMove({"kind": "StartBattle"}))


def deed(table: TaskTable, *, retry: bool = False, **more: Any) -> dict[str, Any]:
    (actor,) = (one.id for one in table.state.battle.combatants)
    return {"kind": "TakeAction", "actor": actor, **WITS, "retry": retry, **more}


def fight(table: TaskTable, face: int, *, retry: bool = False) -> int:
    """Roll the same in the fight; return the successes that failed tries take."""
    table.act(table.cast.player, moves.BattleMove(deed(table, retry=retry)), face)
    return rolled(table).action.request.failures


def rolled(table: TaskTable) -> ActionRolled:
    found = (decode_event(table.system, row.event) for row in table.scene.table.entries.order_by("-number"))
    return next(inner for one in found if isinstance(inner := getattr(one, "event", None), ActionRolled))


@only("exalted2e")
def test_what_failed_on_the_pad_counts_in_the_fight_and_after_it(table: TaskTable) -> None:
    pad(table, 3)
    pad(table, 3, retry=True)
    begin(table)
    assert fight(table, 3, retry=True) == 2
    assert fight(table, 3, retry=True) == 3
    assert pad(table, 3, retry=True) == 4
    assert fight(table, 3, retry=True) == 5
    table.act(table.cast.storyteller, moves.CloseBattle())
    assert pad(table, 3, retry=True) == 6
    begin(table)
    assert fight(table, 3, retry=True) == 7


@only("exalted2e")
def test_a_success_in_the_fight_ends_the_count_of_both(table: TaskTable) -> None:
    pad(table, 3)
    begin(table)
    assert fight(table, 8, retry=True) == 1
    assert pad(table, 3) == 0
    assert fight(table, 3, retry=True) == 1


@only("exalted2e")
def test_a_deed_that_is_not_tried_again_counts_nothing(table: TaskTable) -> None:
    pad(table, 3)
    begin(table)
    assert fight(table, 8) == 0
    assert fight(table, 3, retry=True) == 1


@only("exalted2e")
def test_the_chance_in_the_fight_counts_what_failed_on_the_pad(table: TaskTable) -> None:
    for retry in (False, True):
        pad(table, 3, retry=retry)
    begin(table)
    context = load_context(table.scene, table.cast.membership(table.cast.player))
    assert preview_attack(context, deed(table, retry=True)).pool.external == 2


@only("exalted2e")
def test_an_action_of_a_flurry_counts_what_failed_on_the_pad(table: TaskTable) -> None:
    for retry in (False, True):
        pad(table, 3, retry=retry)
    begin(table)
    (actor,) = (one.id for one in table.state.battle.combatants)
    twice = {f"act{n}_{key}": value for n in ("", "2") for key, value in WITS.items()}
    flurry = {"kind": "DeclareFlurry", "actor": actor, "also": ["act", "act2"], "parts": [], "act_retry": True}
    table.act(table.cast.player, moves.BattleMove({**flurry, **twice}), 3)
    found = [decode_event(table.system, row.event) for row in table.scene.table.entries.order_by("number")]
    rolls = [inner for one in found if isinstance(inner := getattr(one, "event", None), ActionRolled)]
    assert [one.action.request.failures for one in rolls] == [2, 0]


@only("exalted2e")
def test_a_made_up_number_of_tries_never_helps(table: TaskTable) -> None:
    begin(table)
    with pytest.raises(BadInput, match="Earlier failed attempts"):
        table.act(table.cast.player, moves.BattleMove(deed(table, failures=-3)), 3)


@only("wod2004")
def test_attempts_on_the_pad_and_in_a_fight_are_numbered_on(table: TaskTable) -> None:
    """WD-142."""
    cast = table.cast
    asked = {"attribute": "wits", "second": "investigation"}

    def roll(*, retry: bool) -> None:
        table.act(cast.player, moves.MakeRoll(key_of(cast.heroine), {**asked, "retry": retry}), 3)

    def act_again() -> None:
        (actor,) = (one.id for one in table.state.battle.combatants)
        move = {"kind": "TakeAction", "actor": actor, "attribute": "wits", "skill": "investigation", "retry": True}
        table.act(cast.player, moves.BattleMove(move), 3)
        table.act(cast.storyteller, moves.BattleMove({"kind": "EndTurn", "actor": actor}))

    roll(retry=False)
    begin(table)
    act_again()
    act_again()
    roll(retry=True)
    read = table.reads(cast.player)
    assert [n for n in range(2, 6) if f"Attempt {n}" in read] == [2, 3, 4]
