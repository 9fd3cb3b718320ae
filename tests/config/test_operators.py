"""What those who run a server see and set: sizes, limits, accounts; never what is played."""

import copy
import io
import json
import uuid
from collections.abc import Callable

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.contrib import admin
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaigns.core.quotas import FEW_WORDS, MEGABYTE, ROW, find_related_models, measure
from campaigns.core.records.save import save_record
from campaigns.core.records.settings import SETTINGS
from campaigns.core.refusals import Refused
from campaigns.downtime.planning import Plan, put_in
from campaigns.models import (
    Announcement,
    AuditEntry,
    Character,
    Delivery,
    DemoSeat,
    Episode,
    Invite,
    LastBackup,
    Membership,
    Notice,
    NoticeSettings,
    PushDevice,
    ReadMark,
    Role,
    Scene,
    SearchedLog,
    SearchText,
    SentForm,
    Series,
    Story,
    User,
    WebhookDelivery,
    WebhookPlace,
)
from campaigns.people.portraits.services import set_portrait
from campaigns.series.members.services import join_series
from campaigns.series.services import create_series
from campaigns.sheets.services import copy_as_extra, create_character, edit_character
from config import transfer
from config.demo import load_demo
from config.management.commands import serve
from config.server.monitoring.version import describe_version
from play.commands.moves import Say
from play.commands.submit import submit
from tests.cast import SECRET, Cast, begin_project, save_part
from tests.kept import put

pytestmark = pytest.mark.walk

NEW = {"name": "Another", "system": "exalted2e", "tone": "", "house_notes": ""}


KEPT = (str, dict, list)
"""What a row holds besides numbers and times."""


def repeat(do: Callable[[], object], times: int) -> None:
    for _ in range(times):
        do()


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_staff_see_sizes_and_owners_and_nothing_of_the_game(cast: Cast) -> None:
    demo = load_demo()
    boss = User.objects.create_user("boss", is_staff=True)
    page = browser(boss).get("/staff/").content.decode()
    assert ">petra<" in page
    assert f">{describe_version()}<" in page
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
    demo = put(load_demo)
    for name in "abcdefgh":
        Series.objects.create(name=name, system="exalted2e", owner=demo.owner)
    boss = browser(User.objects.create_user("boss", is_staff=True))
    with django_assert_max_num_queries(10):
        assert boss.get("/staff/?page=99").status_code == 200


def test_the_admin_is_for_accounts_only(cast: Cast) -> None:
    models = [model for app in ("campaigns", "play") for model in apps.get_app_config(app).get_models()]
    ours = [model.__name__ for model in models if admin.site.is_registered(model)]
    assert ours == ["User"]


APART = {User, SentForm, AuditEntry, LastBackup, SearchText, SearchedLog, ReadMark, NoticeSettings, PushDevice}
APART |= {Notice, Delivery, Announcement, DemoSeat, WebhookPlace, WebhookDelivery}
INSIDE = {model for app in ("campaigns", "play") for model in apps.get_app_config(app).get_models()} - APART


def test_all_that_lies_in_a_series_is_measured(cast: Cast) -> None:
    load_demo()
    rows = [row for model in INSIDE for row in model._default_manager.all()]
    values = [value for row in rows for value in vars(row).values()]
    texts = [value if isinstance(value, str) else json.dumps(value) for value in values if isinstance(value, KEPT)]
    sizes = measure(Series.objects.all())
    assert sum(sizes.values()) == pytest.approx(ROW * len(rows) + sum(map(len, texts)), rel=0.02)
    before = sizes[cast.series.pk]
    Story.objects.filter(pk=cast.story.pk).update(secret_notes="x" * 20_000)
    cast.heroine.changes.create(values={"motto": ["", "y" * 5_000]})
    assert measure(Series.objects.all())[cast.series.pk] - before == pytest.approx(25_000 + ROW, rel=0.01)


def test_every_kind_of_row_that_lies_in_a_series_is_measured() -> None:
    assert set(find_related_models()) == INSIDE


def test_what_is_written_at_length_counts_at_once(cast: Cast, settings: LazySettings) -> None:
    """Stories of 19 MB once lay under a limit of 1."""
    settings.LIMIT_STORAGE_MB = 1
    teller, long = cast.membership(cast.storyteller), {"notes": "x" * 20_000, "secret_notes": "y" * 20_000}
    writers: list[Callable[[], object]] = [
        lambda: save_part(teller, Episode(story=cast.story), {"title": "Long", **long}),
        lambda: save_part(teller, Episode.objects.create(story=cast.story, title="Long", position=9), long),
    ]
    for write in writers:
        with pytest.raises(Refused, match="The series of storyteller use 1 MB"):
            repeat(write, MEGABYTE // 40_000 + 1)
        assert measure(Series.objects.all())[cast.series.pk] == pytest.approx(MEGABYTE, abs=45_000)
        Episode.objects.filter(title="Long").delete()
        cache.clear()


def test_what_becomes_longer_by_a_few_words_goes_on_when_all_is_full(
    cast: Cast, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMIT_STORAGE_MB = 1
    monkeypatch.setattr("campaigns.core.quotas.measure", lambda _series: {1: MEGABYTE})
    teller, player, heroine = cast.membership(cast.storyteller), cast.membership(cast.player), cast.heroine
    long, short = "z" * (FEW_WORDS + 1), "z" * FEW_WORDS
    grow: list[Callable[[], object]] = [
        lambda: save_record(SETTINGS, teller, cast.series, {"name": cast.series.name, "house_notes": long}),
        lambda: save_part(teller, cast.story, {"secret_notes": cast.story.secret_notes + long}),
        lambda: edit_character(player, heroine, heroine.version, {"notes": long}, {}),
        lambda: put_in(player, cast.downtime, heroine, Plan("free", 1, 1, text=long)),
        lambda: begin_project(player, heroine, "A bridge", {}),
    ]
    for one in grow:
        with pytest.raises(Refused, match="The series of storyteller use 1 MB"):
            one()
    save_part(teller, cast.story, {"notes": short})
    save_part(teller, cast.story, {"notes": ""})
    edit_character(player, heroine, heroine.version, {"notes": short}, {})
    put_in(player, cast.downtime, heroine, Plan("free", 1, 1, text=short))


def test_a_series_that_is_brought_in_must_fit(cast: Cast, settings: LazySettings) -> None:
    cast.series.characters.update(notes="x" * 20_000, secret_notes="y" * 20_000)
    data = transfer.parse(transfer.write(cast.series))
    settings.LIMIT_STORAGE_MB = 1
    with pytest.raises(Refused, match="would use more than the 1 MB"):
        repeat(lambda: transfer.import_series(cast.stranger, copy.deepcopy(data)), 10)
    assert MEGABYTE / 2 < sum(measure(Series.objects.filter(owner=cast.stranger)).values()) <= MEGABYTE


def test_a_person_owns_so_many_series_and_no_more(cast: Cast, settings: LazySettings) -> None:
    settings.LIMIT_SERIES = 2
    create_series(cast.storyteller, NEW)
    with pytest.raises(Refused, match="You own 2 series, and this server allows 2"):
        create_series(cast.storyteller, NEW)
    with pytest.raises(Refused, match="You own 2 series"):
        transfer.import_series(cast.storyteller, transfer.parse(transfer.write(cast.series)))
    answer = browser(cast.storyteller).post("/series/new/", {**NEW, "command": uuid.uuid4()})
    assert answer.status_code == 409
    assert "this server allows 2" in answer.content.decode()
    create_series(cast.player, NEW)


def test_what_a_person_has_stored_is_bounded(
    cast: Cast, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMIT_STORAGE_MB = 1
    create_series(cast.storyteller, NEW)
    monkeypatch.setattr("campaigns.core.quotas.measure", lambda _series: {1: MEGABYTE})
    with pytest.raises(Refused, match="use 1 MB"):
        create_series(cast.storyteller, NEW)


def test_where_the_storage_is_full_nothing_is_begun_and_what_is_begun_goes_on(
    cast: Cast, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    teller, player = cast.membership(cast.storyteller), cast.membership(cast.player)
    scene = {"title": "One more", "notes": "", "secret_notes": "", "hidden": False, "in_world_time": ""}
    begin: list[Callable[[], object]] = [
        lambda: save_part(teller, Scene(episode=cast.episode), scene),
        lambda: create_character(player, "One more", ""),
        lambda: copy_as_extra(teller, cast.warden),
        lambda: set_portrait(player, cast.heroine, b"a picture"),
    ]
    settings.LIMIT_STORAGE_MB = 1
    begin[0]()
    cache.clear()
    monkeypatch.setattr(
        "campaigns.core.quotas.measure", lambda series: dict.fromkeys([one.pk for one in series], MEGABYTE)
    )
    for one in begin:
        with pytest.raises(Refused, match="The series of storyteller use 1 MB"):
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
    with pytest.raises(Refused, match=f"up to {settings.LIMIT_CHARACTERS} characters"):
        create_character(member, "One more", "")


def test_only_a_server_with_the_demo_names_its_people(host: User) -> None:
    def greet() -> str:
        said = io.StringIO()
        serve.Command(stdout=said).greet(["127.0.0.1"], 8000, True)
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
