"""An action held for a later moment of the turn: to let others go first, or to come before them."""

from rules.v20da.state.order import acting
from tests.rules.v20da.table import ADA, BEN, NOBODY, Table, kinds, sheet


def acting_table(**bodies: object) -> Table:
    """Ada at 14, Ben at 9, the foe at 5; each has one plain action, and the cards are turned."""
    table = Table()
    table.add("ada", sheet(), "ada")
    table.add("ben", sheet(), "ben")
    table.add("foe")
    table.start(10, 5, 1)
    for actor in ("foe", "ben", "ada"):
        table.declare(actor, "other")
    table.reveal()
    return table


def act(table: Table, actor: str) -> None:
    table.move("TakeAction", [7, 7], actor=actor, attribute="wits")


def test_who_holds_lets_the_next_act_and_may_act_at_any_later_moment() -> None:
    table = acting_table()
    assert table.lines(NOBODY, table.move("HoldAction", (), ADA, actor="ada")) == ["Ada holds their action."]
    assert acting(table.state) == ("ben",)
    act(table, "ben")
    act(table, "ada")  # before the foe, whose place has come
    assert acting(table.state) == ("foe",)


def test_those_who_hold_act_last_of_all_the_highest_first_and_nobody_is_left_to_wait_for() -> None:
    table = acting_table()
    table.move("HoldAction", (), ADA, actor="ada")
    table.move("HoldAction", (), BEN, actor="ben")
    assert table.refuse("NextTurn").sentence == "Foe has an action left."
    assert table.refuse("HoldAction", actor="foe").code == "nothing_to_wait_for"
    act(table, "foe")
    assert acting(table.state) == ("ada",)
    assert table.refuse("HoldAction", ADA, actor="ada").code == "nothing_to_wait_for"
    act(table, "ada")
    assert acting(table.state) == ("ben",)
    table.move("ForgoAction", (), BEN, actor="ben")
    table.move("NextTurn", [1, 1, 1])
    assert not any(one.held for one in table.state.combatants)


def test_nothing_is_held_before_ones_place_has_come_or_while_an_attack_is_answered() -> None:
    table = acting_table()
    assert table.refuse("HoldAction", BEN, actor="ben").code == "not_your_turn"
    assert not table.offers(BEN, "HoldAction")
    assert table.offers(ADA, "HoldAction")
    assert table.refuse("HoldAction", BEN, actor="ada").code == "not_yours"


def test_an_attack_under_way_is_not_interrupted() -> None:
    table = Table()
    table.add("ada", character="ada")
    table.add("ben", character="ben")
    table.add("foe")
    table.start(10, 5, 1)
    table.declare("foe", attack="strike", target="ben")
    table.declare("ben", "dodge")
    table.declare("ada", attack="strike", target="foe")
    table.reveal()
    table.move("HoldAction", (), ADA, actor="ada")
    assert kinds(table.move("MakeAttack", actor="foe", target="ben")) == ["AttackMade"]
    assert table.refuse("MakeAttack", ADA, actor="ada", target="foe").code == "awaiting_answer"


def test_who_holds_is_seen_to_hold_and_is_not_the_one_whose_turn_it_is() -> None:
    table = acting_table()
    table.move("HoldAction", (), ADA, actor="ada")
    ada = next(one for one in table.view(ADA)["combatants"] if one["id"] == "ada")
    assert (ada["conditions"], ada["acts_now"]) == (["holding an action"], False)
    assert table.offers(ADA, "TakeAction")


def test_who_waits_gives_up_the_moment_shared_with_those_who_hurt_it() -> None:
    table = Table()
    table.add("ada", sheet(health="XXXXX"), "ada")
    table.add("foe")
    table.add("late")
    table.start(7, 5, 1)
    table.declare("late", "other")
    table.declare("ada", attack="strike", target="foe")
    table.declare("foe", attack="strike", target="ada")
    table.reveal()
    table.move("HoldAction", (), ADA, actor="ada")
    table.move("MakeAttack", actor="foe", target="ada")
    table.move("AnswerDefense", [6, 2, 2, 2, 6, 6, 6, 2, 2], prompt="attack-1-defense", defense="none")
    assert table["ada"].health.condition == "incapacitated"
    assert acting(table.state) == ("late",)
    assert table.refuse("MakeAttack", ADA, actor="ada", target="foe").code == "not_your_turn"
