"""By an option of the series a botch is worse for the unskilled, in a fight as on the pad (2E-048)."""

import pytest

from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.exchange import AttackRolled
from rules.exalted2e.events.table import ActionRolled
from rules.exalted2e.moves.acts import TakeAction
from rules.exalted2e.options import Options
from rules.exalted2e.state import Combatant
from tests.rules.exalted2e.table import BEN, Table

WORSE = "Unskilled: the botch is worse."


def make_table(*, option: bool, melee: int = 0) -> Table:
    """An extra acts first, then Bo."""
    table = Table(Options(unskilled_botch=option))
    table.add("mob", "red", extra=True, abilities__melee=melee, abilities__athletics=0)
    table.add("bo", "blue", "ben")
    table.start(3, 2)
    return table


def dice_of(one: Combatant) -> int:
    return one.sheet.attribute("dexterity") - 2


@pytest.mark.parametrize("option", [True, False])
def test_a_plain_action(option: bool) -> None:
    table = make_table(option=option)
    table.do(TakeAction("mob", "dexterity", "athletics", bonus=2), 1, 1)
    event = table.last(ActionRolled)
    view = BATTLE.view_event(event, BEN)
    assert view is not None
    assert (event.worse, view["verdict"], WORSE in view["line"]) == (option, "Botch", option)
    assert [step["rule"] for step in view["steps"]][1:] == (["2E-048"] if option else [])


@pytest.mark.parametrize(("option", "melee", "told"), [(True, 0, True), (False, 0, False), (True, 2, False)])
def test_an_attack(option: bool, melee: int, told: bool) -> None:
    table = make_table(option=option, melee=melee)
    table.strike("mob", "bo")
    attack = table.state.attack
    assert attack is not None
    dice = 2 + melee - (0 if melee else 2) + next(one for one in table.one("mob").sheet.arms()).accuracy
    table.defend("none", *(1,) * dice)
    event = table.last(AttackRolled)
    assert (WORSE in event.steps[0].text) is told
