"""Undoing the last step: what it is, what a player may ask for, and what becomes of the request."""

import json
import uuid
from typing import Any

import pytest

from campaigns.core.seats import person_key
from campaigns.models import User
from play.commands.moves import (
    AskUndo,
    BattleMove,
    GrantUndo,
    MakeRoll,
    OpenBattle,
    Pause,
    RefuseUndo,
    Rewind,
    Say,
    ShowCard,
)
from play.commands.submit import submit
from play.models import Table
from play.seats.board import Board
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.table.live_scene import live_scenes
from play.table.state import decode_state, encode_state, write_state
from play.table.undo_events import UndoRequest
from rules import get_system
from rules.dice import SeededRoller
from rules.errors import IllegalMove, RulesError
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of, page_facts
from tests.play.test_foes import FOES, bring, table_of
from tests.play.test_table_page import post


def board(coins: TableInPlay, user: User) -> Board:
    return gather_translated_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user)))


def roll(coins: TableInPlay, user: User) -> None:
    coins.act(user, Say("/roll 1"), [1])


def ask(coins: TableInPlay, user: User) -> None:
    step = board(coins, user).last_step
    assert step
    coins.act(user, AskUndo(step.count))


def test_the_last_step_is_the_newest_that_counts_and_is_no_talk(coins: TableInPlay) -> None:
    cast = coins.cast
    assert board(coins, cast.storyteller).last_step is None
    coins.act(cast.storyteller, OpenBattle())
    coins.act(cast.player, Say("Onward."))
    step = board(coins, cast.storyteller).last_step
    assert step
    assert (step.count, step.line) == (1, "A fight starts.")
    coins.act(cast.storyteller, Rewind(step.count))
    assert board(coins, cast.storyteller).last_step is None


def test_undo_after_undo_goes_further_back(coins: TableInPlay) -> None:
    states = []
    for move in (OpenBattle(), Pause(True), Pause(False)):
        states.append(coins.state() if coins.number else {})
        coins.act(coins.cast.storyteller, move)
    for state in states[:0:-1]:
        step = board(coins, coins.cast.storyteller).last_step
        assert step
        coins.act(coins.cast.storyteller, Rewind(step.count))
        assert coins.state() == state


@pytest.mark.django_db
@pytest.mark.parametrize("system", FOES)
def test_a_step_with_several_verdicts_is_called_by_its_first_line(system: str) -> None:
    table = table_of(system)
    teller = table.cast.storyteller
    table.act(teller, OpenBattle())
    bring(table)
    begin = BattleMove({"kind": "StartBattle"})
    submit(table.cast.membership(teller), table.scene, uuid.uuid4(), None, begin, SeededRoller(1))
    step = board(table, teller).last_step
    assert step
    begun = next(line for line in board(table, teller).log if line.count == step.count)
    assert step.line == begun.event["line"]
    assert "begins" in step.line or "starts" in step.line or "Join Battle" in step.line


def test_a_player_is_offered_their_own_newest_step_and_spectators_none(coins: TableInPlay) -> None:
    cast = coins.cast
    roll(coins, cast.player)
    roll(coins, cast.rival)
    for user, count in ((cast.player, 1), (cast.rival, 2), (cast.storyteller, 2)):
        step = board(coins, user).last_step
        assert step
        assert step.count == count
    assert board(coins, cast.spectator).last_step is None


def test_a_request_is_granted_with_one_tap_and_the_player_is_told(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    before = coins.state()
    roll(coins, cast.player)
    ask(coins, cast.player)
    step = board(coins, cast.player).last_step
    assert step
    assert step.is_asked
    (card,) = board(coins, cast.storyteller).undo_cards
    assert (card.name, card.count, [line.count for line in card.gone]) == ("player", 2, [2])
    coins.act(cast.storyteller, GrantUndo(card.person), drawn_at=coins.count())
    assert coins.state() == before
    shown = board(coins, cast.player)
    assert shown.log[0].event["line"].startswith("The Storyteller takes it back at player’s request.")
    assert shown.last_step is None
    assert board(coins, cast.storyteller).undo_cards == ()


def test_the_storyteller_may_say_no_and_the_player_is_told(coins: TableInPlay) -> None:
    cast = coins.cast
    roll(coins, cast.player)
    before = coins.state()
    ask(coins, cast.player)
    (card,) = board(coins, cast.storyteller).undo_cards
    coins.act(cast.storyteller, RefuseUndo(card.person))
    assert coins.state() == before
    assert board(coins, cast.player).log[0].event["line"] == "The Storyteller does not take it back, player."
    step = board(coins, cast.player).last_step
    assert step
    assert not step.is_asked


def test_a_request_lists_what_others_did_since_and_is_for_the_storyteller_alone(coins: TableInPlay) -> None:
    cast = coins.cast
    roll(coins, cast.player)
    ask(coins, cast.player)
    roll(coins, cast.rival)
    (card,) = board(coins, cast.storyteller).undo_cards
    assert [line.count for line in card.gone] == [3, 1]
    for user in (cast.player, cast.rival, cast.spectator):
        assert board(coins, user).undo_cards == ()
    for user in (cast.rival, cast.spectator):
        assert "asks to" not in str(board(coins, user).log)


def test_a_request_vanishes_when_it_is_overtaken(coins: TableInPlay) -> None:
    cast = coins.cast
    roll(coins, cast.player)
    ask(coins, cast.player)
    roll(coins, cast.player)
    assert board(coins, cast.storyteller).undo_cards == ()
    ask(coins, cast.player)
    (card,) = board(coins, cast.storyteller).undo_cards
    assert card.count == 3
    coins.act(cast.storyteller, Rewind(3))
    (card,) = board(coins, cast.storyteller).undo_cards
    assert card.count == 1  # as it was before the second roll
    coins.act(cast.storyteller, Rewind(1))
    assert board(coins, cast.storyteller).undo_cards == ()


def test_nobody_asks_for_what_is_not_theirs_or_not_the_newest(coins: TableInPlay) -> None:
    cast = coins.cast
    roll(coins, cast.player)
    roll(coins, cast.player)
    before = coins.number
    for user, entry, code in (
        (cast.rival, 2, "not_yours"),
        (cast.player, 1, "not_newest"),
        (cast.player, 99, "no_such_entry"),
        (cast.player, -1, "no_such_entry"),
        (cast.storyteller, 2, "no_need"),
        (cast.spectator, 2, "spectator"),
    ):
        with pytest.raises(IllegalMove) as refused:
            coins.act(user, AskUndo(entry))
        assert refused.value.code == code
    ask(coins, cast.player)
    with pytest.raises(IllegalMove, match="already asked"):
        coins.act(cast.player, AskUndo(2))
    assert coins.number == before + 1


@pytest.mark.parametrize("kind", [GrantUndo, RefuseUndo])
def test_only_the_storyteller_answers_and_only_what_is_asked(coins: TableInPlay, kind: Any) -> None:
    cast = coins.cast
    roll(coins, cast.player)
    ask(coins, cast.player)
    person = person_key(cast.player.pk)
    for user in (cast.player, cast.rival, cast.spectator):
        with pytest.raises(RulesError):
            coins.act(user, kind(person))
    for stranger in ("", "person:0", person_key(cast.rival.pk), "x" * 4000):
        with pytest.raises(IllegalMove, match="That question is no longer open"):
            coins.act(cast.storyteller, kind(stranger))
    assert len(board(coins, cast.storyteller).undo_cards) == 1


def test_a_grant_from_a_page_that_is_behind_is_refused(coins: TableInPlay) -> None:
    cast = coins.cast
    roll(coins, cast.player)
    ask(coins, cast.player)
    seen = coins.count()
    roll(coins, cast.rival)
    with pytest.raises(IllegalMove, match="moved on"):
        coins.act(cast.storyteller, GrantUndo(person_key(cast.player.pk)), drawn_at=seen)
    assert board(coins, cast.rival).last_step


def test_a_request_tells_nothing_of_what_others_may_not_see(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, MakeRoll(str(cast.heroine.pk), {}, "owner"), [1, 1, 1])
    ask(coins, cast.player)
    for user in (cast.rival, cast.spectator):
        shown = facts_of(coins.scene, cast.membership(user))
        assert shown["count"] == 0
        assert not {"requests", "undo"} & shown.keys()
        assert SECRET not in str(shown)


def test_a_state_with_a_request_is_kept_and_read_again(coins: TableInPlay) -> None:
    roll(coins, coins.cast.player)
    ask(coins, coins.cast.player)
    kept = Table.objects.get(scene=coins.scene).state
    state = decode_state(get_system("coins"), kept)
    person = person_key(coins.cast.player.pk)
    assert state.requests == (UndoRequest(person, "player", 1, 1),)
    assert encode_state(state) == json.loads(write_state(state)) == kept
    live_scenes.forget()
    assert len(board(coins, coins.cast.storyteller).undo_cards) == 1


def test_the_safety_card_is_no_step_and_names_nobody(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    roll(coins, cast.player)
    coins.act(cast.rival, ShowCard())
    assert board(coins, cast.rival).last_step is None
    ask(coins, cast.player)
    step = board(coins, cast.storyteller).last_step
    assert step
    assert step.count == 1
    client = sign_in(cast.storyteller)
    preview = client.get(f"/scenes/{coins.scene.pk}/stage/undo/1").content.decode()
    assert "X-Card used. Play stops" in preview
    assert "rival" not in preview
    coins.act(cast.storyteller, GrantUndo(person_key(cast.player.pk)), drawn_at=coins.count())


# ---- The pages


def test_a_step_that_wrote_more_before_it_is_told_whole_and_by_whom(coins: TableInPlay, sign_in: SignIn) -> None:
    roll(coins, coins.cast.player)
    roll(coins, coins.cast.rival)
    preview = sign_in(coins.cast.storyteller).get(f"/scenes/{coins.scene.pk}/stage/undo/1").json()
    (gone,) = preview["parts"]
    assert [line["by"] for line in gone["lines"]] == ["rival", "player"]


def test_what_was_undone_without_scripts_cannot_be_undone_again(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.storyteller)
    roll(coins, coins.cast.player)
    assert post(client, coins, htmx=False, move="Rewind", entry="1", number="1").status_code == 302
    gone = client.get(f"/scenes/{coins.scene.pk}/stage/undo/1").json()
    assert "already taken back" in gone["refused"]


def test_a_player_asks_from_the_page(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.player)
    roll(coins, coins.cast.player)
    undo = page_facts(client, coins.scene.pk)["undo"]
    assert (undo["by"], undo["entry"]) == ("ask", 1)
    assert client.get(f"/scenes/{coins.scene.pk}/stage/undo/1").status_code == 403
    assert post(client, coins, move="AskUndo", entry="1", number="1").status_code == 200
    assert page_facts(client, coins.scene.pk)["undo"]["by"] == "asked"
    for entry in ("", "x", "9" * 20, "1\x00"):
        assert post(client, coins, move="AskUndo", entry=entry, number="2").status_code in (400, 409)
