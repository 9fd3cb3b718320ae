"""Downtimes go out and come in with their series: days, secrets, projects, results; forged ones do not."""

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from campaigns.core.refusals import Refused
from campaigns.downtime.living import start_run
from campaigns.downtime.publishing import publish
from campaigns.downtime.recalling import find_hindrance, recall
from campaigns.downtime.running import work_out
from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeResult,
    DowntimeRun,
    Membership,
    Project,
    Proposal,
    Recall,
    RunState,
    Series,
    User,
)
from campaigns.sheets.changes import undo_change
from campaigns.sheets.json import with_values
from config import transfer
from config.demo import HIGH_WATER, YSANE, load_demo
from tests.kept import put

pytestmark = pytest.mark.walk

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def written(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, Any]:
    """The demo, with its open downtime worked out and not yet published."""
    with django_db_blocker.unblock(), transaction.atomic():
        series = put(load_demo)
        petra = Membership.objects.select_related("user", "series").get(series=series, user__username="petra")
        Character.objects.filter(name="Brother Oskel").update(carry={"hours": 3, "marks": "L"})
        run = start_run(petra, Downtime.objects.get(title=HIGH_WATER))
        work_out(run.pk)
        data: dict[str, Any] = json.loads(gzip.decompress(transfer.write(series)))
        data["told"] = told(series)
        transaction.set_rollback(True)
    return data


@pytest.fixture
def here(db: None) -> Series:
    """The demo."""
    return put(load_demo)


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_user("guest")


def told(series: Series) -> Any:
    """What its downtimes say, without keys; as JSON has it."""
    runs = DowntimeRun.objects.filter(downtime__story__series=series).order_by("downtime__title")
    doings = Doing.objects.filter(downtime__story__series=series).order_by(
        "downtime__title", "character__name", "first"
    )
    results = DowntimeResult.objects.filter(run__downtime__story__series=series)
    results = results.order_by("run__downtime__title", "character__name")
    projects = Project.objects.filter(character__series=series)
    people = Character.objects.filter(series=series).order_by("name")
    rows = [
        *runs.values_list("downtime__title", "state", "done"),
        *doings.values_list("character__name", "kind", "first", "days", "text", "secret", "project__title"),
        *results.values_list("character__name", "changes", "lines", "words", "secret_words", "trained", "carry"),
        *(list(projects.values()) for projects in results.values_list("projects", flat=True)),
        *projects.values_list("title", "request", "goal", "interval", "gains", "successes", "worked"),
        *people.values_list("name", "carry"),
    ]
    return json.loads(json.dumps(rows))


def whole(data: dict[str, Any]) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps({key: value for key, value in data.items() if key != "told"}))
    return copy


def test_what_comes_in_is_what_went_out_and_is_published_on(written: dict[str, Any], guest: User) -> None:
    series = transfer.import_series(guest, whole(written))
    assert told(series) == written["told"]
    mine = Membership.objects.select_related("user", "series").get(series=series)
    publish(mine, Downtime.objects.get(story__series=series, title=HIGH_WATER))
    assert Project.objects.get(character__series=series).gains


def test_what_was_published_elsewhere_is_taken_back_here(here: Series, guest: User) -> None:
    petra = Membership.objects.select_related("user", "series").get(series=here, user__username="petra")
    place = Downtime.objects.get(title=HIGH_WATER)
    work_out(start_run(petra, place).pk)
    before = moved(here)
    publish(petra, place)
    assert moved(here) != before
    series = transfer.import_series(guest, json.loads(gzip.decompress(transfer.write(Series.objects.get(pk=here.pk)))))
    assert moved(series) == moved(here)
    mine = Membership.objects.select_related("user", "series").get(series=series)
    recall(mine, Downtime.objects.get(story__series=series, title=HIGH_WATER))
    assert moved(series) == before
    again = transfer.import_series(guest, json.loads(gzip.decompress(transfer.write(Series.objects.get(pk=series.pk)))))
    (there,), (kept,) = recalls(series), recalls(again)
    assert there == kept
    assert there[0] > there[1]
    assert there[-1] == guest.username


def recalls(series: Series) -> list[Any]:
    """The log of what was taken back, and by whom."""
    found = Recall.objects.filter(run__downtime__story__series=series)
    return [(one.ends_at, one.begins_at, one.at, one.who) for one in found]


def moved(series: Series) -> Any:
    """All that a downtime moves."""
    people = Character.objects.filter(series=series).order_by("name")
    trainings = Proposal.objects.filter(character__series=series).order_by("label")
    projects = Project.objects.filter(character__series=series).order_by("title")
    return [
        Series.objects.get(pk=series.pk).clock,
        *people.values_list("name", "sheet", "carry"),
        *trainings.values_list("label", "state", "ends_at"),
        *projects.values_list("title", "gains", "successes", "worked", "outcome"),
    ]


def test_what_was_taken_back_is_told_of_a_run_under_way_too(here: Series, guest: User) -> None:
    petra = Membership.objects.select_related("user", "series").get(series=here, user__username="petra")
    place = Downtime.objects.get(title=HIGH_WATER)
    run = start_run(petra, place)
    work_out(run.pk)
    publish(petra, place)
    recall(petra, place)
    DowntimeRun.objects.filter(pk=run.pk).update(state=RunState.RUNNING)
    there = transfer.import_series(guest, json.loads(gzip.decompress(transfer.write(Series.objects.get(pk=here.pk)))))
    assert DowntimeRun.objects.get(downtime__story__series=there, downtime__title=HIGH_WATER).state == RunState.OPEN
    assert recalls(there) == recalls(here) != []


def test_a_series_comes_in_though_a_sheet_has_moved_on_from_a_result(here: Series, guest: User) -> None:
    """Publishing would be refused, and it is worked out again: the file of the series is whole all the same."""
    petra = Membership.objects.select_related("user", "series").get(series=here, user__username="petra")
    run = start_run(petra, Downtime.objects.get(title=HIGH_WATER))
    work_out(run.pk)
    result = run.results.select_related("character").get(character__name=YSANE)
    result.changes = {"willpower_points": [result.character.sheet["willpower_points"], 99]}
    result.save()
    with pytest.raises(Refused, match="The rules would reject the resulting sheet"):
        publish(petra, Downtime.objects.get(title=HIGH_WATER))
    there = transfer.import_series(guest, json.loads(gzip.decompress(transfer.write(Series.objects.get(pk=here.pk)))))
    kept = DowntimeRun.objects.get(downtime__story__series=there, downtime__title=HIGH_WATER)
    assert (kept.state, kept.results.count()) == (RunState.OPEN, 0)
    assert Doing.objects.filter(downtime=kept.downtime).exists()


def test_what_was_taken_back_from_one_sheet_hinders_no_recall_elsewhere(here: Series, guest: User) -> None:
    petra = Membership.objects.select_related("user", "series").get(series=here, user__username="petra")
    place, ysane = Downtime.objects.get(title=HIGH_WATER), Character.objects.get(name=YSANE)
    Character.objects.filter(pk=ysane.pk).update(sheet=with_values(ysane.sheet, {"peripheral": 0}))
    run = start_run(petra, place)
    work_out(run.pk)
    publish(petra, place)
    published = run.results.exclude(change=None).select_related("change__character__series").first()
    assert published is not None
    assert published.change is not None
    undo_change(petra, published.change)
    assert find_hindrance(petra, place) == ""
    there = transfer.import_series(guest, json.loads(gzip.decompress(transfer.write(Series.objects.get(pk=here.pk)))))
    mine = Membership.objects.select_related("user", "series").get(series=there)
    assert find_hindrance(mine, Downtime.objects.get(story__series=there, title=HIGH_WATER)) == ""


def test_the_dice_of_a_run_stay_at_home(written: dict[str, Any]) -> None:
    runs = json.dumps([story["downtimes"] for story in written["stories"]])
    assert '"results"' in runs
    assert '"seed"' not in runs


def run_of(data: dict[str, Any]) -> dict[str, Any]:
    return next(one for story in data["stories"] for one in story["downtimes"] if one["title"] == HIGH_WATER)


def result_of(data: dict[str, Any]) -> dict[str, Any]:
    return next(one for one in run_of(data)["run"]["results"] if one["projects"])


def project_of(data: dict[str, Any]) -> dict[str, Any]:
    return next(project for one in data["characters"] for project in one["projects"])


def trainee(data: dict[str, Any]) -> int:
    """The place of whoever has a training."""
    return [one["name"] for one in data["characters"]].index(YSANE)


FORGED: dict[str, Change] = {
    "days that overlap": lambda data: run_of(data)["doings"].append(run_of(data)["doings"][0]),
    "a day too many": lambda data: run_of(data)["doings"][0].update(days=99),
    "days without end": lambda data: run_of(data).update(days=10**9),
    "a project of no days": lambda data: project_of(data).update(interval=0),
    "a project of no goal": lambda data: project_of(data).update(goal=0),
    "a project that never ends": lambda data: project_of(data).update(goal=32_000),
    "a difficulty beyond the book's": lambda data: project_of(data).update(difficulty=30_000),
    "an unknown way": lambda data: run_of(data)["doings"][0].update(kind="fly"),
    "a stranger": lambda data: run_of(data)["doings"][0].update(character=424242),
    "no such project": lambda data: run_of(data)["doings"][0].update(project=7),
    "a state of its own": lambda data: run_of(data)["run"].update(state="won"),
    "a run of words": lambda data: run_of(data).update(run="over"),
    "no such moment": lambda data: run_of(data)["run"].update(closes_at="Friday"),
    "a moment that no clock can tell": lambda data: run_of(data)["run"].update(closes_at="0001-01-01T00:00:00Z"),
    "a moment beyond all clocks": lambda data: run_of(data)["run"].update(closes_at="9999-12-31T23:59:59-12:00"),
    "changes of words": lambda data: result_of(data).update(changes="all"),
    "a place that no sheet has": lambda data: result_of(data).update(changes={"wings": [0, 1]}),
    "a value The rules would reject the resulting sheet": lambda data: result_of(data).update(
        changes={"health": ["", "ZZZ"]}
    ),
    "other fields of a project": lambda data: result_of(data).update(projects={"0": {"goal": 1}}),
    "lines of words": lambda data: result_of(data).update(lines="long"),
    "faces of words": lambda data: result_of(data).update(lines=[{"day": 1, "text": "", "rule": "", "faces": ["x"]}]),
    "no moment of its own": lambda data: run_of(data)["run"].update(begins_at="Friday"),
    "a moment before all time": lambda data: run_of(data)["run"].update(begins_at=-(2**62)),
    "a recall without a moment": lambda data: run_of(data)["run"].update(
        recalls=[{"at": None, "begins_at": 0, "ends_at": 1}]
    ),
    "a recall of words": lambda data: run_of(data)["run"].update(
        recalls=[{"at": "2026-01-01T00:00:00Z", "begins_at": "0", "ends_at": 1}]
    ),
    "trainings of nobody": lambda data: run_of(data)["run"].update(trainings=[[0, 77, 1, 2]]),
    "trainings without end": lambda data: run_of(data)["run"].update(trainings=[[trainee(data), 0, 1, 10**30]]),
    "trainings of words": lambda data: run_of(data)["run"].update(trainings=[["0", 0, 1, 2]]),
    "what was, of words": lambda data: result_of(data).update(was={"carry": "much", "projects": {}}),
    "what was of other projects": lambda data: result_of(data).update(was={"carry": {}, "projects": {"9": {}}}),
    "what it wrote, of words": lambda data: result_of(data).update(wrote={"health": "LL"}),
    "a carry of words": lambda data: result_of(data).update(carry="much"),
    "a character's carry of words": lambda data: data["characters"][0].update(carry="much"),
    "no projects": lambda data: data["characters"][0].pop("projects"),
    "an endless word": lambda data: result_of(data).update(words="x" * 6000),
}


def without_records(data: dict[str, Any]) -> dict[str, Any]:
    """The file without what has no part in a downtime: it comes in twice as fast."""
    left_out = ("handouts", "attachments", "sessions", "threads", "subjects", "ties")
    return whole(data) | {name: [] for name in left_out}


def test_what_is_forged_below_comes_in_as_it_is(written: dict[str, Any], guest: User) -> None:
    assert told(transfer.import_series(guest, without_records(written))) == written["told"]


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
def test_a_forged_downtime_is_refused_whole(change: Change, written: dict[str, Any], guest: User) -> None:
    data = without_records(written)
    change(data)
    with pytest.raises(Refused):
        transfer.import_series(guest, data)
    assert not Series.objects.exists()
