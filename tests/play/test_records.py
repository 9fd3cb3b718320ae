"""What a process remembers of logs and states, and how it goes on from there when another process has written."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from play.commands.moves import BattleMove, BringIn, OpenBattle, Rewind, Say
from play.models import Snapshot, Table
from play.table import rows
from play.table.live_scene import live_scenes
from play.table.newest import load_state
from play.table.records import records_after
from play.table.state import TableState, decode_state
from rules import get_system
from rules.system import System
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def system(coins: TableInPlay) -> System:
    return get_system(coins.cast.series.system)


@pytest.fixture
def before(coins: TableInPlay, system: System) -> tuple[int, TableState]:
    """A fight as far as this process knows it."""
    coins.act(coins.cast.storyteller, OpenBattle())
    coins.act(coins.cast.storyteller, BringIn(coins.keys(coins.cast.heroine, coins.cast.warden), "travellers"))
    return coins.number, load_state(system, coins.table)


def wrote_elsewhere(coins: TableInPlay, before: tuple[int, TableState]) -> Table:
    """The table's row as a process finds it that was not told how it came to this."""
    live_scenes.forget()
    live_scenes.get(coins.scene.pk).keep_state(*before)
    found = rows.find_table(coins.scene.pk)
    assert found is not None
    return found


def test_a_process_goes_on_from_what_it_knows(
    coins: TableInPlay, system: System, before: tuple[int, TableState]
) -> None:
    coins.act(coins.cast.storyteller, BattleMove({"kind": "StartBattle"}))
    coins.act(coins.cast.player, Say("Ho"))
    table = wrote_elsewhere(coins, before)
    with CaptureQueriesContext(connection) as asked:
        state = load_state(system, table)
        assert load_state(system, table) is state
    assert len(asked) == 1
    assert "state" not in asked[0]["sql"]
    assert state == decode_state(system, coins.state())
    assert state.battle != before[1].battle
    assert [record.author for record in records_after(system, table, table.number - 1)] == [
        coins.cast.player.get_username()
    ]


def test_what_was_taken_back_elsewhere_is_read_from_the_row(
    coins: TableInPlay, system: System, before: tuple[int, TableState]
) -> None:
    coins.act(coins.cast.storyteller, BattleMove({"kind": "StartBattle"}))
    coins.act(coins.cast.storyteller, Rewind(before[0]))
    state = load_state(system, wrote_elsewhere(coins, before))
    assert state == decode_state(system, coins.state())
    assert state != before[1]


def test_what_comes_to_nothing_is_not_remembered(
    coins: TableInPlay, system: System, before: tuple[int, TableState]
) -> None:
    with transaction.atomic():
        coins.act(coins.cast.storyteller, BattleMove({"kind": "StartBattle"}))
        table = coins.table
        assert load_state(system, table) != before[1]
        assert records_after(system, table, before[0])
        transaction.set_rollback(True)
    assert live_scenes.get(table.scene_id).records.get(table.number) is None
    assert load_state(system, coins.table) == before[1]
    coins.act(coins.cast.player, Say("Ho"))
    assert load_state(system, coins.table) == decode_state(system, coins.state())


def test_a_state_that_another_version_kept_is_folded_from_the_log_anew(
    coins: TableInPlay, system: System, before: tuple[int, TableState]
) -> None:
    coins.act(coins.cast.storyteller, BattleMove({"kind": "StartBattle"}))
    table = coins.table
    state, kept = load_state(system, table), coins.state()
    kept["battle"]["combatants"] = []
    Table.objects.filter(pk=table.pk).update(state={**kept, "fields": "from a version"})
    Snapshot.objects.create(table=table, number=before[0], state={**kept, "fields": "from a version"})
    live_scenes.forget()
    assert load_state(system, Table.objects.get(pk=table.pk)) == state
    Table.objects.filter(pk=table.pk).update(state=kept)
    live_scenes.forget()
    assert load_state(system, Table.objects.get(pk=table.pk)) != state, "a state of today is taken as it is"
