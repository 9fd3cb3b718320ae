"""What the table does for seats that play themselves, while somebody looks."""

import uuid
from collections.abc import Collection

from django.db import transaction

from campaigns.models import Scene
from play.commands.context import open_own_context
from play.commands.playing import find_act
from play.commands.submit import Answer, lock_table, write_events
from play.models import Table
from rules.dice import Roller

NAMESPACE = uuid.UUID("2f4a8f0a-5d0c-5b8e-9a51-6f1d3c0b7e42")


def play_next(scene_id: int, number: int, here: Collection[int], roller: Roller | None = None) -> Answer | None:
    """Let the first seat act that plays itself and for which the table waits, once after each entry of the log.

    `number`: the table's, as it was when the pause before this act began. `here`: the keys of the people who look.
    Return None where there is nothing to do, where something else has happened since, and after a rewind: then the
    Storyteller wants the table as it was. Of two processes that ask, one does it.
    """
    with transaction.atomic():
        scene = Scene.objects.select_related("episode__story__series__owner").get(pk=scene_id)
        table = lock_table(scene)
        if table.number != number or not scene.is_open or _has_just_rewound(table):
            return None
        found = find_act(open_own_context(scene, table, roller), here)
        if found is None:
            return None
        context, events = found
        return write_events(context, make_key(scene_id, number), None, events)


def make_key(scene_id: int, number: int) -> uuid.UUID:
    """Return the id of the command that follows an entry of a scene by itself."""
    return uuid.uuid5(NAMESPACE, f"{scene_id} {number}")


def _has_just_rewound(table: Table) -> bool:
    return table.entries.filter(number=table.number, rewound_to__isnull=False).exists()
