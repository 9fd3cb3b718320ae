"""Which function decides which move."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.battle import Event, Move, Seat
from rules.dice import Roller
from rules.errors import BadInput
from rules.wod2004 import moves as m
from rules.wod2004.decide import acting, answering, attacking, figures, grappling, lasting, plain, setup, storyteller
from rules.wod2004.decide.guards import require_open
from rules.wod2004.decide.settle import settle
from rules.wod2004.state import State

DECIDERS: Final[Mapping[type[Move], Callable[[State, Seat, Any, Roller], list[Event]]]] = {
    m.AddCombatant: setup.add,
    m.StartBattle: setup.start,
    m.EndBattle: setup.end,
    m.Leave: setup.leave,
    m.Reveal: setup.reveal,
    m.Hide: setup.hide,
    m.CheckSurprise: setup.check_surprise,
    m.Override: storyteller.override,
    m.ChangeFigures: figures.change_figures,
    m.SetCover: storyteller.set_cover,
    m.SetDefense: plain.set_defense,
    m.DropDefense: plain.drop_defense,
    m.PassMinutes: storyteller.pass_minutes,
    m.Attack: attacking.attack,
    m.Grapple: attacking.grapple,
    m.BreakFree: grappling.break_free,
    m.Overpower: grappling.overpower,
    m.Dodge: acting.dodge,
    m.Aim: acting.aim,
    m.Draw: acting.draw,
    m.StandUp: acting.stand_up,
    m.DropProne: acting.drop_prone,
    m.Walk: acting.walk,
    m.Run: acting.run,
    m.Treat: acting.treat,
    m.TakeAction: plain.take_action,
    m.Delay: acting.delay,
    m.EndTurn: acting.end_turn,
    m.SwitchOn: lasting.switch_on,
    m.SwitchOff: lasting.switch_off,
    m.AnswerDefense: answering.answer_defense,
    m.ChooseManeuver: grappling.choose_maneuver,
    m.StayConscious: answering.stay_conscious,
    m.RuleMishap: answering.rule_mishap,
}


def decide(state: State, seat: Seat, move: Move, roller: Roller) -> list[Event]:
    """Refuse (`IllegalMove`, `BadInput`), or say what happens, with everything that follows by itself."""
    decider = DECIDERS.get(type(move))
    if decider is None:
        raise BadInput("unknown_move", f"This game has no move {type(move).__name__}.")
    require_open(state)
    return settle(state, decider(state, seat, move, roller), roller)
