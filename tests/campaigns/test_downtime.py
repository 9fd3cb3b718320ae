"""A downtime: what players put in is worked out once, whatever dies meanwhile, and becomes true at one moment."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from campaigns.calendar.calendar import Calendar, dump_calendar
from campaigns.chronicle.services import set_open
from campaigns.core import locks
from campaigns.core.records.save import save_record
from campaigns.core.refusals import Refused
from campaigns.downtime import deadlines, planning, publishing, resolution, running
from campaigns.downtime.deadlines import close_due, remind_late
from campaigns.downtime.living import start_run
from campaigns.downtime.page import describe_result
from campaigns.downtime.planning import Plan, set_deadline, take_out
from campaigns.downtime.projects.services import PROJECTS, give_up_project
from campaigns.downtime.publishing import publish_at, publish_due
from campaigns.downtime.recalling import recall
from campaigns.downtime.running import list_stranded, open_again, work_out
from campaigns.experience.ledger import Gift, award
from campaigns.experience.proposals import Wish, approve, propose
from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeResult,
    DowntimeRun,
    Notice,
    NoticeKind,
    Project,
    RunState,
    Series,
    SheetChange,
)
from campaigns.sheets.json import with_values
from campaigns.sheets.services import assign_owner
from rules.raising import DAY, GENERAL
from rules.text_codec import decode_text
from tests.cast import Cast, begin_project, change_result, gather_cast, save_part
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

ROLL = {"attribute": "intelligence", "ability": "craft"}


@pytest.fixture
def cast(db: None) -> Cast:
    cast = gather_cast("exalted2e")
    hurt = with_values(
        cast.heroine.sheet,
        {
            "health": "LLLL...",
            "willpower_points": 1,
            "peripheral": 0,
            "attributes.intelligence": 4,
            "abilities.craft": 4,
        },
    )
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=hurt)
    return cast


def put_in(cast: Cast, plan: Plan, who: str = "player") -> Doing:
    person = cast.membership(getattr(cast, who))
    heroine = Character.objects.select_related("series").get(pk=cast.heroine.pk)
    return planning.put_in(person, cast.downtime, heroine, plan)


def begin(cast: Cast, **values: Any) -> Project:
    wanted = {"request": ROLL, "difficulty": 1, "goal": 6, "interval": 2, **values}
    heroine = Character.objects.select_related("series").get(pk=cast.heroine.pk)
    return begin_project(cast.membership(cast.storyteller), heroine, "A boat", wanted)


def run(cast: Cast) -> DowntimeRun:
    started = start_run(cast.membership(cast.storyteller), cast.downtime)
    assert work_out(started.pk)
    started.refresh_from_db()
    return started


def results(one: DowntimeRun) -> list[Any]:
    kept = one.results.order_by("character").values("character", "changes", "carry", "projects", "trained", "lines")
    return list(kept)


def sheet(cast: Cast) -> Any:
    return Character.objects.get(pk=cast.heroine.pk).sheet


def test_days_are_put_in_only_where_there_is_room(cast: Cast) -> None:
    first = put_in(cast, Plan("rest", 1, 5))
    with pytest.raises(Refused, match="Days 1 to 5 are already planned"):
        put_in(cast, Plan("free", 5, 2))
    with pytest.raises(Refused, match="has 12 days"):
        put_in(cast, Plan("free", 12, 2))
    with pytest.raises(Refused, match="from the list"):
        put_in(cast, Plan("fly", 7, 1))
    put_in(cast, Plan("free", 6, 7, text="A walk", secret="To the harbour"))
    assert Doing.objects.count() == 2
    take_out(cast.membership(cast.player), first)
    assert Doing.objects.count() == 1


def test_only_those_who_may_change_a_character_spend_its_days(cast: Cast) -> None:
    for who in ("rival", "spectator"):
        with pytest.raises(PermissionDenied):
            put_in(cast, Plan("rest", 1, 1), who=who)
    put_in(cast, Plan("rest", 1, 1), who="storyteller")
    with pytest.raises(PermissionDenied):
        start_run(cast.membership(cast.player), cast.downtime)
    with pytest.raises(PermissionDenied):
        publishing.publish(cast.membership(cast.player), cast.downtime)


def test_nothing_is_put_in_while_it_is_worked_out(cast: Cast) -> None:
    run(cast)
    with pytest.raises(Refused, match="being resolved"):
        put_in(cast, Plan("rest", 1, 1))
    open_again(cast.membership(cast.storyteller), cast.downtime)
    put_in(cast, Plan("rest", 1, 1))
    assert not DowntimeResult.objects.exists()


def test_what_a_page_knew_counts_for_nothing_where_it_is_old(cast: Cast) -> None:
    fewer = Downtime.objects.get(pk=cast.downtime.pk)
    save_part(cast.membership(cast.storyteller), fewer, {"days": 3})
    with pytest.raises(Refused, match="has 3 days"):
        put_in(cast, Plan("rest", 4, 1))
    heroine = Character.objects.select_related("series").get(pk=cast.heroine.pk)
    assign_owner(cast.membership(cast.storyteller), heroine, cast.membership(cast.rival))
    with pytest.raises(PermissionDenied):
        planning.put_in(cast.membership(cast.player), cast.downtime, heroine, Plan("rest", 1, 1))
    set_open(cast.membership(cast.storyteller), fewer, False)
    with pytest.raises(Refused, match="is closed"):
        put_in(cast, Plan("rest", 1, 1), who="storyteller")
    Downtime.objects.filter(pk=fewer.pk).delete()
    with pytest.raises(Refused, match="just deleted this"):
        put_in(cast, Plan("rest", 1, 1), who="storyteller")
    assert not Doing.objects.exists()


def test_its_days_stay_while_it_is_worked_out_and_as_many_as_are_filled(cast: Cast) -> None:
    storyteller = cast.membership(cast.storyteller)
    put_in(cast, Plan("rest", 1, 5))
    with pytest.raises(Refused, match="Plans go up to day 5"):
        save_part(storyteller, cast.downtime, {"days": 4})
    assert save_part(storyteller, cast.downtime, {"days": 6}).pk == cast.downtime.pk
    started = start_run(storyteller, cast.downtime)
    for _ in ("while it runs", "when it is looked at"):
        with pytest.raises(Refused, match="keeps its length"):
            save_part(storyteller, cast.downtime, {"title": "Spring tide", "days": 12})
        save_part(storyteller, cast.downtime, {"title": "Low water", "days": 6})
        work_out(started.pk)
    cast.downtime.refresh_from_db()
    assert (cast.downtime.title, cast.downtime.days) == ("Low water", 6)


def test_what_is_worked_out_becomes_true_when_it_is_published(cast: Cast) -> None:
    put_in(cast, Plan("rest", 1, 12))
    before = sheet(cast)
    worked = run(cast)
    assert worked.state == RunState.LOOK
    assert sheet(cast) == before
    publishing.publish(cast.membership(cast.storyteller), cast.downtime)
    after = sheet(cast)
    assert after["health"] == "......."
    assert after["peripheral"] > 0
    assert Series.objects.get().clock == 12 * DAY
    change = SheetChange.objects.get(character=cast.heroine)
    assert change.why == "Downtime: High water"
    cast.downtime.refresh_from_db()
    assert not cast.downtime.is_open
    with pytest.raises(Refused, match="already published"):
        publishing.publish(cast.membership(cast.storyteller), cast.downtime)


def test_a_downtime_begins_on_the_day_that_was_picked_and_is_told_there_everywhere(cast: Cast, sign_in: SignIn) -> None:
    client, address = sign_in(cast.storyteller), reverse("part", args=["downtime", cast.downtime.pk])
    calendar = Calendar(start="1230-01-01")
    Series.objects.filter(pk=cast.series.pk).update(clock=2 * DAY, calendar=dump_calendar(calendar))
    edit = reverse("part_edit", args=["downtime", cast.downtime.pk])
    form = client.get(edit).context["form"]
    when = {f"begins_at_{place}": part for place, part in enumerate((9, 1, 1230))}
    sent = {"title": "High water", "days": 12, "seen": form["seen"].value(), **when}
    assert client.post(edit, sent).status_code == 302
    page = client.get(address).content.decode()
    assert "9 January 1230" in page
    run(cast)
    publishing.publish(cast.membership(cast.storyteller), cast.downtime)
    assert Series.objects.get().clock == 20 * DAY
    assert DowntimeRun.objects.values_list("begins_at", "ends_at").get() == (8 * DAY, 20 * DAY)
    assert client.get(edit).context["form"].fields["begins_at"].disabled
    recall(cast.membership(cast.storyteller), cast.downtime)
    assert Series.objects.get().clock == 8 * DAY


def test_a_downtime_without_a_day_begins_where_the_clock_stands_and_keeps_that_day(cast: Cast) -> None:
    Series.objects.filter(pk=cast.series.pk).update(clock=5 * DAY)
    run(cast)
    publishing.publish(cast.membership(cast.storyteller), cast.downtime)
    assert Downtime.objects.get(pk=cast.downtime.pk).begins_at == 5 * DAY


def test_a_downtime_that_another_overtakes_says_so_to_everybody_and_on_its_page(cast: Cast, sign_in: SignIn) -> None:
    teller = cast.membership(cast.storyteller)
    calendar = Calendar(start="1230-01-01")
    Series.objects.filter(pk=cast.series.pk).update(calendar=dump_calendar(calendar))
    second = Downtime.objects.create(
        story=cast.downtime.story, title="Second rest", days=3, begins_at=4 * DAY, position=9
    )
    later = Downtime.objects.create(story=cast.downtime.story, title="Later", days=3, begins_at=12 * DAY, position=10)
    run(cast)
    publishing.publish(teller, cast.downtime)
    told = Notice.objects.filter(key=f"downtime {second.pk} moved")
    assert set(told.values_list("user__username", flat=True)) == {"player", "rival", "storyteller", "co_storyteller"}
    planned, now = "Saturday, 5 January 1230, 00:00", "Sunday, 13 January 1230, 00:00"
    assert f"“Second rest” now starts on {now} instead of {planned}:" in str(told[0].words)
    assert not Notice.objects.filter(key=f"downtime {later.pk} moved").exists()
    page = sign_in(cast.player).get(reverse("part", args=["downtime", second.pk])).content.decode()
    assert "It was planned to start on Saturday, 5 January 1230, 00:00." in page
    assert (
        "It was planned to start"
        not in sign_in(cast.player).get(reverse("part", args=["downtime", later.pk])).content.decode()
    )


def test_an_unplayed_days_life_is_ordinary_and_heals_slower(cast: Cast) -> None:
    worked = run(cast)
    lived = worked.results.get(character=cast.heroine)
    assert lived.changes["health"] == ["LLLL...", "LL....."]
    assert lived.trained == 12


def test_what_is_healed_in_part_goes_on_in_the_next_downtime(cast: Cast) -> None:
    cast.downtime.days = 7
    cast.downtime.save()
    run(cast)
    publishing.publish(cast.membership(cast.storyteller), cast.downtime)
    halfway = sheet(cast)
    assert halfway["health"] == "LLLL..."
    assert halfway["healing"] == [[3, 7, 8]]


def test_a_project_is_rolled_for_every_interval_and_goes_on_later(cast: Cast) -> None:
    boat = begin(cast, goal=99, interval=5)
    put_in(cast, Plan("project", 1, 12, project=boat.pk))
    worked = run(cast)
    kept = worked.results.get(character=cast.heroine).projects[str(boat.pk)]
    assert len(kept["gains"]) == 2
    assert kept["worked"] == 2
    rolled = [
        line for line in worked.results.get(character=cast.heroine).lines if "A boat" in decode_text(line["text"])
    ]
    assert [line["day"] for line in rolled] == [5, 10]
    assert all(line["faces"] for line in rolled)
    publishing.publish(cast.membership(cast.storyteller), cast.downtime)
    boat.refresh_from_db()
    assert (boat.successes, boat.worked, boat.outcome) == (kept["successes"], 2, "")


@pytest.mark.parametrize(("interval", "worked"), [(2, 7), (0, 0)], ids=["shortened", "of no days"])
def test_a_project_gets_no_more_days_than_were_put_in(cast: Cast, interval: int, worked: int) -> None:
    """A roll that is overdue, because the Storyteller has shortened the interval, falls after one more day of work."""
    boat = begin(cast, goal=500, interval=9)
    put_in(cast, Plan("project", 1, 3, project=boat.pk))
    Project.objects.update(interval=interval, worked=worked)
    one = run(cast).results.get(character=cast.heroine)
    rolls = [line["day"] for line in one.lines if "A boat" in decode_text(line["text"])]
    assert rolls == ([1, 3] if interval else [1, 2, 3])
    assert all(1 <= line["day"] <= cast.downtime.days for line in one.lines)
    assert one.projects[str(boat.pk)]["worked"] == 0


def test_a_project_that_is_done_is_rolled_for_no_more(cast: Cast) -> None:
    boat = begin(cast, goal=1, interval=1)
    put_in(cast, Plan("project", 1, 12, project=boat.pk))
    worked = run(cast)
    kept = worked.results.get(character=cast.heroine).projects[str(boat.pk)]
    assert kept["outcome"] == "success"
    assert sum(gain or 0 for gain in kept["gains"]) >= 1
    assert len(
        [line for line in worked.results.get(character=cast.heroine).lines if "A boat" in decode_text(line["text"])]
    ) == len(kept["gains"])


def test_a_project_asks_for_what_the_rules_know(cast: Cast) -> None:
    for wrong in ({"goal": 0}, {"interval": 0}, {"difficulty": 31}, {"request": {"attribute": "wings"}}):
        with pytest.raises(Refused):
            begin(cast, **wrong)
    with pytest.raises(Refused, match="Choose one of this character’s projects"):
        put_in(cast, Plan("project", 1, 1))


def test_only_days_of_training_train(cast: Cast) -> None:
    heroine = Character.objects.select_related("series").get(pk=cast.heroine.pk)
    storyteller = cast.membership(cast.storyteller)
    award(storyteller, [heroine.pk], [Gift(GENERAL, 40, "For the show")])
    dots = heroine.sheet["abilities"]["craft"]
    wish = Wish(path="abilities.craft", before=dots, after=dots + 1)
    asked = propose(cast.membership(cast.player), heroine, wish, "")
    approve(storyteller, asked, points=asked.asked_points, seconds=10 * DAY, words="A good teacher")
    put_in(cast, Plan("free", 1, 6))
    put_in(cast, Plan("train", 7, 4))
    run(cast)
    publishing.publish(storyteller, cast.downtime)
    asked.refresh_from_db()
    assert asked.remaining(Series.objects.get().clock) == 4 * DAY


def test_a_sheet_that_has_moved_on_is_not_written_over(cast: Cast) -> None:
    put_in(cast, Plan("rest", 1, 12))
    run(cast)
    moved = with_values(sheet(cast), {"health": "LLLLL.."})
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=moved)
    with pytest.raises(Refused, match="The sheet of Ysane of the Reeds has changed"):
        publishing.publish(cast.membership(cast.storyteller), cast.downtime)
    assert sheet(cast) == moved
    assert Series.objects.get().clock == 0


def test_what_was_begun_otherwise_meanwhile_is_not_written_over(cast: Cast) -> None:
    run(cast)
    storyteller, healing = cast.membership(cast.storyteller), {"hours": 3}
    Character.objects.filter(pk=cast.heroine.pk).update(carry=healing)
    with pytest.raises(Refused, match="Ysane of the Reeds has healed or rested since"):
        publishing.publish(storyteller, cast.downtime)
    assert Character.objects.get(pk=cast.heroine.pk).carry == healing
    open_again(storyteller, cast.downtime)
    run(cast)
    publishing.publish(storyteller, cast.downtime)
    assert Character.objects.get(pk=cast.heroine.pk).carry != healing


def test_a_result_that_the_rules_refuse_by_now_is_named_and_holds_up_no_other(cast: Cast) -> None:
    worked = run(cast)
    changes = worked.results.get(character=cast.heroine).changes
    assert changes["willpower_points"][1] > 3
    meanwhile = with_values(sheet(cast), {"willpower": 3})
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=meanwhile)
    with pytest.raises(Refused, match="The rules would reject the resulting sheet of Ysane of the Reeds"):
        publishing.publish(cast.membership(cast.storyteller), cast.downtime)
    DowntimeRun.objects.update(publish_at=timezone.now() - timedelta(seconds=1))
    publish_due()
    worked.refresh_from_db()
    assert (worked.state, worked.publish_at) == (RunState.LOOK, None)
    assert "The rules would reject the resulting sheet" in worked.trouble
    assert sheet(cast) == meanwhile


def test_a_project_that_went_on_meanwhile_is_not_written_over(cast: Cast) -> None:
    boat = begin(cast, goal=99)
    put_in(cast, Plan("project", 1, 4, project=boat.pk))
    run(cast)
    storyteller = cast.membership(cast.storyteller)
    Project.objects.update(successes=7)
    with pytest.raises(Refused, match="“A boat” of Ysane of the Reeds has changed"):
        publishing.publish(storyteller, cast.downtime)
    Project.objects.update(successes=0)
    publishing.publish(storyteller, cast.downtime)
    boat.refresh_from_db()
    assert len(boat.gains) == 2


def test_a_project_that_was_given_up_meanwhile_stays_so(cast: Cast) -> None:
    boat = begin(cast, goal=99)
    put_in(cast, Plan("project", 1, 4, project=boat.pk))
    run(cast)
    give_up_project(cast.membership(cast.player), boat)
    publishing.publish(cast.membership(cast.storyteller), cast.downtime)
    boat.refresh_from_db()
    assert (boat.outcome, len(boat.gains)) == ("ended", 2)


def test_what_is_over_is_rated_no_more(cast: Cast) -> None:
    boat = begin(cast)
    give_up_project(cast.membership(cast.player), boat)
    with pytest.raises(Refused, match="is over"):
        save_record(PROJECTS, cast.membership(cast.storyteller), boat, {"goal": 3, "interval": 1})
    boat.refresh_from_db()
    assert boat.goal == 6


def test_days_given_to_what_was_given_up_are_told_as_such(cast: Cast) -> None:
    boat = begin(cast, goal=99)
    put_in(cast, Plan("project", 1, 4, project=boat.pk))
    give_up_project(cast.membership(cast.player), boat)
    result = run(cast).results.get(character=cast.heroine)
    told = describe_result(result)
    assert told.projects == ("A boat: 0 of 99 successes, broken off.",)


def test_the_storyteller_changes_what_she_likes(cast: Cast) -> None:
    put_in(cast, Plan("rest", 1, 12))
    worked = run(cast)
    storyteller = cast.membership(cast.storyteller)
    lived = worked.results.select_related("character__series", "run").get(character=cast.heroine)
    change_result(storyteller, lived, ("A quiet time.", "She was watched."), {"willpower_points": 2})
    with pytest.raises(Refused):
        change_result(storyteller, lived, ("", ""), {"willpower_points": 99})
    publishing.publish(storyteller, cast.downtime)
    assert sheet(cast)["willpower_points"] == 2


def test_she_also_changes_what_the_days_left_alone_and_what_is_half_healed(cast: Cast) -> None:
    worked = run(cast)
    storyteller = cast.membership(cast.storyteller)
    lived = worked.results.select_related("character__series", "run").get(character=cast.heroine)
    assert "fatigue" not in lived.changes
    change_result(storyteller, lived, ("The river took its toll.", ""), {"fatigue": 3, "health": "LLB...."}, 50)
    lived.refresh_from_db()
    assert lived.changes["fatigue"] == [0, 3]
    assert lived.changes["health"] == ["LLLL...", "LLB...."]
    publishing.publish(storyteller, cast.downtime)
    now = sheet(cast)
    assert (now["fatigue"], now["health"], now["healing"]) == (3, "LLB....", [[2, 1, 2]])


@pytest.mark.parametrize(
    ("values", "begun", "told"),
    [
        ({"abilities.craft": 5}, None, "can’t change that: abilities.craft"),
        ({"wings": 2}, None, "can’t change that"),
        ({"personal": 99}, None, "personal"),
        ({"health": "LLLLLLLLL"}, None, "health"),
        ({}, 100, "0 to 99"),
    ],
)
def test_what_she_changes_is_held_to_the_rules(
    cast: Cast, values: dict[str, Any], begun: int | None, told: str
) -> None:
    worked = run(cast)
    lived = worked.results.select_related("character__series", "run").get(character=cast.heroine)
    before = lived.changes
    with pytest.raises(Refused, match=told):
        change_result(cast.membership(cast.storyteller), lived, ("", ""), values, begun)
    lived.refresh_from_db()
    assert lived.changes == before


@pytest.mark.django_db
def test_what_is_carried_over_is_changed_with_the_result() -> None:
    cast = gather_cast("exalted3e")
    hurt = with_values(cast.heroine.sheet, {"health.marks": "ll"})
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=hurt)
    storyteller = cast.membership(cast.storyteller)
    cast.downtime.days = 1
    cast.downtime.save()
    lived = run(cast).results.select_related("character__series", "run").get(character=cast.heroine)
    before = lived.carry
    change_result(storyteller, lived, ("", ""), {"motes.personal": 2}, 5)
    lived.refresh_from_db()
    assert lived.carry != before
    publishing.publish(storyteller, cast.downtime)
    heroine = Character.objects.get(pk=cast.heroine.pk)
    assert (heroine.sheet["motes"]["personal"], heroine.carry["hours"]) == (2, 5)


def test_it_publishes_itself_at_its_moment(cast: Cast) -> None:
    worked = run(cast)
    storyteller = cast.membership(cast.storyteller)
    with pytest.raises(Refused, match="has passed"):
        publish_at(storyteller, cast.downtime, timezone.now() - timedelta(minutes=1))
    publish_at(storyteller, cast.downtime, timezone.now() + timedelta(hours=1))
    publish_due()
    worked.refresh_from_db()
    assert worked.state == RunState.LOOK
    DowntimeRun.objects.update(publish_at=timezone.now() - timedelta(seconds=1))
    publish_due()
    worked.refresh_from_db()
    assert worked.state == RunState.PUBLISHED


def test_it_closes_by_itself_and_reminds_before(cast: Cast) -> None:
    put_in(cast, Plan("rest", 1, 1))
    soon = timezone.now() + timedelta(hours=5)
    set_deadline(cast.membership(cast.storyteller), cast.downtime, soon)
    assert close_due() == []
    remind_late()
    remind_late()
    late = Notice.objects.get(kind=NoticeKind.DEADLINE)
    assert (late.user, late.due_at, late.closed_at) == (cast.rival, soon, None)
    duelist = Character.objects.get(pk=cast.duelist.pk)
    planning.put_in(cast.membership(cast.rival), cast.downtime, duelist, Plan("rest", 1, 1))
    late.refresh_from_db()
    assert late.closed_at
    DowntimeRun.objects.update(closes_at=timezone.now())
    (closed,) = close_due()
    assert DowntimeRun.objects.get(pk=closed).state == RunState.RUNNING
    assert close_due() == []


def between(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen after the clock has looked for what is due, and before it holds the series."""
    hold = locks.lock_series

    def hold_later(key: int) -> Any:
        happens()
        return hold(key)

    monkeypatch.setattr(deadlines, "lock_series", hold_later)
    monkeypatch.setattr(publishing, "lock_series", hold_later)


def test_a_deadline_does_not_wipe_out_what_was_worked_out_by_hand(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    worked = run(cast)
    worked.results.update(words="You sleep badly.")
    DowntimeRun.objects.update(state=RunState.OPEN, closes_at=timezone.now())
    between(monkeypatch, lambda: DowntimeRun.objects.update(state=RunState.LOOK))
    assert close_due() == []
    assert DowntimeRun.objects.get().state == RunState.LOOK
    assert {one.words for one in worked.results.all()} == {"You sleep badly."}


def test_a_deadline_that_was_put_off_meanwhile_closes_nothing(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    later = timezone.now() + timedelta(hours=1)
    set_deadline(cast.membership(cast.storyteller), cast.downtime, later)
    DowntimeRun.objects.update(closes_at=timezone.now())
    between(monkeypatch, lambda: DowntimeRun.objects.update(closes_at=later))
    assert close_due() == []
    assert DowntimeRun.objects.values_list("state", "closes_at").get() == (RunState.OPEN, later)


@pytest.mark.parametrize(
    "meanwhile",
    [{"publish_at": None}, {"state": RunState.PUBLISHED, "publish_at": None}, {"state": RunState.OPEN}],
    ids=["taken back", "published by hand", "resolve or reopen"],
)
def test_a_moment_that_was_taken_back_meanwhile_publishes_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, meanwhile: dict[str, Any]
) -> None:
    worked, before = run(cast), sheet(cast)
    DowntimeRun.objects.update(publish_at=timezone.now())
    between(monkeypatch, lambda: DowntimeRun.objects.update(**meanwhile))
    publish_due()
    worked.refresh_from_db()
    assert (worked.state, worked.trouble) == (meanwhile.get("state", RunState.LOOK), "")
    assert sheet(cast) == before


def test_a_run_that_cannot_be_published_holds_up_no_other(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody foresaw in one series must not stand in the way of all the others on the server."""
    worked = run(cast)
    other = Downtime.objects.create(story=cast.downtime.story, title="Another", days=2)
    last = start_run(cast.membership(cast.storyteller), other)
    assert work_out(last.pk)
    DowntimeRun.objects.update(publish_at=timezone.now())
    publish = publishing.publish_run

    def stumble(one: DowntimeRun) -> None:
        if one.pk == worked.pk:
            raise KeyError("wings")
        publish(one)

    monkeypatch.setattr(publishing, "publish_run", stumble)
    publish_due()
    worked.refresh_from_db()
    assert (worked.state, worked.publish_at) == (RunState.LOOK, None)
    assert worked.trouble
    assert DowntimeRun.objects.get(pk=last.pk).state == RunState.PUBLISHED


def test_a_run_that_stands_still_is_taken_up_again(cast: Cast) -> None:
    started = start_run(cast.membership(cast.storyteller), cast.downtime)
    assert list_stranded() == []
    DowntimeRun.objects.update(beat_at=timezone.now() - timedelta(minutes=5))
    assert list_stranded() == [started.pk]


class Killed(Exception):
    """The worker dies."""


def test_killed_anywhere_and_run_again_it_gives_what_it_gives_in_one_go(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    boat = begin(cast, goal=20, interval=1)
    put_in(cast, Plan("rest", 1, 3))
    put_in(cast, Plan("project", 4, 9, project=boat.pk))
    whole = results(run(cast))
    assert len(whole) == 2
    people = len(whole)
    live = resolution.resolve_days
    for survived in range(people):
        open_again(cast.membership(cast.storyteller), cast.downtime)
        started = start_run(cast.membership(cast.storyteller), cast.downtime)
        lived = 0

        def die(*given: Any, survived: int = survived) -> Any:
            nonlocal lived
            lived += 1
            if lived > survived:
                raise Killed
            return live(*given)

        monkeypatch.setattr(running, "resolve_days", die)
        with pytest.raises(Killed):
            work_out(started.pk)
        assert started.results.count() == survived
        monkeypatch.setattr(running, "resolve_days", live)
        assert work_out(started.pk)
        assert results(started) == whole
        assert work_out(started.pk) is False, "already resolved"


def test_a_run_that_is_broken_off_stops(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    started = start_run(cast.membership(cast.storyteller), cast.downtime)
    live = resolution.resolve_days

    def stop(*given: Any) -> Any:
        DowntimeRun.objects.update(state=RunState.OPEN)
        return live(*given)

    monkeypatch.setattr(running, "resolve_days", stop)
    assert work_out(started.pk) is False
    assert started.results.count() == 1
    started.refresh_from_db()
    assert started.state == RunState.OPEN


def test_a_worker_of_a_run_that_was_begun_anew_leaves_nobody_out(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened, made longer and closed again while the first worker is half-way: it must not call its half the whole."""
    storyteller, work = cast.membership(cast.storyteller), running.work_out_character
    started = start_run(storyteller, cast.downtime)
    asked: list[int] = []

    def begin_anew(run_id: int, key: int) -> bool:
        asked.append(key)
        if len(asked) == 2:
            open_again(storyteller, cast.downtime)
            Downtime.objects.filter(pk=cast.downtime.pk).update(days=20)
            start_run(storyteller, cast.downtime)
        return work(run_id, key)

    monkeypatch.setattr(running, "work_out_character", begin_anew)
    assert work_out(started.pk)
    assert set(started.results.values_list("character", flat=True)) == set(running.list_people(cast.downtime))
    assert {one.trained for one in started.results.all()} == {20}, "as many days as there are now"


def test_a_sheet_that_the_rules_cannot_read_breaks_it_off_and_is_named(cast: Cast) -> None:
    put_in(cast, Plan("rest", 1, 3))
    readable = sheet(cast)
    Character.objects.filter(pk=cast.heroine.pk).update(sheet={**readable, "essence": "much"})
    started = start_run(cast.membership(cast.storyteller), cast.downtime)
    assert work_out(started.pk) is False
    started.refresh_from_db()
    assert (started.state, started.results.count(), started.closes_at) == (RunState.OPEN, 0, None)
    assert started.trouble.startswith("Ysane of the Reeds: The rules can’t read this sheet: ")
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=readable)
    assert run(cast).trouble == ""


@given(st.text(max_size=20), st.lists(st.integers(0, 12), max_size=8))
def test_a_kept_seed_gives_the_same_dice_however_they_are_asked_for(seed: str, counts: list[int]) -> None:
    whole = resolution.SeededRoller(seed).roll(sum(counts))
    roller = resolution.SeededRoller(seed)
    assert whole == tuple(face for count in counts for face in roller.roll(count))


def test_kept_dice_are_fair() -> None:
    faces = [face for seed in range(60) for face in resolution.SeededRoller(str(seed)).roll(200)]
    assert all(1000 < faces.count(face) < 1400 for face in range(1, 11))
