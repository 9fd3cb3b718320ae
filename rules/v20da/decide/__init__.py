"""The functions that turn a move into events. Only here dice fall and moves are refused."""

from rules.battle.moves import SwitchOn
from rules.battle.play import Handlers
from rules.v20da import moves as mv
from rules.v20da.decide import acting, attacks, clinches, declaring, powers

HANDLERS: Handlers = {
    mv.DeclareActions: declaring.declare_actions,
    mv.RevealDeclarations: declaring.reveal_declarations,
    mv.NextTurn: declaring.next_turn,
    mv.MakeAttack: attacks.make_attack,
    mv.AnswerDefense: attacks.answer_defense,
    mv.AbortToDefense: attacks.abort_to_defense,
    mv.TakeAction: acting.take_action,
    mv.GiveDifficulty: acting.give_difficulty,
    mv.EscapeClinch: clinches.escape_clinch,
    mv.ReleaseClinch: clinches.release_clinch,
    mv.HoldAction: acting.hold_action,
    mv.StandUp: acting.stand_up,
    mv.HealWounds: acting.heal_wounds,
    mv.HealInStride: acting.heal_in_stride,
    mv.ForgoAction: acting.forgo_action,
    mv.IgnoreWounds: acting.ignore_wounds,
    mv.RaiseAttribute: acting.raise_attribute,
    mv.EndCondition: acting.end_condition,
    SwitchOn: powers.switch_on,
}
