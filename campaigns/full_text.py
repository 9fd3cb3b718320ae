"""Full-text search by the database: FTS5 on SQLite, `tsvector` on PostgreSQL. No other module knows which it is.

Both index the column `words` of `SearchText`, in which a text stands as plain words (`wanted_words.fold_words`): so
they agree on what a word is. `FullTextIndex` stands among the model's indexes, so Django makes it with the table, by
migrations or without them.
"""

from typing import Any, Protocol, TypeVar

from django.db import connection, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement

from campaigns.core.wanted_words import Phrase, SearchWords

M = TypeVar("M", bound=models.Model)
Query = tuple[str, list[Any]]


class Dialect(Protocol):
    """What each database does in its own way."""

    def make(self, table: str, name: str) -> list[str]:
        """Return the statements that make the index."""

    def drop(self, table: str, name: str) -> list[str]:
        """Return the statements that remove it."""

    def find(self, table: str, wanted: SearchWords, series: int, among: Query) -> Query:
        """Return a query for the `id` and the `place` of the rows of a series that have the words, of those `among`
        them. The best have the lowest place. It takes the limit as its last value."""


class Sqlite:
    """FTS5 over the content of the table. Triggers keep it up to date, whatever writes to the table."""

    def make(self, table: str, name: str) -> list[str]:
        """Return the statements for the virtual table and its triggers."""
        columns = "series_id, words"
        added = f"INSERT INTO {name} (rowid, {columns}) VALUES (new.id, new.series_id, new.words);"  # noqa: S608  our own names
        old = "'delete', old.id, old.series_id, old.words"
        taken = f"INSERT INTO {name} ({name}, rowid, {columns}) VALUES ({old});"  # noqa: S608  our own names
        tokens = "unicode61 remove_diacritics 2"
        return [
            f"DROP TABLE IF EXISTS {name}",  # it outlives its table if a migration is taken back
            f"CREATE VIRTUAL TABLE {name} USING fts5"
            f"({columns}, content='{table}', content_rowid='id', tokenize='{tokens}')",
            f"INSERT INTO {name} ({name}) VALUES ('rebuild')",  # noqa: S608  our own names
            f"CREATE TRIGGER {name}_added AFTER INSERT ON {table} BEGIN {added} END",
            f"CREATE TRIGGER {name}_removed AFTER DELETE ON {table} BEGIN {taken} END",
            f"CREATE TRIGGER {name}_changed AFTER UPDATE ON {table} BEGIN {taken} {added} END",
        ]

    def drop(self, table: str, name: str) -> list[str]:
        """Return the statements that remove the triggers and the virtual table."""
        return [*(f"DROP TRIGGER {name}_{end}" for end in ("added", "removed", "changed")), f"DROP TABLE {name}"]

    def find(self, table: str, wanted: SearchWords, series: int, among: Query) -> Query:
        """Return the query. The plus keeps SQLite from asking the index once for each row."""
        name, (rows, values) = NAME, among
        where = f"{name} MATCH %s AND +rowid IN ({rows})"
        sql = f"SELECT rowid AS id, rank AS place FROM {name} WHERE {where} ORDER BY rank, rowid DESC LIMIT %s"  # noqa: S608  no text of people
        return sql, [f"series_id : {series} AND words : ({self._say(wanted)})", *values]

    def _say(self, wanted: SearchWords) -> str:
        phrases = [f'"{" ".join(phrase)}"' for phrase in wanted.phrases]
        return " AND ".join(phrases) + (" *" if wanted.prefix else "")


class Postgresql:
    """A GIN index over the words. PostgreSQL keeps it up to date by itself."""

    VECTOR = "to_tsvector('simple', words)"

    def make(self, table: str, name: str) -> list[str]:
        """Return the statement for the index."""
        return [f"CREATE INDEX {name} ON {table} USING gin ({self.VECTOR})"]

    def drop(self, table: str, name: str) -> list[str]:
        """Return the statement that removes it."""
        return [f"DROP INDEX {name}"]

    def find(self, table: str, wanted: SearchWords, series: int, among: Query) -> Query:
        """Return the query."""
        said, (rows, values) = self._say(wanted), among
        sql = (
            f"SELECT id, -ts_rank({self.VECTOR}, wanted) AS place FROM {table}, to_tsquery('simple', %s) AS wanted "  # noqa: S608  our own names
            f"WHERE {self.VECTOR} @@ wanted AND series_id = %s AND id IN ({rows}) ORDER BY place, id DESC LIMIT %s"
        )
        return sql, [said, series, *values]

    def _say(self, wanted: SearchWords) -> str:
        return " & ".join(map(self._phrase, wanted.phrases)) + (":*" if wanted.prefix else "")

    def _phrase(self, phrase: Phrase) -> str:
        return " <-> ".join(f"'{word}'" for word in phrase)


NAME = "search_words"
"""The name of the index; on SQLite that of the virtual table."""
DIALECTS: dict[str, Dialect] = {"sqlite": Sqlite(), "postgresql": Postgresql()}


class FullTextIndex(models.Index):
    """The full-text index of the column `words`. A migration that rebuilds the table must make it again."""

    def create_sql(
        self, model: type[models.Model], schema_editor: BaseDatabaseSchemaEditor, using: str = "", **kwargs: Any
    ) -> Statement:
        """Return the last statement that makes the index. Those before it are carried out: Django takes only one."""
        made = DIALECTS[schema_editor.connection.vendor].make(model._meta.db_table, self.name)
        return _carry_out(schema_editor, made)

    def remove_sql(self, model: type[models.Model], schema_editor: BaseDatabaseSchemaEditor, **kwargs: Any) -> str:
        """Return the last statement that removes the index, like `create_sql`."""
        dropped = DIALECTS[schema_editor.connection.vendor].drop(model._meta.db_table, self.name)
        return str(_carry_out(schema_editor, dropped))


def _carry_out(schema_editor: BaseDatabaseSchemaEditor, statements: list[str]) -> Statement:
    *first, last = statements
    for statement in first:
        schema_editor.execute(statement, params=None)
    return Statement(last)


def find_matches(rows: models.QuerySet[M], wanted: SearchWords, series: int, limit: int) -> list[M]:
    """Return the rows that have the words, by one query: those that match best first, then the newest."""
    among = rows.order_by().values("pk").query.sql_with_params()
    dialect = DIALECTS[connection.vendor]
    table = rows.model._meta.db_table
    found, values = dialect.find(table, wanted, series, (among[0], list(among[1])))
    best = f"({found}) AS found JOIN {table} AS there ON there.id = found.id ORDER BY place, found.id DESC"
    sql = f"SELECT there.* FROM {best}"  # noqa: S608  our own names
    return list(rows.model._default_manager.raw(sql, [*values, limit]))
