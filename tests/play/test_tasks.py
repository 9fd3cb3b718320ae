"""Tasks outside combat through the service and the database, in every book; what hides stays hidden."""

import uuid
from typing import Any

import pytest
from django.db import transaction

from play import moves
from play.models import Entry, Table
from play.services import commands
from play.services.history import state_at
from play.services.log import forget_logs
from play.services.workbench import forget_fields
from rules import SYSTEMS
from rules.errors import BadInput, IllegalMove, RulesError
from rules.paths import read_path, write_path
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.tasking import WILLPOWER, TaskTable, key_of, open_table

EXALTED = ("exalted2e", "exalted3e")
WITH_RACES = ("exalted2e", "v20da", "wod2004")


@pytest.fixture(params=sorted(SYSTEMS))
def table(db: None, request: pytest.FixtureRequest) -> TaskTable:
    return open_table(request.param)


def only(*systems: str) -> pytest.MarkDecorator:
    """The test is for these books alone."""
    return pytest.mark.parametrize("table", systems, indirect=True)


def test_a_task_is_set_rolled_for_and_done(table: TaskTable) -> None:
    cast = table.cast
    table.set_task()
    table.roll(cast.player, cast.heroine)
    assert table.task.status == "success"
    assert "The lock" in table.reads(cast.rival)
    with pytest.raises(IllegalMove, match="is done"):
        table.roll(cast.player, cast.heroine)


def test_only_the_storyteller_sets_ends_and_rules_tasks(table: TaskTable) -> None:
    table.set_task(action="extended", target=20)
    task, who = table.task.id, key_of(table.cast.heroine)
    for move in (
        moves.StartTask("Mine", "simple", who),
        moves.EndTask(task),
        moves.RuleTask(task, who, 3),
        moves.InterruptTask(task, who),
        moves.TryAgain(task),
        moves.RevealTask(task),
    ):
        with pytest.raises(IllegalMove, match="Only the Storyteller"):
            table.act(table.cast.player, move)


def test_nobody_rolls_for_another(table: TaskTable) -> None:
    table.set_task()
    with pytest.raises(IllegalMove, match="not a character you can act for"):
        table.roll(table.cast.rival, table.cast.heroine)
    with pytest.raises(IllegalMove, match="does not work at this task"):
        table.roll(table.cast.rival, table.cast.duelist)


def test_extended_work_gathers_successes_until_it_is_complete(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended", target=9)
    table.roll(cast.player, cast.heroine)
    assert (table.task.status, table.task.sides[0].total) == ("open", 5)
    table.roll(cast.player, cast.heroine)
    assert (table.task.status, table.task.sides[0].total) == ("success", 10)


def test_extended_work_fails_when_the_rolls_run_out(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended", target=20, max_rolls=2)
    table.roll(cast.player, cast.heroine)
    table.act(cast.storyteller, moves.InterruptTask(table.task.id, key_of(cast.heroine)))
    assert (table.task.status, table.task.sides[0].total) == ("failure", 5)


def test_each_roll_of_extended_work_takes_its_time_and_a_rewind_gives_it_back(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended", target=20, interval=30, unit="minute")
    table.roll(cast.player, cast.heroine)
    second = table.roll(cast.player, cast.heroine)
    assert table.clock == 3600
    assert "Time passes: 30 minutes." in table.reads(cast.rival)
    table.act(cast.storyteller, moves.Rewind(second.first))
    assert (table.clock, table.task.sides[0].total) == (1800, 5)
    table.act(cast.storyteller, moves.InterruptTask(table.task.id, key_of(cast.heroine)))
    assert table.clock == 3600


def test_those_who_work_side_by_side_share_their_time(table: TaskTable) -> None:
    cast = table.cast
    first = table.set_task(action="extended", target=20, interval=1, unit="hour")
    other = table.set_task(
        title="The gate", action="extended", character=key_of(cast.duelist), target=20, interval=1, unit="hour"
    )
    table.act(cast.player, moves.RollForTask(first.id, key_of(cast.heroine)))
    table.act(cast.rival, moves.RollForTask(other.id, key_of(cast.duelist)))
    assert table.clock == 3600
    table.act(cast.rival, moves.RollForTask(other.id, key_of(cast.duelist)))
    assert table.clock == 7200


def test_a_contest_stays_sealed_until_both_have_rolled(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="contested")
    table.roll(cast.player, cast.heroine)
    assert "5 successes" not in table.reads(cast.rival)
    assert "5 successes" in table.reads(cast.player)
    with pytest.raises(IllegalMove, match="waits for Tolvar"):
        table.roll(cast.player, cast.heroine)
    table.roll(cast.rival, cast.duelist, face=3)
    assert (table.task.status, table.task.winner) == ("success", 0)
    assert "Ysane of the Reeds wins" in table.reads(cast.spectator)


@only(*WITH_RACES)
def test_an_extended_contest_runs_until_one_is_there(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended_contested", target=8, interval=1, unit="hour")
    for face in (3, 3):
        table.roll(cast.player, cast.heroine)
        table.roll(cast.rival, cast.duelist, face=face)
    assert (table.task.status, table.task.winner) == ("success", 0)
    assert table.clock == 7200


@only(*WITH_RACES)
def test_a_contest_in_which_nobody_can_roll_any_more_is_over(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended_contested", target=50, max_rolls=1)
    table.roll(cast.player, cast.heroine)
    table.act(cast.storyteller, moves.InterruptTask(table.task.id, key_of(cast.duelist)))
    assert not table.task.is_open


@only(*WITH_RACES)
def test_helpers_are_awaited_first_and_bring_dice(table: TaskTable) -> None:
    cast = table.cast
    helpers = (key_of(cast.duelist), key_of(cast.warden))
    table.set_task(action="teamwork", helpers=helpers, helper_traits=table.traits, helper_limit=2)
    with pytest.raises(IllegalMove, match="waits for Tolvar, Deruvin"):
        table.roll(cast.player, cast.heroine)
    table.act(cast.rival, moves.HelpTask(table.task.id, helpers[0]))
    table.act(cast.storyteller, moves.HelpTask(table.task.id, helpers[1], declines=True))
    table.roll(cast.player, cast.heroine)
    rolled = Entry.objects.order_by("number").last()
    assert rolled is not None
    assert len(rolled.event["roll"]["dice"]) == 5 + (1 if table.system.key == "exalted2e" else 5)


def test_a_failure_is_remembered_until_it_is_waived(table: TaskTable) -> None:
    cast = table.cast
    table.set_task()
    table.roll(cast.player, cast.heroine, face=3)
    assert table.task.status == "failure"
    who = key_of(cast.heroine)
    assert table.state.work.failures(who, " the LOCK ") == 1
    table.act(cast.storyteller, moves.TryAgain(table.task.id))
    table.roll(cast.player, cast.heroine, face=3)
    assert table.state.work.failures(who, "The lock") == 2
    table.act(cast.storyteller, moves.TryAgain(table.task.id, waive=True))
    assert table.state.work.failures(who, "The lock") == 0


@only("exalted2e", "v20da", "wod2004")
def test_a_new_try_under_pressure_is_harder(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(pressure=True)
    table.roll(cast.player, cast.heroine, face=3)
    table.act(cast.storyteller, moves.TryAgain(table.task.id))
    table.roll(cast.player, cast.heroine)
    before, after = Entry.objects.filter(event__kind="TaskRolled").order_by("number")
    was, now = before.event["roll"], after.event["roll"]
    harder = (now["pool"]["total"] < was["pool"]["total"], now["total"] < 5, now["difficulty"] != was["difficulty"])
    assert any(harder)


@only("exalted2e", "v20da")
def test_a_success_that_the_book_gives_is_offered_and_taken(table: TaskTable) -> None:
    cast = table.cast
    able = {"difficulty": 1, "traits": "Dexterity + Melee"} if table.system.key == "exalted2e" else {"difficulty": 3}
    table.set_task(**able)
    assert "Take the automatic success" in table.reads(cast.player)
    table.act(cast.player, moves.RollForTask(table.task.id, key_of(cast.heroine), automatic=True))
    assert table.task.status == "success"
    table.set_task(**able, pressure=True)
    assert "Take the automatic success" not in table.reads(cast.player)
    with pytest.raises(IllegalMove, match="Roll for it"):
        table.act(cast.player, moves.RollForTask(table.task.id, key_of(cast.heroine), automatic=True))
    table.set_task(**able)
    table.act(cast.storyteller, moves.OpenBattle())
    assert "Take the automatic success" not in table.reads(cast.player)
    with pytest.raises(IllegalMove, match="Roll for it"):
        table.act(cast.player, moves.RollForTask(table.task.id, key_of(cast.heroine), automatic=True))


@only("wod2004")
def test_a_side_whose_work_is_ruined_rolls_no_more(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended_contested", target=30, botch="ruin", traits="Wits + Medicine")
    heroine = cast.heroine
    for path in ("attributes.wits", "skills.investigation"):
        heroine.sheet = write_path(heroine.sheet, path, 1)
    heroine.save()
    table.roll(cast.player, heroine, face=1, circumstances=-5)
    table.roll(cast.rival, cast.duelist)
    assert table.task.sides[0].ruined
    with pytest.raises(IllegalMove, match="waits for Tolvar"):
        table.roll(cast.player, heroine)
    table.roll(cast.rival, cast.duelist)
    assert table.task.sides[1].total == 10


def test_the_kept_state_is_what_the_log_folds_to(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended", target=7, interval=1, unit="day")
    table.say(cast.player, "/roll for the lock")
    table.set_task(action="contested", title="Chase")
    table.act(cast.storyteller, moves.EndTask(table.task.id, "dusk"))
    rolled = table.act(cast.player, moves.RollForTask(table.state.work.tasks[0].id, key_of(cast.heroine)))
    folded = state_at(table.system, Table.objects.get(scene=table.scene), table.number)
    assert folded == table.state
    table.act(cast.storyteller, moves.Rewind(rolled.first))
    assert state_at(table.system, Table.objects.get(scene=table.scene), table.number) == table.state
    assert [task.status for task in table.state.work.tasks] == ["open", "ended"]


# --- what it costs


def test_willpower_is_paid_from_the_sheet_once_and_given_back_by_a_rewind(table: TaskTable) -> None:
    cast = table.cast
    path, asked = WILLPOWER[table.system.key]
    before = read_path(table.sheet(cast.heroine), path)
    table.set_task()
    move, key = moves.RollForTask(table.task.id, key_of(cast.heroine), asked), uuid.uuid4()
    answer = table.act(cast.player, move, key=key)
    assert table.act(cast.player, move, key=key).repeated
    assert read_path(table.sheet(cast.heroine), path) == before - 1
    table.act(cast.storyteller, moves.Rewind(answer.last))
    assert read_path(table.sheet(cast.heroine), path) == before
    assert table.task.is_open


def test_willpower_that_is_not_there_cannot_be_spent(table: TaskTable) -> None:
    cast = table.cast
    path, asked = WILLPOWER[table.system.key]
    table.set_task()
    while read_path(table.sheet(cast.heroine), path):
        table.act(cast.player, moves.MakeRoll(key_of(cast.heroine), {**request_of(table), **asked}))
    with pytest.raises(RulesError, match="Willpower"):
        table.roll(cast.player, cast.heroine, **asked)
    assert table.task.is_open


@only("exalted3e")
def test_motes_are_paid_the_peripheral_ones_first_and_the_anima_shows(table: TaskTable) -> None:
    cast = table.cast
    table.set_task()
    before = table.sheet(cast.heroine)
    answer = table.roll(cast.player, cast.heroine, motes=5)
    after = table.sheet(cast.heroine)
    assert after["motes"]["peripheral"] == before["motes"]["peripheral"] - 5
    assert after["anima"] == 1
    table.act(cast.storyteller, moves.Rewind(answer.last))
    assert table.sheet(cast.heroine) == before


def test_in_a_fight_nothing_is_spent_beside_it(table: TaskTable) -> None:
    cast = table.cast
    _, asked = WILLPOWER[table.system.key]
    table.set_task()
    table.act(cast.storyteller, moves.OpenBattle())
    table.act(cast.storyteller, moves.BringIn((key_of(cast.heroine),), "travellers"))
    with pytest.raises(IllegalMove, match="is in the fight"):
        table.roll(cast.player, cast.heroine, **asked)


# --- what is hidden


def request_of(table: TaskTable) -> dict[str, Any]:
    first, second = (name.strip().lower() for name in table.traits.split("+"))
    return dict(zip(table.system.tasks.spoken.traits, (first, second), strict=True))


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
    return [table.reads(user) for user in (cast.player, cast.rival, cast.spectator)]


@only(*EXALTED)
def test_nothing_that_anybody_reads_depends_on_a_hidden_difficulty(table: TaskTable) -> None:
    told = []
    for difficulty in (3, 9):
        with transaction.atomic():
            told.append(hidden_work(table, difficulty))
            assert f"difficulty {difficulty}" in table.reads(table.cast.storyteller)
            transaction.set_rollback(True)
        commands.forget_states()
        forget_logs()
        forget_fields()
    assert told[0] == told[1]


@only(*EXALTED)
def test_a_hidden_difficulty_is_told_to_all_when_the_storyteller_says_so(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(difficulty=4, hidden=True)
    table.roll(cast.player, cast.heroine)
    assert "Storyteller’s to tell" in table.reads(cast.player)
    table.act(cast.storyteller, moves.RevealTask(table.task.id))
    assert "The difficulty of “The lock” was 4: a success." in table.reads(cast.spectator)


@only("exalted2e")
def test_who_looks_before_the_leap_learns_the_difficulty_alone(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(difficulty=17, hidden=True)
    peek = table.set_task(title="A peek", traits="Perception + Awareness", difficulty=3, hidden=True)
    with pytest.raises(IllegalMove, match="no looking"):
        table.act(cast.player, moves.LookFirst(peek.id, key_of(cast.heroine)))
    first = table.state.work.tasks[0].id
    table.act(cast.player, moves.LookFirst(first, key_of(cast.heroine)))
    assert "The difficulty is 17." in table.reads(cast.player)
    for other in (cast.rival, cast.spectator):
        assert "17." not in table.reads(other)
    with pytest.raises(IllegalMove, match="looked already"):
        table.act(cast.player, moves.LookFirst(first, key_of(cast.heroine)))


@only("v20da", "wod2004")
def test_books_without_hidden_difficulties_refuse_them(table: TaskTable) -> None:
    with pytest.raises(BadInput, match="What can be hidden"):
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
        for path in ("", "frame/", "log.txt"):
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
    assert "waits for Somebody" in refused.value.sentence
    table.roll(cast.storyteller, cast.lurker)
    for user in (cast.player, cast.rival, cast.spectator):
        assert SECRET not in table.reads(user)
        assert "Somebody" in table.reads(user)


@only(*WITH_RACES)
def test_a_hidden_helper_shows_dice_and_no_traits(table: TaskTable) -> None:
    cast = table.cast
    helper = key_of(cast.lurker)
    table.set_task(traits="", action="teamwork", helpers=(helper,), helper_traits=table.traits)
    table.act(cast.storyteller, moves.HelpTask(table.task.id, helper, request_of(table)))
    for user in (cast.player, cast.rival, cast.spectator):
        assert SECRET not in table.reads(user)
        assert f'{table.traits.split(" + ")[1]}": ' not in table.reads(user)
    assert "Somebody helps" in table.reads(cast.spectator)


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
    page = table.reads(cast.player)
    assert f'<option value="{cast.duelist.pk}">To Tolvar</option>' in page.replace('\\"', '"')
    table.act(cast.player, moves.Say("By the list.", key_of(cast.duelist)))
    assert "By the list." in table.reads(cast.rival)
    assert "By the list." not in table.reads(cast.spectator)
    for nobody in ("Lurker", "Deruvin", "nobody"):
        with pytest.raises(BadInput, match="Nobody here plays"):
            table.say(cast.player, f"/w {nobody} hello")


# --- by word


def test_a_typed_roll_counts_for_a_task(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(title="The great lock", action="extended", target=30)
    table.roll(cast.player, cast.heroine)
    table.say(cast.player, "/roll for the great")
    table.say(cast.storyteller, "/r wp for The Great Lock as Ysane")
    assert len(table.task.sides[0].gains) == 3
    for line, told in (
        ("/roll for the moon", "No one open task"),
        ("/roll 8 for the great lock", "leave the dice out"),
        (f"/roll {table.traits} for the great lock", "Leave the traits out"),
        ("/gmr for the great lock", "cannot be secret"),
    ):
        with pytest.raises(BadInput, match=told):
            table.say(cast.player, line)


def test_a_typed_roll_names_its_traits_where_the_task_leaves_them_open(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(traits="")
    with pytest.raises(BadInput, match="Say which traits"):
        table.say(cast.player, "/roll for the lock")
    table.say(cast.player, f"/roll {table.traits} for the lock")
    assert table.task.status == "success"


@only("exalted2e", "exalted3e", "v20da")
def test_a_typed_roll_does_not_set_what_the_storyteller_sets(table: TaskTable) -> None:
    table.set_task()
    with pytest.raises(BadInput, match="for the Storyteller to set"):
        table.say(table.cast.player, "/roll diff 2 for the lock")


NONSENSE: tuple[dict[str, Any], ...] = (
    {"title": ""}, {"title": "x" * 200}, {"action": "nonsense"}, {"character": "0"}, {"character": "none"},
    {"traits": "Salt + Silt"}, {"action": "extended"}, {"action": "extended", "target": 0}, {"interval": -1},
    {"action": "contested", "against": ""}, {"difficulty": 999}, {"unit": "aeon"}, {"botch": "all"},
    {"action": "extended", "target": 5, "max_rolls": 0},
)  # fmt: skip


def test_a_task_that_makes_no_sense_is_refused(table: TaskTable) -> None:
    for changes in NONSENSE:
        with pytest.raises(RulesError):
            table.set_task(**changes)
    assert table.number == 0
