"""Which entries made the state, after any number of rewinds."""

import random
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from play.commands.moves import Rewind, Say
from play.models import Command, Entry, Snapshot, Table
from play.table.events import EVENTS
from play.table.history import effective_spans, is_effective, state_at
from play.table.state import TableState, apply, encode_state
from play.table.task_events import StuntChanged
from rules import get_system
from rules.tasks import Stunt
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.walk


@st.composite
def logs(draw: st.DrawFn) -> list[int | None]:
    """A log as a list: None for an event, a number for a rewind to it."""
    count = draw(st.integers(0, 30))
    return [draw(st.one_of(st.none(), st.integers(0, number))) for number in range(count)]


def naive_states(log: list[int | None]) -> list[tuple[int, ...]]:
    """The state at each number, as the tuple of events that made it."""
    states: list[tuple[int, ...]] = [()]
    for number, to in enumerate(log, 1):
        states.append((*states[-1], number) if to is None else states[to])
    return states


@given(logs())
def test_the_spans_hold_just_the_events_that_made_the_state(log: list[int | None]) -> None:
    rewinds = [(number, to) for number, to in enumerate(log, 1) if to is not None]
    for number, state in enumerate(naive_states(log)):
        spans = effective_spans(rewinds, number)
        made = [at for after, upto in reversed(spans) for at in range(after + 1, upto + 1)]
        assert tuple(at for at in made if log[at - 1] is None) == state


@given(logs())
def test_an_entry_is_taken_back_exactly_when_it_is_in_no_span(log: list[int | None]) -> None:
    spans = effective_spans([(n, to) for n, to in enumerate(log, 1) if to is not None], len(log))
    state = naive_states(log)[-1]
    for number, to in enumerate(log, 1):
        if to is None:
            assert is_effective(spans, number) == (number in state)


def test_a_rewind_to_before_a_rewind_takes_both_back() -> None:
    assert effective_spans([(3, 1), (5, 2)], 6) == [(5, 6), (0, 2)]


def award(number: int) -> StuntChanged:
    return StuntChanged(Stunt(f"t{number}", "1", "Ysane", 1, "awarded"))


def keep_log(table: Table, log: list[int | None], kept: set[int]) -> list[TableState]:
    """Write a log in which every event awards a stunt, and the state at some of its numbers; gives each state."""
    system, states = get_system("coins"), [TableState()]
    command = Command.objects.create(table=table, key=uuid.uuid4(), first=1, last=len(log))
    rows = []
    for number, to in enumerate(log, 1):
        states.append(apply(system, states[-1], award(number)) if to is None else states[to])
        event = EVENTS.encode(award(number))
        rows.append(
            Entry(table=table, command=command, number=number, event=event, told=True, public=True, rewound_to=to)
        )
    Entry.objects.bulk_create(rows)
    Snapshot.objects.bulk_create(
        Snapshot(table=table, number=number, state=encode_state(states[number])) for number in kept
    )
    return states


@pytest.mark.parametrize("seed", range(12))
def test_the_state_at_any_number_is_found_again_from_whatever_was_kept(coins: TableInPlay, seed: int) -> None:
    chance, table = random.Random(seed), Table.objects.create(scene=coins.scene)
    log = [chance.randrange(number) if chance.random() < 0.4 else None for number in range(1, 25)]
    states = keep_log(table, log, set(chance.sample(range(1, 25), 6)))
    for number, state in enumerate(states):
        assert state_at(get_system("coins"), table, number) == state


def test_a_rewind_asks_no_more_however_often_the_table_was_rewound(
    coins: TableInPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("play.commands.submit.SNAPSHOT_EVERY", 4)

    def cost(rewinds: int) -> int:
        for _ in range(rewinds):
            coins.act(coins.cast.player, Say("Once more."))
            coins.act(coins.cast.storyteller, Rewind(coins.count()))
        with CaptureQueriesContext(connection) as asked:
            state_at(get_system("coins"), coins.table, coins.number)
        return len(asked)

    assert cost(6) == cost(12) <= 6
