"""Scenes by post: who is awaited until when, what the table does at the deadline, and that restarts change nothing."""

import uuid
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from campaigns.models import Notice, Scene, User
from campaigns.sessions.absences.services import announce_absence
from campaigns.sessions.working_time import find_zone, remember_zone
from config.tasks import turn_tables
from play.commands.moves import BattleMove, CloseBattle, EndPost, GiveStanding, Pause, Rewind, Say, SetPost, StartTask
from play.commands.overdue import answer_overdue, list_overdue
from play.commands.submit import submit
from play.models import Entry, Table, Wait
from play.seats.facts import load_facts, seat_class_of
from play.seats.waits import see_waits
from play.table.live_scene import live_scenes
from rules.dice import SystemRoller
from tests.cast import gather_cast
from tests.play.conftest import TableInPlay
from tests.play.test_overdue import act_freely, pending, struck_at

HOUR = timedelta(hours=1)


def by_post() -> TableInPlay:
    """A blow waits for the answer of the player's heroine, by post from now on."""
    table = struck_at(0)
    act_freely(table, SetPost(48, 72))
    return table


def open_waits(table: TableInPlay) -> list[Wait]:
    return list(Wait.objects.filter(table=table.table, ended_at=None))


def pass_hours(table: TableInPlay, hours: int) -> None:
    """Let a deadline pass: the rows are moved back, as no clock of a test is."""
    for wait in open_waits(table):
        if wait.due_at:
            moments = ("since", "counted_from", "due_at")
            earlier = {name: getattr(wait, name) - hours * HOUR for name in moments}
            Wait.objects.filter(pk=wait.pk).update(**earlier)
    first = min((wait.due_at for wait in open_waits(table) if wait.due_at), default=None)
    Table.objects.filter(pk=table.table.pk).update(due_at=first)


def told(first: int) -> list[str]:
    return list(Entry.objects.filter(number__gte=first).order_by("number").values_list("event__kind", flat=True))


def test_the_player_has_the_hours_of_the_terms_and_is_told_once(db: None) -> None:
    table = by_post()
    (wait,) = open_waits(table)
    assert (wait.kind, wait.user) == ("answer", table.cast.player)
    assert wait.due_at
    assert timedelta(hours=48) <= wait.due_at - wait.since < timedelta(hours=48, seconds=5)
    assert table.table.due_at == wait.due_at
    act_freely(table, Say("Well?"))
    assert [one.pk for one in open_waits(table)] == [wait.pk]
    assert table.table.due_at == wait.due_at
    notice = Notice.objects.get(user=table.cast.player)
    assert (notice.kind, notice.due_at, notice.closed_at) == ("answer", wait.due_at, None)
    assert not Notice.objects.filter(user__in=[table.cast.rival, table.cast.storyteller]).exists()


def test_a_live_scene_has_no_waits_and_going_live_ends_them(db: None) -> None:
    table = struck_at(0)
    assert not Wait.objects.exists()
    act_freely(table, SetPost(48, 72))
    act_freely(table, EndPost())
    assert not open_waits(table)
    assert table.table.due_at is None
    assert not Notice.objects.filter(closed_at=None).exists()


def test_a_pause_and_new_terms_begin_the_time_anew(db: None) -> None:
    table = by_post()
    act_freely(table, Pause(True))
    assert (open_waits(table), table.table.due_at) == ([], None)
    act_freely(table, Pause(False))
    pass_hours(table, 40)
    act_freely(table, SetPost(10, 72))
    (wait,) = open_waits(table)
    assert wait.due_at
    assert wait.due_at > timezone.now() + 9 * HOUR


def test_at_the_deadline_the_book_answers_and_then_the_turn_is_passed(db: None) -> None:
    table = by_post()
    assert list_overdue() == []
    pass_hours(table, 49)
    assert list_overdue() == [table.scene.pk]
    before = table.number
    turn_tables()
    assert told(before + 1)[:3] == ["DiceSealed", "AnswerTaken", "Fought"]
    assert not pending(table)
    missed = Wait.objects.get(missed=True)
    assert missed.ended_at is not None
    assert not Notice.objects.filter(user=table.cast.player, closed_at=None, key=f"wait {missed.pk}").exists()
    while not any(wait.user == table.cast.player for wait in open_waits(table)):
        passes_of_the_storyteller(table)
    (turn,) = (wait for wait in open_waits(table) if wait.user == table.cast.player)
    assert turn.kind == "turn"
    pass_hours(table, 73)
    before = table.number
    turn_tables()
    event = Entry.objects.get(number=before + 1).event
    assert (event["kind"], event["rule"]) == ("TurnMissed", "2E-295")


def passes_of_the_storyteller(table: TableInPlay) -> None:
    """Let the Storyteller's own guard, who has no deadline."""
    (wait,) = open_waits(table)
    assert (wait.user, wait.due_at) == (None, None)
    act_freely(table, BattleMove({"kind": "TakeGuard", "actor": wait.subject}))


def test_of_two_processes_one_acts_and_a_restart_changes_no_deadline(db: None) -> None:
    table = by_post()
    due = table.table.due_at
    live_scenes.forget()  # as after a restart
    turn_tables()
    assert table.table.due_at == due
    pass_hours(table, 49)
    first, second = answer_overdue(table.scene.pk), answer_overdue(table.scene.pk)
    assert first
    assert second is None
    live_scenes.forget()
    assert answer_overdue(table.scene.pk) is None


def test_a_clock_that_jumps_answers_nothing_twice(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table, now = by_post(), timezone.now()
    jump = timedelta(days=5)
    monkeypatch.setattr(timezone, "now", lambda: now + jump)
    assert answer_overdue(table.scene.pk)
    number, due = table.number, table.table.due_at
    monkeypatch.setattr(timezone, "now", lambda: now)
    turn_tables()
    assert (table.number, table.table.due_at) == (number, due)


def test_an_absence_that_was_announced_meanwhile_gives_more_time(db: None) -> None:
    table = by_post()
    now = timezone.now()
    away = table.cast.membership(table.cast.player)
    ends = now + timedelta(days=10)
    announce_absence(away, away, now - 2 * HOUR, ends, None)
    pass_hours(table, 49)
    before = table.number
    turn_tables()
    assert table.number == before
    (wait,) = open_waits(table)
    assert wait.due_at
    assert wait.due_at > ends
    assert table.table.due_at == wait.due_at


def test_where_the_book_has_nothing_the_storyteller_is_told_once(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = by_post()
    monkeypatch.setattr("play.commands.overdue.default_answer", lambda _offers, _prompt: None)
    pass_hours(table, 49)
    before = table.number
    turn_tables()
    turn_tables()
    assert told(before + 1) == ["TurnMissed"]
    (wait,) = open_waits(table)
    assert (wait.due_at, wait.missed) == (None, True)
    assert Notice.objects.filter(user=table.cast.storyteller, kind="deadline", closed_at=None).count() == 1


def test_before_the_deadline_one_reminder_is_sent(db: None) -> None:
    table = by_post()
    turn_tables()
    assert not Notice.objects.filter(kind="deadline").exists()
    pass_hours(table, 44)
    turn_tables()
    turn_tables()
    assert Notice.objects.get(kind="deadline").user == table.cast.player


def test_the_rest_of_the_series_falls_in_the_players_own_zone(db: None) -> None:
    table = struck_at(0)
    week = {"days": [0, 1, 2, 3, 4, 5], "quiet_from": "00:00", "quiet_until": "12:00"}
    series = table.cast.series
    series.rest = week
    series.save()
    player = table.cast.player.pk
    for name in ("Australia/Lord_Howe", "Europe/Helsinki"):  # the first stays
        remember_zone(player, name, find_zone(player))
        remember_zone(player, name, None)  # as another device does that looked before
    table.scene = Scene.objects.select_related("episode__story__series").get(pk=table.scene.pk)
    act_freely(table, SetPost(1, 72))
    (wait,) = open_waits(table)
    assert wait.due_at
    local = wait.due_at.astimezone(ZoneInfo("Australia/Lord_Howe"))
    assert (local.weekday(), local.hour >= 12) == (6, True)


def test_closing_the_fight_ends_all_waits(db: None) -> None:
    table = by_post()
    act_freely(table, CloseBattle())
    assert (open_waits(table), table.table.due_at) == ([], None)


def test_what_was_left_ahead_goes_before_the_books_default_and_looks_as_if_made_by_hand(db: None) -> None:
    table = by_post()
    player, (prompt,) = table.cast.player, pending(table)
    order = GiveStanding("c1", "defense", {"kind": "AnswerDefense", "mode": "dodge"})
    submit(table.cast.membership(player), table.scene, uuid.uuid4(), None, order, SystemRoller())
    assert prompt not in pending(table)
    act_freely(table, Rewind(table.count()))
    assert prompt in pending(table)
    pass_hours(table, 49)
    before = table.number
    turn_tables()
    made = Entry.objects.filter(number__gt=before).order_by("number")
    assert prompt not in pending(table)
    assert {entry.command.user for entry in made} == {player}
    assert not made.filter(event__kind__in=("AnswerTaken", "TurnMissed")).exists()


def test_a_roll_that_nobody_makes_is_left_to_the_storyteller_and_only_she_and_the_player_learn_it(db: None) -> None:
    cast = gather_cast("exalted2e")
    table = TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))
    act_freely(table, SetPost(12, 72))
    asked = StartTask("The lock", "simple", str(cast.heroine.pk), "Wits + Awareness")
    act_freely(table, asked)
    (wait,) = open_waits(table)
    assert wait.due_at
    assert wait.due_at - wait.since < timedelta(hours=13)
    facts = load_facts(table.scene.pk)

    def sees(user: User) -> list[bool]:
        seat, _ = seat_class_of(cast.membership(user))
        return [one.is_mine for one in see_waits(facts.system, facts.state, seat, facts.waits)]

    assert (sees(cast.player), sees(cast.storyteller)) == ([True], [False])
    assert (sees(cast.rival), sees(cast.spectator)) == ([], [])
    pass_hours(table, 13)
    before = {user: table.count(user) for user in cast.members}
    turn_tables()
    turn_tables()
    told = [user for user in cast.members if table.count(user) == before[user] + 1]
    assert set(told) == {cast.storyteller, cast.co_storyteller, cast.player}
    (wait,) = open_waits(table)
    assert (wait.due_at, wait.missed) == (None, True)
    assert Notice.objects.filter(kind="deadline", user=cast.storyteller).count() == 1
    assert load_facts(table.scene.pk).state.work.tasks, "it can still be rolled"
