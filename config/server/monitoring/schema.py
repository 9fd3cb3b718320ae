"""Compare the tables of a database with the models, whatever its migrations table says."""

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections


def find_schema_difference(alias: str = DEFAULT_DB_ALIAS) -> str:
    """Return the first difference, as in `play_table has no column style`. Empty if there is none."""
    connection = connections[alias]
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))
        for model in sorted(models, key=lambda model: model._meta.db_table):
            table = model._meta.db_table
            if table not in there:
                return f"there is no table {table}"
            found = {column.name for column in connection.introspection.get_table_description(cursor, table)}
            wanted = {str(field.column) for field in model._meta.local_concrete_fields}
            if odd := sorted(found ^ wanted):
                return f"{table} has {'no' if odd[0] in wanted else 'a'} column {odd[0]}"
    return ""
