"""Whether a backup fits the tables of this version, or those of an older one that migrations lead from."""

from django.apps import apps as current_apps
from django.apps.registry import Apps
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from config.backup.archive import BadBackup, Manifest
from config.backup.tables import list_models, list_names


def check_compatible(manifest: Manifest) -> None:
    """Check that the file has the tables that its migrations make. Raises `BadBackup`. It uses no database."""
    loader = _load()
    known = {f"{app}.{name}" for app, name in loader.disk_migrations}
    if missing := sorted(set(manifest.migrations) - known):
        raise BadBackup(
            f"The backup is of a newer Storywheel (it has {missing[0]}). Restore it with that version, or a later one."
        )
    tables = {model._meta.label: set(list_names(model)) for model in list_models(_load_models(loader, manifest))}
    noted = {label: set(note.columns) for label, note in manifest.tables.items()}
    for label in sorted(tables.keys() | noted.keys()):
        wanted, there = tables.get(label, set()), noted.get(label, set())
        if odd := sorted(wanted ^ there):
            what = "no" if odd[0] in wanted else "a"
            raise BadBackup(
                f"The backup has other tables than its migrations make ({label} has {what} column {odd[0]}). Restore "
                "it with the version that made it."
            )


def list_later(manifest: Manifest) -> list[str]:
    """Return the migrations of this version that the backup does not have."""
    return sorted({f"{app}.{name}" for app, name in _load().graph.nodes} - set(manifest.migrations))


def make_old_tables(manifest: Manifest, alias: str) -> Apps:
    """Create the tables of the backup's version in an empty database. Return the models of that version."""
    executor = MigrationExecutor(connections[alias])
    every = executor.migration_plan(executor.loader.graph.leaf_nodes())
    then = [step for step in every if f"{step[0].app_label}.{step[0].name}" in manifest.migrations]
    apps: Apps = executor.migrate([], plan=then).apps
    return apps


def _load_models(loader: MigrationLoader, manifest: Manifest) -> Apps:
    """Return the models at the time of the backup. Older ones take a tenth of a second to build."""
    then = [node for node in loader.graph.nodes if ".".join(node) in manifest.migrations]
    if len(then) == len(loader.graph.nodes):
        return current_apps
    apps: Apps = loader.project_state(then).apps
    return apps


def _load() -> MigrationLoader:
    return MigrationLoader(None, ignore_no_migrations=True)
