"""Numbers that are the Storyteller's to say: players propose them, she allows, changes, refuses or strikes them."""

import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.core.seats import get_seat
from campaigns.models import Membership, Role, Series, User
from play.commands import moves
from play.commands.moves import BattleMove, BringIn, MakeRoll, OpenBattle
from play.commands.submit import Answer, submit
from play.seats.export import export_battle
from play.seats.facts import load_facts
from play.table.events import decode_event
from play.table.state import TableState, fold
from rules.battle import STORYTELLER, Move
from rules.battle.declare import list_declared
from rules.battle.sources import is_worse
from rules.codec import encode
from rules.defaults import default_answer, fill_form
from rules.dice import SeededRoller
from rules.errors import BadInput, IllegalMove
from rules.replay import play
from tests.conftest import SignIn
from tests.play.tasking import TaskTable, key_of, only, request_of

pytestmark = pytest.mark.walk

HELPFUL: dict[str, dict[str, Any]] = {
    "exalted2e": {"charm_successes": 30, "target": 2},
    "exalted3e": {"successes": 30},
    "wod2004": {"rote": True, "again": "9"},
    "v20da": {"modifier": 10},
}
"""Of each game, numbers that a player cannot say."""
DICE = {"exalted2e": "bonus", "exalted3e": "bonus", "wod2004": "circumstances", "v20da": "modifier"}
"""Of each game, the field of bonus dice."""


def take(table: TaskTable, numbers: str) -> None:
    """Let the series take players' numbers so."""
    Series.objects.filter(pk=table.cast.series.pk).update(options={"numbers": numbers})
    table.scene.series.options = {"numbers": numbers}


def roll_pad(table: TaskTable, user: User, **request: Any) -> Answer:
    asked = {**request_of(table), **request}
    return table.act(user, MakeRoll(key_of(table.cast.heroine), asked))


def rolls(table: TaskTable) -> int:
    return table.scene.table.entries.filter(event__kind__in=("RollMade", "TaskRolled")).count()


def test_numbers_of_the_storytellers_wait_and_nothing_is_rolled(table: TaskTable) -> None:
    answer = roll_pad(table, table.cast.player, **HELPFUL[table.system.key])
    assert answer.waits
    assert rolls(table) == 0
    (proposal,) = table.state.proposals
    assert {one.name for one in proposal.numbers} == HELPFUL[table.system.key].keys()
    assert proposal.name == table.cast.player.get_username()
    assert "asks for" in table.reads(table.cast.storyteller)
    assert "asks for" in table.reads(table.cast.player)
    assert "asks for" not in table.reads(table.cast.rival)


def test_the_storyteller_allows_a_proposal_and_the_roll_is_made_by_its_player(table: TaskTable) -> None:
    waits = roll_pad(table, table.cast.player, **HELPFUL[table.system.key]).waits
    table.act(table.cast.storyteller, moves.AnswerProposal(waits, allow=True))
    assert rolls(table) == 1
    assert not table.state.proposals
    assert "allows" in table.reads(table.cast.rival)
    roll = table.scene.table.entries.get(event__kind="RollMade")
    assert roll.command.user == table.cast.player


def test_the_storyteller_changes_a_number_before_she_allows_it(table: TaskTable) -> None:
    take(table, "ask")
    field = DICE[table.system.key]
    waits = roll_pad(table, table.cast.player, **{field: 5}).waits
    with pytest.raises(BadInput, match="was not proposed"):
        table.act(table.cast.storyteller, moves.AnswerProposal(waits, allow=True, values={"difficulty": 2}))
    table.act(table.cast.storyteller, moves.AnswerProposal(waits, allow=True, values={field: 1}))
    made = table.scene.table.entries.get(event__kind="RollMade").event["roll"]
    table.act(table.cast.storyteller, MakeRoll(key_of(table.cast.heroine), request_of(table)))
    bare = table.scene.table.entries.filter(event__kind="RollMade").order_by("number").last()
    assert bare is not None
    assert made["pool"]["total"] == bare.event["roll"]["pool"]["total"] + 1


def test_a_refused_proposal_can_go_on_without_its_numbers(table: TaskTable) -> None:
    take(table, "ask")
    waits = roll_pad(table, table.cast.player, **{DICE[table.system.key]: 5}).waits
    table.act(table.cast.storyteller, moves.AnswerProposal(waits, allow=False))
    assert rolls(table) == 0
    assert table.state.proposals[0].is_refused
    with pytest.raises(IllegalMove, match="no longer open"):
        table.act(table.cast.storyteller, moves.AnswerProposal(waits, allow=True))
    with pytest.raises(IllegalMove, match="no longer open"):
        table.act(table.cast.rival, moves.GoWithout(waits))
    table.act(table.cast.player, moves.GoWithout(waits))
    assert rolls(table) == 1
    assert not table.state.proposals


def test_a_proposal_is_its_players_to_take_back_and_the_storytellers_to_answer(table: TaskTable) -> None:
    waits = roll_pad(table, table.cast.player, **HELPFUL[table.system.key]).waits
    for user in (table.cast.player, table.cast.rival):
        with pytest.raises(IllegalMove):
            table.act(user, moves.AnswerProposal(waits, allow=True))
    with pytest.raises(IllegalMove, match="no longer open"):
        table.act(table.cast.rival, moves.TakeProposalBack(waits))
    table.act(table.cast.player, moves.TakeProposalBack(waits))
    assert not table.state.proposals
    assert rolls(table) == 0


def test_a_task_asks_as_the_pad_does(table: TaskTable) -> None:
    table.set_task()
    answer = table.roll(table.cast.player, table.cast.heroine, **HELPFUL[table.system.key])
    assert answer.waits
    assert rolls(table) == 0
    table.act(table.cast.storyteller, moves.AnswerProposal(answer.waits, allow=True))
    assert rolls(table) == 1


def test_a_typed_roll_asks_as_the_pad_does(table: TaskTable) -> None:
    take(table, "ask")
    answer = table.say(table.cast.player, f"/roll {table.traits.replace(' ', '')} +5 # from the roof")
    assert answer.waits
    assert rolls(table) == 0


def test_small_numbers_count_at_once_and_are_named(table: TaskTable) -> None:
    field = DICE[table.system.key]
    member = table.cast.membership(table.cast.player)
    move = MakeRoll(key_of(table.cast.heroine), {**request_of(table), field: 2})
    submit(member, table.scene, uuid.uuid4(), None, move, SeededRoller(1), why="high ground")
    assert rolls(table) == 1
    assert "high ground" in table.reads(table.cast.rival)
    large = submit(member, table.scene, uuid.uuid4(), None, MakeRoll(move.character, {**move.request, field: 4}))
    assert large.waits


@pytest.mark.parametrize("numbers", ["usual", "trusting"])
def test_programs_and_scenes_by_post_wait_for_everything(table: TaskTable, numbers: str) -> None:
    take(table, numbers)
    member = table.cast.membership(table.cast.player)
    move = MakeRoll(key_of(table.cast.heroine), {**request_of(table), DICE[table.system.key]: 1})
    assert submit(member, table.scene, uuid.uuid4(), None, move, trusts=False).waits
    table.act(table.cast.storyteller, moves.SetPost(48, 48))
    assert submit(member, table.scene, uuid.uuid4(), None, move).waits


def test_a_trusting_series_counts_all_and_names_it(table: TaskTable) -> None:
    take(table, "trusting")
    answer = roll_pad(table, table.cast.player, **HELPFUL[table.system.key])
    assert not answer.waits
    assert f"by {table.cast.player.get_username()}" in table.reads(table.cast.rival)


def test_what_no_form_asks_for_is_refused(table: TaskTable) -> None:
    hostile: dict[str, dict[str, Any]] = {
        "exalted2e": {"conditions": []}, "exalted3e": {"looks": 30}, "wod2004": {"conditions": []},
        "v20da": {"obstacles": []},
    }  # fmt: skip
    asked = hostile[table.system.key]
    if table.system.key == "exalted3e":
        with pytest.raises(BadInput, match="does not ask for"):
            roll_pad(table, table.cast.player, **asked)
    else:
        assert not roll_pad(table, table.cast.player, **asked).waits


def test_numbers_that_only_hurt_count_at_once(table: TaskTable) -> None:
    take(table, "ask")
    worse: dict[str, dict[str, Any]] = {
        "exalted2e": {"penalty": 1, "external": 1, "target": 8}, "exalted3e": {"bonus": -1},
        "wod2004": {"circumstances": -1, "resistance": 1}, "v20da": {"difficulty": 8, "modifier": -1},
    }  # fmt: skip
    assert not roll_pad(table, table.cast.player, **worse[table.system.key]).waits
    assert rolls(table) == 1


def test_the_storyteller_strikes_a_number_and_the_same_dice_are_counted_again(table: TaskTable) -> None:
    member = table.cast.membership(table.cast.player)
    field = DICE[table.system.key]
    move = MakeRoll(key_of(table.cast.heroine), {**request_of(table), field: 2})
    first = submit(member, table.scene, uuid.uuid4(), None, move, why="high ground")
    before = table.scene.table.entries.get(event__kind="RollMade").event["roll"]
    counted = table.scene.table.entries.get(event__kind="NumbersCounted")
    table.say(table.cast.rival, "Oh dear.")
    entry = table.scene.table.entries.filter(told=True, number__lte=counted.number).count()
    with pytest.raises(IllegalMove):
        table.act(table.cast.player, moves.StrikeNumbers(entry))
    table.act(table.cast.storyteller, moves.StrikeNumbers(entry))
    after = table.scene.table.entries.filter(event__kind="RollMade").order_by("number").last()
    assert after is not None
    assert after.number > first.last
    assert after.command.user == table.cast.player
    roll = after.event["roll"]
    assert roll["pool"]["total"] == before["pool"]["total"] - 2
    faces = [die["face"] for die in roll["dice"]]
    assert faces[: roll["pool"]["total"]] == [die["face"] for die in before["dice"]][: roll["pool"]["total"]]
    assert "removes" in table.reads(table.cast.rival)
    with pytest.raises(IllegalMove):
        table.act(table.cast.storyteller, moves.StrikeNumbers(entry))


def test_the_log_folds_to_the_state_with_its_proposals(table: TaskTable) -> None:
    roll_pad(table, table.cast.player, **HELPFUL[table.system.key])
    rows = table.scene.table.entries.order_by("number")
    told = [decode_event(table.system, row.event) for row in rows]
    assert fold(table.system, TableState(), told) == table.state


def test_a_move_that_has_become_impossible_lapses_with_its_reason(table: TaskTable) -> None:
    table.set_task()
    waits = table.roll(table.cast.player, table.cast.heroine, **HELPFUL[table.system.key]).waits
    table.act(table.cast.storyteller, moves.EndTask(table.task.id))
    table.act(table.cast.storyteller, moves.AnswerProposal(waits, allow=True))
    assert rolls(table) == 0
    assert not table.state.proposals
    assert "no longer possible" in table.reads(table.cast.player)


# by those whose proposal it is not, and twice


def written(table: TaskTable) -> tuple[TableState, int, int]:
    """What stands at the table: nothing of it changes by what is refused."""
    return table.state, table.number, rolls(table)


def post(client: Client, table: TaskTable, move: str, **values: str) -> int:
    """Send a form by hand; return the status."""
    sent = {"command": str(uuid.uuid4()), "number": "0", "move": move, **values}
    return client.post(reverse("table_command", args=[table.scene.pk]), sent).status_code


@only("exalted2e")
@pytest.mark.parametrize("allow", [True, False])
def test_a_proposal_is_answered_once(table: TaskTable, allow: bool) -> None:
    waits = roll_pad(table, table.cast.player, **HELPFUL[table.system.key]).waits
    table.act(table.cast.storyteller, moves.AnswerProposal(waits, allow=allow))
    before = written(table)
    for user in (table.cast.storyteller, table.cast.co_storyteller):
        for again in (True, False):
            with pytest.raises(IllegalMove, match=r"This request is no longer open\."):
                table.act(user, moves.AnswerProposal(waits, allow=again))
    assert written(table) == before


@only("exalted2e")
def test_a_number_is_struck_once(table: TaskTable) -> None:
    field = DICE[table.system.key]
    roll_pad(table, table.cast.player, **{field: 2})
    counted = table.scene.table.entries.get(event__kind="NumbersCounted")
    entry = table.scene.table.entries.filter(told=True, number__lte=counted.number).count()
    table.act(table.cast.storyteller, moves.StrikeNumbers(entry))
    before = written(table)
    for user in (table.cast.storyteller, table.cast.co_storyteller):
        with pytest.raises(IllegalMove, match="already"):
            table.act(user, moves.StrikeNumbers(entry))
    assert written(table) == before


@only("exalted2e")
def test_nobody_from_outside_answers_or_strikes_by_id(table: TaskTable, sign_in: SignIn) -> None:
    cast = table.cast
    another = Series.objects.create(name="Another", system=table.system.key, owner=cast.stranger)
    Membership.objects.create(series=another, user=cast.stranger, role=Role.STORYTELLER)
    roll_pad(table, cast.player, **{DICE[table.system.key]: 1})
    waits = roll_pad(table, cast.player, **HELPFUL[table.system.key]).waits
    before = written(table)
    for user in (cast.stranger, cast.spectator, cast.rival, cast.player):
        client, status = sign_in(user), 404 if user == cast.stranger else 409
        assert post(client, table, "AnswerProposal", proposal=waits, allow="true") == status, user
        assert post(client, table, "StrikeNumbers", entry="1") == status, user
    assert written(table) == before
    assert post(sign_in(cast.storyteller), table, "AnswerProposal", proposal=waits, allow="true") < 400


@only("exalted2e")
def test_a_proposal_of_another_scene_is_not_found(table: TaskTable) -> None:
    cast = table.cast
    waits = roll_pad(table, cast.player, **HELPFUL[table.system.key]).waits
    elsewhere = replace(table, scene=cast.hidden_scene)
    before = written(table)
    elsewhere.act(cast.storyteller, moves.Say("Here"))
    there = elsewhere.number
    unknown = moves.AnswerProposal("t0", allow=False)
    for move in (
        moves.AnswerProposal(waits, allow=True),
        unknown,
        moves.GoWithout(waits),
        moves.TakeProposalBack(waits),
    ):
        with pytest.raises(IllegalMove, match="no longer open"):
            elsewhere.act(cast.storyteller, move)
    with pytest.raises(IllegalMove, match="no such entry"):
        elsewhere.act(cast.storyteller, moves.StrikeNumbers(99))
    with pytest.raises(IllegalMove, match="That entry has no numbers to remove"):
        elsewhere.act(cast.storyteller, moves.StrikeNumbers(1))
    assert (written(table), elsewhere.number) == (before, there)


# in a fight


def do(table: TaskTable, user: User, move: Move) -> Answer:
    return submit(table.cast.membership(user), table.scene, uuid.uuid4(), None, move, table.dice)


@pytest.fixture
def fight(table: TaskTable) -> TaskTable:
    """A fight of the heroine against the warden, with small numbers that count at once."""
    cast = table.cast
    for move in (
        OpenBattle(),
        BringIn((key_of(cast.heroine),), "travellers"),
        BringIn((key_of(cast.warden),), "toll company"),
        BattleMove({"kind": "StartBattle"}),
    ):
        do(table, cast.storyteller, move)
    return table


def find_offer(table: TaskTable, name: str) -> dict[str, Any]:
    """Return the filled form of what the heroine may do that has this field. Others act until there is one."""
    battle, cast = table.system.battle, table.cast
    for _ in range(40):
        state = table.state.battle
        seat = get_seat(cast.membership(cast.player))
        for offer in battle.legal_moves(state, seat):
            if offer.move == name and not offer.reason:
                return fill_form(offer)
        view = battle.view(state, STORYTELLER)
        if view["pending"]:
            answer = default_answer(battle.offer(state, STORYTELLER), view["pending"][0]["id"])
            assert answer is not None
            do(table, cast.storyteller, BattleMove(answer))
            continue
        acting = next(who["id"] for who in view["combatants"] if who["acts_now"])
        found = battle.pass_turn(state, acting)
        if found is None:
            choices = [one for one in battle.offer(state, STORYTELLER).acts[acting] if not one.reason]
            do(table, cast.storyteller, BattleMove(fill_form(choices[-1])))
        else:
            do(table, cast.storyteller, BattleMove(fill_form(found[1])))
    raise AssertionError(name)


FIGHT: dict[str, tuple[str, dict[str, Any]]] = {
    "exalted2e": ("DeclareAttack", {"magic_successes": 10}),
    "exalted3e": ("TakeAction", {"bonus": 8}),
    "wod2004": ("Attack", {"modifier": 5}),
    "v20da": ("DeclareActions", {"attack": None, "target": None, "others": ["other"], "difficulties": [2]}),
}
"""Of each game, numbers that a player cannot say in a fight, beyond what is small."""


def test_in_a_fight_such_a_move_waits_and_costs_nothing_until_it_is_allowed(fight: TaskTable) -> None:
    name, values = FIGHT[fight.system.key]
    move = find_offer(fight, name)
    before = fight.state.battle
    answer = do(fight, fight.cast.player, BattleMove({**move, **values}))
    assert answer.waits
    assert fight.state.battle == before
    do(fight, fight.cast.storyteller, moves.AnswerProposal(answer.waits, allow=True))
    assert fight.state.battle != before
    assert not fight.state.proposals


@only("exalted2e")
def test_a_struck_bonus_changes_the_attack_and_what_was_answered_to_it(fight: TaskTable) -> None:
    move = find_offer(fight, "DeclareAttack")
    member = fight.cast.membership(fight.cast.player)
    rolled = SeededRoller(5)
    submit(member, fight.scene, uuid.uuid4(), None, BattleMove({**move, "bonus": 3}), rolled, why="high ground")
    answer = default_answer(
        fight.system.battle.offer(fight.state.battle, STORYTELLER),
        fight.system.battle.view(fight.state.battle, STORYTELLER)["pending"][0]["id"],
    )
    assert answer is not None
    submit(fight.cast.membership(fight.cast.storyteller), fight.scene, uuid.uuid4(), None, BattleMove(answer), rolled)
    counted = fight.scene.table.entries.get(event__kind="NumbersCounted")
    assert counted.event["exchange"]
    entry = fight.scene.table.entries.filter(told=True, number__lte=counted.number).count()
    do(fight, fight.cast.storyteller, moves.StrikeNumbers(entry))
    kinds = [row.event.get("event", {}).get("kind") for row in fight.scene.table.entries.order_by("number")]
    assert kinds.count("AttackDeclared") == 2 or kinds.count("ActionTaken") == 2
    assert "removes" in fight.reads(fight.cast.player)


def test_a_stunt_counts_at_once_where_the_series_lets_it_and_waits_where_it_does_not(fight: TaskTable) -> None:
    if fight.system.key not in ("exalted2e", "exalted3e"):
        return
    attack = find_offer(fight, "TakeAction")
    do(fight, fight.cast.player, BattleMove({**attack, "stunt": 2, "stunt_text": "From the wheel."}))
    asked = [one["question"] for one in fight.system.battle.view(fight.state.battle, STORYTELLER)["pending"]]
    assert not any("Rate it" in one for one in asked)
    assert "by " + fight.cast.player.get_username() in fight.reads(fight.cast.rival)


# the law of the pad and of tasks


def list_helpful(table: TaskTable) -> list[tuple[str, Any]]:
    """Every field of a request that waits, with a value that helps its player."""
    found = []
    for declared in list_declared(table.system.rolls.request):
        asked = declared.asked
        if asked is None or not asked.waits:
            continue
        usual = declared.default if asked.usual is None else asked.usual
        steps: list[Any] = [True, False]
        if type(usual) is int:  # a number that can only be worse, such as a resistance, helps nobody
            steps = [value for value in (usual + 1, usual - 1) if asked.low <= value <= asked.high]
        values = [choice.value for choice in asked.choices] or steps
        helpful = [value for value in values if value != usual and type(value) is type(usual)]
        helpful = [value for value in helpful if not is_worse(asked, value, usual)]
        found += [(declared.name, value) for value in helpful[:1]]
    return found


def test_every_number_of_a_roll_that_is_not_the_players_waits_on_the_pad_at_tasks_and_for_programs(
    table: TaskTable,
) -> None:
    take(table, "ask")
    table.set_task()
    member = table.cast.membership(table.cast.player)
    fields = list_helpful(table)
    assert len(fields) >= 2
    for name, value in fields:
        move = MakeRoll(key_of(table.cast.heroine), {**request_of(table), name: value})
        assert submit(member, table.scene, uuid.uuid4(), None, move).waits, name
        assert submit(member, table.scene, uuid.uuid4(), None, move, trusts=False).waits, name
        if name not in table.system.tasks.decided:
            assert table.roll(table.cast.player, table.cast.heroine, **{name: value}).waits, name
    assert rolls(table) == 0


def test_a_repeated_command_gets_the_same_proposal(table: TaskTable) -> None:
    key = uuid.uuid4()
    move = MakeRoll(key_of(table.cast.heroine), {**request_of(table), **HELPFUL[table.system.key]})
    first = table.act(table.cast.player, move, key=key)
    again = table.act(table.cast.player, move, key=key)
    assert first.waits
    assert (again.waits, again.repeated) == (first.waits, True)
    assert len(table.state.proposals) == 1


@only("exalted2e", "exalted3e")
def test_a_difficulty_that_a_player_sets_for_herself_is_told(table: TaskTable) -> None:
    roll_pad(table, table.cast.player, difficulty=3)
    assert "difficulty 3, self-set" in table.reads(table.cast.rival)
    roll_pad(table, table.cast.player)
    assert table.reads(table.cast.rival).count("self-set") == table.reads(table.cast.rival).count("3, self-set")


@only("exalted2e")
def test_a_battle_file_plays_again_what_counted_at_once(fight: TaskTable) -> None:
    attack = find_offer(fight, "DeclareAttack")
    do(fight, fight.cast.player, BattleMove({**attack, "stunt": 2, "bonus": 1}))
    facts = load_facts(fight.scene.pk)
    opened = fight.scene.table.entries.get(event__kind="BattleOpened").number
    file = export_battle(facts, opened, STORYTELLER)
    assert play(file)["state"] == encode(fight.state.battle)
