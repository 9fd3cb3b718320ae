"""A published downtime is taken back in one step: everything that it moved, or nothing where something rests on it."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from campaigns.core.records.save import save_record
from campaigns.core.refusals import Refused
from campaigns.downtime import publishing, recalling
from campaigns.downtime.living import start_run
from campaigns.downtime.planning import Plan, put_in
from campaigns.downtime.projects.services import give_up_project
from campaigns.downtime.recalling import find_hindrance
from campaigns.downtime.running import work_out
from campaigns.experience.ledger import Gift, award
from campaigns.experience.proposals import Wish, approve, propose
from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeRun,
    Project,
    Proposal,
    ProposalState,
    Recall,
    RunState,
    Series,
    SheetChange,
)
from campaigns.series.settings import CLOCK
from campaigns.sheets.changes import undo_change
from campaigns.sheets.json import with_values
from play.models import Command, Entry, Table
from rules.raising import DAY, GENERAL
from tests.cast import Cast, begin_project, gather_cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

ROLL = {"attribute": "intelligence", "ability": "craft"}


@pytest.fixture
def cast(db: None) -> Cast:
    cast = gather_cast("exalted2e")
    hurt = {"health": "LLLL...", "peripheral": 0, "attributes.intelligence": 4, "abilities.craft": 3}
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=with_values(cast.heroine.sheet, hurt))
    return cast


def heroine(cast: Cast) -> Character:
    return Character.objects.select_related("series").get(pk=cast.heroine.pk)


def publish(cast: Cast, part: Downtime | None = None) -> DowntimeRun:
    storyteller = cast.membership(cast.storyteller)
    started = start_run(storyteller, part or cast.downtime)
    assert work_out(started.pk)
    publishing.publish(storyteller, part or cast.downtime)
    started.refresh_from_db()
    return started


def recall(cast: Cast) -> DowntimeRun:
    return recalling.recall(cast.membership(cast.storyteller), cast.downtime)


def buy(cast: Cast, path: str, days: int) -> Proposal:
    storyteller, asked_for = cast.membership(cast.storyteller), heroine(cast)
    award(storyteller, [asked_for.pk], [Gift(GENERAL, 40, "For the show")])
    dots = asked_for.sheet["abilities"][path.split(".")[1]]
    wish = Wish(path=path, before=dots, after=dots + 1)
    asked = propose(cast.membership(cast.player), asked_for, wish, "")
    return approve(storyteller, asked, asked.asked_points, days * DAY, "A good teacher")


def begin_boat(cast: Cast) -> Project:
    values = {"request": ROLL, "difficulty": 1, "goal": 99, "interval": 2}
    boat = begin_project(cast.membership(cast.player), heroine(cast), "A boat", values)
    plan = Plan("project", 1, 4, project=boat.pk)
    put_in(cast.membership(cast.player), cast.downtime, heroine(cast), plan)
    return boat


def whole(cast: Cast) -> dict[str, Any]:
    """All that a downtime may move."""
    return {
        "people": list(Character.objects.order_by("pk").values("sheet", "carry")),
        "clock": Series.objects.get(pk=cast.series.pk).clock,
        "trainings": list(Proposal.objects.order_by("pk").values("state", "ends_at", "trouble")),
        "projects": list(Project.objects.order_by("pk").values("gains", "successes", "worked", "outcome")),
        "open": Downtime.objects.get(pk=cast.downtime.pk).is_open,
        "doings": Doing.objects.count(),
    }


def test_everything_is_as_it_was_and_may_be_published_anew(cast: Cast) -> None:
    begin_boat(cast)
    learned, slower = buy(cast, "abilities.craft", 5), buy(cast, "abilities.dodge", 9)
    before = whole(cast)
    run = publish(cast)
    assert (run.begins_at, run.ends_at) == (0, 12 * DAY)
    assert Proposal.objects.get(pk=learned.pk).state == ProposalState.DONE
    assert Proposal.objects.get(pk=slower.pk).state == ProposalState.TRAINING
    after = whole(cast)
    taken = recall(cast)
    assert whole(cast) == before
    assert (taken.state, taken.begins_at, taken.published_at) == (RunState.LOOK, None, None)
    publishing.publish(cast.membership(cast.storyteller), cast.downtime)
    assert whole(cast) == after


def test_every_sheet_says_so_by_a_change_that_counters_the_first(cast: Cast) -> None:
    publish(cast)
    wrote = SheetChange.objects.get(character=cast.heroine)
    recall(cast)
    counter = SheetChange.objects.get(undoes=wrote)
    assert counter.user == cast.storyteller
    assert counter.why == "Downtime taken back: High water"
    assert counter.values == {path: [after, before] for path, (before, after) in wrote.values.items()}
    logged = Recall.objects.get()
    assert (logged.user, logged.begins_at, logged.ends_at) == (cast.storyteller, 0, 12 * DAY)


def test_only_a_storyteller_takes_back_and_only_what_is_published(cast: Cast) -> None:
    with pytest.raises(Refused, match="not published"):
        recall(cast)
    publish(cast)
    for who in (cast.player, cast.rival, cast.spectator):
        with pytest.raises(PermissionDenied):
            recalling.recall(cast.membership(who), cast.downtime)


def _hurt_again(cast: Cast) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=with_values(heroine(cast).sheet, {"health": "B......"}))


def _heal_on(cast: Cast) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(carry={"hours": 3})


def _next(cast: Cast) -> None:
    publish(cast, Downtime.objects.create(story=cast.story, title="Low water", position=4, days=3))


def _move_clock(cast: Cast) -> None:
    save_record(CLOCK, cast.membership(cast.storyteller), cast.series, {"clock": 13 * DAY})


def _play(cast: Cast, number: int, *made: str, back_to: int | None = None) -> None:
    table, _made = Table.objects.update_or_create(scene=cast.scene, defaults={"number": number})
    moves = [{"move": name} for name in made]
    command = Command.objects.create(table=table, key=uuid.uuid4(), first=number, last=number, made=moves)
    row = {"number": number, "event": {}, "told": True, "public": True, "rewound_to": back_to}
    Entry.objects.create(table=table, command=command, **row)


def _fight(cast: Cast) -> None:
    _play(cast, 1)
    _play(cast, 2, "StartBattle")


def _work_on(cast: Cast) -> None:
    Project.objects.update(successes=50)


def _put_training_off(cast: Cast) -> None:
    Proposal.objects.update(ends_at=90 * DAY)


HINDRANCES: dict[str, tuple[Callable[[Cast], object], str]] = {
    "other wounds": (_hurt_again, r"The sheet of Ysane of the Reeds has changed since \(health\)"),
    "healing that went on": (_heal_on, "has healed or rested"),
    "a later downtime": (_next, "“Low water” was published later"),
    "the clock": (_move_clock, "it is now Day 14, 00:00. Set it back to Day 13, 00:00"),
    "a fight": (_fight, "a fight in “The Toll Bridge” since"),
    "a purchase": (lambda cast: buy(cast, "abilities.craft", 5), "has bought “Craft.*Take back that purchase first"),
    "a project": (_work_on, "“A boat” of Ysane of the Reeds has changed"),
    "a training": (_put_training_off, "for “Dodge.*” has changed since"),
}


@pytest.mark.parametrize(("hinder", "told"), HINDRANCES.values(), ids=HINDRANCES)
def test_what_rests_on_it_stands_in_the_way(cast: Cast, hinder: Callable[[Cast], object], told: str) -> None:
    begin_boat(cast)
    buy(cast, "abilities.dodge", 90)
    publish(cast)
    hinder(cast)
    before = whole(cast)
    with pytest.raises(Refused, match=told):
        recall(cast)
    assert whole(cast) == before


def test_what_was_learned_and_built_upon_stands_in_the_way(cast: Cast) -> None:
    buy(cast, "abilities.craft", 5)
    publish(cast)
    sheet = with_values(heroine(cast).sheet, {"abilities.craft": 5})
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=sheet)
    before = whole(cast)
    with pytest.raises(Refused, match="learned “Craft 3 → 4” in it"):
        recall(cast)
    assert whole(cast) == before


def test_talk_at_the_table_and_earlier_fights_do_not(cast: Cast) -> None:
    _fight(cast)
    Entry.objects.update(at=timezone.now() - timedelta(days=1))
    publish(cast)
    _play(cast, 3)
    assert recall(cast).state == RunState.LOOK


def test_a_fight_that_was_taken_back_does_not_unless_it_counts_again(cast: Cast) -> None:
    publish(cast)
    _fight(cast)
    assert "a fight in “The Toll Bridge” since" in find_hindrance(cast.membership(cast.storyteller), cast.downtime)
    _play(cast, 3, back_to=1)
    assert find_hindrance(cast.membership(cast.storyteller), cast.downtime) == ""
    _play(cast, 4, back_to=2)
    assert "a fight in “The Toll Bridge” since" in find_hindrance(cast.membership(cast.storyteller), cast.downtime)
    _play(cast, 5, back_to=1)
    assert recall(cast).state == RunState.LOOK


def test_a_change_that_was_taken_back_by_itself_and_a_project_given_up_stay_so(cast: Cast) -> None:
    boat = begin_boat(cast)
    publish(cast)
    storyteller = cast.membership(cast.storyteller)
    undo_change(storyteller, SheetChange.objects.get(character=cast.heroine))
    boat.refresh_from_db()
    give_up_project(storyteller, boat)
    recall(cast)
    assert heroine(cast).sheet["health"] == "LLLL..."
    boat.refresh_from_db()
    assert (boat.outcome, boat.gains) == ("ended", [])


def test_a_change_that_stands_again_is_taken_back_with_the_rest(cast: Cast) -> None:
    storyteller = cast.membership(cast.storyteller)
    before = whole(cast)
    publish(cast)
    after = whole(cast)
    wrote = SheetChange.objects.get(character=cast.heroine)
    undo_change(storyteller, wrote)
    undo_change(storyteller, SheetChange.objects.get(undoes=wrote))
    assert whole(cast) == after
    recall(cast)
    assert whole(cast) == before
    publishing.publish(storyteller, cast.downtime)
    assert whole(cast) == after


def test_the_page_says_what_it_takes_back_and_accounts_are_withdrawn(cast: Cast, sign_in: SignIn) -> None:
    client, player = sign_in(cast.storyteller), sign_in(cast.player)
    here, url = (
        reverse(name, args=args)
        for name, args in (
            ("part", ("downtime", cast.downtime.pk)),
            ("downtime_recall", (cast.downtime.pk,)),
        )
    )
    assert client.get(url).status_code == 302, "nothing to take back yet"
    buy(cast, "abilities.craft", 5)
    publish(cast)
    assert "2E-424" in player.get(here).content.decode()
    assert url in client.get(here).content.decode()
    shown = " ".join(unescape(client.get(url).content.decode()).split())
    for part in ("Day 13, 00:00", "Craft 3 → 4", "2 lethal", "Ysane of the Reeds"):
        assert part in shown
    command = shown.partition('name="command" value="')[2].partition('"')[0]
    assert player.post(url, {"command": command}).status_code == 403
    assert client.post(url, {"command": "x"}).status_code == 422
    for _again in range(2):
        assert client.post(url, {"command": command}).status_code == 302
    assert "2E-424" not in player.get(here).content.decode()
    assert "storyteller took it back" in client.get(here).content.decode()


def test_the_page_of_what_did_not_keep_its_stretch_says_so(cast: Cast, sign_in: SignIn) -> None:
    publish(cast)
    DowntimeRun.objects.update(begins_at=None, ends_at=None)
    shown = sign_in(cast.storyteller).get(reverse("downtime_recall", args=[cast.downtime.pk]))
    assert (shown.status_code, b"The old values were not stored." in shown.content) == (200, True)


def test_the_page_says_what_stands_in_the_way(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    publish(cast)
    _move_clock(cast)
    shown = client.get(reverse("downtime_recall", args=[cast.downtime.pk])).content.decode()
    assert "The clock has moved since" in shown
    assert shown.count("btn--go") == 0
