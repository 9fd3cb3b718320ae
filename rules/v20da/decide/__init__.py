"""The functions that turn a move into events. Only here dice fall and moves are refused."""

from rules.battle.moves import SwitchOn
from rules.battle.play import Handlers
from rules.v20da import moves
from rules.v20da.decide import acting, attacks, declaring, powers

HANDLERS: Handlers = {
    moves.DeclareActions: declaring.declare_actions,
    moves.RevealDeclarations: declaring.reveal_declarations,
    moves.NextTurn: declaring.next_turn,
    moves.MakeAttack: attacks.make_attack,
    moves.AnswerDefense: attacks.answer_defense,
    moves.AbortToDefense: attacks.abort_to_defense,
    moves.TakeAction: acting.take_action,
    moves.GiveDifficulty: acting.give_difficulty,
    moves.HoldAction: acting.hold_action,
    moves.StandUp: acting.stand_up,
    moves.HealWounds: acting.heal_wounds,
    moves.HealInStride: acting.heal_in_stride,
    moves.ForgoAction: acting.forgo_action,
    moves.IgnoreWounds: acting.ignore_wounds,
    moves.RaiseAttribute: acting.raise_attribute,
    moves.EndCondition: acting.end_condition,
    SwitchOn: powers.switch_on,
}
