"""What hides of tasks, secret rolls and whispers stays hidden, in every book and for every seat."""

import json
import re
from functools import reduce

import pytest
from django.db import transaction

from campaigns.core.seats import get_seat
from play.commands import moves
from play.seats.export import export_battle
from play.seats.facts import load_facts
from play.table.live_scene import live_scenes
from rules.errors import BadInput, IllegalMove, RulesError
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.facts_of import facts_of
from tests.play.tasking import TaskTable, key_of, only, request_of

pytestmark = pytest.mark.walk

EXALTED = ("exalted2e", "exalted3e")
WITH_RACES = ("exalted2e", "v20da", "wod2004")


def hidden_work(table: TaskTable, difficulty: int) -> list[str]:
    """What the others read after everything that may happen to a task whose difficulty is hidden."""
    cast = table.cast
    for action in ("simple", "extended"):
        target = 40 if action == "extended" else None
        table.set_task(action=action, title=f"The {action} lock", difficulty=difficulty, hidden=True, target=target)
        table.roll(cast.player, cast.heroine)
    table.say(cast.player, "/roll for the extended")
    table.act(cast.storyteller, moves.InterruptTask(table.task.id, key_of(cast.heroine)))
    for refused in (
        moves.RollForTask(table.task.id, key_of(cast.heroine), automatic=True),
        moves.RollForTask(table.task.id, key_of(cast.duelist)),
        moves.RevealTask(table.task.id),
    ):
        with pytest.raises(RulesError):
            table.act(cast.player, refused)
    return [in_order(table.reads(user)) for user in (cast.player, cast.rival, cast.spectator)]


def in_order(text: str) -> str:
    """The text with the ids of tasks, which are drawn, by the order in which they first appear."""
    ids = {id: f"task {place}" for place, id in enumerate(dict.fromkeys(re.findall(r"\bt[0-9a-f]{8}\b", text)))}
    return reduce(lambda known, item: known.replace(*item), ids.items(), text)


@only(*EXALTED)
def test_nothing_that_anybody_reads_depends_on_a_hidden_difficulty(table: TaskTable) -> None:
    told = []
    for difficulty in (3, 9):
        with transaction.atomic():
            told.append(hidden_work(table, difficulty))
            assert f"difficulty {difficulty}" in table.reads(table.cast.storyteller)
            transaction.set_rollback(True)
        live_scenes.forget()
    assert told[0] == told[1]


@only("exalted2e")
def test_a_hidden_difficulty_of_a_fight_stays_with_the_storyteller(table: TaskTable) -> None:
    cast = table.cast
    for move in (
        moves.OpenBattle(),
        moves.BringIn((key_of(cast.heroine),), "travellers"),
        moves.BringIn((key_of(cast.warden),), "toll company"),
        moves.BattleMove({"kind": "StartBattle"}),
    ):
        table.act(cast.storyteller, move)
    heroine = next(one.id for one in table.state.battle.combatants if one.character == key_of(cast.heroine))
    secret, told = 27, {"attribute": "wits", "ability": "awareness"}
    ruled = {"kind": "SetDifficulty", "actor": heroine, "difficulty": secret, "hidden": True}
    table.act(cast.storyteller, moves.BattleMove(ruled))
    seen = rf"(difficulty|vs\.) {secret}\b"
    for deed in (moves.Say("Now?"), moves.BattleMove({"kind": "TakeAction", "actor": heroine, **told})):
        table.act(cast.player, deed)
        for user in (cast.player, cast.rival, cast.spectator):
            assert re.search(seen, table.reads(user)) is None
            assert "hidden difficulty" in table.reads(user)
        assert re.search(seen, table.reads(cast.storyteller))
    opened = table.scene.table.entries.get(event__kind="BattleOpened").number
    seat = get_seat(cast.membership(cast.player))
    assert re.search(rf"\b{secret}\b", json.dumps(export_battle(load_facts(table.scene.pk), opened, seat))) is None


@only(*EXALTED)
def test_a_hidden_difficulty_is_told_to_all_when_the_storyteller_says_so(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(difficulty=4, hidden=True)
    table.roll(cast.player, cast.heroine)
    assert "only the Storyteller knows the result" in table.reads(cast.player)
    (task,) = facts_of(table.scene, cast.membership(cast.player))["tasks"]["items"].values()
    assert (task["status"], task["is_hidden"]) == ("rolled", True)
    assert "verdict" not in task
    assert "difficulty" not in task["sides"][0]
    table.act(cast.storyteller, moves.RevealTask(table.task.id))
    assert "The difficulty of “The lock” was 4: a success." in table.reads(cast.spectator)


@only("exalted2e")
def test_who_looks_before_the_leap_learns_the_difficulty_alone(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(difficulty=17, hidden=True)
    peek = table.set_task(title="A peek", traits="Perception + Awareness", difficulty=3, hidden=True)
    with pytest.raises(IllegalMove, match="You can’t look"):
        table.act(cast.player, moves.LookFirst(peek.id, key_of(cast.heroine)))
    first = table.state.work.tasks[0].id
    table.act(cast.player, moves.LookFirst(first, key_of(cast.heroine)))
    assert "The difficulty is 17." in table.reads(cast.player)
    for other in (cast.rival, cast.spectator):
        assert "17." not in table.reads(other)
    with pytest.raises(IllegalMove, match="already looked"):
        table.act(cast.player, moves.LookFirst(first, key_of(cast.heroine)))


@only("v20da", "wod2004")
def test_books_without_hidden_difficulties_refuse_them(table: TaskTable) -> None:
    with pytest.raises(BadInput, match="has no hidden difficulties"):
        table.set_task(difficulty=3, hidden=True)


def test_a_hidden_characters_task_is_nowhere_for_players(table: TaskTable, sign_in: SignIn) -> None:
    cast = table.cast
    table.set_task(
        title=f"Ambush {SECRET}", character=key_of(cast.lurker), action="extended", target=9, interval=1, unit="hour"
    )
    hidden = table.task.id
    table.roll(cast.storyteller, cast.lurker)
    assert table.clock == 0
    for user in (cast.player, cast.rival, cast.spectator):
        assert SECRET not in table.reads(user)
        base, client = f"/scenes/{table.scene.pk}/", sign_in(user)
        for path in ("", "plain/", "log.txt"):
            assert SECRET not in client.get(base + path).content.decode()
    assert SECRET in table.reads(cast.storyteller)
    refusals = set()
    for id in (hidden, "t999"):
        with pytest.raises(IllegalMove) as refused:
            table.act(cast.player, moves.RollForTask(id, key_of(cast.heroine)))
        refusals.add(refused.value.sentence)
    with pytest.raises(BadInput) as unsaid:
        table.say(cast.player, "/roll for Ambush")
    assert len(refusals) == 1
    assert SECRET not in unsaid.value.sentence
    assert sign_in(cast.stranger).get(f"/scenes/{table.scene.pk}/").status_code == 404


def test_somebody_hidden_in_a_contest_has_no_name(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="contested", against=key_of(cast.lurker))
    table.roll(cast.player, cast.heroine)
    with pytest.raises(IllegalMove) as refused:
        table.roll(cast.player, cast.heroine)
    assert "is waiting for Someone" in refused.value.sentence
    table.roll(cast.storyteller, cast.lurker)
    for user in (cast.player, cast.rival, cast.spectator):
        assert SECRET not in table.reads(user)
        assert "Someone" in table.reads(user)


@only(*WITH_RACES)
def test_a_hidden_helper_shows_dice_and_no_traits(table: TaskTable) -> None:
    cast = table.cast
    helper = key_of(cast.lurker)
    table.set_task(traits="", action="teamwork", helpers=(helper,), helper_traits=table.traits)
    table.act(cast.storyteller, moves.HelpTask(table.task.id, helper, request_of(table)))
    for user in (cast.player, cast.rival, cast.spectator):
        assert SECRET not in table.reads(user)
        assert f'{table.traits.split(" + ")[1]}": ' not in table.reads(user)
    assert "Someone helps" in table.reads(cast.spectator)


@only(*WITH_RACES)
def test_who_helps_somebody_hidden_is_told_of_it_and_nobody_else(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(
        title="The tunnel", action="teamwork", character=key_of(cast.lurker), helpers=(key_of(cast.heroine),)
    )
    assert "The tunnel" in table.reads(cast.player)
    assert SECRET not in table.reads(cast.player)
    assert "The tunnel" not in table.reads(cast.rival)


@pytest.mark.parametrize(
    ("secret", "readers"), [("owner", ("storyteller", "player")), ("storyteller", ("storyteller",))]
)
def test_secret_rolls_reach_only_those_they_are_for(
    table: TaskTable, sign_in: SignIn, secret: str, readers: tuple[str, ...]
) -> None:
    cast = table.cast
    words = f"/roll 4 secret as Ysane # {SECRET}" if secret == "owner" else f"/gmr 4 as Ysane # {SECRET}"
    table.say(cast.player, words)
    table.act(cast.player, moves.MakeRoll(key_of(cast.heroine), request_of(table), secret))
    for name in ("storyteller", "co_storyteller", "player", "rival", "spectator"):
        user = getattr(cast, name)
        wanted = name.removeprefix("co_") in readers
        assert (SECRET in table.reads(user).replace(cast.lurker.name, "")) == wanted
        transcript = sign_in(user).get(f"/scenes/{table.scene.pk}/log.txt").content.decode()
        assert (SECRET in transcript) == wanted


def test_a_whisper_is_for_two_and_the_storyteller(table: TaskTable) -> None:
    cast = table.cast
    table.say(cast.player, "/w Tolvar I never liked the salt.")
    table.say(cast.storyteller, "/w [Ysane of the Reeds] You smell smoke.")
    table.say(cast.rival, "/w st Is the winch guarded?")
    heard = {user.username: table.reads(user) for user in cast.members}
    for text, ears in (
        ("I never liked the salt.", {"storyteller", "co_storyteller", "player", "rival"}),
        ("You smell smoke.", {"storyteller", "co_storyteller", "player"}),
        ("Is the winch guarded?", {"storyteller", "co_storyteller", "rival"}),
    ):
        assert {name for name, read in heard.items() if text in read} == ears
    assert "player, to Tolvar (rival)" in heard["storyteller"]
    assert "rival, to the Storyteller" in heard["rival"]
    ears = facts_of(table.scene, cast.membership(cast.player))["voices"]["ears"]
    assert {"key": key_of(cast.duelist), "name": "Tolvar", "note": "rival"} in ears
    assert SECRET not in str(ears)
    table.act(cast.player, moves.Say("By the list.", key_of(cast.duelist)))
    assert "By the list." in table.reads(cast.rival)
    assert "By the list." not in table.reads(cast.spectator)
    for nobody in ("Lurker", "Deruvin", "nobody"):
        with pytest.raises(BadInput, match="No one here plays"):
            table.say(cast.player, f"/w {nobody} hello")
