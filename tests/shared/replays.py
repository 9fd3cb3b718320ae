"""Everything that a database holds, told in a few lines, so that two can be compared: counts, logs, replayed states."""

import hashlib
import json
from typing import Any

from deploy.processes import manage


def ask(environment: dict[str, str], *command: str) -> dict[str, Any]:
    """Have a process at that database carry out a command, if there is one, and replay every scene."""
    return ask_each(environment, command)[0]


def ask_each(environment: dict[str, str], *commands: tuple[str, ...]) -> list[dict[str, Any]]:
    """Have one process carry out one command after the other, and replay every scene after each."""
    code = f"from tests.shared.replays import tell; tell({commands!r})"
    told: list[dict[str, Any]] = json.loads(manage(environment, "shell", "-v", "0", "-c", code).splitlines()[-1])
    return told


def tell(commands: tuple[tuple[str, ...], ...]) -> None:
    """Carry out the commands; print what stands there after each."""
    from django.core.management import call_command

    told = []
    for command in commands:
        if command:
            call_command(*command)
        told.append(look())
    print(json.dumps(told))


def look() -> dict[str, Any]:
    """The counts of all tables, how each scene's log and replayed state read, and what was said there.

    Of each line that was said, the number that the Storyteller calls it by.
    """
    from django.apps import apps

    from config.backup.tables import LEFT_BEHIND
    from play.models import Entry, Table
    from play.table.history import state_at
    from play.table.state import encode_state
    from rules import get_system

    counts = {
        model._meta.label: model._base_manager.count()
        for model in apps.get_models(include_auto_created=True)
        if model._meta.label not in LEFT_BEHIND | {"campaigns.AuditEntry"}
    }
    scenes, said = {}, {}
    for table in Table.objects.select_related("scene__episode__story__series"):
        replayed = encode_state(state_at(get_system(table.scene.series.system), table, table.number))
        assert _digest(replayed) == _digest(table.state), f"scene {table.scene_id} does not replay to its state"
        log = list(Entry.objects.filter(table=table).order_by("number").values_list("number", "event", "at"))
        scenes[table.scene_id] = [table.number, _digest(log), _digest(replayed)]
        told = Entry.objects.filter(table=table, told=True).order_by("number").values_list("event", flat=True)
        lines = enumerate(told, 1)
        said[table.scene_id] = [(place, event["text"]) for place, event in lines if event["kind"] == "Said"]
    return {"counts": counts, "scenes": scenes, "said": said}


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()
