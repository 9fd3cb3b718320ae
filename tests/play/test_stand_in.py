"""A stand-in sits for the absent player exactly within the absence, and sees no more than that seat sees."""

import asyncio
from datetime import datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from campaigns.core.seats import get_seat
from campaigns.models import Absence, Notice, User
from campaigns.series.members.services import change_role, remove_member
from campaigns.sessions.absences.services import announce_absence, end_absence, list_absences
from play.commands.moves import MakeRoll, Say
from play.live.hub import Hub
from play.models import Wait
from play.seats.awaited import list_awaited
from play.seats.facts import get_facts_for, seat_at
from play.seats.unread import list_unread
from rules.errors import IllegalMove
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn, live
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of
from tests.play.test_waits import by_post

pytestmark = pytest.mark.walk

DAY = timedelta(days=1)


def go_away(cast: Cast, begins: datetime, ends: datetime, stand_in: User | None) -> None:
    """The player is away, and this person stands in for her."""
    own = cast.membership(cast.player)
    announce_absence(own, own, begins, ends, stand_in.pk if stand_in else None)


def come_back(cast: Cast, by: User) -> None:
    """The absence of the player is taken back by this person."""
    end_absence(cast.membership(by), Absence.objects.get(member=cast.membership(cast.player)))


def shown_to(table: TableInPlay, user: User) -> str:
    return str(facts_of(table.scene, table.cast.membership(user)))


def keys(cast: Cast, user: User) -> frozenset[str]:
    return get_seat(cast.membership(user)).characters


def test_she_has_the_characters_exactly_within_the_absence(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = gather_cast("exalted2e")
    now = timezone.now()
    own = keys(cast, cast.rival)
    go_away(cast, now + DAY, now + 2 * DAY, cast.rival)
    lent = str(cast.heroine.pk)
    for moment, sits in ((0, False), (1, True), (1.9, True), (2, False), (3, False)):
        monkeypatch.setattr(timezone, "now", lambda moment=moment: now + moment * DAY)
        assert keys(cast, cast.rival) == (own | {lent} if sits else own)
        assert seat_at(*get_facts_for(cast.rival, cast.scene.pk))[0] == get_seat(cast.membership(cast.rival))
        assert lent in keys(cast, cast.player)
        assert lent not in keys(cast, cast.spectator)


def test_what_is_kept_for_the_person_stays_hers(coins: TableInPlay) -> None:
    cast, now = coins.cast, timezone.now()
    coins.act(cast.storyteller, Say("For the heroine: canary one.", to=str(cast.heroine.pk)))
    coins.act(cast.player, Say("For the Storyteller: canary two.", to="storyteller"))
    before = shown_to(coins, cast.rival)
    assert "canary" not in before
    go_away(cast, now - DAY, now + DAY, cast.rival)
    meanwhile = shown_to(coins, cast.rival)
    assert f"person:{cast.player.pk}" not in keys(cast, cast.rival)
    assert "canary two" not in meanwhile
    assert "canary one" in meanwhile, "what is whispered to the character is for who plays it"
    come_back(cast, cast.player)
    assert shown_to(coins, cast.rival) == before
    go_away(cast, now - DAY, now + DAY, None)
    assert shown_to(coins, cast.rival) == before


def test_she_acts_for_the_characters_and_no_longer_afterwards(coins: TableInPlay) -> None:
    cast, now = coins.cast, timezone.now()
    roll = MakeRoll(str(cast.heroine.pk), {})
    with pytest.raises(IllegalMove, match="You can’t act for that character here"):
        coins.act(cast.rival, roll)
    go_away(cast, now - DAY, now + DAY, cast.rival)
    with pytest.raises(Exception) as refused:  # noqa: PT011 - whatever the dice say, it is her character now
        coins.act(cast.rival, roll)
    assert "You can’t act for that character" not in str(refused.value)
    come_back(cast, cast.storyteller)
    with pytest.raises(IllegalMove, match="You can’t act for that character here"):
        coins.act(cast.rival, roll)


def test_what_waits_and_what_is_unread_follow_the_absence(db: None) -> None:
    table = by_post()
    cast, now = table.cast, timezone.now()

    def waits_for(user: User) -> list[str]:
        members, played = [cast.membership(user)], list(cast.series.characters.filter(owner__isnull=False))
        return [one.words for one in list_awaited(user, members, played, [table.scene])]

    def count(user: User) -> int:
        played = list(cast.series.characters.filter(owner__isnull=False))
        return sum(one.count for one in list_unread(user, [cast.membership(user)], played))

    assert waits_for(cast.player)
    assert not waits_for(cast.rival)
    alone = count(cast.rival)
    go_away(cast, now - DAY, now + DAY, cast.rival)
    assert waits_for(cast.rival) == waits_for(cast.player)
    assert count(cast.rival) >= alone
    wait = Wait.objects.get(table=table.table, ended_at=None)
    from config.tasks import turn_tables

    turn_tables()
    assert Notice.objects.filter(user=cast.rival, key=f"wait {wait.pk}", closed_at=None).exists()


@pytest.mark.parametrize("is_hidden", [False, True])
def test_the_pages_of_a_series_count_what_is_unread_for_those_for_whom_one_stands_in(
    coins: TableInPlay, sign_in: SignIn, is_hidden: bool
) -> None:
    cast, now = coins.cast, timezone.now()
    coins.act(cast.storyteller, Say("Psst.", to=str(cast.heroine.pk)))
    cast.series.characters.filter(pk=cast.heroine.pk).update(hidden=is_hidden)
    addresses = (f"/series/{cast.series.pk}/", f"/episode/{cast.episode.pk}/", f"/episode/{cast.episode.pk}/inside/")

    def count() -> list[bool]:
        pages = (sign_in(cast.rival).get(address).content.decode() for address in addresses)
        return ["1 new<" in page or "1 new in" in page for page in pages]

    assert count() == [False, False, False]
    go_away(cast, now - DAY, now + DAY, cast.rival)
    assert count() == [True, True, True]
    come_back(cast, cast.player)
    assert count() == [False, False, False]


def test_only_players_of_the_series_stand_in_and_only_the_storyteller_speaks_for_others(db: None) -> None:
    from django.core.exceptions import PermissionDenied

    from campaigns.core.refusals import Refused

    cast, now = gather_cast("exalted2e"), timezone.now()
    for user in (cast.spectator, cast.stranger, cast.player, cast.storyteller):
        with pytest.raises(Refused):
            go_away(cast, now, now + DAY, user)
    for begins, ends in ((now, now), (now - 2 * DAY, now - DAY), (now, now + 400 * DAY)):
        with pytest.raises(Refused):
            go_away(cast, begins, ends, None)
    rival, player = cast.membership(cast.rival), cast.membership(cast.player)
    with pytest.raises(PermissionDenied):
        announce_absence(rival, player, now, now + DAY, cast.rival.pk)
    made = announce_absence(cast.membership(cast.storyteller), player, now, now + DAY, cast.rival.pk)
    assert [one.member.user for one in list_absences(rival)] == [cast.player]
    assert list_absences(cast.membership(cast.spectator)) == []
    assert Notice.objects.filter(user=cast.rival, key=f"absence {made.pk}").exists()


def test_who_leaves_or_becomes_a_spectator_stands_in_no_more(db: None) -> None:
    cast, now = gather_cast("exalted2e"), timezone.now()
    go_away(cast, now - DAY, now + DAY, cast.rival)
    teller = cast.membership(cast.storyteller)
    change_role(teller, cast.membership(cast.rival), "spectator")
    assert keys(cast, cast.rival) == frozenset()
    remove_member(teller, cast.membership(cast.rival))
    assert Absence.objects.get(member__user=cast.player).stand_in is None


def test_the_page_announces_and_takes_back(db: None, client: Client) -> None:
    cast = gather_cast("exalted2e")
    client.force_login(cast.player)
    page = f"/series/{cast.series.pk}/absences/"
    day = (timezone.now() + 2 * DAY).date()
    form = {"begins": day.isoformat(), "ends": day.isoformat(), "stand_in": str(cast.rival.pk)}
    client.cookies["zone"] = "Europe/Helsinki"
    assert client.post(page, form).status_code == 302
    own = Absence.objects.get(member=cast.membership(cast.player))
    assert (own.first_day, own.last_day) == (day, day)
    assert own.ends_at - own.begins_at in (DAY, DAY - timedelta(hours=1), DAY + timedelta(hours=1))
    assert "Stand-in: rival" in client.get(page).content.decode()
    assert client.post(page, {**form, "stand_in": str(cast.stranger.pk)}).status_code == 422
    assert client.post(page, {**form, "ends": "2000-01-01"}).status_code == 422
    client.force_login(cast.rival)
    assert client.post(f"/absences/{own.pk}/end/").status_code == 403
    client.force_login(cast.stranger)
    assert client.get(page).status_code == 404
    assert client.post(f"/absences/{own.pk}/end/").status_code == 404
    client.force_login(cast.player)
    assert client.post(f"/absences/{own.pk}/end/").status_code == 302
    assert not Absence.objects.exists()
    assert client.post(page, {**form, "stand_in": "usual"}).status_code == 302
    own = Absence.objects.get(member=cast.membership(cast.player))
    assert own.acts_as_usual
    assert own.stand_in is None
    assert "Characters act as usual" in client.get(page).content.decode()


@live
async def test_an_open_page_follows_the_beginning_and_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    table = await sync_to_async(by_post)()
    hub = Hub()
    room, box = await hub.join(table.scene.pk, table.cast.rival.pk)

    async def sits(lent: bool) -> bool:
        for _ in range(400):
            if box.seat_class and (str(table.cast.heroine.pk) in box.seat_class[0].characters) == lent:
                return True
            await asyncio.sleep(0.02)
        return False

    assert await sits(False)
    now = timezone.now()
    await sync_to_async(go_away)(table.cast, now - DAY, now + timedelta(seconds=3), table.cast.rival)
    assert await sits(True)
    assert await sits(False), "nothing was written when it ended"
    await hub.leave(room, box)
