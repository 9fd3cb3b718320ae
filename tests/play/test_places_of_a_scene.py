"""Where somebody stood in a fight of the scene is where the next fight finds them (2E-346 to 2E-353)."""

from typing import Any

from play.commands import moves
from rules.exalted2e.state import Ground
from tests.play.tasking import TaskTable, key_of, only

TWO_E = only("exalted2e")


def begin(table: TaskTable) -> dict[str, Any]:
    """Bring in the heroine and the warden; return both by their characters."""
    cast = table.cast
    for one, side in ((cast.heroine, "road"), (cast.warden, "bridge")):
        table.act(cast.storyteller, moves.BringIn((key_of(one),), side))
    return stand(table)


def stand(table: TaskTable) -> dict[str, Any]:
    return {one.character: one for one in table.state.battle.combatants}


def place(table: TaskTable, who: Any, **steps: Any) -> None:
    table.act(table.cast.storyteller, moves.BattleMove({"kind": "SetGround", "actor": who.id, **steps}))


@TWO_E
def test_the_next_fight_of_a_scene_begins_on_the_last_places(table: TaskTable) -> None:
    cast = table.cast
    there = begin(table)
    heroine, warden = key_of(cast.heroine), key_of(cast.warden)
    place(table, there[heroine], height="gentle", sight="impaired")
    place(table, there[heroine], height="steep")
    table.act(cast.storyteller, moves.CloseBattle())
    again = begin(table)
    assert again[heroine].ground == Ground(height=2, sight=2)
    assert again[warden].ground == Ground()
    assert f"{cast.heroine.name}’s position" in table.reads(cast.player)
    place(table, again[heroine], height="level")
    assert stand(table)[heroine].ground == Ground(sight=2)


@TWO_E
def test_who_stands_on_plain_ground_last_begins_on_it(table: TaskTable) -> None:
    cast = table.cast
    heroine = key_of(cast.heroine)
    place(table, begin(table)[heroine], height="steep")
    place(table, stand(table)[heroine], height="level")
    table.act(cast.storyteller, moves.CloseBattle())
    assert begin(table)[heroine].ground == Ground()


@TWO_E
def test_a_place_that_was_taken_back_is_not_recalled(table: TaskTable) -> None:
    cast = table.cast
    heroine = key_of(cast.heroine)
    place(table, begin(table)[heroine], height="steep")
    table.act(cast.storyteller, moves.Rewind(table.number - 1))
    table.act(cast.storyteller, moves.CloseBattle())
    assert begin(table)[heroine].ground == Ground()
