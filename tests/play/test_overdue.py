"""Prompts that nobody answers: the book's default answer is taken when the series' time for it is over."""

import asyncio
import uuid
from datetime import timedelta
from unittest.mock import Mock

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from campaigns.models import Scene
from play.commands import overdue
from play.commands.moves import BattleMove, BringIn, OpenBattle, Pause, Say
from play.commands.overdue import answer_overdue
from play.commands.submit import submit
from play.live.hub import Hub
from play.models import Command, Entry, Table
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from rules.battle import Move, Offer
from rules.dice import SystemRoller
from rules.errors import RulesError
from tests.cast import gather_cast
from tests.conftest import live
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of

pytestmark = pytest.mark.walk


def struck_at(wait: int) -> TableInPlay:
    """A fight of Exalted in which the player's heroine is asked how she meets a blow."""
    cast = gather_cast("exalted2e")
    cast.series.prompt_seconds = wait
    cast.series.save()
    table = TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))
    teller = cast.storyteller
    act_freely(table, OpenBattle())
    act_freely(table, BringIn(table.keys(cast.heroine), "travellers"))
    act_freely(table, BringIn(table.keys(cast.warden), "toll company"))
    act_freely(table, BattleMove({"kind": "StartBattle"}))
    while not pending(table):
        board = gather_translated_board(load_facts(table.scene.pk), seat_class_of(cast.membership(teller)))
        offers = [offer for offer in board.offers if offer.group == "act" and not offer.reason]
        strike = next((o for o in offers if o.move == "DeclareAttack" and o.actor == "c2"), None)
        guard = next(offer for offer in offers if offer.move == "TakeGuard")
        try:
            act_freely(table, made(strike or guard, target="c1"))
        except RulesError:
            act_freely(table, made(guard))
    return table


def made(offer: Offer, **given: str) -> BattleMove:
    asked = {
        field.name: given.get(field.name) or field.initial or next(c.value for c in field.choices if not c.reason)
        for field in offer.fields
        if field.required
    }
    return BattleMove({"kind": offer.move, **offer.fixed, **asked})


def act_freely(table: TableInPlay, move: Move) -> None:
    """Act as the Storyteller, with dice as they fall."""
    submit(table.cast.membership(table.cast.storyteller), table.scene, uuid.uuid4(), None, move, SystemRoller())


def pending(table: TableInPlay) -> list[str]:
    board = gather_translated_board(
        load_facts(table.scene.pk), seat_class_of(table.cast.membership(table.cast.storyteller))
    )
    return [prompt["id"] for prompt in board.battle["pending"]] if board.battle else []


def run_out(table: TableInPlay) -> None:
    Table.objects.filter(scene=table.scene).update(due_at=timezone.now() - timedelta(seconds=1))


def test_a_prompt_waits_for_ever_where_the_series_has_no_timer(db: None) -> None:
    table = struck_at(0)
    assert table.table.due_at is None
    assert answer_overdue(table.scene.pk) is None


def test_before_its_time_nothing_is_answered(db: None) -> None:
    table = struck_at(60)
    before = table.number
    assert table.table.due_at
    assert answer_overdue(table.scene.pk) is None
    assert table.number == before


def test_the_book_answers_once_for_whoever_did_not(db: None) -> None:
    table = struck_at(60)
    (prompt,) = pending(table)
    run_out(table)
    answer = answer_overdue(table.scene.pk)
    assert answer
    told = list(Entry.objects.filter(number__gte=answer.first).order_by("number").values_list("event__kind", flat=True))
    assert told[:3] == ["DiceSealed", "AnswerTaken", "Fought"]
    assert prompt not in pending(table)
    assert Command.objects.get(first=answer.first).user is None
    after = table.number
    assert answer_overdue(table.scene.pk) is None
    assert table.number == after


def test_talk_does_not_win_time_and_a_pause_stops_it(db: None) -> None:
    table = struck_at(60)
    due = table.table.due_at
    act_freely(table, Say("Well?"))
    assert table.table.due_at == due
    act_freely(table, Pause(True))
    assert table.table.due_at is None
    act_freely(table, Pause(False))
    assert table.table.due_at
    assert due
    assert table.table.due_at > due


def test_in_a_closed_scene_nobody_is_answered_for(db: None) -> None:
    table = struck_at(60)
    before, (prompt,) = table.number, pending(table)
    run_out(table)
    Scene.objects.filter(pk=table.scene.pk).update(closed_at=timezone.now())
    board = gather_translated_board(load_facts(table.scene.pk), seat_class_of(table.cast.membership(table.cast.player)))
    assert board.due_at is None
    assert answer_overdue(table.scene.pk) is None
    assert table.table.due_at is None, "nobody asks again"
    assert (table.number, pending(table)) == (before, [prompt])


def test_a_default_that_is_refused_leaves_it_to_a_person(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = struck_at(60)
    before = table.number
    run_out(table)
    monkeypatch.setattr(overdue, "default_answer", lambda _offers, _prompt: {"kind": "TakeGuard", "actor": "c1"})
    assert answer_overdue(table.scene.pk) is None
    assert (table.number, table.table.due_at) == (before, None)


def test_a_default_on_which_the_rules_break_leaves_it_to_a_person(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = struck_at(60)
    run_out(table)
    monkeypatch.setattr(overdue, "default_answer", Mock(side_effect=ZeroDivisionError))
    assert answer_overdue(table.scene.pk) is None
    assert table.table.due_at is None, "nobody asks again"


def test_everybody_sees_how_long_the_table_waits(db: None) -> None:
    table = struck_at(60)
    due_at = table.table.due_at
    assert due_at
    for user in table.cast.members:
        assert facts_of(table.scene, table.cast.membership(user))["state"]["due_at"] == due_at.isoformat()


@live
async def test_a_watched_table_answers_by_itself() -> None:
    table = await sync_to_async(struck_at)(60)
    hub = Hub()
    before = await sync_to_async(lambda: table.number)()
    room, box = await hub.join(table.scene.pk, table.cast.player.pk)
    await sync_to_async(run_out)(table)
    for _ in range(500):
        if room.drawings and all(drawing.facts["count"] > before for drawing in room.drawings.values()):
            break
        await asyncio.sleep(0.02)
    assert await sync_to_async(lambda: table.number)() > before
    assert room.drawings[next(iter(room.drawings))].facts["count"] > before
    await hub.leave(room, box)


@live
async def test_a_scene_that_cannot_be_answered_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [await sync_to_async(struck_at)(60)]
    other = await sync_to_async(Scene.objects.create)(episode=tables[0].cast.episode, title="Elsewhere", position=9)
    await sync_to_async(Table.objects.create)(scene=other)
    asked: list[int] = []

    def refuse(scene_id: int) -> None:
        asked.append(scene_id)
        raise RuntimeError

    monkeypatch.setattr("play.live.hub.answer_overdue", refuse)
    hub = Hub()
    seats = [await hub.join(scene.pk, tables[0].cast.player.pk) for scene in (tables[0].scene, other)]
    await sync_to_async(Table.objects.update)(due_at=timezone.now() - timedelta(seconds=1))
    for _ in range(500):
        if {tables[0].scene.pk, other.pk} <= set(asked):
            break
        await asyncio.sleep(0.02)
    assert {tables[0].scene.pk, other.pk} <= set(asked)
    for room, box in seats:
        await hub.leave(room, box)
