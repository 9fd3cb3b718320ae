"""What it costs a click that the play log is partitioned: the statements of `play.table.rows` in a scratch database.

    python -m benchmarks.partitions                  about a minute

Four ways, the same rows in each: tables as they are; partitioned by the hash of the series, which every statement
names; the same with the statements as they are now; partitioned by the hash of the table, which they name already.
"""

import argparse
import json
import random
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from benchmarks import report
from deploy.processes import CannotStart
from deploy.stores import Postgres

PARTS = 16
TABLES = """
CREATE SEQUENCE numbers START 10000000;
CREATE TABLE play_table (id bigint PRIMARY KEY, series_id bigint NOT NULL,
  scene_id bigint NOT NULL UNIQUE, number int NOT NULL, state jsonb NOT NULL);
CREATE TABLE play_command (id bigint NOT NULL DEFAULT nextval('numbers'), {series} table_id bigint NOT NULL,
  user_id bigint, key uuid NOT NULL, first int NOT NULL, last int NOT NULL, made jsonb NOT NULL,
  at timestamptz NOT NULL, PRIMARY KEY ({key} id), UNIQUE ({unique} table_id, user_id, key)) {parted};
CREATE TABLE play_entry (id bigint NOT NULL DEFAULT nextval('numbers'), {series} table_id bigint NOT NULL,
  command_id bigint NOT NULL, number int NOT NULL, event jsonb NOT NULL, told bool NOT NULL, public bool NOT NULL,
  rewound_to int, at timestamptz NOT NULL, PRIMARY KEY ({key} id), UNIQUE ({unique} table_id, number),
  FOREIGN KEY ({key} command_id) REFERENCES play_command ({key} id)) {parted};
"""
INDEXES = """
CREATE INDEX ON play_command (table_id);
CREATE INDEX ON play_entry (table_id);
CREATE INDEX ON play_entry (command_id);
CREATE INDEX ON play_entry (table_id, number) WHERE rewound_to IS NOT NULL;
CREATE INDEX ON play_entry (table_id, number) WHERE told;
CREATE INDEX ON play_entry (table_id, number) WHERE public;
"""
FILL = """
INSERT INTO play_table (id, series_id, scene_id, number, state)
  SELECT t, t %% (%(tables)s / 2), t, %(entries)s, jsonb_build_object('s', filler(%(state)s))
  FROM generate_series(1, %(tables)s) t;
INSERT INTO play_command (id, {series} table_id, user_id, key, first, last, made, at)
  SELECT (t - 1) * %(entries)s / 2 + c, {value} t, 1, gen_random_uuid(), 2 * c - 1, 2 * c,
  jsonb_build_object('s', repeat('x', %(made)s)), now()
  FROM generate_series(1, %(entries)s / 2) c, generate_series(1, %(tables)s) t;
INSERT INTO play_entry ({series} table_id, command_id, number, event, told, public, at)
  SELECT {value} t, (t - 1) * %(entries)s / 2 + (n + 1) / 2, n, jsonb_build_object('s', repeat('x', %(event)s)),
  true, true, now()
  FROM generate_series(1, %(entries)s) n, generate_series(1, %(tables)s) t;
"""
FILLER = """
CREATE FUNCTION public.filler(size int) RETURNS text LANGUAGE sql VOLATILE AS
$$ SELECT left(string_agg(md5(random()::text), ''), size) FROM generate_series(1, size / 32 + 1) $$
"""
"""For states, which are long enough to be compressed: so they keep their size."""
LOG = 60
"""Entries that a process reads which opens a scene."""


class Way(NamedTuple):
    """A schema, by what it is partitioned, and whether the statements name the series."""

    name: str
    schema: str
    by: str
    names_series: bool


WAYS = (
    Way("not partitioned", "plain", "", False),
    Way("by series, which the statements name", "by_series", "series_id", True),
    Way("by series, statements as they are", "by_series", "series_id", False),
    Way("by table, statements as they are", "by_table", "table_id", False),
)


def main() -> None:
    """Fill, click, and print how long the statements took."""
    parser = argparse.ArgumentParser(prog="benchmarks.partitions", description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--entries", type=int, default=300, help="of each table")
    parser.add_argument("--event", type=int, default=400, help="bytes of an entry's event")
    parser.add_argument("--made", type=int, default=400, help="bytes of a command's moves")
    parser.add_argument("--state", type=int, default=5000, help="bytes of a table's state")
    parser.add_argument("--clicks", type=int, default=600, help="of each way")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="storywheel-partitions-", ignore_cleanup_errors=True) as name:
        postgres = Postgres(Path(name))
        try:
            postgres.start()
            rows = _measure(postgres.url, options)
        except CannotStart as reason:
            sys.exit(str(reason))
        finally:
            postgres.stop()
    parts = ("find", "answer", "command", "entries", "table", "commit", "tick", "tick_p99", "read", "read_p99")
    columns = {part: part.replace("_", " ") for part in parts}
    print(f"{options.tables * options.entries} entries, {PARTS} partitions, ms\n\n{report.table(rows, columns)}\n")
    print(report.machine())


def _measure(url: str, options: argparse.Namespace) -> list[report.Row]:
    with psycopg.connect(url, autocommit=True) as link:
        link.execute("ALTER SYSTEM SET max_wal_size = '4GB'")
        link.execute("SELECT pg_reload_conf()")
        link.execute(FILLER)
        for schema, by in {way.schema: way.by for way in WAYS}.items():
            _fill(link, schema, by, options)
    taken: list[dict[str, list[float]]] = [{} for _ in WAYS]
    # As Django does: values are written into the text, and no statement is prepared.
    with psycopg.connect(url, prepare_threshold=None, cursor_factory=psycopg.ClientCursor) as link:
        for click in range(options.clicks + 50):
            for way, times in zip(WAYS, taken, strict=True):
                found = _click(link, way, random.randrange(options.tables) + 1, options)
                if click >= 50:  # the first only prepare the statements
                    for part, took in found.items():
                        times.setdefault(part, []).append(took)
    return [_row(way.name, times) for way, times in zip(WAYS, taken, strict=True)]


def _row(name: str, times: dict[str, list[float]]) -> report.Row:
    row: report.Row = {"name": name}
    for part, values in times.items():
        row |= {part: report.percentile(values, 0.5), f"{part}_p99": report.percentile(values, 0.99)}
    return row


def _fill(link: psycopg.Connection, schema: str, by: str, options: argparse.Namespace) -> None:
    series = "series_id bigint NOT NULL," if by == "series_id" else ""
    words = {
        "unique": "series_id," if series else "",
        "series": series,
        "key": f"{by}," if by else "",
        "parted": f"PARTITION BY HASH ({by})" if by else "",
    }
    words["value"] = "t %% (%(tables)s / 2)," if series else ""
    link.execute(f"CREATE SCHEMA {schema}; SET search_path TO {schema}, public".encode())
    link.execute(TABLES.format(**words).encode())
    for table in ("play_command", "play_entry") if by else ():
        for part in range(PARTS):
            bounds = f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            link.execute(f"CREATE TABLE {table}_{part} PARTITION OF {table} {bounds}".encode())
    link.execute(INDEXES)
    words["series"] = "series_id," if series else ""
    with psycopg.ClientCursor(link) as cursor:  # several statements with values
        cursor.execute(FILL.format(**words).encode(), vars(options))
    link.execute("ANALYZE")


def _click(link: psycopg.Connection, way: Way, table: int, options: argparse.Namespace) -> dict[str, float]:
    """Carry out the statements of a click, and then those of a process that opens the scene. Return their seconds."""
    values = {"t": table, "s": table % (options.tables // 2), "key": uuid.uuid4()}
    texts = {
        name: json.dumps({"s": random.randbytes(vars(options)[name] // 2).hex()}) for name in ("event", "made", "state")
    }
    where = "series_id = %(s)s AND table_id = %(t)s" if way.names_series else "table_id = %(t)s"
    column, value = ("series_id, ", "%(s)s, ") if way.by == "series_id" else ("", "")
    link.execute(f"SET search_path TO {way.schema}, public".encode())
    link.commit()
    clock = Clock()
    (number,) = _one(link, "SELECT number FROM play_table WHERE scene_id = %(t)s FOR UPDATE", values)
    clock.note("find")
    link.execute(
        f"SELECT first, last FROM play_command WHERE {where} AND user_id = 1 AND key = %(key)s".encode(), values
    ).fetchone()
    clock.note("answer")
    values |= {"first": number + 1, "last": number + 2, **texts}
    (values["command"],) = _one(
        link,
        f"INSERT INTO play_command ({column}table_id, user_id, key, first, last, made, at) VALUES "
        f"({value}%(t)s, 1, %(key)s, %(first)s, %(last)s, %(made)s, now()) RETURNING id",
        values,
    )
    clock.note("command")
    with link.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO play_entry ({column}table_id, command_id, number, event, told, public, at) VALUES "
            f"({value}%(t)s, %(command)s, %(number)s, %(event)s, true, true, now())".encode(),
            [values | {"number": number + more} for more in (1, 2)],
        )
    clock.note("entries")
    link.execute("UPDATE play_table SET number = %(last)s, state = %(state)s WHERE id = %(t)s", values)
    clock.note("table")
    link.commit()
    clock.note("commit")
    clock.parts["tick"] = sum(clock.parts.values())
    newest = f"SELECT number, event FROM play_entry WHERE {where} AND told ORDER BY number DESC LIMIT {LOG}"
    link.execute(newest.encode(), values).fetchall()
    clock.note("read")
    return clock.parts


def _one(link: psycopg.Connection, query: str, values: dict[str, Any]) -> tuple[Any, ...]:
    row = link.execute(query.encode(), values).fetchone()
    if row is None:
        raise LookupError(query)
    return row


class Clock:
    """The seconds of each part, from the end of the one before."""

    def __init__(self) -> None:
        self.parts: dict[str, float] = {}
        self._at = time.perf_counter()

    def note(self, part: str) -> None:
        """End a part."""
        now = time.perf_counter()
        self.parts[part], self._at = now - self._at, now


if __name__ == "__main__":
    main()
