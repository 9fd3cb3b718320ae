"""What a table's numbers promise: those of its log, of the pages that ask, and of the states that it keeps."""

from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from play.commands import submit
from play.commands.moves import AwardStunt, EditPost, MakeRoll, OpenBattle, Post, Rewind, Say
from play.models import Entry, Snapshot, Table
from play.seats import log
from play.seats.facts import load_facts
from play.seats.log import load_after, load_lines_from, load_log, load_span
from play.table.live_scene import live_scenes
from play.table.newest import load_state
from rules.battle import STORYTELLER, Seat
from rules.errors import IllegalMove
from rules.system import System
from tests.play.conftest import TableInPlay
from tests.play.tasking import TaskTable, key_of, open_table


@pytest.fixture
def task_table(db: None) -> TaskTable:
    return open_table("exalted2e")


def test_what_is_no_line_even_for_the_storyteller_is_not_counted_in_her_log(task_table: TaskTable) -> None:
    storyteller, heroine = task_table.cast.storyteller, key_of(task_table.cast.heroine)
    task_table.act(storyteller, AwardStunt(heroine, 2))
    (stunt,) = task_table.state.work.stunts
    task_table.act(storyteller, AwardStunt(heroine, 0, claim=stunt.id))
    table = Table.objects.get(scene=task_table.scene)
    assert Entry.objects.filter(table=table, told=True).count() == table.storyteller_count < table.number
    live_scenes.forget()
    count, lines = load_log(load_facts(task_table.scene.pk), STORYTELLER)
    assert (count, len(lines)) == (1, 1)


def test_who_rewinds_from_a_page_that_is_behind_is_asked_to_look_again(coins: TableInPlay) -> None:
    for text in ("One.", "Two."):
        coins.act(coins.cast.storyteller, Say(text))
    with pytest.raises(IllegalMove, match="Check the log again"):
        coins.act(coins.cast.storyteller, Rewind(1), drawn_at=1)
    assert coins.number == 2


def test_a_state_is_kept_every_so_many_entries(coins: TableInPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submit, "SNAPSHOT_EVERY", 3)
    for place in range(7):
        coins.act(coins.cast.storyteller, Say(f"Line {place}"))
    assert [*Snapshot.objects.order_by("number").values_list("number", flat=True)] == [3, 6]


def test_a_log_that_is_read_on_meanwhile_is_counted_as_far_as_the_page_goes(coins: TableInPlay) -> None:
    coins.act(coins.cast.storyteller, Say("One."))
    page = load_facts(coins.scene.pk)
    coins.act(coins.cast.storyteller, Say("Two."))
    assert load_log(load_facts(coins.scene.pk), STORYTELLER)[0] == 2
    count, lines = load_log(page, STORYTELLER)
    assert (count, [line.speech and line.speech.text for line in lines]) == (1, ["One."])


def test_an_entry_that_is_no_line_of_a_seat_leads_to_no_other(coins: TableInPlay) -> None:
    cast = coins.cast
    secret = coins.act(cast.storyteller, MakeRoll(str(cast.lurker.pk), {}), [9, 9, 2]).count
    coins.act(cast.storyteller, Say("Fog."))
    facts = load_facts(coins.scene.pk)
    player = Seat(characters=frozenset({str(cast.heroine.pk)}))
    assert [line.count for line in load_lines_from(facts, STORYTELLER, secret)[1]] == [secret + 1, secret]
    _count, (line,) = load_lines_from(facts, player, 1)
    assert line.speech is not None
    assert (line.speech.text, line.count) == ("Fog.", 1)
    assert load_lines_from(facts, player, 2) == load_lines_from(facts, player, 0) == (1, ())


def test_what_is_remembered_of_a_log_is_told_as_what_is_read_of_it(
    coins: TableInPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast, player = coins.cast, Seat(characters=frozenset({str(coins.cast.heroine.pk)}))
    monkeypatch.setattr(log, "LOG_LINES", 4)
    for deed in (
        *(Say(f"Line {place}.") for place in range(3)),
        Say("For one.", to=str(cast.duelist.pk)),
        Post("The gate is iron."),
        Say("Taken back."),
    ):
        coins.act(cast.storyteller, deed)
        load_log(load_facts(coins.scene.pk), player)
    coins.act(cast.storyteller, Rewind(6))
    coins.act(cast.storyteller, EditPost(5, "The gate is salt."))
    facts = load_facts(coins.scene.pk)
    for seat in (player, STORYTELLER):
        newest = load_log(facts, seat)[0]
        for after in range(newest + 2):
            count, lines = load_after(facts, seat, after, 3)
            apart = load_span(facts, seat, after, newest, newest, 3)[::-1]
            assert count == newest
            assert [replace(line, continues=False) for line in lines] == [
                replace(line, continues=False) for line in apart
            ]
    told = {line.speech.text for line in load_after(facts, player, 0, 100)[1] if line.speech}
    assert {"The gate is salt.", "Taken back."} <= told
    assert "For one." not in told


@pytest.mark.django_db(transaction=True)
def test_the_newest_lines_are_read_once_for_all_who_follow_from_a_seat(coins: TableInPlay) -> None:
    player = Seat(characters=frozenset({str(coins.cast.heroine.pk)}))
    load_after(load_facts(coins.scene.pk), player, 0, 100)
    coins.act(coins.cast.storyteller, Say("One."))
    facts = load_facts(coins.scene.pk)
    load_after(facts, player, 0, 100)
    with CaptureQueriesContext(connection) as asked:
        assert [line.count for line in load_after(facts, player, 0, 100)[1]] == [1]
    assert not asked.captured_queries


@pytest.mark.django_db(transaction=True)
def test_a_state_that_came_to_nothing_is_not_remembered(
    coins: TableInPlay, toy: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    storyteller = coins.cast.storyteller
    with transaction.atomic():
        for move in (OpenBattle(), Say("One."), Say("Two.")):
            coins.act(storyteller, move)
        transaction.set_rollback(True)
    monkeypatch.setattr(submit, "_after_commit", lambda *_: None)  # another process does these
    for text in ("One.", "Two."):
        coins.act(storyteller, Say(text))
    assert load_state(toy, coins.table).battle is None
