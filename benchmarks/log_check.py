"""What the database holds of some scenes after a run: whether the logs are whole, and how much a click writes."""

from collections.abc import Sequence
from typing import NamedTuple

import psycopg

TABLES = ("play_entry", "play_command", "play_hearer", "play_snapshot")
"""The tables that grow with a log. `play_table` has one row for each scene and is written over."""


class Written(NamedTuple):
    """Counts over all scenes, and the position in the write-ahead log."""

    rows: dict[str, int]
    wal: int


def count_written(url: str) -> Written:
    """Count what is there."""
    with psycopg.connect(url, autocommit=True) as link:
        rows = {table: _number(link, f"SELECT count(*) FROM {table}") for table in TABLES}
        return Written(rows, _number(link, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"))


def find_faults(url: str, scenes: Sequence[int], keys: Sequence[str]) -> list[str]:
    """Name what is wrong with the scenes' logs: gaps, commands that overlap, acknowledged commands that are not there.

    `keys`: the ids of all commands that were acknowledged.
    """
    with psycopg.connect(url, autocommit=True) as link:
        faults = [
            f"scene {scene}: {entries} entries up to {newest}, number {number}, commands of {told} entries up to {last}"
            for scene, number, entries, newest, told, last in link.execute(
                "SELECT t.scene_id, t.number, e.n, e.newest, c.n, c.newest FROM play_table t, "
                "LATERAL (SELECT count(*) n, max(number) newest FROM play_entry WHERE table_id = t.id) e, "
                "LATERAL (SELECT sum(last - first + 1) n, max(last) newest FROM play_command WHERE table_id = t.id) c "
                "WHERE t.scene_id = ANY(%s)",
                [list(scenes)],
            )
            if {entries, newest, told, last} != {number}
        ]
        found = _number(link, "SELECT count(*) FROM play_command WHERE key = ANY(%s::uuid[])", list(keys))
    if found != len(keys):
        faults.append(f"{len(keys)} commands were acknowledged, {found} are in the log")
    return faults


def tell_sizes(url: str, before: Written, clicks: int) -> str:
    """Say what a click has written since `before`, and what rows take with their indexes."""
    after = count_written(url)
    parts, whole = [], 0.0
    with psycopg.connect(url, autocommit=True) as link:
        for table in TABLES:
            link.execute(f"VACUUM ANALYZE {table}")
            more = (after.rows[table] - before.rows[table]) / max(clicks, 1)
            size = _number(link, f"SELECT pg_total_relation_size('{table}')") / max(after.rows[table], 1)
            heap = _number(link, f"SELECT pg_table_size('{table}')") / max(after.rows[table], 1)
            parts.append(f"{more:.2f} rows of {table} of {size:.0f} bytes ({heap:.0f} without indexes)")
            whole += more * size
        state = _number(link, "SELECT avg(pg_column_size(state))::int FROM play_table WHERE number > 0")
    wal = (after.wal - before.wal) / max(clicks, 1)
    return f"a click writes {'; '.join(parts)}: {whole:.0f} bytes that stay, and {wal:.0f} of WAL; a state is {state}"


def _number(link: psycopg.Connection, query: str, *values: object) -> int:
    row = link.execute(query.encode(), values or None).fetchone()
    return int(row[0]) if row and row[0] is not None else 0
