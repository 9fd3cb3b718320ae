"""The first page: the series of a person, with what waits in each, who is there, and the table to go to first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.urls import reverse

from campaigns.models import Membership, Scene, User
from campaigns.series.awaited import Urgency, WaitingMatter, list_awaited, list_played
from campaigns.sessions.visible import NextSession, next_sessions
from play.seats.awaited import list_awaited as list_awaited_at_tables
from play.seats.unread import list_unread, make_awaited
from play.table.attendance import Visit, load_visits

SHOWN = 3
"""How many things that wait are named of each series."""


@dataclass(slots=True)
class ShelfRow:
    """A series of a person.

    `scene`: the open one to go to. `waits`: what waits in it for the person, the most urgent first. `people` and
    `here`: the keys and names of those who are at its tables now. `is_first`: its table is the one to go to first.
    """

    membership: Membership
    scene: Scene | None = None
    waits: list[WaitingMatter] = field(default_factory=list)
    people: set[int] = field(default_factory=set)
    here: list[str] = field(default_factory=list)
    upcoming: NextSession | None = None
    unread: bool = False
    is_first: bool = False

    @property
    def shown(self) -> list[WaitingMatter]:
        """What is named of that which waits."""
        return self.waits[:SHOWN]

    @property
    def more(self) -> int:
        """How many more things wait."""
        return len(self.waits[SHOWN:])

    @property
    def urgency(self) -> int:
        """The urgency of what waits most; past all urgencies where nothing waits."""
        return self.waits[0].urgency if self.waits else len(Urgency)


def list_shelf(
    user: User,
    memberships: Sequence[Membership],
    scenes: Sequence[Scene],
    here: Mapping[int, frozenset[int]],
    since: datetime,
) -> list[ShelfRow]:
    """Return a row for each series of a person: where something is awaited at a table now first, then by name.

    `scenes`: the open ones of these series, in the order of `list_open_scenes`; where something is awaited in one, it
    is the one to go to. Those count as there who are `here` (by the key of a scene), and players who did something
    after `since`; what a Storyteller did may be a secret.
    """
    rows = {membership.series_id: ShelfRow(membership) for membership in memberships}
    played = list_played(memberships)
    at_tables = list_awaited_at_tables(user, memberships, played, scenes)
    waits = [
        *at_tables,
        *list_awaited(user, memberships, played),
        *make_awaited(list_unread(user, memberships, played)),
    ]
    for waiting in sorted(waits, key=lambda awaited: awaited.urgency):
        rows[waiting.series].waits.append(waiting)
        rows[waiting.series].unread |= waiting.urgency == Urgency.UNREAD
    by_url = {reverse("table", args=[scene.pk]): scene for scene in scenes}
    doors = [
        by_url[waiting.url.partition("#")[0]] for waiting in sorted(at_tables, key=lambda awaited: -awaited.urgency)
    ]
    for scene in (*scenes, *doors):
        rows[scene.series.pk].scene = scene
    for upcoming in reversed(next_sessions(user)):
        if row := rows.get(upcoming.session.series_id):  # somebody may just have let the person in
            row.upcoming = upcoming
    visits = load_visits([scene.pk for scene in scenes], user, since) if scenes else []
    players = {(character.series_id, character.owner_id) for character in played}
    active = {(visit.scene, visit.user) for visit in visits if visit.at > since}
    for scene in scenes:
        people = here.get(scene.pk, frozenset())
        rows[scene.series.pk].people |= people | {
            user for key, user in active if key == scene.pk and (scene.series.pk, user) in players
        }
    _name_people(rows.values(), {visit.user: visit.name for visit in visits})
    found = sorted(rows.values(), key=lambda row: min(row.urgency, Urgency.ANSWER))
    if first := _find_first(found, visits, user):
        first.is_first = True
    return found


def _name_people(rows: Iterable[ShelfRow], names: Mapping[int, str]) -> None:
    """Name those who are at the tables. The database is asked for `names` that are not known yet."""
    found = list(rows)
    if unknown := set[int]().union(*(row.people for row in found)) - names.keys():
        names = {**names, **dict(User.objects.filter(pk__in=unknown).values_list("pk", "username"))}
    for row in found:
        row.here = sorted(names[key] for key in row.people if key in names)


def _find_first(rows: Sequence[ShelfRow], visits: Iterable[Visit], user: User) -> ShelfRow | None:
    """Return the series whose table waits most; if none waits, where the person played last, or else the first."""
    tables = [row for row in rows if row.scene is not None]
    if not tables or tables[0].urgency <= Urgency.TABLE:
        return tables[0] if tables else None
    last = {visit.scene: visit.at for visit in visits if visit.user == user.pk}
    played = [row for row in tables if row.scene and row.scene.pk in last]
    return max(played, key=lambda row: last[row.scene.pk] if row.scene else datetime.min, default=tables[0])
