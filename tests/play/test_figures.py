"""Rolls during a fight: its wounds and conditions count in all of them, and it is in the fight that they are paid."""

import uuid
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Character, User
from play.commands import moves
from play.commands.submit import submit
from play.models import Table
from play.seats.export import export_battle
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.table.seat_log import count_entries
from rules.battle import STORYTELLER
from rules.codec import encode
from rules.dice import SystemRoller
from rules.errors import IllegalMove, RulesError
from rules.paths import get_path, write_path
from rules.replay import play
from tests.play.tasking import WILLPOWER, TaskTable, key_of, only, request_of

LEAP = {
    "exalted2e": {"attribute": "dexterity", "ability": "athletics"},
    "exalted3e": {"attribute": "dexterity", "ability": "athletics"},
    "v20da": {"first": "dexterity", "second": "athletics"},
    "wod2004": {"attribute": "dexterity", "second": "athletics"},
}
WOUNDS = {"exalted2e": 4, "exalted3e": 4, "v20da": 4, "wod2004": 6}
"""Lethal wounds that cost dice, and not all of them."""
HAD = 2
"""Points of Willpower that the heroine has."""


@pytest.fixture
def fight(table: TaskTable) -> TaskTable:
    """The heroine and the warden fight; she has two points of Willpower."""
    heroine, (points, _) = table.cast.heroine, WILLPOWER[table.system.key]
    heroine.sheet = write_path(write_path(heroine.sheet, points, HAD), "attributes.dexterity", 4)
    heroine.save()
    for who in (table.cast.heroine, table.cast.warden):
        table.act(table.cast.storyteller, moves.BringIn((key_of(who),), who.name[:5]))
    return table


def begin(fight: TaskTable) -> None:
    """Begin it, with dice that differ: order must come of them."""
    start = moves.BattleMove({"kind": "StartBattle"})
    submit(
        fight.cast.membership(fight.cast.storyteller), fight.scene, uuid.uuid4(), fight.number, start, SystemRoller()
    )


def override(fight: TaskTable, what: str, value: int) -> None:
    there = fight.system.battle.view(fight.state.battle, STORYTELLER)["combatants"]
    who = next(one["id"] for one in there if one["character"] == key_of(fight.cast.heroine))
    ruling = {"kind": "Override", "actor": who, "what": what, "value": value, "reason": "because"}
    fight.act(fight.cast.storyteller, moves.BattleMove(ruling))


def take_back(fight: TaskTable) -> None:
    """Take the last thing back that was done."""
    table = Table.objects.get(scene=fight.scene)
    fight.act(fight.cast.storyteller, moves.Rewind(count_entries(table, STORYTELLER)))


def points(fight: TaskTable, *, on_sheet: bool = False) -> Any:
    """Willpower: in the fight, or on the sheet."""
    path, _ = WILLPOWER[fight.system.key]
    if on_sheet:
        return get_path(fight.sheet(fight.cast.heroine), path)
    return get_path(encode(fight.system.battle.sheet(fight.state.battle, key_of(fight.cast.heroine))), path)


def last_roll(fight: TaskTable) -> Any:
    """The newest roll in the log."""
    entries = Table.objects.get(scene=fight.scene).entries.order_by("-number")
    return next(entry.event["roll"] for entry in entries if entry.event.get("roll"))


def penalty(steps: Any) -> int:
    """The wound penalty in an explained pool."""
    terms = [term for step in steps["steps"] for term in step["terms"] if term["kind"] == "wound"]
    return sum(term["amount"] for term in terms)


def odds(fight: TaskTable, user: User, who: Character, **query: Any) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(f"/scenes/{fight.scene.pk}/stage/odds/", {"character": key_of(who), **query})
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def test_the_wounds_of_the_fight_count_in_every_kind_of_roll(fight: TaskTable) -> None:
    begin(fight)
    cast, leap = fight.cast, LEAP[fight.system.key]
    fight.set_task()
    shown: list[dict[str, Any]] = [
        {f"r.{key}": value for key, value in leap.items()},
        {"task": fight.task.id},
        {"move": "StartTask", "title": "", "action": "simple", "traits": fight.traits},
    ]
    unhurt = [odds(fight, cast.storyteller, cast.heroine, **query) for query in shown]
    override(fight, "lethal", WOUNDS[fight.system.key])
    hurt = [odds(fight, cast.storyteller, cast.heroine, **query) for query in shown]
    assert all(before != after for before, after in zip(unhurt, hurt, strict=True))
    for roll in (
        moves.MakeRoll(key_of(cast.heroine), leap),
        moves.Say("/roll Dexterity + Athletics"),
        moves.RollForTask(fight.task.id, key_of(cast.heroine)),
    ):
        fight.act(cast.player, roll)
        assert penalty(last_roll(fight)["pool"]) < 0


def test_who_is_not_in_the_fight_rolls_from_the_sheet(fight: TaskTable) -> None:
    begin(fight)
    override(fight, "lethal", WOUNDS[fight.system.key])
    fight.act(fight.cast.rival, moves.MakeRoll(key_of(fight.cast.duelist), LEAP[fight.system.key]))
    assert penalty(last_roll(fight)["pool"]) == 0


def test_willpower_is_spent_in_the_fight_goes_home_with_it_and_comes_back_with_a_rewind(fight: TaskTable) -> None:
    begin(fight)
    cast, (_, asked) = fight.cast, WILLPOWER[fight.system.key]
    fight.act(cast.player, moves.MakeRoll(key_of(cast.heroine), {**LEAP[fight.system.key], **asked}))
    assert (points(fight), points(fight, on_sheet=True)) == (HAD - 1, HAD)
    take_back(fight)
    assert (points(fight), points(fight, on_sheet=True)) == (HAD, HAD)
    fight.set_task()
    fight.roll(cast.player, cast.heroine, **asked)
    assert (points(fight), points(fight, on_sheet=True)) == (HAD - 1, HAD)
    facts = load_facts(fight.scene.pk)
    opened = Table.objects.get(scene=fight.scene).entries.get(event__kind="BattleOpened").number
    assert play(export_battle(facts, opened, STORYTELLER))["state"] == encode(fight.state.battle)
    fight.act(cast.storyteller, moves.CloseBattle())
    assert points(fight, on_sheet=True) == HAD - 1
    take_back(fight)
    assert (points(fight), points(fight, on_sheet=True)) == (HAD - 1, HAD)


def test_what_is_left_in_the_fight_is_for_those_who_play_her(fight: TaskTable) -> None:
    begin(fight)
    _, asked = WILLPOWER[fight.system.key]
    fight.act(fight.cast.player, moves.MakeRoll(key_of(fight.cast.heroine), {**LEAP[fight.system.key], **asked}))
    for user, told in ((fight.cast.player, True), (fight.cast.storyteller, True), (fight.cast.spectator, False)):
        assert ("Willpower (2 → 1)" in fight.reads(user)) is told


def test_before_the_fight_begins_the_sheet_pays_and_the_fight_follows(fight: TaskTable) -> None:
    cast, (_, asked) = fight.cast, WILLPOWER[fight.system.key]
    spend = moves.MakeRoll(key_of(cast.heroine), {**LEAP[fight.system.key], **asked})
    fight.act(cast.player, spend)
    assert (points(fight), points(fight, on_sheet=True)) == (HAD - 1, HAD - 1)
    take_back(fight)
    assert (points(fight), points(fight, on_sheet=True)) == (HAD, HAD)
    fight.act(cast.player, spend)
    fight.act(cast.storyteller, moves.CloseBattle())
    assert points(fight, on_sheet=True) == HAD - 1


def test_nobody_pays_by_a_move_of_their_own(fight: TaskTable) -> None:
    begin(fight)
    path, _ = WILLPOWER[fight.system.key]
    paid = {"kind": "ChangeFigures", "character": key_of(fight.cast.heroine), "figures": {path: 9}}
    for user in (fight.cast.player, fight.cast.storyteller):
        with pytest.raises(IllegalMove, match="paid when you roll"):
            fight.act(user, moves.BattleMove(paid))


def test_what_is_spent_up_in_the_fight_cannot_be_spent_again(fight: TaskTable) -> None:
    begin(fight)
    override(fight, "willpower", 0)
    _, asked = WILLPOWER[fight.system.key]
    number = fight.number
    with pytest.raises(RulesError, match="Willpower"):
        fight.act(fight.cast.player, moves.MakeRoll(key_of(fight.cast.heroine), {**LEAP[fight.system.key], **asked}))
    assert fight.number == number


@only("v20da", "wod2004")
def test_willpower_on_a_plain_roll_is_the_turns(fight: TaskTable) -> None:
    begin(fight)
    cast, key = fight.cast, key_of(fight.cast.heroine)
    spend = moves.MakeRoll(key, {**LEAP[fight.system.key], **WILLPOWER[fight.system.key][1]})
    fight.act(cast.player, spend)
    with pytest.raises(IllegalMove, match=r"has already spent Willpower (on a roll )?this turn"):
        fight.act(cast.player, spend)
    opened = Table.objects.get(scene=fight.scene).entries.get(event__kind="BattleOpened").number
    replayed = play(export_battle(load_facts(fight.scene.pk), opened, STORYTELLER))
    assert replayed["state"] == encode(fight.state.battle)


@only("exalted2e", "wod2004")
def test_the_pad_shows_what_is_left_in_the_fight(fight: TaskTable) -> None:
    begin(fight)
    override(fight, "willpower", 0)
    facts = load_facts(fight.scene.pk)
    board = gather_translated_board(facts, seat_class_of(fight.cast.membership(fight.cast.player)))
    (offer,) = [offer for offer in board.rolls if offer.character == key_of(fight.cast.heroine)]
    by_name = {field.name: field for field in offer.fields}
    if fight.system.key == "wod2004":
        assert "willpower" not in by_name
    else:
        assert {choice.reason for choice in by_name["effort"].choices if choice.value} == {"No Willpower points left."}


@only("exalted2e", "exalted3e")
def test_a_stunt_is_paid_into_the_fight(fight: TaskTable) -> None:
    begin(fight)
    cast = fight.cast
    override(fight, "willpower", 1)
    fight.act(cast.storyteller, moves.AwardStunt(key_of(cast.heroine), 2))
    asked = {**request_of(fight), **WILLPOWER[fight.system.key][1]}
    fight.act(cast.player, moves.MakeRoll(key_of(cast.heroine), asked))
    if fight.system.key == "exalted2e":
        (stunt,) = fight.state.work.stunts
        fight.act(cast.player, moves.TakeReward(stunt.id, "willpower"))
    assert (points(fight), points(fight, on_sheet=True)) == (1, HAD)
    assert not fight.state.work.stunts
    take_back(fight)
    assert points(fight) == (0 if fight.system.key == "exalted2e" else 1)


@only("exalted2e", "exalted3e")
def test_a_stunt_that_is_claimed_in_a_fight_is_judged_there(fight: TaskTable) -> None:
    begin(fight)
    cast = fight.cast
    override(fight, "willpower", 1)
    fight.act(cast.player, moves.MakeRoll(key_of(cast.heroine), {**request_of(fight), "stunt": 2}))
    (claim,) = fight.state.work.stunts
    fight.act(cast.storyteller, moves.AwardStunt(key_of(cast.heroine), 2, claim=claim.id))
    if fight.system.key == "exalted2e":
        fight.act(cast.player, moves.TakeReward(fight.state.work.stunts[0].id, "willpower"))
    assert points(fight) == 2


@only("v20da")
def test_the_other_sides_wounds_make_a_contest_easier(fight: TaskTable) -> None:
    begin(fight)
    cast = fight.cast
    fight.set_task(action="contested", character=key_of(cast.warden), against=key_of(cast.heroine))
    posted = {"task": fight.task.id}
    before = odds(fight, cast.storyteller, cast.warden, **posted)
    override(fight, "lethal", 4)
    assert odds(fight, cast.storyteller, cast.warden, **posted) != before
