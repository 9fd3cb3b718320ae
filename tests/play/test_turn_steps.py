"""The Storyteller's steps of a Dark Ages turn: everybody sees that they are due, and they stand where prompts stand."""

import uuid
from typing import Any

import pytest

from campaigns.models import User
from play.commands.moves import BattleMove, BringIn, Rewind
from play.commands.submit import submit
from play.seats.board import Board
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.stage.tools import make_tool
from rules.battle import Json, Move
from rules.dice import SystemRoller
from tests.cast import gather_cast
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of


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
    cards = seen(table, table.cast.storyteller)["fight"]["picture"]["parts"]["0"]
    for id in reversed(cards["order"]):
        fought(table, "DeclareActions", actor=id, others=["wait"])


def seen(table: TableInPlay, user: User) -> Any:
    return facts_of(table.scene, table.cast.membership(user))


def due(table: TableInPlay) -> list[tuple[str, list[str]]]:
    """What waits for the Storyteller, with the moves to choose from."""
    cards = seen(table, table.cast.storyteller)["hand"]["cards"].values()
    return [
        (card["title"], [offer["label"] for offer in card["offers"].values()]) for card in cards if "is_due" in card
    ]


def test_everybody_sees_that_all_have_declared_and_the_step_waits_for_the_storyteller(fight: TableInPlay) -> None:
    cast = fight.cast
    assert "Reveal declarations" not in [label for _title, labels in due(fight) for label in labels]
    declare_all(fight)
    awaited = {"name": "The Storyteller", "does": "Reveal declarations: everyone has declared"}
    for user in (cast.player, cast.rival, cast.spectator):
        (waiting,) = seen(fight, user)["hand"]["waiting"]
        assert {key: waiting[key] for key in awaited} == awaited
        assert "Reveal declarations" not in str(seen(fight, user)["hand"]["cards"])
    assert due(fight) == [("Everyone has declared.", ["Reveal declarations"])]
    fought(fight, "RevealDeclarations")
    assert [labels for _title, labels in due(fight)] == [["Next turn"]]
    (waiting,) = seen(fight, cast.player)["hand"]["waiting"]
    assert waiting["does"] == "starts the next turn: everyone has acted"


def test_an_undo_takes_back_the_turn_that_began_by_itself(db: None) -> None:
    fight = begin({})
    before = fight.number
    declare_all(fight)
    assert seen(fight, fight.cast.player)["fight"]["headline"] == "Turn 2: declarations"
    act(fight, Rewind(before + 1))
    assert seen(fight, fight.cast.player)["fight"]["headline"] == "Turn 1: declarations"


def test_no_time_runs_out_for_the_storytellers_step(fight: TableInPlay) -> None:
    declare_all(fight)
    assert fight.table.due_at is None
    assert "due_at" not in seen(fight, fight.cast.storyteller)["state"]


def test_the_storyteller_is_asked_to_end_a_fight_whose_foes_are_all_down_and_no_other(fight: TableInPlay) -> None:
    cast, asked = fight.cast, "All foes are down. End the fight?"
    down = {"what": "lethal", "value": 7, "reason": "felled"}
    fought(fight, "Override", actor=fight.id_of(cast.heroine), **down)
    assert asked not in str(make_tool(look(fight, cast.storyteller), "fight", "en"))
    fought(fight, "Override", actor=fight.id_of(cast.warden), **down)
    assert asked in str(make_tool(look(fight, cast.storyteller), "fight", "en"))
    assert make_tool(look(fight, cast.player), "fight", "en") is None


def look(table: TableInPlay, user: User) -> Board:
    """Somebody's board."""
    return gather_board(load_facts(table.scene.pk), seat_class_of(table.cast.membership(user)))
