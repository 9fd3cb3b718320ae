"""What failed in a fight is counted against those who try it again (2E-088)."""

from typing import Any

import pytest

from rules.battle import STORYTELLER, Seat
from rules.codec import encode
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.table import ActionRolled
from rules.exalted2e.moves.acts import TakeAction
from rules.exalted2e.moves.strikes import DeclareFlurry
from rules.exalted2e.state import FailedTry
from tests.rules.exalted2e.table import ADA, Table, hits


def make_table() -> Table:
    """Ann is alone in the fight, so that she acts again and again."""
    table = Table()
    table.add("ann", "red", "ada")
    table.start(3)
    return table


def leap(table: Table, successes: int, text: str = "", *, seat: Seat = ADA, **more: Any) -> int:
    """Ann leaps; return how many failed tries count against her."""
    move = TakeAction("ann", "dexterity", "athletics", text, **more)
    table.do(move, *hits(successes, 5), seat=seat)
    found: ActionRolled = table.last(ActionRolled)
    assert found.pool.external == found.action.request.failures
    return found.action.request.failures


def test_each_failed_try_of_the_same_roll_takes_a_success() -> None:
    table = make_table()
    assert leap(table, 0) == 0
    assert leap(table, 0, retry=True) == 1
    assert leap(table, 2, retry=True, difficulty=2) == 2
    assert table.one("ann").tried == (FailedTry("dexterity", "athletics", "", 3),)
    assert leap(table, 5, retry=True) == 3
    assert table.one("ann").tried == ()


def test_the_same_words_are_the_same_deed() -> None:
    table = make_table()
    leap(table, 0, "Over the  cart")
    assert leap(table, 0, "Up the wall") == 0
    assert leap(table, 1, "up the WALL") == 1


def test_the_storyteller_waives_it_by_not_ticking_it() -> None:
    table = make_table()
    leap(table, 0, "Over the cart")
    assert leap(table, 0, "Over the cart", seat=STORYTELLER) == 0
    assert leap(table, 1, "Over the cart", seat=STORYTELLER, retry=True) == 1


def test_a_success_of_another_deed_forgets_nothing() -> None:
    table = make_table()
    leap(table, 0)
    assert leap(table, 1) == 0
    assert leap(table, 2, retry=True) == 1


def test_what_failed_before_the_fight_is_one_try() -> None:
    assert leap(make_table(), 2, retry=True) == 1


def test_the_rolls_of_a_flurry_count_and_are_counted() -> None:
    table = make_table()
    leap(table, 0)
    first: dict[str, Any] = {"act_attribute": "dexterity", "act_ability": "athletics", "act_retry": True}
    then: dict[str, Any] = {"act2_attribute": "strength", "act2_ability": "athletics"}
    move = DeclareFlurry("ann", (), also=("act", "act2"), **first, **then)
    table.do(move, *hits(0, 3), *hits(0, 1), seat=ADA)
    assert {(one.attribute, one.failures) for one in table.one("ann").tried} == {("dexterity", 2), ("strength", 1)}


def test_the_form_says_what_has_failed_and_asks_for_no_number() -> None:
    table = make_table()
    leap(table, 0)
    offer = next(one for one in BATTLE.legal_moves(table.state, ADA) if one.move == "TakeAction")
    fields = {field.name: field for field in offer.fields}
    assert "failures" not in fields
    assert str(fields["retry"].help).endswith("So far: Dexterity + Athletics failed 1 time.")


def test_the_chance_counts_them() -> None:
    table = make_table()
    leap(table, 0)
    again = TakeAction("ann", "dexterity", "athletics", retry=True)
    weighed = BATTLE.weigh(table.state, ADA, again)
    assert weighed is not None
    assert weighed.pool.external == 1


@pytest.mark.parametrize("is_former", [True, False])
def test_moves_that_are_stored_without_it_are_played_as_they_were(is_former: bool) -> None:
    table = make_table()
    leap(table, 0, "over the cart")
    move = {"kind": "TakeAction", **encode(TakeAction("ann", "dexterity", "athletics", "over the cart"))}
    if is_former:
        del move["retry"]
    seat = BATTLE.replay_seat(move, ADA)
    assert leap(table, 2, "over the cart", seat=seat) == (0 if is_former else 1)
