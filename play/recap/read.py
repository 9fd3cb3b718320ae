"""Reads the recap of a scene from its log. A process remembers it until the log grows."""

from django.db.models import Q, QuerySet

from campaigns.models import Scene
from play.models import Entry, Table
from play.recap.gather import TOLD, Gathering
from play.recap.model import Recap
from play.table.events import decode_event
from play.table.history import effective_numbers
from play.table.live_scene import live_scenes
from play.table.newest import load_spans
from play.table.rows import find_table
from play.table.seat_log import visible_entries
from rules import get_system
from rules.battle import Seat
from rules.battle.events import CombatantAdded
from rules.system import System

EVERYBODY = Seat()
"""The seat without characters: it sees what everybody sees."""


def read_recap(scene: Scene, seat: Seat, *, in_public: bool = False) -> Recap:
    """Return a scene as the seat saw it, for somebody who may see it. What was taken back never happened.

    `in_public`: without the names of people, for a text that others may read.
    """
    table = find_table(scene.pk)
    if table is None:
        return Recap()
    gathering = Gathering(get_system(scene.series.system), seat, in_public)
    known = live_scenes.get(scene.pk).recaps
    found: Recap = known.get_or_make((seat, in_public, table.number), lambda: _gather(table, gathering))
    return found


def _gather(table: Table, gathering: Gathering) -> Recap:
    counted, system = effective_numbers(load_spans(table)), gathering.system
    entries = visible_entries(table, gathering.seat).order_by("number")
    told = dict(_find_told(system, entries).values_list("number", "event"))
    for number, at in entries.values_list("number", "at"):
        if number in counted:
            gathering.note_time(at)
            if number in told:
                gathering.add(decode_event(system, told[number]))
    return gathering.finish()


def _find_told(system: System, entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the entries that a recap tells of: the database leaves out the many others, which are long."""
    turning = {CombatantAdded.__name__, *(cls.__name__ for cls in system.battle.turning)}
    return entries.filter(Q(event__kind__in=sorted(TOLD)) | Q(event__event__kind__in=sorted(turning)))
