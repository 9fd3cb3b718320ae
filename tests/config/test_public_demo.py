"""A demo for strangers: seats without accounts, what they must not reach, and the night that takes all of it away."""

import io
import os
import subprocess
import sys
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.core.quotas import MEGABYTE, measure
from campaigns.core.timezone import TIMEZONE_FIELD
from campaigns.models import AuditEntry, Character, DemoSeat, Episode, Handout, Membership, Role, Scene, Series, User
from config import settings as usual_settings
from config.asgi import application
from config.demo.public.limits import LIMITS
from config.demo.public.tables import SYSTEMS, clear_tables, find_scene, next_reset, require_own_database
from config.management.commands.serve import Command
from config.tasks import give_up_idle_demo_tables, reset_public_demo
from play.models import Entry
from rules import SYSTEMS as ALL_SYSTEMS
from tests.cast import Cast
from tests.ready import ROOT

pytestmark = [pytest.mark.walk, pytest.mark.django_db]
SMALL = SYSTEMS[-1]
"""The game whose table is made soonest."""


@pytest.fixture(autouse=True)
def public_demo(settings: LazySettings) -> None:
    settings.PUBLIC_DEMO = True
    for name, value in LIMITS.items():
        setattr(settings, name, value)


def sit_down(system: str = SMALL, address: str = "192.0.2.1") -> Client:
    """A visitor at a table of her own."""
    client = Client(REMOTE_ADDR=address)
    answer = client.post("/demo/", {"system": system})
    assert answer.status_code == 302, answer.content.decode()
    return client


def seat_of(client: Client) -> DemoSeat:
    return DemoSeat.objects.select_related("user").get(user_id=client.session["_auth_user_id"])


def link_of(client: Client) -> str:
    return reverse("demo_table", args=[seat_of(client).table])


def scene_of(client: Client) -> Scene:
    found = find_scene(seat_of(client))
    assert found is not None
    return found


def test_its_limits_name_all_that_is_limited_elsewhere() -> None:
    for name, limit in LIMITS.items():
        assert not isinstance(limit, dict) or limit.keys() == getattr(usual_settings, name).keys(), name


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
@pytest.mark.usefixtures("all_ended")
async def test_the_whole_application_answers_there() -> None:
    """Also what stands before Django, which a test's client passes by."""
    asked = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": "/demo/",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("192.0.2.1", 1),
        "server": ("localhost", 80),
        "scheme": "http",
    }
    link: Any = ApplicationCommunicator(application, asked)  # type: ignore[no-untyped-call]
    await link.send_input({"type": "http.request", "body": b""})
    assert (await link.receive_output(timeout=30))["status"] == 200
    await link.wait(timeout=30)


def test_every_game_has_a_table() -> None:
    assert sorted(SYSTEMS) == sorted(ALL_SYSTEMS)


def test_a_visitor_finds_the_seats_where_others_sign_in() -> None:
    client = Client()
    for path in ("/", "/account/login/", "/account/signup/"):
        page = client.get(path, follow=True)
        assert page.redirect_chain[-1][0].startswith("/demo/")
    told = page.content.decode()
    assert "Join" in told
    assert "This demo resets at 04:00" in told


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_visitor_runs_a_table_of_her_own_in_the_midst_of_a_fight(system: str) -> None:
    client = sit_down(system)
    seat, scene = seat_of(client), scene_of(client)
    series = scene.episode.story.series
    assert (series.owner, series.system) == (seat.user, system)
    assert not seat.user.has_usable_password()
    page = client.get(f"/scenes/{scene.pk}/")
    assert page.status_code == 200
    assert seat.user.get_username() in page.content.decode()
    assert max(measure(Series.objects.all()).values()) < LIMITS["LIMIT_STORAGE_MB"] * MEGABYTE / 2


def test_her_link_gives_the_seats_of_players_with_their_characters_and_no_secrets() -> None:
    host, guest = sit_down("exalted2e"), Client()
    link, scene = link_of(host), scene_of(host)
    assert link in host.get(link).content.decode()
    assert "Join" in guest.get(link).content.decode()
    assert guest.post(link)["Location"] == f"/scenes/{scene.pk}/"
    user = seat_of(guest).user
    assert Membership.objects.get(user=user).role == Role.PLAYER
    assert Character.objects.filter(owner=user).exists()
    assert "Ferryman" in host.get(f"/scenes/{scene.pk}/").content.decode()
    assert "Ferryman" not in guest.get(f"/scenes/{scene.pk}/").content.decode()


def test_a_guest_is_not_led_to_a_scene_that_the_storyteller_has_hidden() -> None:
    host = sit_down()
    Episode.objects.filter(story__series__memberships__user=seat_of(host).user).update(hidden=True)
    guest = Client()
    answer = guest.post(link_of(host))
    assert "/scenes/" not in answer["Location"]
    assert guest.get(answer["Location"]).status_code == 200


def test_a_table_has_as_many_seats_as_people() -> None:
    host = sit_down()
    roles = []
    for _guest in range(3):
        guest = Client()
        guest.post(link_of(host))
        roles.append(Membership.objects.get(user=seat_of(guest).user).role)
    assert roles == [Role.PLAYER, Role.PLAYER, Role.SPECTATOR]
    late = Client()
    answer = late.post(link_of(host))
    assert answer.status_code == 409
    assert "All places at this table are taken" in answer.content.decode()
    assert "This table is full or was deleted" in late.get(link_of(host)).content.decode()


def test_the_storyteller_does_not_lose_her_seat_to_her_own_link() -> None:
    host = sit_down()
    before = seat_of(host)
    host.post(link_of(host))
    assert seat_of(host) == before
    assert DemoSeat.objects.filter(taken_at__isnull=False).count() == 1


@pytest.mark.parametrize("system", ["", "nothing", "exalted2e\0"])
def test_a_game_that_is_not_there_is_refused(system: str) -> None:
    answer = Client().post("/demo/", {"system": system})
    assert answer.status_code == 422
    assert "Choose a game from the list." in answer.content.decode()
    assert not User.objects.exists()


def test_an_address_may_take_so_many_seats_and_another_one_is_not_kept_out(settings: LazySettings) -> None:
    settings.DEMO_SEATS_ADDRESS = 1
    host = sit_down()
    for path, fields in (("/demo/", {"system": SMALL}), (link_of(host), {})):
        answer = Client(REMOTE_ADDR="192.0.2.1").post(path, fields)
        assert answer.status_code == 429
        assert "Your address already uses 1 places" in answer.content.decode()
    assert DemoSeat.objects.count() == 4
    sit_down(address="192.0.2.2")


def test_addresses_of_one_household_count_as_one(settings: LazySettings) -> None:
    settings.DEMO_SEATS_ADDRESS = 1
    sit_down(address="2001:db8::1")
    assert Client(REMOTE_ADDR="2001:db8::2").post("/demo/", {"system": SMALL}).status_code == 429


def test_a_full_demo_says_so(settings: LazySettings) -> None:
    settings.DEMO_TABLES = 1
    sit_down()
    answer = Client(REMOTE_ADDR="192.0.2.2").post("/demo/", {"system": SMALL})
    assert answer.status_code == 503
    assert "All demo tables are taken." in answer.content.decode()


@pytest.mark.parametrize("limit", ["DEMO_TABLES", "DEMO_SEATS_ADDRESS"])
def test_a_full_demo_gives_up_a_table_at_which_nothing_happened_for_an_hour(
    settings: LazySettings, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    setattr(settings, limit, 1)
    idle = seat_of(sit_down()).table
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=59))
    assert Client(REMOTE_ADDR="192.0.2.1").post("/demo/", {"system": SMALL}).status_code in (429, 503)
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=61))
    played = seat_of(sit_down()).table
    assert not DemoSeat.objects.filter(table=idle).exists()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(hours=3))
    Entry.objects.filter(pk=Entry.objects.latest("pk").pk).update(at=now + timedelta(hours=2, minutes=30))
    assert Client(REMOTE_ADDR="192.0.2.1").post("/demo/", {"system": SMALL}).status_code in (429, 503)
    assert DemoSeat.objects.filter(table=played).exists()


def test_the_clock_gives_up_tables_that_nobody_has_used_for_an_hour(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while there is room for more. A page that is opened counts as use, even where nothing is played."""
    left, read = sit_down(), sit_down(address="192.0.2.2")
    tables = [seat_of(client).table for client in (left, read)]
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=50))
    assert read.get("/").status_code == 200
    give_up_idle_demo_tables()
    assert DemoSeat.objects.filter(table__in=tables).count() == 8
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=70))
    settings.PUBLIC_DEMO = False
    give_up_idle_demo_tables()
    assert DemoSeat.objects.filter(table__in=tables).count() == 8
    settings.PUBLIC_DEMO = True
    give_up_idle_demo_tables()
    assert set(DemoSeat.objects.values_list("table", flat=True)) == {tables[1]}
    gone = left.get("/", follow=True)
    assert gone.redirect_chain[-1][0].startswith("/demo/")


def test_a_server_of_its_own_people_gives_no_table_to_strangers(cast: Cast) -> None:
    """As where the setting stands in the environment of a server that is in use."""
    answer = Client().post("/demo/", {"system": SMALL})
    assert answer.status_code == 503
    assert "A public demo needs its own database." in answer.content.decode()
    assert not DemoSeat.objects.exists()


def test_the_setting_gives_every_process_the_limits_of_a_public_demo() -> None:
    asked = "from django.conf import settings as s; print(s.PUBLIC_DEMO, s.LIMIT_SERIES, s.SOCKET_LIMITS['person'])"
    told = [
        subprocess.run(
            [sys.executable, "manage.py", "shell", "-v", "0", "-c", asked],
            cwd=ROOT, env={**os.environ, "STORYWHEEL_PUBLIC_DEMO": value}, capture_output=True, text=True, check=True,
        ).stdout.split()
        for value in ("1", "0")
    ]  # fmt: skip
    assert told[0] == ["True", str(LIMITS["LIMIT_SERIES"]), str(LIMITS["SOCKET_LIMITS"]["person"])]
    assert told[1][0] == "False"
    assert told[1] != ["False", *told[0][1:]]


def test_tables_are_not_made_one_after_the_other_without_a_pause(settings: LazySettings) -> None:
    """Each takes a second of the processor, and giving it up makes room for the next."""
    settings.THROTTLES = {**settings.THROTTLES, "seats": (2, 0)}
    host = sit_down()
    host.post("/demo/", {"system": "nothing"})
    host.post("/demo/", {"system": "nothing"})
    answer = host.post("/demo/", {"system": SMALL})
    assert answer.status_code == 429
    assert "Too many people joined from here." in answer.content.decode()
    assert DemoSeat.objects.count() == 4


def test_who_takes_another_table_gives_up_an_empty_one_but_not_one_with_guests() -> None:
    host = sit_down()
    empty = seat_of(host).table
    host.post("/demo/", {"system": SMALL})
    assert not DemoSeat.objects.filter(table=empty).exists()
    shared, guest = seat_of(host).table, Client()
    guest.post(link_of(host))
    host.post("/demo/", {"system": SMALL})
    assert DemoSeat.objects.filter(table=shared).count() == 4
    assert guest.get("/").status_code == 200


def picture() -> SimpleUploadedFile:
    return SimpleUploadedFile("picture.png", b"\x89PNG\r\n\x1a\n", "image/png")


def test_no_file_comes_in_by_any_form() -> None:
    client = sit_down()
    series = Series.objects.get(owner=seat_of(client).user)
    character = series.characters.first()
    assert character
    paths = [
        *(f"/series/{series.pk}/{name}/" for name in ("pictures", "handouts/new", "people/new", "characters/import")),
        *(f"/characters/{character.pk}/{name}/" for name in ("portrait", "edit")),
        "/series/import/",
        "/theme/",
    ]
    for path in paths:
        fields = {"title": "A map", "name": "A map", "file": picture(), "picture": picture(), "command": uuid.uuid4()}
        answer = client.post(path, fields)
        assert (path, answer.status_code) == (path, 403)
        assert "You can’t upload files in this demo" in answer.content.decode()
    assert not Handout.objects.filter(series=series).exists()
    assert not series.attachments.exists()


def test_a_handout_of_words_is_no_file() -> None:
    client = sit_down()
    series = Series.objects.get(owner=seat_of(client).user)
    form = {"title": "A letter", "text": "Come at dusk.", "command": uuid.uuid4()}
    client.post(f"/series/{series.pk}/handouts/new/", form)
    assert Handout.objects.get(series=series).title == "A letter"


def test_nothing_goes_outside_and_accounts_have_no_pages() -> None:
    client = sit_down()
    series = Series.objects.get(owner=seat_of(client).user)
    shut = [
        *(f"/series/{series.pk}/{name}/" for name in ("discord", "public", "invites/new", "sessions/feed")),
        *(f"/account/{name}" for name in ("", "notices/", "notices/devices/", "delete/", "export/", "email/")),
        *(f"/account/{name}" for name in ("password/change/", "two-step/", "sessions/", "by/connections/")),
        "/join/abc/",
        "/read/abc/",
        "/feed/abc.ics",
    ]
    for path in shut:
        for answer in (client.get(path), client.post(path, {"role": "player"})):
            assert (path, answer.status_code) in {(path, 403), (path, 404)}
    assert not series.invites.exists()
    client.post("/account/login/", {"login": "petra", "password": "wheel-and-salt"})
    client.post("/account/signup/", {"username": "someone", "password1": "a-long-night", "password2": "a-long-night"})
    assert User.objects.count() == 4
    assert client.post("/account/logout/").status_code == 302


@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", "/admin/campaigns/user/", "/staff/", "/staff/changes/"])
def test_the_pages_of_hosts_are_not_there_for_anybody(path: str) -> None:
    host = Client()
    host.force_login(User.objects.create_superuser("root"))
    assert host.get(path).status_code == 404
    assert host.post(path).status_code == 404


@pytest.mark.parametrize(("zone", "told"), [("", "04:00 UTC"), ("Asia/Tokyo", "13:00 JST"), ("Nowhere", "04:00 UTC")])
def test_the_line_at_the_top_tells_the_hour_by_the_visitors_clock_at_the_table_too(zone: str, told: str) -> None:
    client = sit_down()
    client.cookies[TIMEZONE_FIELD] = zone
    for path in (link_of(client), f"/scenes/{scene_of(client).pk}/"):
        assert f"This demo resets at {told}." in client.get(path).content.decode()


def test_a_visitor_does_not_see_the_tables_of_others() -> None:
    mine, hers = sit_down(), sit_down(address="192.0.2.2")
    scene, series = scene_of(hers), Series.objects.get(owner=seat_of(hers).user)
    assert mine.get(f"/scenes/{scene.pk}/").status_code == 404
    assert mine.get(f"/series/{series.pk}/").status_code == 404
    assert mine.get(f"/series/{series.pk}/series.gz").status_code == 404
    assert seat_of(hers).user.get_username() not in mine.get(link_of(hers)).content.decode()
    command = {"kind": "Say", "text": "I am here", "number": 0, "command": uuid.uuid4()}
    assert mine.post(f"/scenes/{scene.pk}/command/", command).status_code == 404


def test_the_night_takes_all_of_the_demo_and_nothing_else() -> None:
    """Nothing unmarked is touched, even where it should never be."""
    host = sit_down("exalted2e")
    owner = User.objects.create_user("owner")
    people, series = {owner}, {Series.objects.create(name="Ours", system=SMALL, owner=owner)}
    guest = Client()
    guest.post(link_of(host))
    host.post("/series/new/", {"name": "Mine too", "system": SMALL, "command": uuid.uuid4()})
    assert Series.objects.filter(owner=seat_of(host).user).count() == 2
    reset_public_demo()
    assert set(User.objects.all()) == people
    assert set(Series.objects.all()) == series
    assert not DemoSeat.objects.exists()
    assert not AuditEntry.objects.exists()


def test_who_plays_while_the_demo_begins_anew_is_led_to_a_new_seat() -> None:
    client = sit_down()
    path, link = f"/scenes/{scene_of(client).pk}/", link_of(client)
    assert client.get(path).status_code == 200
    clear_tables()
    command = {"kind": "Say", "text": "Hold the rope", "number": 0, "command": uuid.uuid4()}
    answer = client.post(f"{path}command/", command)
    assert answer.status_code in (302, 403)
    page = client.get(path, follow=True)
    assert page.redirect_chain[-1][0].startswith("/demo/")
    gone = client.get(link)
    assert gone.status_code == 404
    assert "all tables every night" in gone.content.decode()
    assert client.post(link).status_code == 404
    assert client.post("/demo/", {"system": SMALL}).status_code == 302


def test_the_task_of_the_night_does_nothing_on_other_servers(settings: LazySettings) -> None:
    sit_down()
    settings.PUBLIC_DEMO = False
    reset_public_demo()
    assert DemoSeat.objects.count() == 4


@pytest.mark.parametrize(
    ("now", "then"),
    [("2026-11-28T03:59:59", "2026-11-28T04:00:00"), ("2026-11-28T04:00:00", "2026-11-29T04:00:00")],
)
def test_the_demo_begins_anew_at_four(now: str, then: str) -> None:
    assert next_reset(datetime.fromisoformat(now).replace(tzinfo=UTC)) == datetime.fromisoformat(then).replace(
        tzinfo=UTC
    )


def test_a_public_demo_does_not_begin_beside_real_series(cast: Cast, settings: LazySettings) -> None:
    command = Command(stdout=io.StringIO())
    with pytest.raises(CommandError, match="STORYWHEEL_VAR"):
        command.clear_public_demo()
    assert Series.objects.count() == 1


def test_what_a_public_demo_left_goes_at_the_next_start(settings: LazySettings) -> None:
    sit_down()
    require_own_database()
    settings.PUBLIC_DEMO = False
    Command(stdout=io.StringIO()).clear_public_demo()
    assert not User.objects.exists()


def test_other_servers_have_neither_seats_nor_the_line_at_the_top(settings: LazySettings, host: User) -> None:
    settings.PUBLIC_DEMO = False
    client = Client()
    assert client.get("/demo/").status_code == 404
    assert client.post("/demo/", {"system": SMALL}).status_code == 404
    page = client.get("/account/login/")
    assert page.status_code == 200
    assert "demoline" not in page.content.decode()
    assert list(User.objects.all()) == [host]


def test_no_page_offers_to_take_a_file() -> None:
    teller = sit_down()
    scene = scene_of(teller)
    series, hero = scene.series.pk, scene.series.characters.filter(owner__isnull=False).first()
    assert hero is not None
    pages = [
        *("/", f"/series/{series}/", f"/series/{series}/library/", f"/series/{series}/pictures/"),
        *(f"/series/{series}/handouts/new/", f"/series/{series}/people/new/", f"/characters/{hero.pk}/"),
        f"/scenes/{scene.pk}/",
        f"/scenes/{scene.pk}/plain/",
    ]
    for path in pages:
        answer = teller.get(path)
        told = answer.content.decode()
        assert answer.status_code == 200, path
        assert 'type="file"' not in told, path
        assert "/import/" not in told, path
        assert "/portrait/" not in told, path
    upload = teller.get(f"/scenes/{scene.pk}/stage/tools/handouts").json()["upload"]
    assert "file" not in [field["shape"] for field in upload["main"]]


def test_elsewhere_they_are_offered(settings: LazySettings, cast: Cast) -> None:
    settings.PUBLIC_DEMO = False
    client = Client()
    client.force_login(cast.storyteller)
    assert 'type="file"' in client.get(reverse("handout_new", args=[cast.series.pk])).content.decode()
    assert "/portrait/" in client.get(reverse("character", args=[cast.heroine.pk])).content.decode()
    members, sessions, notices = (
        client.get(reverse(name, args=args)).content.decode()
        for name, args in (("members", [cast.series.pk]), ("sessions", [cast.series.pk]), ("notices", []))
    )
    for name in ("tokens", "webhooks", "invite_new"):
        assert reverse(name, args=[cast.series.pk]) in members
    assert reverse("feed_renew", args=[cast.series.pk]) in sessions
    assert reverse("notice_choices") in notices
