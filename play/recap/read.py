"""Reads the recaps of scenes from their logs. A process remembers each until the log grows."""

from collections.abc import Mapping, Sequence

from django.db.models import Q, QuerySet

from campaigns.models import Scene
from play.models import Entry, Table
from play.recap.gather import TOLD, Gathering
from play.recap.model import Recap
from play.table.events import decode_event
from play.table.history import find_counted
from play.table.live_scene import live_scenes
from play.table.seat_log import only_lines
from rules import get_system
from rules.battle import Seat
from rules.battle.events import CombatantAdded
from rules.system import System

EVERYBODY = Seat()
"""The seat without characters: it sees what everybody sees."""


def read_recap(scene: Scene, seat: Seat, *, in_public: bool = False, after: int = 0) -> Recap:
    """Return a scene as the seat saw it, for somebody who may see it. What was taken back never happened.

    `in_public`: without the names of people, for a text that others may read. `after`: the table's number of the entry
    behind which the recap begins.
    """
    return read_recaps([scene], seat, in_public=in_public, after=after)[0]


def read_recaps(scenes: Sequence[Scene], seat: Seat, *, in_public: bool = False, after: int = 0) -> list[Recap]:
    """Return scenes of one series like `read_recap`, by as many queries as for one."""
    tables = {one.scene_id: one for one in Table.objects.filter(scene__in=scenes).only("scene", "number")}
    keys = {key: (seat, in_public, after, table.number) for key, table in tables.items()}
    known: dict[int, Recap | None] = {key: live_scenes.get(key).recaps.get(keys[key]) for key in tables}
    missing = [tables[key] for key, recap in known.items() if recap is None]
    if missing:
        gatherings = {one.pk: Gathering(get_system(scenes[0].series.system), seat, in_public) for one in missing}
        _gather(missing, gatherings, after)
        for one in missing:
            known[one.scene_id] = recap = gatherings[one.pk].finish()
            live_scenes.get(one.scene_id).recaps.put(keys[one.scene_id], recap)
    return [known.get(scene.pk) or Recap() for scene in scenes]


def _gather(tables: Sequence[Table], gatherings: Mapping[int, Gathering], after: int) -> None:
    """Let the gatherings, by the key of their table, see what the seat may see of the tables, and tell what came
    after this number.
    """
    gathering = gatherings[tables[0].pk]
    system, counted = gathering.system, find_counted(tables)
    entries = only_lines(Entry.objects.filter(table__in=tables), gathering.seat).order_by("table", "number")
    told = {
        (table, number): event
        for table, number, event in _find_told(system, entries).values_list("table", "number", "event")
    }
    begun: set[int] = set() if after else {one.pk for one in tables}
    for table, number, at in entries.values_list("table", "number", "at"):
        if number > after and table not in begun:
            gatherings[table].begin_span()
            begun.add(table)
        if number in counted[table]:
            gatherings[table].note_time(at)
            if (table, number) in told:
                gatherings[table].add(decode_event(system, told[table, number]))
    for one in tables:
        if one.pk not in begun:
            gatherings[one.pk].begin_span()


def _find_told(system: System, entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the entries that a recap tells of: the database leaves out the many others, which are long."""
    turning = {CombatantAdded.__name__, *(cls.__name__ for cls in system.battle.turning)}
    return entries.filter(Q(event__kind__in=sorted(TOLD)) | Q(event__event__kind__in=sorted(turning)))
