"""The Storyteller's steps of a Dark Ages turn: everybody sees that they are due, and they stand where prompts stand."""

import uuid

import pytest

from campaigns.models import User
from play.commands.moves import BattleMove, BringIn, Rewind
from play.commands.submit import submit
from play.html.page import regions
from play.seats.facts import read_facts, seat_class_of
from play.seats.reading import read_board
from rules.battle import Json, Move
from rules.dice import SystemRoller
from tests.cast import gather_cast
from tests.play.conftest import TableInPlay


@pytest.fixture
def fight(db: None) -> TableInPlay:
    """A fight in which the Storyteller turns the cards and begins each turn."""
    return begin({"turns_end_themselves": False})


def begin(options: dict[str, Json]) -> TableInPlay:
    """The heroine against the warden, in a series in which answers are waited for a minute at most."""
    cast = gather_cast("v20da")
    cast.series.prompt_seconds = 60
    cast.series.options = options
    cast.series.save()
    table = TableInPlay(cast, cast.scene)
    act(table, BringIn(table.keys(cast.heroine), "travellers"))
    act(table, BringIn(table.keys(cast.warden), "toll company"))
    fought(table, "StartBattle")
    return table


def act(table: TableInPlay, move: Move) -> None:
    member = table.cast.membership(table.cast.storyteller)
    submit(member, table.scene, uuid.uuid4(), table.number, move, SystemRoller())


def fought(table: TableInPlay, kind: str, **fields: Json) -> None:
    act(table, BattleMove({"kind": kind, **fields}))


def declare_all(table: TableInPlay) -> None:
    drawn = read_board(read_facts(table.scene.pk), seat_class_of(table.cast.membership(table.cast.storyteller)))
    assert drawn.battle
    for card in reversed(drawn.battle["picture"]["cards"]):
        fought(table, "DeclareActions", actor=card["id"], others=["wait"])


def seen(table: TableInPlay, user: User) -> dict[str, str]:
    return regions(read_board(read_facts(table.scene.pk), seat_class_of(table.cast.membership(user))))


def test_everybody_sees_that_all_have_declared_and_the_step_is_framed_for_the_storyteller(fight: TableInPlay) -> None:
    cast = fight.cast
    assert "Reveal declarations" not in seen(fight, cast.storyteller)["mine"]
    declare_all(fight)
    for user in (cast.player, cast.rival, cast.spectator):
        waiting = seen(fight, user)["waiting"]
        assert "The Storyteller" in waiting
        assert "reveals declarations: everyone has declared" in waiting
    told = seen(fight, cast.storyteller)
    assert 'class="mine"' in told["mine"]
    assert "Everyone has declared." in told["mine"]
    assert "Reveal declarations" in told["mine"]
    assert "Reveal declarations" not in told["cast"] + told["waiting"]
    fought(fight, "RevealDeclarations")
    assert "Next turn" in seen(fight, cast.storyteller)["mine"]
    assert "starts the next turn: everyone has acted" in seen(fight, cast.player)["waiting"]


def test_an_undo_takes_back_the_turn_that_began_by_itself(db: None) -> None:
    fight = begin({})
    before = fight.number
    declare_all(fight)
    assert "Turn 2: declarations" in "".join(seen(fight, fight.cast.player).values())
    act(fight, Rewind(before + 1))
    assert "Turn 1: declarations" in "".join(seen(fight, fight.cast.player).values())


def test_no_time_runs_out_for_the_storytellers_step(fight: TableInPlay) -> None:
    declare_all(fight)
    assert fight.table.due_at is None


def test_the_storyteller_is_asked_to_end_a_fight_whose_foes_are_all_down_and_no_other(fight: TableInPlay) -> None:
    cast, asked = fight.cast, "All foes are down. End the fight?"
    down = {"what": "lethal", "value": 7, "reason": "felled"}
    fought(fight, "Override", actor=fight.id_of(cast.heroine), **down)
    assert asked not in seen(fight, cast.storyteller)["cast"]
    fought(fight, "Override", actor=fight.id_of(cast.warden), **down)
    assert asked in seen(fight, cast.storyteller)["cast"]
    assert asked not in seen(fight, cast.player)["cast"]
