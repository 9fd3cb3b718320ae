"""Absences are rows: several for each member, never two at once, in whole days, and known wherever people are asked."""

import re
from datetime import UTC, datetime, timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from campaigns.core.days import say_days
from campaigns.core.refusals import Refused
from campaigns.core.seats import get_seat
from campaigns.models import Absence, Membership, Notice, User
from campaigns.sessions.absences.services import announce_absence, end_absence
from campaigns.sessions.working_time import load_clock
from config.accounts import my_data
from play.commands.nudge import nudge
from play.seats.pace import list_awaited_in
from play.table.newest import load_states
from tests.cast import Cast, propose_session
from tests.conftest import SignIn
from tests.markup import flat
from tests.play.conftest import TableInPlay
from tests.play.test_waits import by_post, open_waits

DAY = timedelta(days=1)


def midnight(days: int) -> datetime:
    """The beginning of a day this many days from today, in UTC."""
    return timezone.now().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + days * DAY


def go_away(cast: Cast, first: int, last: int, stand_in: User | None = None) -> Absence:
    """The player is away from a day to another, counted from today."""
    own = cast.membership(cast.player)
    return announce_absence(own, own, midnight(first), midnight(last + 1), stand_in.pk if stand_in else None)


def test_a_second_absence_leaves_the_first_with_its_stand_in(cast: Cast) -> None:
    first = go_away(cast, -1, 2, cast.rival)
    go_away(cast, 20, 29)
    assert Absence.objects.count() == 2
    assert str(cast.heroine.pk) in get_seat(cast.membership(cast.rival)).characters
    assert Notice.objects.filter(user=cast.rival, key=f"absence {first.pk}", closed_at=None).exists()
    clock = load_clock(cast.series, cast.player.pk)
    assert [one.begins_at for one in clock.absences] == [midnight(-1), midnight(20)]
    end_absence(cast.membership(cast.player), first)
    assert Absence.objects.get().first_day == midnight(20).date()
    assert str(cast.heroine.pk) not in get_seat(cast.membership(cast.rival)).characters


@pytest.mark.parametrize(("first", "last"), [(1, 4), (-3, 30), (2, 2), (4, 9)])
def test_an_absence_within_another_is_refused_and_names_it(cast: Cast, first: int, last: int) -> None:
    there = go_away(cast, 1, 4)
    with pytest.raises(Refused) as refused:
        go_away(cast, first, last)
    assert say_days(there.first_day, there.last_day) in str(refused.value)
    go_away(cast, 5, 9)


def test_days_are_days_on_the_page(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    client.cookies["zone"] = "America/New_York"
    address = reverse("absences", args=[cast.series.pk])
    first, last = midnight(9).date(), midnight(13).date()
    form = {"begins": first.isoformat(), "ends": last.isoformat(), "stand_in": ""}
    assert client.post(address, form).status_code == 302
    page = client.get(address).content.decode()
    assert say_days(first, last) in page
    assert "00:00" not in page
    assert client.post(address, form).status_code == 422


def test_a_proposal_of_dates_names_those_who_are_away(cast: Cast, sign_in: SignIn) -> None:
    go_away(cast, 2, 4)
    client = sign_in(cast.storyteller)
    assert say_days(midnight(2).date(), midnight(4).date()) in (
        client.get(reverse("session_new", args=[cast.series.pk])).content.decode()
    )
    dates = [midnight(3) + timedelta(hours=18), midnight(8)]
    session = propose_session(cast.membership(cast.storyteller), {"words": "", "minutes": 60}, dates)
    address = reverse("session", args=[session.pk])
    rows = re.findall(r'<th scope="row">.*?</th>', flat(client.get(address).content.decode()))
    assert ["player" in row for row in rows] == [True, False]
    assert "Away" not in sign_in(cast.rival).get(address).content.decode(), "others may not know of it"


def test_who_is_awaited_and_away_is_said_and_the_stand_in_is_nudged(db: None) -> None:
    table = by_post()
    cast = table.cast
    teller = cast.membership(cast.storyteller)

    def awaited() -> tuple[Absence | None, bool]:
        (one,) = list_awaited_in(teller, [table.scene], load_states([table.scene]))
        return one.away, one.may_nudge

    assert awaited() == (None, True)
    absence = go_away(cast, -1, 1, cast.rival)
    assert awaited() == (absence, True)
    (wait,) = open_waits(table)
    nudge(teller, table.scene, wait.pk)
    assert _nudged(wait.pk) == [cast.rival.pk]


def _nudged(wait: int) -> list[int]:
    return list(Notice.objects.filter(key=f"wait {wait} nudged").values_list("user", flat=True))


def test_nobody_is_nudged_while_away_without_a_stand_in(db: None) -> None:
    table: TableInPlay = by_post()
    absence = go_away(table.cast, -1, 1)
    teller = table.cast.membership(table.cast.storyteller)
    (one,) = list_awaited_in(teller, [table.scene], load_states([table.scene]))
    assert (one.away, one.may_nudge) == (absence, False)
    with pytest.raises(Refused, match="is away"):
        nudge(teller, table.scene, one.wait.key)


def test_absences_are_among_my_data(cast: Cast) -> None:
    go_away(cast, 2, 4, cast.rival)
    go_away(cast, 9, 9)
    written = my_data.write(cast.player).decode()
    assert all(midnight(n).date().isoformat() in written for n in (2, 4, 9))
    assert '"stand_in": "rival"' in written


def test_what_was_announced_before_is_carried_over(cast: Cast) -> None:
    """The rows of the old release had columns of the membership; `tests/releases` opens their databases."""
    carry_over = import_module("campaigns.migrations.0027_absences").carry_over

    class Old:
        """The registry of models as it was: members with the columns of one absence."""

        @staticmethod
        def get_model(app: str, name: str) -> object:
            return _OldMembers(cast) if name == "Membership" else apps.get_model(app, name)

    carry_over(Old, SimpleNamespace(connection=connection))
    found = Absence.objects.get()
    assert (found.member.user, found.stand_in) == (cast.player, cast.rival)
    assert say_days(found.first_day, found.last_day) == say_days(midnight(2).date(), midnight(4).date())
    assert found.ends_at == midnight(5)


class _OldMembers:
    def __init__(self, cast: Cast) -> None:
        self.objects, self._cast = self, cast

    def using(self, _alias: str) -> "_OldMembers":
        return self

    def filter(self, **_unused: object) -> list[Membership]:
        member = self._cast.membership(self._cast.player)
        old = {"away_from": midnight(2), "away_until": midnight(5), "stand_in_id": self._cast.rival.pk}
        for name, value in old.items():
            setattr(member, name, value)
        return [member]
