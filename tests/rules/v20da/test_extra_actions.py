"""Extra actions that powers grant, such as Celerity's: declared with the others, paid for, taken after all own ones."""

from typing import Any

import pytest

from rules.v20da.state.order import acting, declaring
from tests.rules.v20da.table import ADA, NOBODY, SYSTEM, Table, duel, kinds, sheet

CELERITY = {
    "key": "celerity", "name": "Quickness", "use": "turn", "timing": "reflexive", "cost": {"blood": 2},
    "effects": [{"kind": "extra_actions", "amount": 2}],
}  # fmt: skip
SWIFT = sheet("vampire", powers=[CELERITY])


def swift(**options: Any) -> Table:
    """Ada (at 14, the foe at 5) has paid for two extra actions; the foe has declared a blow."""
    table = duel(SWIFT, **options)
    table.declare("foe", attack="strike", target="ada")
    table.move("SwitchOn", (), ADA, actor="ada", power="celerity")
    return table


def extra(table: Table, number: int, *others: str, **fields: Any) -> list[Any]:
    return table.declare("ada", *others, seat=ADA, extra=number, **fields)


def test_extra_actions_cost_blood_and_are_declared_one_by_one_before_the_cards_are_turned() -> None:
    table = swift()
    assert (table["ada"].blood, table["ada"].blood_spent) == (10, 2)
    laid = table.declare("ada", attack="strike", target="foe", seat=ADA)
    assert kinds(laid) == ["ActionsDeclared"]
    assert declaring(table.state) == ("ada",)
    assert "Ada has not declared yet" in table.refuse("RevealDeclarations").sentence
    assert kinds(extra(table, 1, "other")) == ["ActionsDeclared"]
    last = extra(table, 2, attack="strike", target="foe")
    assert kinds(last) == ["ActionsDeclared", "CardsLaid"]
    assert [(card.key, card.place, card.extra) for card in table["ada"].cards] == [
        ("strike", 0, 0), ("other", 0, 1), ("strike", 0, 2),
    ]  # fmt: skip
    table.reveal()


def test_extra_actions_come_after_everybodys_own_and_with_all_their_dice() -> None:
    table = swift()
    table.declare("ada", "other", seat=ADA)
    extra(table, 1, "other")
    extra(table, 2, "wait")
    table.reveal()
    table.move("TakeAction", [7, 7], ADA, actor="ada", attribute="wits")
    assert acting(table.state) == ("foe",)
    assert table.refuse("TakeAction", ADA, actor="ada", attribute="wits").code == "not_your_turn"
    table.move("ForgoAction", actor="foe")
    assert acting(table.state) == ("ada",)
    table.move("TakeAction", [7, 7], ADA, actor="ada", attribute="wits")
    assert (table.events[-1].pool.total, table.events[-1].difficulty.total) == (2, 6)
    assert acting(table.state) == ()


def test_the_first_extra_actions_of_all_come_before_the_second_of_anybody() -> None:
    table = Table()
    table.add("ada", SWIFT, "ada")
    table.add("foe", SWIFT)
    table.start(10, 1)
    for actor in ("foe", "ada"):
        table.move("SwitchOn", actor=actor, power="celerity")
        for number in range(3):
            table.declare(actor, "other", extra=number)
    table.reveal()
    order: list[str] = []
    while now := acting(table.state):
        order += now
        table.move("ForgoAction", actor=now[0])
    assert order == ["ada", "foe"] * 3


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"others": ["other"]}, "other_extra"),
        ({"others": ["other"], "extra": 2}, "other_extra"),
        ({"others": ["other", "dodge"], "extra": 1}, "one_extra"),
        ({"others": ["full_defense"], "extra": 1}, "one_extra"),
        ({"others": [], "attack": "strike", "target": "foe", "extra": 1}, "second_attack"),
    ],
)
def test_an_extra_action_is_one_action_and_no_attack_where_the_series_forbids_it(
    fields: dict[str, Any], code: str
) -> None:
    table = swift(extra_attacks=False)
    table.declare("ada", attack="strike", target="foe", seat=ADA)
    assert table.refuse("DeclareActions", ADA, actor="ada", **fields).code == code
    assert {offer.label for offer in table.offers(ADA, "DeclareActions")} == {"One other action", "No extra action"}


def test_full_defence_takes_the_whole_turn_with_every_extra_action() -> None:
    table = swift()
    assert kinds(table.declare("ada", "full_defense", seat=ADA)) == ["ActionsDeclared", "CardsLaid"]


def test_what_grants_actions_is_too_late_once_the_cards_are_turned() -> None:
    table = duel(SWIFT)
    table.declare("foe", "wait")
    table.declare("ada", "other", seat=ADA)
    table.reveal()
    assert table.refuse("SwitchOn", ADA, actor="ada", power="celerity").code == "too_late"
    assert not table.offers(ADA, "SwitchOn")


def test_what_is_over_with_the_turn_is_told_before_the_next_begins() -> None:
    table = swift()
    for number in range(3):
        extra(table, number, "wait")
    table.reveal()
    table.move("ForgoAction", actor="foe")
    assert kinds(table.move("NextTurn", [5, 5])) == [
        "PowerSwitched", "TurnStarted", "InitiativeRolled", "InitiativeRolled",
    ]  # fmt: skip


def test_extra_actions_are_over_with_the_turn() -> None:
    table = swift()
    table.declare("ada", "wait", seat=ADA)
    extra(table, 1, "wait")
    extra(table, 2, "wait")
    table.reveal()
    table.move("ForgoAction", actor="foe")
    table.move("NextTurn", [1, 10])
    assert table["ada"].active == ()
    assert kinds(table.declare("ada", "wait", seat=ADA)) == ["ActionsDeclared", "CardsLaid"]


def test_who_falls_at_the_same_moment_still_acts_but_has_no_extra_action_left() -> None:
    table = Table()
    table.add("ada", {**SWIFT, "health": "XXXXXX", "willpower": 8}, "ada")
    table.add("foe")
    table.start(10, 5)
    assert table["ada"].initiative == table["foe"].initiative
    table.move("SwitchOn", (), ADA, actor="ada", power="celerity")
    table.declare("foe", attack="strike", target="ada")
    table.declare("ada", "other", seat=ADA)
    extra(table, 1, "other")
    extra(table, 2, "other")
    table.reveal()
    table.move("MakeAttack", [6, 2, 2, 2, 6, 6, 6, 2, 2], actor="foe", target="ada")
    assert table["ada"].health.condition == "incapacitated"
    assert acting(table.state) == ("ada",)
    table.move("ForgoAction", (), ADA, actor="ada")
    assert acting(table.state) == ()


def test_others_learn_of_the_power_but_not_of_what_was_declared() -> None:
    table = swift()
    table.declare("ada", "other", seat=ADA)
    events = [*extra(table, 1, attack="strike", target="foe"), *extra(table, 2, "wait")]
    assert table.lines(NOBODY, events) == ["Ada has declared."]
    card = next(card for card in table.view(NOBODY)["picture"]["cards"] if card["id"] == "ada")
    assert (card["state"], card["actions"]) == ("down", [])
    own = next(card for card in table.view(ADA)["picture"]["cards"] if card["id"] == "ada")
    assert [action["cost"] for action in own["actions"]] == ["", "extra action", "extra action"]


def test_the_sheet_takes_powers_of_extra_actions() -> None:
    assert SYSTEM.sheets.parse(SWIFT).powers[0].amount("extra_actions") == 2
