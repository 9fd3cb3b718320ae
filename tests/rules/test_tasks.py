"""Tasks as every book plays them: what may be set, who is awaited, how it ends, what a seat may see."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Seat
from rules.codec import decode, encode
from rules.dice import SystemRoller
from rules.errors import BadInput, IllegalMove
from rules.pool import Pool
from rules.roll import Roll
from rules.system import System
from rules.tasks import (
    SHARED,
    Conditions,
    Helper,
    Side,
    Status,
    Stunt,
    Task,
    Try,
    Work,
    add_help,
    add_roll,
    awaited,
    check_task,
    check_turn,
    count_failures,
    end_task,
    interrupt,
    is_ready,
    knows_difficulty,
    put_stunt,
    put_task,
    rule_total,
    settle,
    task_audience,
    view_task,
)
from rules.text import Text, word

RACES = [key for key in sorted(SYSTEMS) if get_system(key).tasks.race]
CONCEALING = [key for key in sorted(SYSTEMS) if get_system(key).tasks.conceal]
HER, HIM = Side("1", "Ysane"), Side("2", "Tolvar")
OWNER, OTHER = Seat(characters=frozenset({"1"})), Seat(characters=frozenset({"2"}))


def task(kind: Any = "simple", *sides: Side, **changes: Any) -> Task:
    target = 10 if kind.startswith("extended") else 0
    wanted = sides or ((HER, HIM) if "contested" in kind else (HER,))
    helpers = (Helper("3", "Wren"),) if kind in SHARED else ()
    made = Task("t1", "The lock", kind, tuple(replace(side, target=side.target or target) for side in wanted))
    return replace(made, **{"helpers": helpers, **changes})


@cache
def pool(key: str) -> Pool:
    system = get_system(key)
    sheet = system.sheets.parse(system.sheets.blank(next(iter(system.sheets.archetypes))))
    request: Any = decode(system.rolls.request, {system.tasks.spoken.traits[0]: "wits", **second(system)})
    found: Pool = system.rolls.pool(sheet, request, system.options())
    return found


def roll(system: System, total: int, outcome: str = "success", difficulty: int | None = 1) -> Roll:
    """A roll of this total."""
    return Roll(
        system.key,
        Text("Wits"),
        pool(system.key),
        (),
        max(0, total),
        total,
        difficulty,
        None,
        outcome,
        word(outcome.title()),
    )


def second(system: System) -> dict[str, str]:
    return {"ability": "athletics"} if "ability" in system.tasks.spoken.traits else {}


@pytest.mark.parametrize("key", sorted(SYSTEMS))
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (task(title=" "), "bad_text"),
        (task(title="x" * 81), "bad_text"),
        (task("nonsense"), "unknown_kind"),
        (task(unit="aeon"), "unknown_unit"),
        (task(interval=1001), "out_of_range"),
        (task(botch="everything"), "unknown_botch"),
        (task("contested", HER), "wrong_sides"),
        (task("contested", HER, replace(HIM, character="1")), "twice"),
        (task("simple", HER, HIM), "wrong_sides"),
        (task(helpers=(Helper("3", "Wren"),)), "no_helpers"),
        (task("extended", replace(HER, target=501)), "out_of_range"),
        (task("extended", replace(HER, max_rolls=0)), "out_of_range"),
        (task("simple", replace(HER, difficulty=99)), "out_of_range"),
        (task("simple", replace(HER, traits="x" * 121)), "bad_text"),
        (task("simple", hidden=True), "no_hiding"),
        (task("contested", hidden=True), "no_hiding"),
    ],
)
def test_what_cannot_be_a_task_is_refused(key: str, wrong: Task, code: str) -> None:
    with pytest.raises(BadInput) as refused:
        check_task(wrong, get_system(key).tasks)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("key", "wrong", "sentence"),
    [
        ("exalted2e", task("simple", hidden=True), "To hide the difficulty, enter it as a number."),
        ("exalted2e", task("contested", hidden=True), "Don’t hide the difficulty: contests"),
        ("v20da", task("simple", hidden=True), "Don’t hide the difficulty: this game has no hidden difficulties."),
        (
            "exalted2e",
            replace(task("extended"), sides=(replace(HER, target=0),)),
            "Enter the successes needed: 1 to 500.",
        ),
    ],
)
def test_a_task_that_is_refused_says_what_to_give(key: str, wrong: Task, sentence: str) -> None:
    with pytest.raises(BadInput, match=re.escape(sentence)):
        check_task(wrong, get_system(key).tasks)


@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_every_kind_of_the_book_can_be_set(key: str) -> None:
    rules = get_system(key).tasks
    for kind in rules.kinds:
        for botch in ("", *(choice.value for choice in rules.botches)):
            made = task(kind.value, botch=botch)
            assert check_task(made, rules) == made
            assert decode(Task, encode(made)) == made


def test_helpers_are_awaited_before_who_leads() -> None:
    led = task("teamwork", helpers=(Helper("3", "Wren"), Helper("4", "Oskel")))
    assert awaited(led) == ("3", "4")
    led = add_help(led, 0, 2, "success")
    assert awaited(led) == ("4",)
    assert awaited(add_help(led, 1, 0, "declined")) == ("1",)


def test_somebody_hidden_is_awaited_without_a_name() -> None:
    with pytest.raises(IllegalMove, match="“The lock” is waiting for Ysane, Someone"):
        check_turn(task("contested", HER, replace(HIM, veiled=True)), "9")


OUTCOMES = {"exalted2e": "botch", "exalted3e": "botch", "v20da": "botch", "wod2004": "dramatic_failure"}


@pytest.mark.parametrize("key", sorted(SYSTEMS))
@settings(max_examples=30)
@given(data=st.data())
def test_extended_work_always_ends_and_never_owes(key: str, data: st.DataObject) -> None:
    system = get_system(key)
    botch = data.draw(st.sampled_from([choice.value for choice in system.tasks.botches]))
    work = task("extended", replace(HER, max_rolls=data.draw(st.integers(1, 6)), target=12), botch=botch, interval=1)
    rolls = 0
    while work.is_open:
        total = data.draw(st.integers(0, 6))
        botched = total == 0 and data.draw(st.booleans())
        outcome = OUTCOMES[key] if botched else "success" if total else "failure"
        work = add_roll(work, 0, roll(system, total, outcome), system.tasks, system.options())
        rolls += 1
        assert work.sides[0].total >= 0
        assert len(work.sides[0].gains) == rolls == work.seconds // 60
        assert (work.status == "success") <= (work.sides[0].total >= 12)
        assert decode(Task, encode(work)) == work
    assert rolls <= (work.sides[0].max_rolls or 0)
    assert work.verdict
    assert awaited(work) == ()


@pytest.mark.parametrize("key", RACES)
@settings(max_examples=30)
@given(data=st.data())
def test_an_extended_contest_always_ends(key: str, data: st.DataObject) -> None:
    system = get_system(key)
    limits = [data.draw(st.integers(1, 4)) for _ in range(2)]
    race = task("extended_contested", replace(HER, max_rolls=limits[0]), replace(HIM, max_rolls=limits[1]))
    for _ in range(20):
        if not race.is_open:
            break
        who = data.draw(st.sampled_from(awaited(race)))
        index = race.side_of(who)
        if data.draw(st.integers(0, 3)) == 0:
            race = interrupt(race, index)
        else:
            total = data.draw(st.integers(0, 6))
            race = add_roll(race, index, roll(system, total, "success" if total else "failure"), system.tasks, None)
        if is_ready(race):
            race = settle(race, system.tasks, system.options())
        assert race.is_open == bool(awaited(race))
    assert not race.is_open
    assert all(side.sealed is None for side in race.sides)


@pytest.mark.parametrize("key", sorted(SYSTEMS))
@settings(max_examples=30)
@given(first=st.integers(0, 8), other=st.integers(0, 8))
def test_the_greater_total_wins_a_contest(key: str, first: int, other: int) -> None:
    system = get_system(key)
    made = task("contested")
    for index, total in enumerate((first, other)):
        made = add_roll(made, index, roll(system, total, "success" if total else "failure"), system.tasks, None)
        assert view_task(made, STORYTELLER)["sides"][index]["rolled"]
    made = settle(made, system.tasks, system.options())
    assert not made.is_open
    assert made.winner in ({None, 0} if first > other else {None, 1} if first < other else {None})
    assert (made.winner is None) <= (first == other or 0 in (first, other))


@pytest.mark.parametrize("key", CONCEALING)
@settings(max_examples=40)
@given(
    total=st.integers(0, 9), low=st.integers(1, 9), high=st.integers(1, 9), kind=st.sampled_from(["simple", "extended"])
)
def test_no_view_depends_on_a_difficulty_that_is_hidden(key: str, total: int, low: int, high: int, kind: str) -> None:
    system = get_system(key)
    seen = []
    for difficulty in (low, high):
        made = task(kind, replace(HER, difficulty=difficulty, target=30 if kind == "extended" else 0), hidden=True)
        check_task(made, system.tasks)
        outcome = "success" if total >= difficulty else "failure"
        made = add_roll(made, 0, roll(system, total, outcome, difficulty), system.tasks, system.options())
        assert not knows_difficulty(made, OWNER)
        assert view_task(made, STORYTELLER)["sides"][0]["difficulty"] == difficulty
        seen.append([view_task(made, seat) for seat in (OWNER, OTHER, Seat())])
    assert seen[0] == seen[1]


def test_who_has_looked_knows_and_others_do_not() -> None:
    made = task("simple", replace(HER, difficulty=4, knows=True), hidden=True)
    assert view_task(made, OWNER)["sides"][0]["difficulty"] == 4
    assert view_task(made, OTHER)["sides"][0]["difficulty"] is None
    assert view_task(made, OWNER)["confided"]


def test_what_only_the_hidden_do_is_for_those_who_take_part() -> None:
    veiled = replace(HER, veiled=True)
    assert task_audience(task("simple", veiled)) == ("1",)
    assert task_audience(task("teamwork", veiled)) == ("1", "3")
    assert task_audience(task("contested", veiled, replace(HIM, veiled=True))) == ("1", "2")
    assert task_audience(task("contested", veiled, HIM)) is None
    shown = view_task(task("contested", replace(veiled, traits="Wits", difficulty=3), HIM), OTHER)["sides"][0]
    assert (shown["name"], shown["character"], shown["traits"], shown["difficulty"]) == ("Someone", None, "", None)


@pytest.mark.parametrize(
    ("unit", "seconds"),
    [("turn", 6), ("minute", 120), ("hour", 7200), ("day", 172_800), ("week", 1_209_600), ("month", 4_838_400)],
)
def test_time_is_counted_by_the_interval(unit: str, seconds: int) -> None:
    made = task("extended", replace(HER, gains=(1, 0)), interval=1, unit=unit)
    assert made.seconds == seconds
    assert view_task(made, OTHER)["time"] == f"2 {unit}s"
    assert task(interval=1, unit=unit).seconds == 0
    assert task(interval=1, unit=unit, status="success").seconds == seconds // 2


def test_what_is_done_cannot_go_on() -> None:
    done = end_task(task("extended"))
    with pytest.raises(IllegalMove, match="is done"):
        end_task(done)
    with pytest.raises(IllegalMove, match="Only an extended action in progress can be interrupted"):
        interrupt(done, 0)
    with pytest.raises(IllegalMove, match="Only the total of an extended action in progress can be set"):
        rule_total(done, 0, 3)
    with pytest.raises(IllegalMove, match="is done"):
        check_turn(done, "1")
    assert rule_total(task("extended"), 0, 7).sides[0].total == 7
    with pytest.raises(BadInput, match="Total must be 0 to 500, not -1"):
        rule_total(task("extended"), 0, -1)


def test_failures_are_remembered_by_character_and_title_until_one_succeeds() -> None:
    work = Work()
    statuses: tuple[Status, ...] = ("failure", "tie", "ended")
    for number, status in enumerate(statuses):
        fresh = task(id=f"t{number}")
        work = put_task(put_task(work, fresh), replace(fresh, status=status))
    assert work.failures("1", "the  LOCK") == 2
    assert work.failures("2", "The lock") == 0
    fresh = task(id="t9")
    assert work.conditions(fresh, fresh.sides[0]).failures == 2
    work = put_task(put_task(work, fresh), replace(fresh, status="success"))
    assert work.failures("1", "The lock") == 0


def test_what_tables_remember_adds_up_since_the_last_success_at_any() -> None:
    tries = (
        Try("1", "the lock", failed=(10, 30), cleared=5),
        Try("1", "the lock", failed=(20, 40), cleared=25),
        Try("1", "the gate", failed=(50,), cleared=45),
        Try("2", "the lock", failed=(60,)),
    )
    assert count_failures(tries, "1", "The  Lock") == 2
    assert count_failures(tries, "1", "The gate") == 1
    assert count_failures(tries, "2", "The lock") == 1
    assert count_failures((), "1", "The lock") == 0


def test_a_table_keeps_few_tasks_that_are_done() -> None:
    work = Work()
    for number in range(20):
        fresh = task(id=f"t{number}")
        work = put_task(put_task(work, fresh), replace(fresh, status="success"))
    assert [kept.id for kept in work.tasks] == ["t15", "t16", "t17", "t18", "t19"]
    stunt = Stunt("t1", "1", "Ysane", 2, "awarded")
    assert put_stunt(put_stunt(work, stunt), replace(stunt, state="done")) == work


@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_conditions_become_a_request_that_rolls(key: str) -> None:
    system = get_system(key)
    sheet = system.sheets.parse(system.sheets.blank(next(iter(system.sheets.archetypes))))
    asked: Any = decode(system.rolls.request, {system.tasks.spoken.traits[0]: "wits", **second(system)})
    for kind in system.tasks.kinds:
        for failures in (0, 2):
            value: Any = kind.value
            against = 5 if "contested" in value else None
            conditions = Conditions(kind=value, failures=failures, opposing=against)
            request = system.tasks.prepare(sheet, asked, conditions, system.options())
            assert system.rolls.roll(sheet, request, SystemRoller(), system.options()).pool.dice >= 0
