"""How a game by post moves: who has been awaited how long, and how long people take, as a reader may know it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median

from django.db.models import Q
from django.db.models.functions import TruncWeek
from django.utils import timezone

from campaigns.calendar.calendar import format_duration
from campaigns.core.seats import get_seat
from campaigns.models import Absence, Membership, Scene
from campaigns.sessions.absences.services import list_absences, list_away
from play.commands.nudge import may_be_asked, may_be_nudged
from play.models import Entry, Wait, WaitKind
from play.seats.waits import AwaitedAt, see_waits
from play.table.seat_log import only_lines
from play.table.state import TableState
from rules import get_system
from rules.text import Text


@dataclass(frozen=True, slots=True)
class AwaitedIn:
    """Somebody who is awaited in a scene. `who`: the player's name; empty for the Storyteller.

    `away`: the player's absence, if she is away now and the reader may know of it.
    """

    scene: Scene
    wait: AwaitedAt
    who: str
    kind: str
    may_nudge: bool
    away: Absence | None = None


@dataclass(frozen=True, slots=True)
class PaceOf:
    """How long a person took. `who` is empty for the Storyteller. `typical`: the median."""

    who: str
    kind: str
    count: int
    typical: Text
    longest: Text
    missed: int


def list_awaited_in(
    membership: Membership, scenes: Sequence[Scene], states: Mapping[int, TableState]
) -> list[AwaitedIn]:
    """Return who is awaited in these open scenes of the series, the longest awaited first. `states`: by scene key.

    Where all scenes are live, nothing is asked.
    """
    by_post = [scene for scene in scenes if scene.pk in states and states[scene.pk].post]
    if not by_post:
        return []
    waits: defaultdict[int, list[Wait]] = defaultdict(list)
    for wait in Wait.objects.filter(ended_at=None, table__scene__in=by_post).select_related("table", "user"):
        waits[wait.table.scene_id].append(wait)
    seat, now, found = get_seat(membership), timezone.now(), []
    away = {absence.member.user_id: absence for absence in list_away(list_absences(membership), now)}
    for scene in by_post:
        by_key = {wait.pk: wait for wait in waits[scene.pk]}
        for seen in see_waits(get_system(scene.series.system), states[scene.pk], seat, by_key.values()):
            wait = by_key[seen.key]
            who = wait.user.get_username() if wait.user else ""
            kind = str(WaitKind(seen.kind).label)
            absence = away.get(wait.user_id or 0)
            may_nudge = seat.storyteller and may_be_nudged(wait, now) and may_be_asked(absence)
            found.append(AwaitedIn(scene, seen, who, kind, may_nudge, absence))
    return sorted(found, key=lambda row: row.wait.since)


def measure_pace(scene: Scene, membership: Membership) -> list[PaceOf]:
    """Return how long people took in a scene by post: of others, only what everybody could see being awaited."""
    waits = Wait.objects.filter(table__scene=scene, ended_at__isnull=False).exclude(kind=WaitKind.ROLL)
    if not get_seat(membership).storyteller:
        waits = waits.filter(Q(public=True) | Q(user=membership.user_id))
    taken: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    missed: Counter[tuple[str, str]] = Counter()
    for user, kind, since, ended, late in waits.values_list("user__username", "kind", "since", "ended_at", "missed"):
        key = (user or "", kind)
        taken[key].append((ended - since).total_seconds() if ended else 0)
        missed[key] += late
    return [
        PaceOf(who, str(WaitKind(kind).label), len(spans), _say(median(spans)), _say(max(spans)), missed[who, kind])
        for (who, kind), spans in sorted(taken.items())
    ]


def _say(seconds: float) -> Text:
    return format_duration(round(seconds))


def count_weeks(scene: Scene, membership: Membership) -> list[tuple[date, int]]:
    """Return how many lines of the log each week brought that the reader may see, the newest week first."""
    lines = only_lines(Entry.objects.filter(table__scene=scene), get_seat(membership)).order_by()
    weeks = Counter(at.date() for at in lines.annotate(week=TruncWeek("at")).values_list("week", flat=True))
    return sorted(weeks.items(), reverse=True)
