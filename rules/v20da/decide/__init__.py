"""From a move to what happens: the only place where dice fall, and where a move is refused."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.battle import Event, Move, Seat
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.v20da import moves
from rules.v20da.decide import acting, attacking, declaring, figures, lasting, ruling, setup
from rules.v20da.state.model import State

Decider = Callable[[State, Seat, Any, Roller], list[Event]]

_STORYTELLER: Mapping[type[Move], Decider] = {
    moves.AddCombatant: setup.add_combatant,
    moves.StartBattle: setup.start_battle,
    moves.RevealDeclarations: declaring.reveal_declarations,
    moves.NextTurn: declaring.next_turn,
    moves.GiveDifficulty: acting.give_difficulty,
    moves.Reveal: ruling.reveal,
    moves.Hide: ruling.hide,
    moves.EndCondition: ruling.end_condition,
    moves.Override: ruling.override,
    moves.EndBattle: setup.end_battle,
}
_ANYONE: Mapping[type[Move], Decider] = {
    moves.DeclareActions: declaring.declare_actions,
    moves.MakeAttack: attacking.make_attack,
    moves.AnswerDefense: attacking.answer_defense,
    moves.AbortToDefense: attacking.abort_to_defense,
    moves.TakeAction: acting.take_action,
    moves.HoldAction: acting.hold_action,
    moves.StandUp: acting.stand_up,
    moves.HealWounds: acting.heal_wounds,
    moves.HealInStride: acting.heal_in_stride,
    moves.ForgoAction: acting.forgo_action,
    moves.IgnoreWounds: acting.ignore_wounds,
    moves.RaiseAttribute: acting.raise_attribute,
    moves.SwitchOn: lasting.switch_on,
    moves.SwitchOff: lasting.switch_off,
    moves.Leave: ruling.leave,
    moves.ChangeFigures: figures.change_figures,
}
_IN_SETUP = (
    moves.AddCombatant, moves.StartBattle, moves.Leave, moves.Reveal, moves.Hide, moves.ChangeFigures, moves.EndBattle,
)  # fmt: skip
_BESIDE_A_QUESTION = (
    moves.AnswerDefense, moves.AbortToDefense, moves.Override, moves.ChangeFigures, moves.AddCombatant,
    moves.EndBattle,
)  # fmt: skip


def decide(state: State, seat: Seat, move: Move, roller: Roller) -> list[Event]:
    """What happens when this seat makes this move. Raises `IllegalMove` or `BadInput`, and then no die has fallen."""
    decider = _STORYTELLER.get(type(move)) or _ANYONE.get(type(move))
    if decider is None:
        raise BadInput("unknown_kind", f"{type(move).__name__} is no move of this battle.")
    if type(move) in _STORYTELLER and not seat.storyteller:
        raise IllegalMove("storyteller_only", "Only the Storyteller can do that.")
    if state.phase == "ended":
        raise IllegalMove("battle_ended", "The battle is over.")
    if state.phase == "setup" and not isinstance(move, _IN_SETUP):
        raise IllegalMove("not_started", "The battle has not begun: the Storyteller starts it.")
    if state.exchange and not isinstance(move, _BESIDE_A_QUESTION):
        raise IllegalMove("question_open", "An attack waits for its defense; that must be answered first.")
    return decider(state, seat, move, roller)
