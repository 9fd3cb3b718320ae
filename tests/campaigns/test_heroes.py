"""Ready heroes: the way of a player from the link to the table, in one tap."""

import re
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory

from campaigns.core.reach import is_local, make_link
from campaigns.core.refusals import Refused
from campaigns.models import Character, Episode, Role, Scene
from campaigns.series.members.services import create_invite, leave_series, remove_member
from campaigns.sheets.heroes.cards import list_heroes
from campaigns.sheets.heroes.services import take_hero
from rules import SYSTEMS, get_system
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn
from tests.markup import flat


@pytest.fixture(params=sorted(SYSTEMS))
def cast(db: None, request: pytest.FixtureRequest) -> Cast:
    """Of each game."""
    return gather_cast(request.param)


def take(client: Client, cast: Cast, archetype: str, command: str = "") -> Any:
    posted = {"archetype": archetype, "command": command or str(uuid.uuid4())}
    return client.post(f"/series/{cast.series.pk}/heroes/", posted)


def first_of(cast: Cast) -> str:
    return get_system(cast.series.system).sheets.list_heroes()[0]


def test_a_player_who_joins_lands_on_the_heroes_and_is_at_the_table_with_the_next_tap(
    cast: Cast, sign_in: SignIn
) -> None:
    invite = create_invite(cast.membership(cast.storyteller), Role.PLAYER)
    client = sign_in(cast.stranger)
    answer = client.post(f"/join/{invite.token}/", follow=True)
    assert answer.request["PATH_INFO"] == f"/series/{cast.series.pk}/heroes/"
    page = flat(answer.content.decode())
    for hero in list_heroes(cast.series.system):
        assert f"Play {hero.name}</button>" in page
        assert str(hero.kind) in page
        assert all(str(one.rating) in page for one in hero.good_at)
    assert take(client, cast, first_of(cast)).url == f"/scenes/{cast.scene.pk}/"
    made = Character.objects.get(owner=cast.stranger)
    assert made.name == list_heroes(cast.series.system)[0].name
    assert (made.extra, made.hidden, made.settled) == (False, False, False)


def test_a_double_tap_makes_one_hero_and_leads_to_the_same_table(cast: Cast, sign_in: SignIn) -> None:
    client, command, before = sign_in(cast.player), str(uuid.uuid4()), Character.objects.count()
    answers = [take(client, cast, first_of(cast), command) for _ in range(2)]
    assert {answer.url for answer in answers} == {f"/scenes/{cast.scene.pk}/"}
    assert Character.objects.count() == before + 1


def test_everybody_who_takes_the_same_hero_has_a_character_of_their_own(cast: Cast) -> None:
    takers = (cast.player, cast.rival, cast.player, cast.co_storyteller)
    made = [take_hero(cast.membership(user), first_of(cast)) for user in takers]
    assert len({one.name for one in made}) == len(made)
    assert [one.owner_id for one in made] == [cast.player.pk, cast.rival.pk, cast.player.pk, None]


def test_strangers_and_spectators_and_those_who_ask_for_another_get_none(cast: Cast, sign_in: SignIn) -> None:
    before, address = Character.objects.count(), f"/series/{cast.series.pk}/heroes/"
    for user, status in ((cast.stranger, 404), (cast.spectator, 403)):
        assert sign_in(user).get(address).status_code == status
        assert take(sign_in(user), cast, first_of(cast)).status_code == status
    with pytest.raises(PermissionDenied):
        take_hero(cast.membership(cast.spectator), first_of(cast))
    for archetype in ("", "quick", "emperor", "\x00"):
        assert take(sign_in(cast.player), cast, archetype).status_code == 422
    with pytest.raises(Refused, match="ready heroes"):
        take_hero(cast.membership(cast.player), "quick")
    assert Character.objects.count() == before


def test_who_has_been_removed_since_the_page_was_drawn_gets_none(cast: Cast) -> None:
    once = cast.membership(cast.player)
    remove_member(cast.membership(cast.storyteller), once)
    with pytest.raises(PermissionDenied):
        take_hero(once, first_of(cast))


def test_without_an_open_scene_a_hero_leads_to_the_series(cast: Cast, sign_in: SignIn) -> None:
    Scene.objects.update(closed_at=datetime(2026, 1, 1, tzinfo=UTC))
    assert take(sign_in(cast.player), cast, first_of(cast)).url == f"/series/{cast.series.pk}/"
    Scene.objects.filter(pk=cast.hidden_scene.pk).update(closed_at=None)
    assert take(sign_in(cast.rival), cast, first_of(cast)).url == f"/series/{cast.series.pk}/", "of hidden ones no word"
    Episode.objects.update(closed_at=datetime(2026, 1, 1, tzinfo=UTC))
    assert take(sign_in(cast.storyteller), cast, first_of(cast)).url == f"/series/{cast.series.pk}/"


def test_who_comes_by_the_link_with_a_character_or_to_watch_goes_to_the_series(cast: Cast, sign_in: SignIn) -> None:
    run = cast.membership(cast.storyteller)
    for role in (Role.SPECTATOR, Role.STORYTELLER):
        if member := _find(cast):
            leave_series(member)
        answer = sign_in(cast.stranger).post(f"/join/{create_invite(run, role).token}/")
        assert answer["Location"] == f"/series/{cast.series.pk}/"


def _find(cast: Cast) -> Any:
    return cast.series.memberships.filter(user=cast.stranger).first()


def test_the_storyteller_has_a_ready_hero_at_hand(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    page = flat(client.get(f"/series/{cast.series.pk}/heroes/").content.decode())
    assert f"Add {list_heroes(cast.series.system)[0].name}</button>" in page
    take(client, cast, first_of(cast))
    made = Character.objects.latest("pk")
    assert (made.owner, made.made_freely) == (None, True)


def test_the_page_has_no_primary_button_and_says_what_she_has(cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.player).get(f"/series/{cast.series.pk}/heroes/").content.decode()
    assert "btn--go" not in page
    assert cast.heroine.name in page
    assert cast.duelist.name not in page
    assert len(set(re.findall(r'name="command" value="([^"]+)"', page))) == len(list_heroes(cast.series.system))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:8000/", True), ("http://localhost:8000/x", True), ("http://[::1]:8000/", True),
        ("http://127.8.0.1/", True), ("http://wheel.localhost/", True), ("http://192.168.1.5:8000/", False),
        ("https://table.example.org/", False), ("http://localhost.example.org/", False),
    ],
)  # fmt: skip
def test_a_loopback_address_leads_each_machine_to_itself(url: str, expected: bool) -> None:
    assert is_local(url) is expected


def test_a_link_that_works_here_only_says_so_and_names_what_is_known_elsewhere(settings: LazySettings) -> None:
    here = RequestFactory(HTTP_HOST="localhost:8000").get("/")
    settings.SITE_URL = settings.NETWORK_URL = ""
    alone = make_link(here, "/join/x/")
    assert (alone.url, alone.is_local, alone.best) == ("http://localhost:8000/join/x/", True, alone.url)
    assert "make play HOST=0.0.0.0" in alone.note
    settings.NETWORK_URL = "http://192.168.1.5:8000"
    known = make_link(here, "/join/x/")
    assert known.best == known.elsewhere == "http://192.168.1.5:8000/join/x/"
    assert "HOST" not in known.note
    settings.SITE_URL = "https://table.example.org"
    assert make_link(here, "/join/x/").elsewhere == "https://table.example.org/join/x/"
    settings.ALLOWED_HOSTS = ["table.example.org"]
    there = make_link(RequestFactory(HTTP_HOST="table.example.org").get("/"), "/join/x/")
    assert (there.is_local, there.elsewhere, there.note) == (False, "", "")


def test_the_page_of_members_says_how_far_a_link_reaches(cast: Cast, sign_in: SignIn, settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "table.example.org"]
    settings.NETWORK_URL = "http://192.168.1.5:8000"
    invite = create_invite(cast.membership(cast.storyteller), Role.PLAYER)
    client, address = sign_in(cast.storyteller), f"/series/{cast.series.pk}/members/"
    page = client.get(address, headers={"host": "localhost"}).content.decode()
    assert "This link works on this machine only" in page
    assert f"http://192.168.1.5:8000/join/{invite.token}/" in page
    page = client.get(address, headers={"host": "table.example.org"}).content.decode()
    assert "this machine" not in page
    assert "192.168.1.5" not in page
