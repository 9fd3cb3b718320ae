"""A series that holds everything goes to a fresh server, and its file is compared line by line with the one before."""

import gzip
import json
import uuid
from collections.abc import Iterator, Mapping
from datetime import time, timedelta
from typing import Any, Final

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from campaigns.calendar.calendar import Calendar, dump_calendar
from campaigns.calendar.moons import Moon
from campaigns.downtime.living import start_run
from campaigns.downtime.publishing import publish
from campaigns.downtime.recalling import recall
from campaigns.downtime.running import work_out
from campaigns.experience.ledger import reverse_entry
from campaigns.models import (
    Absence,
    Character,
    Downtime,
    Episode,
    Handout,
    HandoutReader,
    KnownTo,
    Membership,
    PrivateNote,
    Recap,
    Scene,
    Series,
    Story,
    Subject,
    User,
)
from campaigns.people.services import keep_subject_portrait
from campaigns.sessions.deadlines import Rest, dump_rest
from campaigns.sessions.services import answer_dates, keep_attendance
from campaigns.sheets.changes import undo_change, write_sheet
from campaigns.sheets.json import canonical, with_values
from config import transfer
from config.demo import HIGH_WATER, YSANE, load_demo
from config.demo.characters import OSKEL
from config.demo.portraits import draw_portrait
from config.transfer import fields, history
from config.transfer.keys import renew
from play.commands.moves import NextScene, Rewind, Say
from play.commands.submit import submit
from play.models import Table
from tests.cast import propose_session
from tests.conftest import SignIn
from tests.kept import put

pytestmark = [pytest.mark.walk, pytest.mark.django_db]
CANARY: Final = "canary"
SIGN: Final = "\u202e"
"""Turns the direction of what stands behind it."""
NAMED: Final = ("name", "title", "who", "player", "answerer", "reason", "label", "words", "attendees", "other_names")
"""Keys of the file whose texts are names, titles and other single lines."""
FRESH = 5000
"""Where the keys of the other server begin."""
LEFT: Final = {
    "written_at": "when the file was written",
    "members": "people are not imported, and with them their absences",
    "characters.#.portrait": "pictures are drawn anew",
    "subjects.#.portrait": "pictures are drawn anew",
    "handouts.#.picture": "pictures are drawn anew",
    "attachments.#.content": "pictures are drawn anew",
}
"""The lines in which two files differ, and why."""
REST: Final = Rest(frozenset({6}), time(22), time(7))
BUDGET: Final = {"dots": {"Abilities": 28}, "each": {}, "points": 15}
FIRST: Final = ("reverses", "undoes", "proposal")
"""What names another row by its place, which may be the first, 0."""


def fill() -> Series:
    """The demo, with each kind of row and each field that a file has."""
    series = put(load_demo)
    petra = member(series, "petra")
    fill_frame(series, petra)
    fill_play(series, petra)
    fill_record(series, petra)
    return Series.objects.get(pk=series.pk)


def member(series: Series, name: str) -> Membership:
    return Membership.objects.select_related("user", "series").get(series=series, user__username=name)


def fill_frame(series: Series, petra: Membership) -> None:
    """Settings, sessions, absences, and texts of parts."""
    calendar = Calendar(start="1230-01-01", moons=(Moon("Moon", 28.0, 3.0),))
    Series.objects.filter(pk=series.pk).update(
        calendar=dump_calendar(calendar),
        options={"dodge_mdv_round_down": True},
        budget=BUDGET,
        house_notes="Bring snacks.",
        prompt_seconds=90,
        lines="Spiders",
        veils="Wounds",
        rest=dump_rest(REST),
    )
    for kind in (Story, Episode, Scene, Downtime):
        first = kind.objects.order_by("pk")[0]
        first.in_world_time, first.begins_at = "At dusk", 3600
        first.notes, first.secret_notes = "Long ago.", "Nobody knows."
        first.save()
    Scene.objects.filter(planned=True).update(hidden=True, notes="To come.")
    Scene.objects.filter(planned=True).update(between=True)
    mira = member(series, "mira")
    session = propose_session(petra, {"words": "At the quay", "minutes": 90}, [timezone.now()], is_fixed=True)
    answer_dates(mira, session, {session.dates.get().pk: "yes"})
    keep_attendance(petra, session, [mira.user_id])
    now = timezone.now()
    days = {"first_day": now.date(), "last_day": now.date() + timedelta(days=3)}
    Absence.objects.create(member=mira, begins_at=now, ends_at=now + timedelta(days=4), stand_in=petra.user, **days)
    PrivateNote.objects.create(series=series, scene=None, user=petra.user, text=CANARY)


def fill_play(series: Series, petra: Membership) -> None:
    """A log with a rewind that leads on, a downtime that is resolved, and sheets that were changed."""
    scene = Scene.objects.get(title="The Toll Bridge", episode__story__series=series)
    table = Table.objects.get(scene=scene)
    for move in (Say("A whisper in the fog."), Rewind(table.storyteller_count), NextScene("Onward", end_fight=True)):
        submit(petra, scene, uuid.uuid4(), None, move)
    ysane = Character.objects.select_related("series").get(series=series, name=YSANE)
    sheet = canonical(series.system, with_values(ysane.sheet, {"willpower_points": 2}))
    changed = write_sheet(ysane, sheet, petra.user, "At the table")
    assert changed
    undo_change(petra, changed)
    oskel = Character.objects.get(series=series, name="Brother Oskel")
    reverse_entry(petra, oskel.experience.earliest("pk"))
    ysane.experience.filter(scene=None).update(award="story", scene=scene, line=1)
    place = Downtime.objects.get(story__series=series, title=HIGH_WATER)
    work_out(start_run(petra, place).pk)
    publish(petra, place)
    recall(petra, Downtime.objects.get(pk=place.pk))
    work_out(start_run(petra, Downtime.objects.get(pk=place.pk)).pk)


def fill_record(series: Series, petra: Membership) -> None:
    """Recaps, readers, knowers and portraits."""
    scene = Scene.objects.get(title="The Toll Bridge", episode__story__series=series)
    Recap.objects.filter(series=series).delete()
    Recap.objects.create(series=series, scene=scene, text="The bridge fell.", published_at=timezone.now())
    Recap.objects.create(series=series, episode=scene.episode, text="A draft.")
    ysane = Character.objects.get(series=series, name=YSANE)
    Character.objects.filter(pk=ysane.pk).update(
        player_notes="For Petra.", carry={"hours": 3}, favorites=[{"id": "0123456789ab", "request": {}}]
    )
    HandoutReader.objects.create(handout=Handout.objects.filter(series=series)[0], character=ysane)
    keep_subject_portrait(Subject.objects.filter(series=series, character=None)[0], draw_portrait(OSKEL))
    for row in (series.attachments.all()[0], series.threads.all()[0], series.ties.all()[0]):
        row.known_to = KnownTo.SOME
        row.save()
        row.knowers.set([ysane])
    series.ties.filter(pk=series.ties.all()[0].pk).update(ended=True, until=scene, since=scene)
    series.threads.filter(pk=series.threads.all()[0].pk).update(resolved_at=timezone.now(), notes="x", secret_notes="y")


@pytest.fixture(scope="module")
def files(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> tuple[dict[str, Any], dict[str, Any]]:
    """The file of the series, and the one that a server writes which knows nothing but that file."""
    with django_db_blocker.unblock(), transaction.atomic():
        here = transfer.write(fill())
        empty_server()
        series = transfer.import_series(User.objects.create_user("guest"), transfer.parse(here))
        there = transfer.write(series)
        transaction.set_rollback(True)
    return unpack(here), unpack(there)


def empty_server() -> None:
    """Delete what there is, and give out other keys from now on."""
    Series.objects.all().delete()
    User.objects.all().delete()
    owner = User.objects.create(pk=FRESH, username="before")
    series = Series.objects.create(pk=FRESH, name="Before", owner=owner, system="exalted2e")
    Character.objects.create(pk=FRESH, series=series, name="Before", sheet={})
    Handout.objects.create(pk=FRESH, series=series, title="Before")
    Subject.objects.create(pk=FRESH, series=series, name="Before")


def unpack(content: bytes) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(gzip.decompress(content))
    return data


def list_lines(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Each value of a file with its path."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield from list_lines(value, f"{path}.{name}" if path else str(name))
    elif isinstance(data, list) and data:
        for number, value in enumerate(data):
            yield from list_lines(value, f"{path}.{number}")
    else:
        yield path, json.dumps(data)


def plain(path: str) -> str:
    """A path without the places of rows: "characters.#.name"."""
    return ".".join("#" if part.isdecimal() else part for part in path.split("."))


def test_the_file_of_a_fresh_server_says_the_same_line_by_line(
    files: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    here, there = files
    assert all(int(row["id"]) > FRESH for name in ("characters", "handouts", "subjects") for row in there[name])
    lines = [dict(list_lines(translate(here, there))), dict(list_lines(there))]
    differing = {plain(path) for path in lines[0].keys() | lines[1].keys() if lines[0].get(path) != lines[1].get(path)}
    assert {path for path in differing if not path.startswith(tuple(LEFT))} == set()


def translate(here: dict[str, Any], there: dict[str, Any]) -> dict[str, Any]:
    """The first file with the keys of the second."""
    pairs = {
        name: {str(a["id"]): str(b["id"]) for a, b in zip(here[name], there[name], strict=True)}
        for name in ("characters", "handouts", "subjects")
    }
    logs = pairs["characters"] | {f"handout:{a}": f"handout:{b}" for a, b in pairs["handouts"].items()}
    made: dict[str, Any] = renew({**here, "characters": [], "subjects": [], "ties": [], "threads": []}, logs)
    people, pages = pairs["characters"], pairs["subjects"]
    for name in ("characters", "subjects", "ties", "threads"):
        made[name] = [rekey(row, people, pages, name) for row in here[name]]
    for row, old in zip(made["handouts"], here["handouts"], strict=True):
        row["id"] = int(pairs["handouts"][str(old["id"])])
        row["shown"] = [one and int(people[str(one)]) for one in old["shown"]]
    for row in made["attachments"]:
        row["knowers"] = [int(people[str(one)]) for one in row["knowers"]]
    return made


def rekey(row: Any, people: Mapping[str, str], pages: Mapping[str, str], name: str) -> Any:
    """A row with the new keys of the characters and pages that it names."""
    both = {
        "id": people if name == "characters" else pages,
        **dict.fromkeys(("character", "knowers", "characters"), people),
        **dict.fromkeys(("source", "target", "subjects"), pages),
    }
    found = {}
    for field, value in row.items():
        keys = both.get(field)
        if keys is None:
            found[field] = value
        elif isinstance(value, list):
            found[field] = sorted(int(keys[str(one)]) for one in value)
        else:
            found[field] = value if value is None else int(keys[str(value)])
    if "secrets" in row:
        found["secrets"] = [rekey(one, people, pages, name) for one in row["secrets"]]
    return found


KINDS: Final = {
    "series": fields.SERIES,
    "characters.#": (*fields.CHARACTER, "player", "portrait"),
    "characters.#.history.#": (*history.CHANGE, "who", "undoes"),
    "characters.#.experience.entries.#": (*fields.XP_ENTRY, "who", "part", "proposal", "reverses"),
    "characters.#.experience.proposals.#": ("label", "path", "steps", "points", "who", "state"),
    "characters.#.projects.#": ("title", "request", "goal"),
    "handouts.#": (*fields.HANDOUT, "picture", "scene", "shown"),
    "attachments.#": (*fields.ATTACHMENT, "content", "knowers"),
    "sessions.#": (*fields.SESSION, "dates", "answers", "attendees"),
    "threads.#": (*fields.THREAD, "knowers", "characters", "subjects", "stories", "scenes"),
    "subjects.#": (*fields.SUBJECT, "portrait", "secrets", "character"),
    "ties.#": (*fields.TIE, "since", "until", "knowers"),
    "stories.#": ("title", "notes", "secret_notes", "in_world_time", "begins_at", "downtimes", "episodes"),
    "stories.#.episodes.#": ("title", "secret_notes", "in_world_time", "recap", "scenes"),
    "stories.#.episodes.#.scenes.#": (*fields.SCENE, "next", "recap", "commands", "entries", "seals"),
    "stories.#.downtimes.#.run": ("state", "recalls", "results"),
    "members.#": ("name", "role", "absences"),
}
"""What the filled series has of each kind of row."""


NOTHING: Final = ("null", '""', "[]", "{}", "false", "0")


def is_first(path: str, value: str) -> bool:
    return value == "0" and path.endswith(FIRST)


def test_the_series_that_is_compared_holds_everything_that_a_file_may(
    files: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    said = {plain(path) for path, value in list_lines(files[0]) if value not in NOTHING or is_first(path, value)}
    wanted = {f"{kind}.{name}" for kind, names in KINDS.items() for name in names}
    missing = {one for one in wanted if not any(path == one or path.startswith(f"{one}.") for path in said)}
    assert missing == set()


def test_private_notes_are_in_neither_file(files: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert CANARY not in json.dumps(files)


def turn_names(data: Any, key: str = "") -> Any:
    """The file with a sign in each name, title and line of a log that turns the direction of what follows."""
    if isinstance(data, dict):
        return {name: turn_names(value, name) for name, value in data.items()}
    if isinstance(data, list):
        return [turn_names(value, key) for value in data]
    return f"{SIGN}{data}" if isinstance(data, str) and data and key in NAMED else data


def test_no_name_of_a_file_turns_what_stands_behind_it(files: tuple[dict[str, Any], dict[str, Any]]) -> None:
    turned = {name: turn_names(value, name) for name, value in files[1].items()}
    assert json.dumps(turned, ensure_ascii=False).count(SIGN) > 100
    series = transfer.import_series(User.objects.create_user("guest"), turned)
    left = [path for path, value in list_lines(unpack(transfer.write(series))) if SIGN in str(json.loads(value))]
    assert sorted(set(map(plain, left))) == []
    assert SIGN not in str(transfer.preview_series(turned))


def test_a_look_at_a_file_says_who_is_away_and_that_nobody_gets_that_back(
    files: tuple[dict[str, Any], dict[str, Any]], sign_in: SignIn
) -> None:
    row = next(one for one in files[0]["members"] if one["name"] == "mira")
    assert [away["stand_in"] for away in row["absences"]] == ["petra"]
    file = SimpleUploadedFile("x.gz", gzip.compress(json.dumps(files[0]).encode()))
    page = sign_in(User.objects.create_user("guest")).post("/series/import/", {"file": file}).content.decode()
    assert "petra stands in" in page
    assert "Absences: people announce theirs again after they join." in page
