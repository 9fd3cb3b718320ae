"""A clinch binds both: they harm each other, escape or release, and do nothing else (V20-168)."""

from typing import Any

import pytest

from rules.battle import STORYTELLER
from rules.v20da.options import Options
from tests.rules.v20da.table import ADA, NOBODY, Table, sheet


def clinched(options: Options | None = None, **bodies: object) -> Table:
    """Ada, a vampire, holds the foe at the beginning of a turn; another foe stands by."""
    table = Table(options)
    table.add("ada", sheet("vampire"), "ada")
    table.add("foe")
    table.add("other")
    table.start(10, 5, 1)
    table.declare("other", "wait")
    table.declare("foe", "other")
    table.declare("ada", attack="clinch", target="foe")
    table.reveal()
    table.move("MakeAttack", actor="ada", target="foe")
    table.move("AnswerDefense", [8, 2, 2, 2, 2, 2, 2], prompt="attack-1-defense", defense="none")
    assert table["ada"].grip == "foe"
    return table


def next_turn(table: Table) -> Table:
    table.move("ForgoAction", actor="foe")
    table.move("NextTurn", [10, 5, 1])
    return table


def test_both_sides_are_marked() -> None:
    shown = {one["id"]: one["conditions"] for one in clinched().view(NOBODY)["combatants"]}
    assert shown["foe"] == ["clinched"]
    assert shown["ada"] == ["holding on in a clinch"]


@pytest.mark.parametrize("actor", ["ada", "foe"])
@pytest.mark.parametrize(
    "declared",
    [
        {"attack": "strike", "target": "other"},
        {"attack": "strike", "target": "OTHER SIDE"},
        {"others": ["other"]},
        {"others": ["dodge"]},
        {"others": ["full_defense"]},
        {"others": ["escape"], "attack": "squeeze", "target": "OTHER SIDE"},
        {"attack": "squeeze", "target": "other"},
    ],
)
def test_nothing_but_what_belongs_to_the_clinch_is_declared(actor: str, declared: dict[str, Any]) -> None:
    table = next_turn(clinched())
    partner = "foe" if actor == "ada" else "ada"
    fields: dict[str, Any] = {key: partner if value == "OTHER SIDE" else value for key, value in declared.items()}
    assert table.refuse("DeclareActions", actor=actor, **fields).code in ("in_clinch", "no_grip")


def test_the_form_offers_the_moves_of_the_clinch_alone() -> None:
    table = next_turn(clinched())
    labels = [str(offer.label) for offer in table.offers(ADA, "DeclareActions")]
    assert labels == ["Squeeze Foe", "Bite against Foe", "Escape the clinch", "Wait and see"]


def test_who_was_held_squeezes_back() -> None:
    table = next_turn(clinched())
    table.declare("ada", "wait")
    table.declare("foe", attack="squeeze", target="ada")
    table.declare("other", "wait")
    table.reveal()
    events = table.move("MakeAttack", [6, 7, 8, 2, 2], actor="foe", target="ada")
    assert events[1].struck.damage == 3


def test_who_escapes_rolls_against_the_dice_of_the_other_and_needs_more() -> None:
    table = next_turn(clinched())
    table.declare("ada", "wait")
    table.declare("foe", "escape")
    table.declare("other", "wait")
    table.reveal()
    events = table.move("EscapeClinch", [5, 5, 2, 2, 2, 5, 4, 4, 4, 4], actor="foe")
    tried = events[0]
    assert (tried.difficulty.total, tried.other_difficulty.total) == (5, 5)
    assert (tried.result.net, tried.other_result.net, tried.escaped) == (2, 1, True)
    assert table["ada"].grip is None
    assert table["foe"].conditions == ()
    assert table.lines(NOBODY, events)[0] == "Foe tries to escape the clinch with Ada: 2 against 1."


def test_a_tie_holds() -> None:
    table = next_turn(clinched())
    for actor in ("ada", "other"):
        table.declare(actor, "wait")
    table.declare("foe", "escape")
    table.reveal()
    assert not table.move("EscapeClinch", [5, 2, 2, 2, 2, 5, 4, 4, 4, 4], actor="foe")[0].escaped
    assert table["ada"].grip == "foe"


def test_who_is_caught_before_its_place_escapes_in_place_of_what_it_declared() -> None:
    table = clinched()
    assert table.refuse("TakeAction", actor="foe", attribute="wits").code == "in_clinch"
    assert next(offer.move for offer in table.acts(STORYTELLER) if offer.actor == "foe") == "EscapeClinch"
    table.move("EscapeClinch", [2, 2, 2, 2, 2, 5, 4, 4, 4, 4], actor="foe")


def test_who_holds_lets_go_at_any_moment() -> None:
    table = clinched()
    assert table.refuse("ReleaseClinch", actor="foe").code == "no_grip"
    assert table.offers(ADA, "ReleaseClinch")
    table.move("ReleaseClinch", (), ADA, actor="ada")
    assert (table["ada"].grip, table["foe"].conditions) == (None, ())
    assert table.refuse("ReleaseClinch", ADA, actor="ada").code == "no_grip"
    assert table.refuse("EscapeClinch", actor="foe").code == "no_clinch"


def test_nobody_gives_up_what_it_declared_to_defend_in_a_clinch() -> None:
    table = next_turn(clinched())
    table.declare("ada", "wait")
    table.declare("foe", "escape")
    table.declare("other", attack="strike", target="foe")
    table.reveal()
    table.move("EscapeClinch", [2, 2, 2, 2, 2, 5, 4, 4, 4, 4], actor="foe")
    made = table.move("MakeAttack", [2, 2, 2, 2], actor="other", target="foe")
    assert not made[0].waits


def test_an_escape_needs_a_clinch() -> None:
    table = next_turn(clinched())
    assert table.refuse("DeclareActions", actor="other", others=["escape"]).code == "no_clinch"
