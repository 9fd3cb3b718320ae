"""What those who run a server see and set: sizes, limits, accounts; never what is played."""

import io
import uuid
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.contrib import admin
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Character, Invite, Membership, Portrait, Role, Scene, Series, User
from campaigns.refusals import Refused
from campaigns.services import add_part, copy_as_extra, create_character, create_series, join_series
from campaigns.services.portraits import set_portrait
from campaigns.services.quotas import MEGABYTE, measure
from config import __version__, transfer
from config.demo import load_demo
from config.management.commands import serve
from play.models import Entry
from play.moves import Say
from play.services.commands import submit
from tests.cast import SECRET, Cast

NEW = {"name": "Another", "system": "exalted2e", "tone": "", "house_notes": ""}


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_staff_see_sizes_and_owners_and_nothing_of_the_game(cast: Cast) -> None:
    demo = load_demo()
    boss = User.objects.create_user("boss", is_staff=True)
    page = browser(boss).get("/staff/").content.decode()
    assert ">petra<" in page
    assert f">{__version__}<" in page
    for secret in (SECRET, demo.name, "Ferryman", "Toll Bridge", cast.series.name, "winch"):
        assert secret not in page
    assert browser(boss).get(f"/series/{demo.pk}/").status_code == 404


def test_the_staff_page_is_not_there_for_others(cast: Cast) -> None:
    assert browser(cast.storyteller).get("/staff/").status_code == 404
    assert Client().get("/staff/").status_code == 302


@pytest.mark.django_db
def test_the_staff_page_asks_the_same_few_questions_however_much_was_played(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    demo = load_demo()
    for name in "abcdefgh":
        Series.objects.create(name=name, system="exalted2e", owner=demo.owner)
    boss = browser(User.objects.create_user("boss", is_staff=True))
    with django_assert_max_num_queries(10):
        assert boss.get("/staff/?page=99").status_code == 200


def test_the_admin_is_for_accounts_only(cast: Cast) -> None:
    ours = [model.__name__ for model in admin.site._registry if model._meta.app_label in ("campaigns", "play")]
    assert ours == ["User"]


def test_what_was_played_is_measured(cast: Cast) -> None:
    demo = load_demo()
    stored = sum(len(str(event)) for event in Entry.objects.values_list("event", flat=True))
    stored += sum(map(len, Portrait.objects.values_list("image", flat=True)))
    sizes = measure(Series.objects.all())
    assert 0.8 < sizes[demo.pk] / stored < 1.2
    assert sizes[cast.series.pk] == 0


def test_a_person_owns_so_many_series_and_no_more(cast: Cast, settings: LazySettings) -> None:
    settings.LIMIT_SERIES = 2
    create_series(cast.storyteller, NEW)
    with pytest.raises(Refused, match="You own 2 series, and this server allows 2"):
        create_series(cast.storyteller, NEW)
    with pytest.raises(Refused, match="You own 2 series"):
        transfer.bring_in(cast.storyteller, transfer.read(transfer.write(cast.series)))
    answer = browser(cast.storyteller).post("/series/new/", {**NEW, "command": uuid.uuid4()})
    assert answer.status_code == 409
    assert "this server allows 2" in answer.content.decode()
    create_series(cast.player, NEW)


def test_what_a_person_has_stored_is_bounded(
    cast: Cast, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMIT_STORAGE_MB = 1
    create_series(cast.storyteller, NEW)
    monkeypatch.setattr("campaigns.services.quotas.measure", lambda _series: {1: MEGABYTE})
    with pytest.raises(Refused, match="take up 1 MB"):
        create_series(cast.storyteller, NEW)


def test_where_the_storage_is_full_nothing_is_begun_and_what_is_begun_goes_on(
    cast: Cast, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    teller, player = cast.membership(cast.storyteller), cast.membership(cast.player)
    scene = {"title": "One more", "notes": "", "secret_notes": "", "hidden": False, "in_world_time": ""}
    begin: list[Callable[[], object]] = [
        lambda: add_part(teller, Scene(episode=cast.episode), scene),
        lambda: create_character(player, "One more", ""),
        lambda: copy_as_extra(teller, cast.warden),
        lambda: set_portrait(player, cast.heroine, b"a picture"),
    ]
    settings.LIMIT_STORAGE_MB = 1
    begin[0]()
    cache.clear()
    monkeypatch.setattr(
        "campaigns.services.quotas.measure", lambda series: dict.fromkeys([one.pk for one in series], MEGABYTE)
    )
    for one in begin:
        with pytest.raises(Refused, match="The series of storyteller take up 1 MB"):
            one()
    assert submit(player, cast.scene, uuid.uuid4(), 0, Say("We go on.")).last == 1
    settings.LIMIT_STORAGE_MB = 2
    begin[0]()


def test_a_series_has_so_many_members_and_no_more(cast: Cast, settings: LazySettings) -> None:
    settings.LIMIT_MEMBERS = cast.series.memberships.count()
    invite = Invite.objects.create(series=cast.series, role=Role.PLAYER)
    with pytest.raises(Refused, match="this server allows no more"):
        join_series(cast.stranger, invite)
    assert join_series(cast.player, invite).role == Role.PLAYER
    settings.LIMIT_MEMBERS += 1
    assert join_series(cast.stranger, invite).user == cast.stranger


def test_a_series_has_so_many_characters_and_no_more(cast: Cast, settings: LazySettings) -> None:
    settings.LIMIT_CHARACTERS = Character.objects.filter(series=cast.series).count()
    member = Membership.objects.select_related("user", "series").get(series=cast.series, user=cast.player)
    with pytest.raises(Refused, match=f"holds {settings.LIMIT_CHARACTERS} characters"):
        create_character(member, "One more", "")


@pytest.mark.django_db
def test_only_a_server_with_the_demo_names_its_people() -> None:
    def greet() -> str:
        said = io.StringIO()
        serve.Command(stdout=said)._greet(["127.0.0.1"], 8000, True)
        return said.getvalue()

    assert greet() == "Storywheel is at http://127.0.0.1:8000/  (Ctrl-C ends it)\n"
    load_demo()
    assert "Sign in as petra (Storyteller)" in greet()


def test_a_series_is_removed_only_on_purpose(cast: Cast) -> None:
    with pytest.raises(CommandError, match="say --yes"):
        call_command("remove_series", str(cast.series.pk))
    with pytest.raises(CommandError, match="no series 999"):
        call_command("remove_series", "999")
    call_command("remove_series", str(cast.series.pk), "--yes", verbosity=0)
    assert not Series.objects.exists()
