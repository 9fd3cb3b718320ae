"""Reads the recaps of scenes from their logs. A process remembers each until the log grows."""

from collections.abc import Mapping, Sequence, Set

from django.db.models import Case, Q, When

from campaigns.models import Membership, Role, Scene, Series
from play.models import Entry, Table
from play.recap.gather import RECAPPED, Gathering, PostWords
from play.recap.model import Recap
from play.table.events import decode_event
from play.table.history import effective_numbers, find_counted
from play.table.live_scene import live_scenes
from play.table.seat_log import only_lines
from play.table.speech import Posted, PostEdited
from play.table.state import Span
from rules import get_system
from rules.battle import Seat
from rules.battle.events import CombatantAdded
from rules.system import System

EVERYBODY = Seat()
"""The seat without characters: it sees what everybody sees."""


def load_recap(scene: Scene, seat: Seat, *, in_public: bool = False) -> Recap:
    """Return a scene as the seat saw it, for somebody who may see it. What was taken back never happened.

    `in_public`: without the names of people and with the words of posts, for a text that others may read.
    """
    return load_recaps([scene], seat, in_public=in_public)[0]


def load_recaps(scenes: Sequence[Scene], seat: Seat, *, in_public: bool = False) -> list[Recap]:
    """Return scenes of one series like `load_recap`, by as many queries as for one."""
    tables = {table.scene_id: table for table in Table.objects.filter(scene__in=scenes).only("scene", "number")}
    keys = {key: (seat, in_public, 0, table.number) for key, table in tables.items()}
    known: dict[int, Recap | None] = {key: live_scenes.get(key).recaps.get(keys[key]) for key in tables}
    missing = [tables[key] for key, recap in known.items() if recap is None]
    if missing:
        counted, series = find_counted(missing), scenes[0].series
        posts = _load_posts(series, counted) if in_public else {}
        system = get_system(series.system)
        gatherings = {row.pk: Gathering(system, seat, in_public, posts.get(row.pk, {})) for row in missing}
        _gather(counted, gatherings)
        for row in missing:
            known[row.scene_id] = recap = gatherings[row.pk].finish()
            live_scenes.get(row.scene_id).recaps.put(keys[row.scene_id], recap)
    return [known.get(scene.pk) or Recap() for scene in scenes]


def load_recap_after(scene: Scene, table: Table, spans: list[Span], seat: Seat, after: int) -> Recap:
    """Return what the seat saw of a scene behind the entry of this number, by one query.

    `spans`: the stretches of the table's log that count, as `play.table.newest.load_spans` returns them.
    """

    def gather() -> Recap:
        gathering = Gathering(get_system(scene.series.system), seat)
        _gather({table.pk: effective_numbers(spans)}, {table.pk: gathering}, after)
        return gathering.finish()

    recap: Recap = live_scenes.get(scene.pk).recaps.get_or_make((seat, False, after, table.number), gather)
    return recap


def _gather(counted: Mapping[int, Set[int]], gatherings: Mapping[int, Gathering], after: int = 0) -> None:
    """Let the gatherings see what the seat may see of their tables, and tell what came after this number.

    Both are by the key of the table. `counted`: the numbers of the entries that count.
    """
    gathering = next(iter(gatherings.values()))
    entries = only_lines(Entry.objects.filter(table__in=counted), gathering.seat).order_by("table", "number")
    # The many other events are long: the database leaves them out.
    stored = Case(When(_has_lines(gathering.system), then="event"))
    begun = set() if after else set(counted)
    for table, number, at, event in entries.values_list("table", "number", "at", stored):
        if number > after and table not in begun:
            gatherings[table].begin_span()
            begun.add(table)
        if number in counted[table]:
            gatherings[table].note_time(at)
            if event is not None:
                gatherings[table].add(decode_event(gathering.system, event), number)
    for table in counted.keys() - begun:
        gatherings[table].begin_span()


def _load_posts(series: Series, counted: Mapping[int, Set[int]]) -> dict[int, dict[int, PostWords]]:
    """Return the newest words of the posts that are no person's own remarks, by table and by the number of their entry.

    What the Storytellers write as themselves tells of the scene; what players write so does not.
    """
    tellers = set(Membership.objects.filter(series=series, role=Role.STORYTELLER).values_list("user", flat=True))
    kinds = (Posted.__name__, PostEdited.__name__)
    entries = Entry.objects.filter(table__in=counted, event__kind__in=kinds).order_by("table", "number")
    posts: dict[int, dict[int, PostWords]] = {table: {} for table in counted}
    rows = entries.values_list("table", "number", "event", "command__user", "command__user__username")
    for table, number, event, user, name in rows:
        found = posts[table]
        if number not in counted[table]:
            continue
        if event["kind"] == PostEdited.__name__:
            if known := found.get(event["post"]):
                found[event["post"]] = PostWords(event["text"], known.is_narration)
            continue
        is_person = not event["character"] and event["name"] == name
        if not is_person or user in tellers:
            found[number] = PostWords(event["text"], is_person)
    return posts


def _has_lines(system: System) -> Q:
    """Return what holds for the entries that a recap tells of."""
    turning = {CombatantAdded.__name__, *(cls.__name__ for cls in system.battle.turning)}
    return Q(event__kind__in=sorted(RECAPPED)) | Q(event__event__kind__in=sorted(turning))
