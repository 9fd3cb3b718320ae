"""What if: who may ask, what a branch tells, what bad dice and steps get, and that nothing of it is left anywhere."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils.html import escape

from campaigns.models import User
from play.commands.moves import BattleMove, BringIn, OpenBattle, Rewind, Say
from play.html.what_if import list_differences
from play.seats.facts import load_facts
from play.seats.what_if import (
    MAX_LETTERS,
    MAX_STEPS,
    Step,
    find_fork,
    parse_dice,
    parse_steps,
    play_branch,
    with_dice,
    write_steps,
)
from rules import get_system
from rules.defaults import fill_form
from rules.dice import MAX_DICE, ScriptedRoller, SeededRoller, SystemRoller
from rules.errors import BadInput, IllegalMove
from rules.laws import Trial
from rules.replay import RecordedMove
from rules.what_if import GivenRoller, branch_off
from tests.cast import gather_cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.test_odds import act, first_attack, form_of

pytestmark = pytest.mark.walk

FELL = [1, 9, 10]


@pytest.fixture
def flipped(coins: TableInPlay) -> TableInPlay:
    """Two purses; the heroine's coins have fallen, and the warden's have not."""
    cast = coins.cast
    for move in (OpenBattle(), BringIn(coins.keys(cast.heroine, cast.warden), "all")):
        coins.act(cast.storyteller, move)
    coins.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))
    coins.act(cast.player, flip(coins), FELL)
    return coins


def flip(coins: TableInPlay) -> BattleMove:
    return BattleMove({"kind": "Flip", "actor": coins.id_of(coins.cast.heroine)})


def address(coins: TableInPlay, entry: int | None = None) -> str:
    return f"/scenes/{coins.scene.pk}/what-if/{entry or coins.count()}/"


def ask(client: Client, coins: TableInPlay, entry: int | None = None, **form: str) -> tuple[int, str]:
    answer = client.post(address(coins, entry), form)
    return answer.status_code, answer.content.decode()


def find_steps(page: str) -> str:
    """The steps that the page's form of dice sends back."""
    found = re.search(r'name="steps" value="([^"]*)"', page)
    assert found
    return found[1].replace("&quot;", '"')


@contextmanager
def unchanged(coins: TableInPlay) -> Iterator[None]:
    """No row of any model comes, goes or changes, and the table stays as it is."""

    def read() -> Any:
        rows = {model._meta.label: list(model._default_manager.order_by("pk").values()) for model in apps.get_models()}
        rows.pop("sessions.Session")
        return rows, load_facts(coins.scene.pk).state

    before = read()
    yield
    assert read() == before


def test_the_storyteller_sees_what_happened_with_its_dice(flipped: TableInPlay, sign_in: SignIn) -> None:
    page = sign_in(flipped.cast.storyteller).get(address(flipped)).content.decode()
    assert 'value="1 9 10"' in page
    assert "What happened" in page
    assert "Differences" not in page


@pytest.mark.parametrize(("who", "status"), [("rival", 409), ("spectator", 403), ("stranger", 404)])
def test_nobody_else_may_ask(flipped: TableInPlay, sign_in: SignIn, who: str, status: int) -> None:
    client = sign_in(getattr(flipped.cast, who))
    page = client.get(address(flipped))
    assert page.status_code == status
    assert "What happened" not in page.content.decode()
    assert ask(client, flipped, dice="1", steps="[]")[0] == status
    assert sign_in(None).get(address(flipped)).status_code == 302


def test_a_game_without_forecasts_has_none_for_players(flipped: TableInPlay, sign_in: SignIn) -> None:
    status, page = ask(sign_in(flipped.cast.player), flipped, dice="1", steps="[]")
    assert (status, "has no forecasts." in page) == (400, True)
    assert "What happened" not in page


def test_a_co_storyteller_may(flipped: TableInPlay, sign_in: SignIn) -> None:
    assert sign_in(flipped.cast.co_storyteller).get(address(flipped)).status_code == 200


def test_other_dice_stand_beside_those_that_fell_and_nothing_is_written(flipped: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(flipped.cast.storyteller)
    steps = find_steps(client.get(address(flipped)).content.decode())
    with unchanged(flipped):
        status, page = ask(client, flipped, steps=steps, dice="9, 9 9")
        assert status == 200
        thrown, _ = ask(client, flipped, steps=steps, anew="1")
        assert thrown == 200
    heroine = flipped.cast.heroine.name
    assert f"{heroine}: 2 heads." in page
    assert f"{heroine}: 3 heads." in page
    assert "Differences" in page


def test_dice_that_are_lacking_are_thrown_and_those_too_many_are_told(flipped: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(flipped.cast.storyteller)
    steps = find_steps(client.get(address(flipped)).content.decode())
    assert "2 new dice were rolled." in ask(client, flipped, steps=steps, dice="9")[1]
    assert "1 die was not needed." in ask(client, flipped, steps=steps, dice="9 9 9 9")[1]


def test_another_choice_is_played_from_the_same_moment(flipped: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(flipped.cast.storyteller)
    page = client.get(address(flipped)).content.decode()
    assert "Choose differently here" in page
    with unchanged(flipped):
        form: dict[str, Any] = {"move": "BattleMove", "kind": "Flip", "m.actor": flipped.id_of(flipped.cast.warden)}
        status, page = ask(client, flipped, **form)
        assert status == 200
        assert f"{flipped.cast.warden.name}: " in page
        status, page = ask(client, flipped, steps=find_steps(page), **form)
    assert status == 409
    assert escape(f"{flipped.cast.warden.name} has flipped.") in page


@pytest.mark.parametrize("dice", ["11", "0", "-1", "x", "1.5x", "٣", "7" * 900, "7 " * (2 * MAX_DICE + 1)])
def test_what_no_die_shows_is_refused_in_a_sentence(flipped: TableInPlay, sign_in: SignIn, dice: str) -> None:
    client = sign_in(flipped.cast.storyteller)
    steps = find_steps(client.get(address(flipped)).content.decode())
    with unchanged(flipped):
        status, page = ask(client, flipped, steps=steps, dice=dice)
    assert status == 400
    assert 'role="alert"' in page
    assert "What happened" in page


@pytest.mark.parametrize(
    "steps",
    [
        "{", "[]", "[1]", "{}", '[{"move": null}]', '[{"move": 1, "dice": []}]',
        '[{"move": null, "dice": [11]}, {"move": null, "dice": []}]',
        '[{"move": {"kind": "Nothing"}, "dice": []}]', '[{"move": {"kind": "EndBattle"}, "dice": []}]',
        '[{"move": {"kind": "AddCombatant"}, "dice": []}]', "[" * 5000, '"' + "x" * MAX_LETTERS + '"',
        json.dumps([{"move": None, "dice": []}] * (MAX_STEPS + 1)),
    ],
    ids=lambda steps: steps[:30],
)  # fmt: skip
def test_steps_that_no_page_sends_are_refused_in_a_sentence(flipped: TableInPlay, sign_in: SignIn, steps: str) -> None:
    client = sign_in(flipped.cast.storyteller)
    with unchanged(flipped):
        status, page = ask(client, flipped, steps=steps, dice="1")
    assert status in (400, 409)
    assert 'role="alert"' in page


def test_a_move_of_the_table_is_no_branch(flipped: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(flipped.cast.storyteller)
    with unchanged(flipped):
        assert ask(client, flipped, move="Say", text="Hello.")[0] == 400
        assert ask(client, flipped, move="Pause", paused="true")[0] == 400


def test_a_line_without_a_move_of_the_fight_says_so(flipped: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(flipped.cast.storyteller)
    flipped.act(flipped.cast.player, Say("Heads!"))
    for entry in (1, flipped.count(), 999):
        status = client.get(address(flipped, entry)).status_code
        assert status == 409, entry


def test_a_line_that_was_taken_back_branches_all_the_same(flipped: TableInPlay, sign_in: SignIn) -> None:
    client, entry = sign_in(flipped.cast.storyteller), flipped.count()
    flipped.act(flipped.cast.storyteller, Rewind(entry))
    page = client.get(address(flipped, entry)).content.decode()
    assert 'value="1 9 10"' in page
    assert f"{flipped.cast.heroine.name}: 2 heads." in page


def test_the_steps_of_a_line_lead_the_storyteller_there_and_nobody_else(flipped: TableInPlay, sign_in: SignIn) -> None:
    def read(user: User) -> Any:
        count = flipped.count(user)
        return sign_in(user).get(f"/scenes/{flipped.scene.pk}/stage/entries/{count}").json()

    assert read(flipped.cast.storyteller)["what_if"] == address(flipped)
    assert "what_if" not in read(flipped.cast.player)
    preview = sign_in(flipped.cast.storyteller).get(f"/scenes/{flipped.scene.pk}/stage/undo/{flipped.count()}").json()
    assert preview["what_if"] == address(flipped)


def test_moves_stand_beside_each_other(flipped: TableInPlay) -> None:
    facts = load_facts(flipped.scene.pk)
    newest = find_fork(facts, flipped.count())
    assert newest.after == 0
    before = find_fork(facts, newest.before)
    assert before.made[0].move["kind"] == "StartBattle"
    assert before.after == flipped.count()


def test_the_branch_of_the_dice_that_fell_is_what_happened(flipped: TableInPlay) -> None:
    facts = load_facts(flipped.scene.pk)
    fork = find_fork(facts, flipped.count())
    told = play_branch(facts, fork, (Step(None, fork.dice),), ScriptedRoller(()))
    assert [line.event for line in told.lines] == [line.event for line in fork.happened]
    assert not list_differences(fork.happened, told.lines)
    assert told.steps == parse_steps(write_steps(told.steps))


def test_dice_are_read_with_any_signs_between_them() -> None:
    assert parse_dice(" 7, 10;3\n1 ") == (7, 10, 3, 1)
    assert parse_dice("") == ()
    assert with_dice((), (1,)) == ()


def test_given_dice_fall_first() -> None:
    roller = GivenRoller((1, 2, 3), ScriptedRoller((9, 10)))
    assert roller.roll(2) == (1, 2)
    assert roller.spare == 1
    assert roller.roll(3) == (3, 9, 10)
    assert (roller.throws, roller.missing, roller.spare) == ([(1, 2), (3, 9, 10)], 2, 0)
    with pytest.raises(BadInput):
        GivenRoller((11,), SystemRoller())


@pytest.mark.parametrize("key", ["exalted2e", "exalted3e", "wod2004", "v20da"])
def test_every_move_of_a_fight_comes_out_as_it_did_with_its_own_dice(key: str) -> None:
    """And with others as the rules say: a refusal, or events that fold to the state after it."""
    trial = Trial(get_system(key), 3).play(12, hostile=0)
    state = trial.start
    for taken in trial.taken:
        made = RecordedMove(taken.move, taken.seat, taken.faces)
        anew = branch_off(trial.system, state, (made,), (), SeededRoller(5))
        assert (anew.missing, anew.spare) == (len(anew.dice), 0)
        again = branch_off(trial.system, state, (made,), taken.faces, ScriptedRoller(()))
        assert (again.dice, again.missing, again.spare) == (taken.faces, 0, 0)
        state = again.state
    assert state == trial.state


def test_a_refused_move_leaves_a_branch_with_a_sentence(flipped: TableInPlay) -> None:
    facts = load_facts(flipped.scene.pk)
    fork = find_fork(facts, flipped.count())
    with pytest.raises(IllegalMove):
        play_branch(facts, fork, (Step(None, (1,)), Step(None, (1,))), SystemRoller())


def test_a_branch_goes_on_through_what_is_asked_in_it(db: None) -> None:
    """Another target is struck; the answer to the blow brings it to its end."""
    cast = gather_cast("exalted2e")
    offer = first_attack(cast, "exalted2e")
    values = {key.removeprefix("m."): value for key, value in form_of(offer).items() if key.startswith("m.")}
    act(cast, cast.membership(cast.storyteller), BattleMove({"kind": offer.move, **values}))
    facts = load_facts(cast.scene.pk)
    fork = find_fork(facts, facts.table.storyteller_count)
    asked = play_branch(facts, fork, (Step({"kind": offer.move, **values}, ()),), SeededRoller(1))
    assert asked.questions
    assert not list_differences(fork.happened, asked.lines, is_over=False)
    answer = next(one for one in asked.then if one.move == "AnswerDefense")
    done = play_branch(facts, fork, (*asked.steps, Step(fill_form(answer), ())), SeededRoller(1))
    assert len(done.steps) == 2
    assert done.throws
    assert [one.step for one in list_differences(fork.happened, done.lines)][:1] == ["Declaration of defense"]
    assert {one.move for one in done.here} >= {"DeclareAttack", "TakeGuard"}
