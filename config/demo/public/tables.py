"""The tables of a public demo. Each visitor gets one of her own, where she is the Storyteller.

The other seats of the table are accounts, too, with characters that have a past. Who opens the table's link sits down
on the next of them.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.core.management.base import CommandError
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.accounts.services import end_sessions
from campaigns.core.access import known_parts
from campaigns.core.refusals import Refused
from campaigns.models import AuditEntry, DemoSeat, Membership, Scene, Series, User
from campaigns.notices.read_marks import mark_read
from campaigns.series.removal import delete_series, lock_tables
from config.demo import SYSTEM, make_table
from config.demo.games import GAMES
from config.demo.people import PLAYERS, ROLES, SPECTATOR, STORYTELLER
from play.models import Entry, Table

SYSTEMS = (SYSTEM, *GAMES)
"""The games that a visitor may choose from."""
GUESTS = (*PLAYERS, SPECTATOR)
"""The seats that the table's link gives, in this order."""
IDLE_AFTER = timedelta(hours=1)
"""How long nothing happens at a table before it is given up."""


def holds_other_series() -> bool:
    """Return whether the database holds a series that no public demo made."""
    return Series.objects.filter(owner__demo_seat__isnull=True).exists()


def require_own_database() -> None:
    """Raise `CommandError` if the database holds a series that no demo made."""
    if holds_other_series():
        raise CommandError(
            "This database holds series that no public demo has made, and strangers must not meet them. "
            "Give the demo a folder of its own: STORYWHEEL_VAR=/path/to/an/empty/folder"
        )


def next_reset(now: datetime) -> datetime:
    """Return when the demo is reset."""
    today = now.astimezone(timezone.get_default_timezone()).replace(
        hour=settings.DEMO_RESET_HOUR, minute=0, second=0, microsecond=0
    )
    return today if today > now else today + timedelta(days=1)


@transaction.atomic
def take_table(system: str, address: str) -> DemoSeat:
    """Make a table of this game. Return the Storyteller's seat.

    Raises `Refused` if there is no such game, if there are too many seats, or if other people have series here.
    """
    if system not in SYSTEMS:
        raise Refused(_("Choose a game from the list."), status=422)
    if holds_other_series():
        raise Refused(_("This server already has series. A public demo needs its own database."), status=503)
    _require_room(address)
    if _is_full():
        give_up_idle()
    if _is_full():
        raise Refused(_("All demo tables are taken. Come back later: idle tables go after an hour."), status=503)
    table = secrets.token_urlsafe(24)
    people = _make_people(table)
    make_table(system, people)
    return _sit_down(DemoSeat.objects.get(table=table, name=STORYTELLER), address)


@transaction.atomic
def take_seat(table: str, address: str) -> DemoSeat:
    """Take the next free seat at a table. Raises `Refused` if there is none, or if there are too many seats."""
    seats = {seat.name: seat for seat in DemoSeat.objects.select_for_update().filter(table=table)}
    if not seats:
        raise Refused(
            _(
                "This table is gone: idle tables are deleted after an hour, and all tables every night. "
                "Open your own table."
            ),
            status=404,
        )
    _require_room(address)
    free = [seats[name] for name in GUESTS if name in seats and seats[name].taken_at is None]
    if not free:
        raise Refused(_("All places at this table are taken. Open your own table."), status=409)
    return _sit_down(free[0], address)


def find_scene(seat: DemoSeat) -> Scene | None:
    """Return the scene that is played at the table of the seat. None if the visitors have removed or hidden it."""
    return known_parts(Scene, seat.user).filter(closed_at=None, table__isnull=False).order_by("pk").first()


def leave_table(seat: DemoSeat) -> None:
    """Remove the table whose Storyteller takes another, if nobody else sits there."""
    others = DemoSeat.objects.filter(table=seat.table, taken_at__isnull=False).exclude(pk=seat.pk)
    if seat.name == STORYTELLER and not others.exists():
        remove_table(seat.table)


def note_use(table: str) -> None:
    """Note that somebody of this table has just opened a page."""
    cache.set(_used(table), timezone.now().timestamp(), IDLE_AFTER.total_seconds())


def give_up_idle() -> None:
    """Remove the tables at which nobody has taken a seat, opened a page or played for an hour."""
    early = timezone.now() - IDLE_AFTER
    tables = DemoSeat.objects.values("table").annotate(last=Max("taken_at")).filter(last__lt=early)
    for table in [row["table"] for row in tables]:
        if cache.get(_used(table), 0) >= early.timestamp():
            continue
        series = Series.objects.filter(owner__demo_seat__table=table)
        if not Entry.objects.filter(table__scene__episode__story__series__in=series, at__gte=early).exists():
            remove_table(table)


def _used(table: str) -> str:
    return f"demo-table-used-{table}"


def _is_full() -> bool:
    tables = DemoSeat.objects.filter(name=STORYTELLER).count()
    return tables >= int(settings.DEMO_TABLES)


def clear_tables() -> int:
    """Remove all tables with all that was done at them, and nothing else. Return how many there were."""
    tables = set(DemoSeat.objects.values_list("table", flat=True))
    for table in tables:
        remove_table(table)
    return len(tables)


@transaction.atomic
def remove_table(table: str) -> None:
    """Remove the accounts of a table, the series that they own, and what the audit log says of them."""
    people = list(User.objects.filter(demo_seat__table=table))
    owned = list(Series.objects.filter(owner__in=people).values_list("pk", flat=True))
    lock_tables(owned)
    for series in Series.objects.select_for_update().filter(pk__in=owned):
        delete_series(series, None)
    for person in people:
        end_sessions(person)
    User.objects.filter(pk__in=[person.pk for person in people]).delete()
    _forget([person.get_username() for person in people], owned)


def _forget(names: Collection[str], series: Collection[int]) -> None:
    AuditEntry.objects.filter(Q(who__in=names) | Q(whom__in=names) | Q(series_number__in=series)).delete()


def _make_people(table: str) -> dict[str, User]:
    """Create an account for each of the demo's people. Nobody can sign in to one: it has no password."""
    people: dict[str, User] = {}
    word = secrets.token_hex(3)
    for name in ROLES:
        people[name] = User(username=f"{name}-{word}")
        people[name].set_unusable_password()
        people[name].save()
        DemoSeat.objects.create(user=people[name], table=table, name=name)
    return people


def _require_room(address: str) -> None:
    """Raise `Refused` if visitors from this address have as many seats as they may."""
    list(DemoSeat.objects.select_for_update())  # two who ask at once are counted one after the other
    taken = DemoSeat.objects.filter(address=address, taken_at__isnull=False)
    if taken.count() >= settings.DEMO_SEATS_ADDRESS:
        give_up_idle()
    if taken.count() >= settings.DEMO_SEATS_ADDRESS:
        raise Refused(
            _("Your address already uses %(count)s places, the maximum. The demo resets every night.")
            % {"count": settings.DEMO_SEATS_ADDRESS},
            status=429,
        )


def _sit_down(seat: DemoSeat, address: str) -> DemoSeat:
    seat.taken_at, seat.address = timezone.now(), address
    seat.save(update_fields=["taken_at", "address"])
    if scene := find_scene(seat):
        series = scene.episode.story.series
        member = Membership.objects.get(series=series, user=seat.user_id)
        mark_read(member, scene, Table.objects.get(scene=scene).number)  # else what she missed hides the fight
    return seat
