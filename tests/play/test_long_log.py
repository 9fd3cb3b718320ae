"""A long log costs what a short one does: the same queries, the same bytes, at a hundred entries or ten thousand."""

import re
import uuid
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from play.commands import submit
from play.commands.moves import Rewind, Say
from play.live.frames import draw_board
from play.models import Command, Entry, Table
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.seats.log import load_log, preview_rewind
from play.table import records
from play.table.events import EVENTS, decode_event
from play.table.live_scene import LOG_LINES, live_scenes
from play.table.speech import Said, Speech
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.walk

WORDS = "The river is low and the toll is high."


def talk(coins: TableInPlay, entries: int) -> None:
    """Fill the log with so many lines, as if another process had written them."""
    table, _ = Table.objects.get_or_create(scene=coins.scene)
    first, table.number = table.number + 1, entries
    table.storyteller_count = table.public_number = entries
    table.save()
    command = Command.objects.create(table=table, user=coins.cast.player, key=uuid.uuid4(), first=first, last=entries)
    said = EVENTS.encode(Said("player", WORDS))
    Entry.objects.bulk_create(
        [
            Entry(table=table, command=command, number=number, event=said, told=True, public=True)
            for number in range(first, entries + 1)
        ],
        batch_size=500,
    )


def cost(coins: TableInPlay) -> dict[str, int]:
    """Queries and bytes of opening the scene by a new process, of one more command, and of the push that follows it."""
    live_scenes.forget()
    seat_class = seat_class_of(coins.cast.membership(coins.cast.player))
    membership = coins.cast.membership(coins.cast.rival)
    with CaptureQueriesContext(connection) as opening:
        before = draw_board(gather_board(load_facts(coins.scene.pk), seat_class))
    drawn_at = coins.count(membership.user)
    with CaptureQueriesContext(connection) as command:
        submit.submit(membership, coins.scene, uuid.uuid4(), drawn_at, Say("One more."))
    with CaptureQueriesContext(connection) as pushing:
        after = draw_board(gather_board(load_facts(coins.scene.pk), seat_class)).come_after(before)
    return {
        "queries to open": len(opening),
        "bytes to open": len(_without_numbers(before.make_whole())),
        "queries of a command": len(command),
        "queries of a push": len(pushing),
        "bytes of a push": len(_without_numbers(after.make_change(before))),
    }


def _without_numbers(text: str) -> str:
    return re.sub(r"\d+", "0", text)


@pytest.mark.django_db
def test_ten_thousand_entries_cost_what_a_hundred_do(coins: TableInPlay) -> None:
    talk(coins, 100)
    short = cost(coins)
    talk(coins, 10_000)
    assert cost(coins) == short
    assert short["queries of a push"] <= 6
    assert short["queries of a command"] <= 10


@pytest.mark.django_db
def test_who_looks_again_after_thousands_of_entries_reads_only_what_is_shown(
    coins: TableInPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = seat_class_of(coins.cast.membership(coins.cast.player))[0]
    coins.act(coins.cast.rival, Say("First."))
    assert load_log(load_facts(coins.scene.pk), seat)[0] == 1
    talk(coins, 5_000)
    read = Mock(wraps=decode_event)
    monkeypatch.setattr(records, "decode_event", read)
    count, lines = load_log(load_facts(coins.scene.pk), seat)
    assert (count, [line.count for line in lines]) == (5_000, list(range(5_000, 5_000 - LOG_LINES, -1)))
    assert read.call_count == LOG_LINES


def test_a_preview_names_the_lines_that_go_and_counts_what_is_too_much(coins: TableInPlay) -> None:
    coins.act(coins.cast.player, Say("First."))
    talk(coins, 300)
    preview = preview_rewind(load_facts(coins.scene.pk), 1 + 1)
    assert (len(preview.gone.lines), preview.gone.more, preview.back.total) == (200, 99, 0)
    assert (preview.gone.first, preview.gone.last, preview.together) == (2, 300, False)
    coins.act(coins.cast.storyteller, Rewind(2))
    coins.act(coins.cast.player, Say("Another way."))
    preview = preview_rewind(load_facts(coins.scene.pk), 301)
    assert [line.speech for line in preview.gone.lines] == [Speech("player", "Another way.", account="player")]
    assert (len(preview.back.lines), preview.back.more) == (200, 99)
