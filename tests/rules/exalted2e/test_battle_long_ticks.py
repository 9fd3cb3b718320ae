"""Long ticks: of a battle that is counted in them, and of single actions (2E-017 to 2E-019)."""

import pytest

from rules.battle import STORYTELLER
from rules.battle.moves import Override
from rules.errors import IllegalMove
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.table import ActionTaken, DyingMarked, TickAdvanced
from rules.exalted2e.moves.acts import SetScale, TakeGuard, TakeMisc, TakeMove, UseCharm
from tests.rules.exalted2e.table import ADA, BEN, TRUSTED, Table, make_duel


def line(table: Table, cls: type) -> str:
    told = BATTLE.view_event(table.last(cls), STORYTELLER)
    assert told is not None
    return told["line"]


@pytest.mark.parametrize("move", [UseCharm("ann", "Sun-Raising", speed=6, is_long=True),
                                  TakeMisc("ann", "Bars the gate", speed=6, is_long=True)])  # fmt: skip
def test_an_action_of_six_long_ticks_blocks_for_six_minutes(move: UseCharm | TakeMisc) -> None:
    table = make_duel()
    table.do(move, seat=TRUSTED)
    clock = table.one("ann").clock
    assert clock is not None
    assert (clock.next, table.last(ActionTaken).speed) == (360, 360)
    assert line(table, ActionTaken).endswith("Speed 6 long ticks, DV −1, next on tick 360.")
    table.do(TakeMisc("bo", "Waits", speed=20, is_long=True), seat=BEN)
    assert (table.state.tick, BATTLE.elapsed(table.state)) == (360, 360)


def test_a_battle_may_be_counted_in_long_ticks_for_a_while() -> None:
    table = make_duel()
    table.do(TakeGuard("ann"))  # the wheel turns to tick 2
    table.do(SetScale(True))
    assert BATTLE.view(table.state, ADA)["headline"] == "Long tick 2"
    table.do(TakeMove("bo", 240), seat=BEN)  # four yards a second
    table.do(TakeMisc("bo", "Rallies", speed=5, is_long=True), seat=BEN)
    assert (table.last(ActionTaken).next, table.state.tick, BATTLE.elapsed(table.state)) == (7, 3, 62)
    assert line(table, TickAdvanced) == "The wheel moves to long tick 3. Ann acts."
    table.do(SetScale(False))
    table.do(TakeGuard("ann"), seat=ADA)
    assert (table.state.tick, BATTLE.elapsed(table.state)) == (6, 65)


def test_only_the_storyteller_says_how_a_battle_is_counted() -> None:
    table = make_duel()
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        table.do(SetScale(True), seat=ADA)
    with pytest.raises(IllegalMove, match="The battle already uses these ticks"):
        table.do(SetScale(False))
    offered = [offer.label for offer in BATTLE.legal_moves(table.state, STORYTELLER) if offer.move == "SetScale"]
    table.do(SetScale(True))
    offered += [offer.label for offer in BATTLE.legal_moves(table.state, STORYTELLER) if offer.move == "SetScale"]
    assert offered == ["Use long ticks", "Use normal ticks"]


def test_the_dying_do_not_live_for_a_long_tick() -> None:
    table = make_duel()
    table.do(Override("bo", "lethal", 7, "a falling beam"))
    table.do(Override("bo", "dying", 1, "it crushes"))
    table.do(SetScale(True))
    table.do(TakeGuard("ann"))
    assert table.last(DyingMarked).dead
