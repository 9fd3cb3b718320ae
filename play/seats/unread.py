"""What a person has not read yet: lines of logs after her mark (`ReadMark`), by others, which her seat may see."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.db.models import Case, Count, DateTimeField, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.chronicle.tree import About, Branch, walk
from campaigns.core.access import known_parts
from campaigns.core.seats import get_seat, seat_members
from campaigns.models import Character, Membership, NoticeSettings, PrivateNote, ReadMark, Role, Scene, User
from campaigns.series.awaited import Urgency, WaitingMatter, list_played
from play.models import Entry, Table
from play.table.seat_log import only_lines
from rules.battle import Seat
from rules.text import isolate_name

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
SERIES = "episode__story__series"


@dataclass(frozen=True, slots=True)
class Unread:
    """How many lines of a scene's log a person has not read."""

    series: int
    scene: int
    title: str
    count: int


def count_unread(
    scenes: QuerySet[Scene], memberships: Sequence[Membership], played: Iterable[Character]
) -> QuerySet[Scene]:
    """Return the scenes with `unread`: how many lines of the log wait for the person whose memberships these are.

    Where she has read nothing yet, the lines since she joined count. `played`: the characters that she plays, and any
    others. Call it with scenes that she may see, of series in which she is a member: `memberships` is not empty.
    """
    joined = Case(
        *(When(**{SERIES: membership.series_id}, then=Value(membership.joined_at)) for membership in memberships)
    )
    user = memberships[0].user_id
    read = ReadMark.objects.filter(scene=OuterRef("pk"), user=user).values("number")
    since = Case(When(read=None, then=joined), default=Value(LONG_AGO), output_field=DateTimeField())
    counted = (
        When(**{f"{SERIES}__in": series}, then=Subquery(_count_lines(seat, user)))
        for series, seat in _list_seats(memberships, list(played))
    )
    unread = Coalesce(Case(*counted, output_field=IntegerField()), 0)
    return scenes.annotate(read=Subquery(read)).annotate(since=since).annotate(unread=unread)


def about_unread(membership: Membership) -> About:
    """Return what adds `unread` to the scenes of a member's chronicle, as `count_unread` does."""
    played = list_played([membership])  # a stand-in has those of somebody else, too
    return lambda scenes: count_unread(scenes, [membership], played)


def _list_seats(memberships: Sequence[Membership], played: Sequence[Character]) -> list[tuple[list[int], Seat]]:
    """Return for each role the series in which the person has it, and one seat for them.

    It has the characters of all of them: a character is in one series, and hears nothing in another.
    """
    found: list[tuple[list[int], Seat]] = []
    for role in Role:
        there = [membership for membership in memberships if membership.role == role]
        series = [membership.series_id for membership in there]
        if there:
            characters = [character for character in played if character.series_id in series]
            seats = [seat_members([membership], characters)[membership.user_id] for membership in there]
            heard = frozenset[str]().union(*(seat.characters for seat in seats))
            found.append((series, replace(seats[0], characters=heard)))
    return found


def _count_lines(seat: Seat, but: int | None) -> QuerySet[Any, Any]:
    """Return a query for the number of lines of a scene that are after the mark and after `since`.

    `but`: the person whose own lines do not count.
    """
    after = {"number__gt": Coalesce(OuterRef("read"), 0), "at__gt": OuterRef("since")}
    lines = only_lines(Entry.objects.filter(table__scene=OuterRef("pk"), **after), seat)
    others = lines if but is None else lines.exclude(command__user=but)
    return others.order_by().values("table").annotate(n=Count("pk")).values_list("n")


def list_unread(user: User, memberships: Sequence[Membership], played: Iterable[Character]) -> list[Unread]:
    """Return what a person has not read in all her series, the newest scenes first, by one query."""
    if not memberships:
        return []
    begun = known_parts(Scene, user).filter(table__number__gt=0)
    rows = count_unread(begun, memberships, played).order_by("-pk").values_list(SERIES, "pk", "title", "unread")
    return [Unread(*row) for row in rows if row[-1]]


def find_newest(unread: Iterable[Unread]) -> dict[int, dict[int, int]]:
    """Return the number of the newest entry of each of these scenes, by the key of the series and of the scene."""
    series = {row.scene: row.series for row in unread}
    found: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for scene, number in Table.objects.filter(scene__in=series).values_list("scene", "number"):
        found[series[scene]][scene] = number
    return found


def find_unread(tree: Sequence[Branch]) -> list[Unread]:
    """Return what a member has not read of a series, the last in play first. The scenes of the tree have `unread`."""
    scenes: list[Any] = [branch.part for branch in walk(tree) if branch.kind == "scene"]
    return [Unread(scene.series.pk, scene.pk, scene.title, scene.unread) for scene in reversed(scenes) if scene.unread]


def make_awaited(unread: Iterable[Unread]) -> Iterator[WaitingMatter]:
    """Yield what is unread, one line for each series."""
    by_series: dict[int, list[Unread]] = defaultdict(list)
    for row in unread:
        by_series[row.series].append(row)
    for series, scenes in by_series.items():
        values = {
            "n": sum(scene.count for scene in scenes),
            "title": isolate_name(scenes[0].title),
            "scenes": len(scenes),
        }
        if len(scenes) == 1:
            words, url = _("%(n)s new in “%(title)s”") % values, reverse("table_unread", args=[scenes[0].scene])
        else:
            words, url = _("%(n)s new in %(scenes)s scenes") % values, f"{reverse('series', args=[series])}#waiting"
        yield WaitingMatter(Urgency.UNREAD, series, words, url)


@dataclass(frozen=True, slots=True)
class MissedCounts:
    """What a person has not read of a scene, by her own counts: the lines after `after`, up to `upto`.

    `count`: how many of them are by others; `since`: when she read last; None if never.
    """

    after: int
    upto: int
    count: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Personal:
    """What the page of a scene has for one person alone: her notes, and what she missed, if anything.

    `zone`: her time zone, as `campaigns.sessions.working_time.find_zone` returns it.
    """

    note: PrivateNote
    missed: MissedCounts | None
    zone: str | None


def load_personal(membership: Membership, scene: Scene, seat: Seat, count: int) -> Personal:
    """Return what is for a member alone, by one question. `count`: how many lines her log has."""
    user = membership.user_id
    mark = ReadMark.objects.filter(scene=OuterRef("pk"), user=user)
    joined = Value(membership.joined_at, output_field=DateTimeField())
    since = Case(When(read=None, then=joined), default=Value(LONG_AGO), output_field=DateTimeField())
    row = Scene.objects.filter(pk=scene.pk).annotate(
        read=Subquery(mark.values("number")), read_at=Subquery(mark.values("at"))
    )
    row = row.annotate(since=since).annotate(
        unread=Coalesce(Subquery(_count_lines(seat, user)), 0),
        new=Coalesce(Subquery(_count_lines(seat, None)), 0),
        note=Subquery(PrivateNote.objects.filter(scene=OuterRef("pk"), user=user).values("text")),
        zone=Subquery(NoticeSettings.objects.filter(user=user).values("zone")),
    )
    text, unread, new, at, zone = row.values_list("note", "unread", "new", "read_at", "zone").get()
    note = PrivateNote(series_id=membership.series_id, scene=scene, user_id=user, text=text or "")
    return Personal(note, MissedCounts(max(0, count - new), count, unread, at) if unread and count else None, zone)


def find_first_unread(membership: Membership, scene: Scene) -> int | None:
    """Return the first unread line of a scene, as the member's own log counts it; None where all is read."""
    seat = get_seat(membership)
    first = find_unread_number(membership, scene, seat)
    lines = Entry.objects.filter(table__scene=scene, number__lte=first or 0)
    return None if first is None else only_lines(lines, seat).count()


def find_unread_number(membership: Membership, scene: Scene, seat: Seat) -> int | None:
    """Return the table's number of that line, by one query."""
    user = membership.user_id
    mark = ReadMark.objects.filter(scene=scene, user=user).values("number")
    lines = only_lines(Entry.objects.filter(table__scene=scene), seat).annotate(read=Subquery(mark))
    new = lines.filter(Q(number__gt=F("read")) | Q(read=None, at__gt=membership.joined_at))
    return new.exclude(command__user=user).order_by("number").values_list("number", flat=True).first()
