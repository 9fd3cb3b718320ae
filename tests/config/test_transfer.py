"""A whole series goes out as one file, comes in as somebody else's, and plays the same; a hostile file does not."""

import contextlib
import copy
import gzip
import io
import json
import re
import sys
import time
import tracemalloc
import uuid
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, models, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoDbBlocker

from campaigns import sandbox as sandboxes
from campaigns.core.pictures import Picture, SentPicture, name_of, redraw_pictures
from campaigns.core.refusals import Refused
from campaigns.models import (
    Attachment,
    Character,
    Doing,
    Downtime,
    DowntimeResult,
    DowntimeRun,
    Episode,
    ExperienceEntry,
    Handout,
    HandoutReader,
    Known,
    KnownTo,
    Membership,
    PrivateNote,
    Project,
    Proposal,
    PublicPage,
    Recall,
    Recap,
    Scene,
    Secret,
    Series,
    SheetChange,
    Story,
    Subject,
    Tie,
    User,
)
from campaigns.people.services import keep_subject_portrait
from campaigns.sandbox.redraw import SQUARE
from campaigns.sheets.json import canonical
from config import transfer
from config.demo import load_demo
from config.demo.characters import DERUVIN, OSKEL, WREN
from config.demo.portraits import draw_portrait
from config.demo.subjects import BROTHER
from config.demo.threads import DANGER, DEBT, RUMOR
from config.transfer import fields, history, sandbox
from config.transfer.fields import THREAD
from config.transfer.parse import MAX_BYTES
from play.commands.moves import AskUndo, NextScene, Rewind, Say
from play.commands.submit import submit
from play.models import Command, Entry, Table
from play.seats.export import write_transcript
from play.seats.facts import load_facts
from play.table.history import state_at
from play.table.live_scene import live_scenes
from play.table.state import encode_state
from rules import get_system
from rules.battle import STORYTELLER, Seat
from tests.kept import put

pytestmark = pytest.mark.walk

reading = sys.modules["config.transfer.parse"]  # the name in the package is the function's
Change = Callable[[dict[str, Any]], object]


def play_demo() -> Series:
    """The demo, with a whisper and a rewind at its fight."""
    series = put(load_demo)
    scene = Scene.objects.get(title="The Toll Bridge", episode__story__series=series)
    petra = Membership.objects.select_related("user", "series").get(series=series, user__username="petra")
    table = Table.objects.get(scene=scene)
    for move in (Say("A whisper in the fog."), Rewind(table.storyteller_count), Say("And on.")):
        submit(petra, scene, uuid.uuid4(), None, move)
    return series


@pytest.fixture
def demo(db: None) -> Series:
    return put(play_demo)


@pytest.fixture(scope="module")
def written(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    """The file of the demo, without its series: what is only read needs no demo of its own."""
    with django_db_blocker.unblock(), transaction.atomic():
        content = transfer.write(put(play_demo))
        transaction.set_rollback(True)
    return content


@pytest.fixture
def known_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each picture of the demo is redrawn for the first file that holds it: a hundred files hold the same."""

    def redraw(sent: Sequence[SentPicture]) -> list[Picture]:
        new = [one for one in dict.fromkeys(sent) if one not in DRAWN]
        DRAWN.update(zip(new, redraw_pictures(new), strict=True))
        return [DRAWN[one] for one in sent]

    monkeypatch.setattr(reading, "redraw_pictures", redraw)


DRAWN: dict[SentPicture, Picture] = {}
"""What has become of each picture."""


def test_a_longer_series_asks_no_more_questions(demo: Series) -> None:
    with CaptureQueriesContext(connection) as short:
        transfer.write(demo)
    scene = Scene.objects.get(title="The Toll Bridge", episode__story__series=demo)
    petra = Membership.objects.select_related("user", "series").get(series=demo, user__username="petra")
    for number in range(3):
        added = Scene.objects.create(episode=scene.episode, title=f"Scene {number}", position=100 + number)
        submit(petra, added, uuid.uuid4(), None, Say("On the road."))
        character = Character.objects.create(series=demo, name=f"Carter {number}", sheet={})
        ExperienceEntry.objects.create(character=character, points=1, reason="The road")
        Project.objects.create(character=character, title="A cart", request={}, goal=1, interval=1)
        Downtime.objects.create(story=scene.episode.story, title=f"Rest {number}", days=1, position=200 + number)
    with CaptureQueriesContext(connection) as long:
        transfer.write(demo)
    assert len(long) == len(short)


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_user("guest")


TITLES = ("The Toll Crossing", "A Letter, Wet at the Edges")


def bridge(series: Series) -> Scene:
    return Scene.objects.get(title="The Toll Bridge", episode__story__series=series)


def key_of(series: Series, name: str) -> str:
    return str(Character.objects.get(series=series, name=name).pk)


def packed(text: bytes) -> bytes:
    """The same bytes whenever it is asked for."""
    return gzip.compress(text, mtime=0)


def tampered(content: bytes, change: Change) -> bytes:
    data = json.loads(gzip.decompress(content))
    change(data)
    return gzip.compress(json.dumps(data).encode(), compresslevel=1)


def test_what_comes_in_is_what_went_out(demo: Series, guest: User) -> None:
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))
    assert (arrived.name, arrived.system, arrived.clock) == (demo.name, demo.system, demo.clock)
    assert arrived.owner == guest
    assert list(arrived.memberships.values_list("user__username", "role")) == [("guest", "storyteller")]
    assert not Character.objects.filter(series=arrived, owner__isnull=False).exists()
    there = json.loads(gzip.decompress(transfer.write(arrived)))
    here = json.loads(gzip.decompress(transfer.write(demo)))
    keys = {key_of(demo, name): key_of(arrived, name) for name in demo.characters.values_list("name", flat=True)}
    assert [one["sheet"] for one in there["characters"]] == [one["sheet"] for one in here["characters"]]
    assert len(keys) == 6
    keys |= {f"handout:{handout_of(demo, title)}": f"handout:{handout_of(arrived, title)}" for title in TITLES}
    assert [without_picture(one) for one in there["handouts"]] == [without_picture(one) for one in here["handouts"]]
    for data in (here, there):
        for name in ("written_at", "members", "characters", "handouts", "attachments", "threads", "subjects", "ties"):
            del data[name]
    assert there == transfer.keys.renew(here, keys)


def test_the_fate_of_a_character_travels(demo: Series, guest: User) -> None:
    fated = demo.characters.exclude(extra=True).order_by("pk")[0]
    fated.sheet = canonical(demo.system, {**fated.sheet, "fate": "dead"})
    fated.save(update_fields=["sheet"])
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))
    assert str(arrived.characters.get(name=fated.name).fate) == "dead"


def handout_of(series: Series, title: str) -> int:
    return Handout.objects.get(series=series, title=title).pk


def without_picture(row: dict[str, Any]) -> dict[str, Any]:
    """A handout in the file, without its id and the picture, which is drawn anew."""
    return {name: value for name, value in row.items() if name not in ("id", "picture")}


def test_every_log_replays_to_its_state(demo: Series, guest: User) -> None:
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))
    table = Table.objects.select_related("scene").get(scene=bridge(arrived))
    original = Table.objects.get(scene=bridge(demo))
    assert (table.number, table.storyteller_count, table.public_number) == (
        original.number,
        original.storyteller_count,
        original.public_number,
    )
    assert encode_state(state_at(get_system(arrived.system), table, table.number)) == table.state
    times = [list(Entry.objects.filter(table=one).order_by("number").values_list("at")) for one in (table, original)]
    assert times[0] == times[1]


@pytest.mark.parametrize("name", ["", "Ysane of the Reeds", "The Ferryman", "spectator"])
def test_each_seat_reads_the_same_log_and_no_more(demo: Series, guest: User, name: str) -> None:
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))

    def told(series: Series) -> list[str]:
        keys = frozenset() if name == "spectator" else frozenset({key_of(series, name)}) if name else None
        seat = STORYTELLER if keys is None else Seat(characters=keys)
        live_scenes.forget()
        return list(write_transcript(load_facts(bridge(series).pk), seat))

    assert told(arrived) == told(demo)


def test_handouts_come_in_with_their_pictures_and_readers(demo: Series, guest: User) -> None:
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))
    chart = Handout.objects.get(series=arrived, title="The Toll Crossing")
    assert (chart.scene, chart.width, chart.height) == (bridge(arrived), 800, 500)
    assert (chart.picture_name, b64decode(chart.picture.image)[8:12]) == (
        name_of(b64decode(chart.picture.image)),
        b"WEBP",
    )
    readers = HandoutReader.objects.filter(handout__series=arrived)
    assert [(one.handout, one.scene, one.character) for one in readers] == [(chart, bridge(arrived), None)]


def test_threads_come_in_with_their_ties_and_who_knows_of_them(demo: Series, guest: User) -> None:
    demo.threads.filter(title=DEBT).update(resolved_at=timezone.now(), filled=3)
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))

    def told(series: Series) -> list[Any]:
        return [
            (
                {name: getattr(one, name) for name in THREAD},
                one.known_to,
                *(
                    sorted(map(str, rows.all()))
                    for rows in (one.knowers, one.characters, one.subjects, one.stories, one.scenes)
                ),
            )
            for one in series.threads.order_by("pk")
        ]

    assert told(arrived) == told(demo)
    assert len(told(arrived)) == 3
    tied = arrived.threads.get(title=DEBT)
    rows = (tied.characters, tied.knowers, tied.stories, arrived.threads.get(title=DANGER).subjects)
    assert {key for each in rows for key in each.values_list("series", flat=True)} == {arrived.pk}


def test_threads_of_older_files_are_tied_to_the_pages_about_their_characters(demo: Series, guest: User) -> None:
    data = transfer.parse(transfer.write(demo))
    for row in data["threads"]:
        del row["subjects"]
    arrived = transfer.import_series(guest, data)
    thread = arrived.threads.get(title=DANGER)
    assert list(thread.subjects.all()) == list(arrived.subjects.filter(name=DERUVIN))


def test_people_and_ties_come_in_with_their_secrets_and_who_knows_of_them(demo: Series, guest: User) -> None:
    page = demo.subjects.get(name=BROTHER)
    keep_subject_portrait(page, draw_portrait(OSKEL))
    demo.ties.filter(target=page).update(since=bridge(demo))
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))

    def knows(row: Known) -> tuple[Any, ...]:
        return row.known_to, sorted(map(str, row.knowers.all()))

    def told(series: Series) -> list[Any]:
        pages = [
            (
                {name: getattr(one, name) for name in fields.SUBJECT},
                *(str(one.character), bool(one.portrait_name), knows(one)),
                [(secret.text, knows(secret)) for secret in one.secrets.all()],
            )
            for one in series.subjects.order_by("pk")
        ]
        ties = [
            ({name: getattr(one, name) for name in fields.TIE}, str(one), str(one.since), str(one.until), knows(one))
            for one in series.ties.order_by("pk")
        ]
        return pages + ties

    assert told(arrived) == told(demo)
    assert len(told(arrived)) == 21
    assert {one.subject.series for one in Secret.objects.filter(series=arrived)} == {arrived}
    assert {*arrived.subjects.exclude(character=None).values_list("character__series", flat=True)} == {arrived.pk}


def test_a_file_without_people_and_ties_comes_in(demo: Series, guest: User) -> None:
    data = transfer.parse(transfer.write(demo))
    del data["subjects"], data["ties"]
    for row in data["threads"]:
        del row["subjects"]
    assert not transfer.import_series(guest, data).subjects.exists()


def test_attachments_come_in_with_their_contents_and_numbers_and_texts_still_show_them(
    demo: Series, guest: User
) -> None:
    tolls = demo.attachments.get(title="The Tolls")
    tolls.known_to = KnownTo.SOME
    tolls.save()
    tolls.knowers.set(demo.characters.filter(name="Ysane of the Reeds"))
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))

    def told(series: Series) -> list[Any]:
        return [
            ({name: getattr(one, name) for name in fields.ATTACHMENT}, one.known_to, one.width, one.height)
            for one in series.attachments.order_by("pk")
        ]

    assert told(arrived) == told(demo)
    picture, text = arrived.attachments.order_by("pk")
    assert (b64decode(picture.content.data)[8:12], picture.uploaded_by) == (b"WEBP", None)
    assert text.content.data == tolls.content.data
    assert [one.series for one in text.knowers.all()] == [arrived]
    client = Client()
    client.force_login(guest)
    rumor = arrived.threads.get(title=RUMOR)
    assert f'src="{picture.url}"' in client.get(f"/threads/{rumor.pk}/").content.decode()


def test_a_file_without_attachments_comes_in(demo: Series, guest: User) -> None:
    data = transfer.parse(transfer.write(demo))
    del data["attachments"]
    assert not transfer.import_series(guest, data).attachments.exists()


def test_no_private_note_is_in_the_file_not_even_the_owners(demo: Series) -> None:
    for name in ("petra", "mira"):
        person = User.objects.get(username=name)
        PrivateNote.objects.create(series=demo, scene=bridge(demo), user=person, text=f"canary of {name}")
    assert b"canary" not in gzip.decompress(transfer.write(demo))


def test_a_log_that_names_a_handout_of_another_series_shows_nothing_of_it(demo: Series, guest: User) -> None:
    content = transfer.write(demo)
    foreign = Handout.objects.create(series=demo, title="A secret of another series")

    def steal(data: dict[str, Any]) -> None:
        for entry in scene_of(data)["entries"]:
            if entry["event"]["kind"] == "HandoutShown":
                entry["event"]["handout"] = f"handout:{foreign.pk}"

    arrived = transfer.import_series(guest, transfer.parse(tampered(content, steal)))
    assert not HandoutReader.objects.filter(handout__series=arrived).exists()
    assert not foreign.readers.exists()
    client = Client()
    client.force_login(guest)
    assert client.get(foreign.picture_url or f"/handouts/{foreign.pk}/picture.webp").status_code == 404
    assert f"/handouts/{foreign.pk}/" not in client.get(f"/scenes/{bridge(arrived).pk}/").content.decode()


def test_one_can_play_on(demo: Series, guest: User) -> None:
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))
    scene = bridge(arrived)
    member = Membership.objects.select_related("user", "series").get(series=arrived, user=guest)
    number = Table.objects.get(scene=scene).number
    assert submit(member, scene, uuid.uuid4(), None, Say("Here we are.")).last == number + 1


LEFT_BEHIND: dict[type[models.Model], tuple[tuple[str, ...], set[str]]] = {
    Series: (fields.SERIES, {"owner", "shows_start"}),
    Story: (fields.STORY, {"series"}),
    Episode: (fields.EPISODE, {"story"}),
    Scene: (fields.SCENE, {"episode", "next_scene", "dice_seed"}),
    Downtime: (fields.DOWNTIME, {"story", "episode"}),
    Character: (fields.CHARACTER, {"series", "owner", "version", "portrait_name", "former_player"}),
    Attachment: (
        fields.ATTACHMENT,
        {"series", "known_to", "uploaded_by", "content_name", "width", "height"},
    ),
    Recap: (fields.RECAP, {"series", "scene", "episode", "edited_by", "edited_at"}),
    Subject: (fields.SUBJECT, {"series", "character", "known_to", "portrait_name"}),
    Secret: (fields.SECRET, {"series", "subject", "known_to"}),
    Tie: (fields.TIE, {"series", "source", "target", "since", "until", "known_to"}),
    Handout: (fields.HANDOUT, {"series", "scene", "picture_name", "width", "height"}),
    Project: (fields.PROJECT, {"character", "helper"}),
    Doing: (fields.DOING, {"downtime", "character", "project"}),
    DowntimeRun: (
        fields.RUN,
        {"downtime", "seed", "done", "total", "beat_at", "reminded_at", "trouble", "trainings"},
    ),
    DowntimeResult: (fields.RESULT, {"run", "character", "projects", "was", "change"}),
    Recall: (fields.RECALL, {"run", "user", "by_name"}),
    Proposal: (
        fields.PROPOSAL,
        {"character", "user", "by_name", "answered_by", "answered_by_name", "change"},
    ),
    SheetChange: (history.CHANGE, {"character", "user", "by_name", "undoes"}),
    ExperienceEntry: (
        fields.XP_ENTRY,
        {"character", "user", "by_name", "story", "episode", "scene", "session", "proposal", "reverses"},
    ),
    Command: (fields.COMMAND, {"table", "user", "at"}),
}
"""What of each kind of row the file says as it stands; and what is told by its place, made anew, or left behind."""


@pytest.mark.parametrize("model", LEFT_BEHIND, ids=lambda model: str(model.__name__))
def test_a_new_field_travels_or_is_left_behind_on_purpose(model: type[models.Model]) -> None:
    travels, left = LEFT_BEHIND[model]
    assert {field.name for field in model._meta.concrete_fields} - {"id", "created_at"} == {*travels} | left
    assert not {*travels} & left


def test_an_older_file_lacks_what_may_be_empty(demo: Series, guest: User) -> None:
    """Such as a field that a later version added."""
    older = tampered(transfer.write(demo), lambda data: scene_of(data).pop("notes"))
    assert bridge(demo).notes
    assert not bridge(transfer.import_series(guest, transfer.parse(older))).notes


def test_planned_scenes_and_the_ways_between_scenes_travel(demo: Series, guest: User) -> None:
    petra, scene = demo.memberships.get(user__username="petra"), bridge(demo)
    assert Scene.objects.filter(episode=scene.episode, planned=True).exists()
    submit(petra, scene, uuid.uuid4(), None, NextScene("Behind the gate", end_fight=True))
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))
    there = Scene.objects.filter(episode__story__series=arrived)
    following = there.get(title=scene.title).next_scene
    assert following == there.get(title="Behind the gate")
    assert there.get(title="The Toll House").planned


def test_recaps_travel_with_their_parts_and_the_public_page_stays_behind(demo: Series, guest: User) -> None:
    scene = bridge(demo)
    Recap.objects.filter(series=demo).delete()
    Recap.objects.create(series=demo, scene=scene, text="The bridge fell.", published_at=scene.created_at)
    Recap.objects.create(series=demo, episode=scene.episode, text="A draft.")
    PublicPage.objects.create(series=demo)
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))
    found = {one.part.title: (one.text, one.published_at) for one in arrived.recaps.all()}
    assert found == {scene.title: ("The bridge fell.", scene.created_at), scene.episode.title: ("A draft.", None)}
    assert not PublicPage.objects.filter(series=arrived).exists()


def test_older_files_have_no_recaps(demo: Series, guest: User) -> None:
    Recap.objects.filter(series=demo).delete()
    older = tampered(transfer.write(demo), lambda data: scene_of(data).pop("recap"))
    assert not transfer.import_series(guest, transfer.parse(older)).recaps.exists()


def test_a_request_to_take_back_travels_as_nobodys(demo: Series, guest: User) -> None:
    jonas, scene = demo.memberships.get(user__username="jonas"), bridge(demo)
    first = submit(jonas, scene, uuid.uuid4(), None, Say("/roll 3")).count
    submit(jonas, scene, uuid.uuid4(), None, AskUndo(first))
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))
    (request,) = Table.objects.get(scene=bridge(arrived)).state["requests"]
    assert request["person"] == f"gone-{jonas.user_id}"


def test_who_is_gone_fits_no_key_of_ours(demo: Series, guest: User) -> None:
    """A character that was removed must not become whoever has that number here."""
    keys = {"7": "70"}
    event = {"character": "8", "audience": ["7", "8", "person:3"], "changes": {"8": {"x": [1, 2]}}, "text": "8"}
    assert transfer.keys.renew(event, keys) == {
        "character": "gone-8",
        "audience": ["70", "gone-8", "gone-3"],
        "changes": {"gone-8": {"x": [1, 2]}},
        "text": "8",
    }


def scene_of(data: dict[str, Any]) -> dict[str, Any]:
    scenes = [scene for story in data["stories"] for episode in story["episodes"] for scene in episode["scenes"]]
    found: dict[str, Any] = next(scene for scene in scenes if scene["title"] == "The Toll Bridge")
    return found


HOSTILE: list[Change] = [
    lambda data: data.update(format="other"),
    lambda data: data.update(version=2),
    lambda data: data.pop("series"),
    lambda data: data.update(series=[]),
    lambda data: data["series"].update(name="x" * 121),
    lambda data: scene_of(data).update(next=[0, 0]),
    lambda data: scene_of(data).update(next=[9, 9, 9]),
    lambda data: scene_of(data).update(next=[[], {}]),
    lambda data: scene_of(data).update(next=7),
    lambda data: scene_of(data).update(planned="perhaps"),
    lambda data: scene_of(data).update(recap=7),
    lambda data: scene_of(data).update(recap={"text": ["x"], "published_at": None}),
    lambda data: scene_of(data).update(recap={"text": "x" * 20_001, "published_at": None}),
    lambda data: scene_of(data).update(recap={"text": "x", "published_at": "soon"}),
    lambda data: data["series"].update(name=""),
    lambda data: data["series"].update(name=["a"]),
    lambda data: data["series"].update(name="nul\0"),
    lambda data: data["series"].update(name="half \ud800"),
    lambda data: data["series"].update(system="nobilis"),
    lambda data: data["series"].update(system={}),
    lambda data: data["series"].update(options={"unknown": 1}),
    lambda data: data["series"].update(options=3),
    lambda data: data["series"].update(clock=10**30),
    lambda data: data["series"].update(clock=2**62),
    lambda data: data["series"].update(clock=-1),
    lambda data: data["series"].update(clock="now"),
    lambda data: data["series"].update(prompt_seconds=10**9),
    lambda data: data["series"].update(prompt_seconds=-1),
    lambda data: data["series"].update(rest={"days": [*range(7)], "quiet_from": "22:00", "quiet_until": "08:00"}),
    lambda data: data["series"].update(rest=[1]),
    lambda data: data.update(characters={}),
    lambda data: data.update(characters=[1]),
    lambda data: data["characters"].append(data["characters"][0]),
    lambda data: data["characters"][0].update(sheet={"wrong": 1}),
    lambda data: data["characters"][0].update(sheet=None),
    lambda data: data["characters"][0].update(id="x"),
    lambda data: data["characters"][0].update(id=None),
    lambda data: data["characters"][0].update(notes="x" * 20_001),
    lambda data: data["characters"].extend(data["characters"] * 400),
    lambda data: data["handouts"].append(data["handouts"][0]),
    lambda data: data["handouts"].append(7),
    lambda data: data["handouts"][0].update(picture="?"),
    lambda data: data["handouts"][0].update(picture=b64encode(b"<svg/>").decode()),
    lambda data: data["handouts"][0].update(scene=[9, 9, 9]),
    lambda data: data["handouts"][0].update(scene=[0]),
    lambda data: data["handouts"][0].update(title="x" * 121),
    lambda data: data["handouts"][0].update(text="x" * 5_001),
    lambda data: data.update(handouts={}),
    lambda data: data["handouts"].extend({**data["handouts"][1], "id": 900 + n} for n in range(100)),
    lambda data: data.update(attachments={}),
    lambda data: data["attachments"].append(7),
    lambda data: data["attachments"].append(data["attachments"][0]),
    lambda data: data["attachments"].extend({**data["attachments"][1], "number": 20_000 + n} for n in range(200)),
    lambda data: data["attachments"][0].update(content="?"),
    lambda data: data["attachments"][0].update(content=b64encode(b"<svg/>").decode()),
    lambda data: data["attachments"][0].update(content=None),
    lambda data: data["attachments"][0].update(kind="file"),
    lambda data: data["attachments"][0].update(kind="page"),
    lambda data: data["attachments"][1].update(kind="picture"),
    lambda data: data["attachments"][1].update(content=b64encode(b"a\0b").decode()),
    lambda data: data["attachments"][0].update(number=7),
    lambda data: data["attachments"][0].update(number="x"),
    lambda data: data["attachments"][0].update(title="x" * 121),
    lambda data: data["attachments"][0].update(knowers=[10**9]),
    lambda data: data["threads"].append(7),
    lambda data: data.update(threads={}),
    lambda data: data["threads"][0].update(kind="song"),
    lambda data: data["threads"][0].update(filled=9),
    lambda data: data["threads"][0].update(segments=13, filled=0),
    lambda data: data["threads"][0].update(known_to="nobody"),
    lambda data: data["threads"][0].update(knowers=[10**9]),
    lambda data: data["threads"][0].update(knowers=["x"]),
    lambda data: data["threads"][0].update(characters=[10**9]),
    lambda data: data["threads"][0].update(subjects=[10**9]),
    lambda data: data["threads"][0].update(scenes=[[9, 9, 9]]),
    lambda data: data["threads"][0].update(scenes=[[0]]),
    lambda data: data["threads"][0].update(stories=[[0, 0]]),
    lambda data: data["threads"][0].update(resolved_at="yesterday"),
    lambda data: data["threads"][0].update(title="x" * 121),
    lambda data: data["threads"].extend(data["threads"] * 300),
    lambda data: data["subjects"].append(7),
    lambda data: data.update(subjects={}),
    lambda data: data["subjects"][0].update(kind="song"),
    lambda data: data["subjects"][0].update(character=10**9),
    lambda data: data["subjects"][0].update(character=data["subjects"][1]["character"]),
    lambda data: data["subjects"][0].update(portrait="x"),
    lambda data: data["subjects"][0].update(name="x" * 121),
    lambda data: data["subjects"][0].update(name=7),
    lambda data: data["subjects"][0].update(knowers=[10**9]),
    lambda data: data["subjects"][0].update(secrets={}),
    lambda data: data["subjects"][0].update(secrets=[{}]),
    lambda data: data["subjects"][3]["secrets"].extend(data["subjects"][3]["secrets"] * 20),
    lambda data: data["subjects"][1].update(id=data["subjects"][0]["id"]),
    lambda data: data["subjects"].extend({**data["subjects"][5], "id": 900 + n} for n in range(500)),
    lambda data: data["ties"].append(7),
    lambda data: data["ties"][0].update(source=10**9),
    lambda data: data["ties"][0].update(source=data["ties"][0]["target"]),
    lambda data: data["ties"][0].update(strength=4),
    lambda data: data["ties"][0].update(kind="song"),
    lambda data: data["ties"][0].update(since=[0]),
    lambda data: data["ties"][0].update(until=[9, 9, 9]),
    lambda data: data["ties"][0].update(known_to="nobody"),
    lambda data: data["ties"].extend(data["ties"] * 100),
    lambda data: data["stories"].append(None),
    lambda data: data["stories"][0].update(position=-1),
    lambda data: data["stories"][0].update(position=2**31 - 1),
    lambda data: data["stories"][0].update(closed_at="yesterday"),
    lambda data: data["stories"][0].update(closed_at=5),
    lambda data: data["stories"][0].update(closed_at="2026-01-01T00:00:00"),
    lambda data: data["stories"][0].update(hidden="perhaps"),
    lambda data: scene_of(data)["entries"].pop(),
    lambda data: scene_of(data)["entries"].append({"event": {"kind": "Nothing"}, "at": "2026-01-01T00:00:00Z"}),
    lambda data: scene_of(data)["entries"][0].update(event=[]),
    lambda data: scene_of(data)["entries"][0].update(event={"kind": "Rewound", "to": 99, "taken_back": 1}),
    lambda data: scene_of(data)["entries"][0].update(at="never"),
    lambda data: scene_of(data)["entries"][1].update(event={"kind": "Fought", "event": {"kind": "Evil"}}),
    lambda data: scene_of(data)["commands"][0].update(first=0),
    lambda data: scene_of(data)["commands"][0].update(last=10**9),
    lambda data: scene_of(data)["commands"][0].update(key="no"),
    lambda data: scene_of(data)["commands"].pop(),
]


def look_and_bring_in(user: User, content: bytes) -> None:
    """Do what the page does: look at the file, then make its series of the same data."""
    data = transfer.parse(content)
    with contextlib.suppress(Refused):
        assert len(transfer.preview_series(data).name) <= 120
    assert not Series.objects.exists()
    transfer.import_series(user, data)


@pytest.mark.usefixtures("parsed_here")
@pytest.mark.parametrize("change", HOSTILE)
def test_a_hostile_file_is_looked_at_or_not_and_refused_with_a_sentence_and_leaves_nothing(
    written: bytes, guest: User, known_pictures: None, change: Change
) -> None:
    with pytest.raises(Refused) as refusal:
        look_and_bring_in(guest, tampered(written, change))
    assert refusal.value.sentence.endswith((".", "”"))
    assert not Series.objects.exists()
    assert not Table.objects.exists()


def test_a_file_brings_no_more_characters_than_this_server_allows(
    written: bytes, guest: User, settings: LazySettings
) -> None:
    settings.LIMIT_CHARACTERS = 5
    with pytest.raises(Refused, match="6 characters; at most 5"):
        transfer.import_series(guest, transfer.parse(written))
    settings.LIMIT_CHARACTERS = 6
    assert transfer.import_series(guest, transfer.parse(written)).characters.count() == 6


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not gzip",
        packed(b"{}")[:-3],
        packed(b"{}") + b"more",
        packed(b"\xff\xfe"),
        packed(b"[" * 100_000),
        packed(b'{"format": NaN}'),
        packed(b"[]"),
        packed(b"0" * 10_000),
        b"x" * (MAX_BYTES + 1),
    ],
)
def test_what_is_no_series_is_refused(content: bytes) -> None:
    with pytest.raises(Refused):
        transfer.parse(content)


HEAD = b'{"format": "storywheel-series", "version": 1, "characters": ['
BOMBS = {
    "blanks": (b" " * 60_000_000, "unpacks to more than 50 MB"),
    "lists": (HEAD + b"[]," * 1_000_000 + b"0]}", "more than this server accepts"),
    "a list in a list in a list": (HEAD + b"[" * 1_000_000, "more than this server accepts"),
    "one long word": (HEAD + b'"' + b"a" * 11_000_000 + b'"]}', "more than this server accepts"),
    "quotes without end": (HEAD + b'"' + b'\\"' * 1_000_000, "can’t be read"),
    "long numbers": (HEAD + (b"9" * 4000 + b",") * 500 + b"0]}", "can’t be read"),
    "half a character": (HEAD + b'"\\ud800"' + b" " * 600_000 + b"]}", "can’t be read"),
    "a NUL": (HEAD + b'"\\u0000"' + b" " * 600_000 + b"]}", "can’t be stored"),
    "a broken end": (HEAD + b" " * 600_000, "can’t be read"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_costs_this_process_nothing(name: str) -> None:
    """It bursts in a process of its own, before anything is made of it."""
    text, sentence = BOMBS[name]
    bomb = gzip.compress(text, compresslevel=1, mtime=0)
    tracemalloc.start()
    began = time.process_time()
    with pytest.raises(Refused, match=sentence):
        transfer.parse(bomb)
    taken = time.process_time() - began
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000
    assert taken < 0.1


def test_a_long_series_comes_in_whole(demo: Series) -> None:
    data = json.loads(gzip.decompress(transfer.write(demo)))
    data["stories"] *= 30
    text = json.dumps(data).encode()
    arrived = transfer.parse(gzip.compress(text))
    for row in (*data["characters"], *arrived["characters"]):
        del row["portrait"]  # they are drawn anew
    for row in (*data["attachments"], *arrived["attachments"]):
        del row["content"]
    for rows in (data["handouts"], arrived["handouts"]):
        rows[:] = [without_picture({**row, "width": 0, "height": 0}) for row in rows]
    assert arrived == data


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"stories": 5},
        {"stories": [{"episodes": [{"scenes": [{"entries": 2}, {"commands": []}, 3, {"entries": [1, [2]]}]}]}]},
        {"characters": [{"entries": []}, None], "stories": [{"episodes": {}}, 0]},
    ],
)
def test_pieces_of_anything_make_the_whole_again(data: Any) -> None:
    assert sandbox.put_together(list(sandbox.take_apart(copy.deepcopy(data)))) == data


@pytest.mark.parametrize("program", ["raise SystemExit(9)", "import time; time.sleep(60)"], ids=["killed", "too slow"])
def test_a_reader_that_was_ended_is_a_sentence(program: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "sandbox.py").write_text(program)
    monkeypatch.setattr(sandbox, "__file__", str(tmp_path / "sandbox.py"))
    monkeypatch.setattr(sandboxes, "TIMEOUT_SECONDS", 0.3)
    with pytest.raises(Refused, match="more than this server accepts"):
        transfer.parse(gzip.compress(b" " * 600_000))


def picture(side: int) -> str:
    kept = io.BytesIO()
    Image.new("RGB", (side, side), "green").save(kept, "PNG")
    return b64encode(kept.getvalue()).decode()


def test_pictures_are_drawn_while_nothing_is_written(
    demo: Series, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for the database meanwhile: sixty photographs once stopped everybody on SQLite for 13 seconds."""
    inside: list[int] = []

    def noted(sent: Sequence[SentPicture]) -> list[Picture]:
        inside.extend(len(connection.savepoint_ids) for one in sent if one.kind == SQUARE)
        return redraw_pictures(sent)

    monkeypatch.setattr(reading, "redraw_pictures", noted)
    client = Client()
    client.force_login(guest)
    look = client.post("/series/import/", {"file": SimpleUploadedFile("x.gz", transfer.write(demo))})
    form = dict(re.findall(r'name="(look|command)" value="([\w-]+)"', look.content.decode()))
    assert client.post("/series/import/", form).status_code == 302
    arrived = Character.objects.filter(series__owner=guest)
    assert inside == [0] * 2 * arrived.exclude(portrait_name="").count() != []


@pytest.mark.parametrize(
    ("portrait", "sentence"),
    [
        (picture(1200), "too large in pixels"),
        (b64encode(b"not a picture").decode(), "not a picture"),
        ("?", "can’t be read"),
        (["a"], "can’t be read"),
    ],
    ids=["a photograph", "nothing", "no base64", "a list"],
)
def test_a_picture_that_we_did_not_draw_is_refused(written: bytes, portrait: object, sentence: str) -> None:
    content = tampered(written, lambda data: data["characters"][0].update(portrait=portrait))
    with pytest.raises(Refused, match=sentence):
        transfer.parse(content)


@pytest.mark.parametrize(
    "favorites",
    [
        {}, [1], [{"id": "0123456789ab"}], [{"id": "<b>", "request": {}}], [{"id": "0123456789ab", "request": []}],
        [{"id": "0123456789ab", "request": {}}] * 2,
        [{"id": f"{place:012x}", "request": {}} for place in range(7)],
    ],
    ids=["no list", "a number", "no fields", "no id", "a list", "twice", "seven"],
)  # fmt: skip
def test_kept_rolls_that_are_not_in_our_form_are_refused(
    written: bytes, guest: User, known_pictures: None, favorites: object
) -> None:
    content = tampered(written, lambda data: data["characters"][0].update(favorites=favorites))
    with pytest.raises(Refused, match="of the wrong type"):
        transfer.import_series(guest, transfer.parse(content))


def test_kept_rolls_travel(demo: Series, guest: User) -> None:
    kept = [{"id": "0123456789ab", "request": {"attribute": "wits"}}]
    Character.objects.filter(series=demo, name="Ysane of the Reeds").update(favorites=kept)
    arrived = transfer.import_series(guest, transfer.parse(transfer.write(demo)))
    assert arrived.characters.get(name="Ysane of the Reeds").favorites == kept


def test_conditions_travel_and_too_long_ones_are_refused(demo: Series, guest: User) -> None:
    content = transfer.write(demo)
    arrived = transfer.import_series(guest, transfer.parse(content))
    assert "in disguise" in arrived.characters.get(name=WREN).sheet["conditions"]

    def spoil(data: dict[str, Any]) -> None:
        next(one for one in data["characters"] if one["name"] == WREN)["sheet"]["conditions"] = "x" * 41

    with pytest.raises(Refused, match="up to 40 characters"):
        transfer.import_series(guest, transfer.parse(tampered(content, spoil)))


def test_one_file_is_read_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandboxes, "TIMEOUT_SECONDS", 0.01)
    with sandboxes.slow.turn, pytest.raises(Refused, match="Another import is running") as refusal:
        transfer.parse(gzip.compress(b" " * 600_000))
    assert refusal.value.status == 503


def test_only_the_owner_takes_it_out(demo: Series) -> None:
    address = f"/series/{demo.pk}/series.gz"
    for name, status in (("petra", 200), ("mira", 403), ("aino", 403)):
        client = Client()
        client.force_login(User.objects.get(username=name))
        assert client.get(address).status_code == status
        assert ("series.gz" in client.get(f"/series/{demo.pk}/").content.decode()) == (status == 200)
    stranger = Client()
    assert stranger.get(address).status_code == 302
    stranger.force_login(User.objects.create_user("stranger"))
    assert stranger.get(address).status_code == 404


def test_anybody_brings_one_in_by_the_form(demo: Series, guest: User) -> None:
    client = Client()
    client.force_login(guest)
    assert client.get("/series/import/").status_code == 200
    refused = client.post("/series/import/", {"file": SimpleUploadedFile("x.gz", b"not a series")})
    assert refused.status_code == 422
    assert "The file is damaged" in refused.content.decode()
    look = client.post("/series/import/", {"file": SimpleUploadedFile("x.gz", transfer.write(demo))})
    page = look.content.decode()
    for told in (demo.name, "Nothing is saved yet", *demo.characters.values_list("name", flat=True), "petra"):
        assert told in page
    assert not Series.objects.filter(owner=guest).exists()
    form = dict(re.findall(r'name="(look|command)" value="([\w-]+)"', page))
    assert client.post("/series/import/", {**form, "look": "another"}).status_code == 422
    places = [client.post("/series/import/", form).headers["Location"] for _ in range(2)]
    assert Series.objects.get(owner=guest).name == demo.name
    assert places == [f"/series/{Series.objects.get(owner=guest).pk}/"] * 2
    again = client.post("/series/import/", {**form, "command": str(uuid.uuid4())})
    assert again.status_code == 422
    assert "Choose the file again" in again.content.decode()
