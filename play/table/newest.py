"""The current state of a table and the stretches of its log, from memory where memory is new enough."""

from collections.abc import Iterable

from django.db import connection

from campaigns.models import Scene
from play.models import Table
from play.table.events import Rewound
from play.table.history import state_at, table_spans
from play.table.live_scene import TAIL, LiveScene, live_scenes
from play.table.records import records_after
from play.table.rows import find_table
from play.table.state import Span, TableState, decode_state, fold, is_current
from rules import SYSTEMS, get_system
from rules.system import System


def load_states(scenes: Iterable[Scene]) -> dict[int, TableState]:
    """Return the states of these scenes' tables by scene id, in one query. Tables where nothing has happened have none.

    The scenes bring their episode, story and series. Call it for scenes that the person may see. Those of a game that
    is not installed are left out.
    """
    systems = {scene.pk: get_system(key) for scene in scenes if (key := scene.series.system) in SYSTEMS}
    rows = Table.objects.filter(scene__in=systems, number__gt=0)
    return {row.scene_id: _state_of(systems[row.scene_id], row) for row in rows}


def _state_of(system: System, row: Table) -> TableState:
    """Return the state of a whole row, from memory where it is known."""
    live = live_scenes.find(row.scene_id)
    if live is not None and live.state is not None and live.state[0] == row.number:
        return live.state[1]
    state = _decode_row(system, row)
    if state.battle is not None and not connection.in_atomic_block:  # a fight is dear to decode
        live_scenes.get(row.scene_id).keep_state(row.number, state)
    return state


def _decode_row(system: System, row: Table) -> TableState:
    return decode_state(system, row.state) if is_current(system, row.state) else state_at(system, row, row.number)


def load_table(system: System, scene: Scene) -> tuple[Table, TableState]:
    """Return a scene's table with its state as they are now. A table where nothing has happened yet is not saved.

    A process that knows no state of the scene reads both by one query.
    """
    if live_scenes.get(scene.pk).state is None:
        row = Table.objects.filter(scene=scene).first()
        return (row, _keep(row, _decode_row(system, row))) if row else (Table(scene=scene), TableState())
    table = find_table(scene.pk) or Table(scene=scene)
    return table, load_state(system, table) if table.pk else TableState()


def load_state(system: System, table: Table) -> TableState:
    """Return the state at the table's number: from memory with the newest entries added, or else from the row.

    After more than `TAIL` new entries the row costs less than the entries. The table's number then becomes that of the
    row: without the lock it may be newer.
    """
    live = live_scenes.get(table.scene_id)
    number, state = live.state or (-1, TableState())
    if number == table.number:
        return state
    news = records_after(system, table, number) if 0 < table.number - number <= TAIL and number >= 0 else None
    if news is not None and not any(isinstance(record.event, Rewound) for record in news):
        state = fold(system, state, (record.event for record in news))
    else:
        # Number and state are read in one statement: between two, another process may have written.
        row = Table.objects.get(pk=table.pk)
        table.number, table.storyteller_count, table.public_number = (
            row.number,
            row.storyteller_count,
            row.public_number,
        )
        state = _decode_row(system, row)
    return _keep(table, state)


def _keep(table: Table, state: TableState) -> TableState:
    """Return the state at the table's number, and remember it."""
    if not connection.in_atomic_block:  # what is not committed yet may be rolled back
        live_scenes.get(table.scene_id).keep_state(table.number, state)
    return state


def load_spans(table: Table) -> list[Span]:
    """Return the effective stretches at the table's number, from memory where no rewind has changed them."""
    live = live_scenes.get(table.scene_id)
    known = live.spans
    if known and _goes_on(live, table, known[0][1]):
        spans = [(known[0][0], table.number), *known[1:]]
    else:
        spans = table_spans(table, table.number)
    if not connection.in_atomic_block:
        live.spans = spans
    return spans


def _goes_on(live: LiveScene, table: Table, number: int) -> bool:
    """Return whether nothing was taken back from this number to that of the table, as far as this process knows."""
    if not 0 <= table.number - number <= TAIL:
        return False
    since = live.records_between(number, table.number)
    return since is not None and not any(isinstance(record.event, Rewound) for record in since)
