"""Turn moves into events. Only here dice are rolled and moves refused."""

from rules.battle.moves import EndBattle, SwitchOn
from rules.battle.play import Handlers, Play
from rules.exalted2e import moves
from rules.exalted2e.decide import actions, answers, care, clinch, coordinate, joining, lasting, plain, strike, stunts
from rules.exalted2e.decide.exchange import begin_next, proceed
from rules.exalted2e.decide.ticks import advance, call_newcomers
from rules.exalted2e.state import State

HANDLERS: Handlers = {
    EndBattle: joining.end_battle,
    moves.SetScale: joining.set_scale,
    moves.DeclareAttack: strike.declare_attack,
    moves.DeclareFlurry: strike.declare_flurry,
    moves.TakeGuard: actions.take_guard,
    moves.TakeAim: actions.take_aim,
    moves.KeepOn: actions.keep_on,
    moves.TakeDash: actions.take_dash,
    moves.TakeMove: actions.take_move,
    moves.ReadyWeapon: actions.ready_weapon,
    moves.Rise: actions.rise,
    moves.Jump: actions.jump,
    moves.TakeMisc: actions.take_misc,
    moves.TakeAction: plain.take_plain_action,
    moves.UseCharm: actions.use_charm,
    SwitchOn: lasting.switch_on,
    moves.TellStunt: stunts.tell_stunt,
    moves.Stabilize: care.stabilize_dying,
    moves.CheckValor: care.check_valor,
    moves.CoordinateAttack: coordinate.lead_attack,
    moves.DefendOther: actions.defend_other,
    moves.ContestClinch: clinch.contest_clinch,
    moves.AnswerDefense: answers.answer_defense_prompt,
    moves.RateStunt: stunts.answer_rating,
    moves.AnswerReroll: answers.answer_reroll,
    moves.AnswerMagic: answers.answer_magic,
    moves.AnswerWard: answers.answer_ward,
    moves.AnswerCounter: answers.answer_counter_prompt,
    moves.AnswerBystander: answers.answer_bystander,
    moves.AnswerClinch: clinch.answer_clinch,
    moves.TakeReward: answers.take_reward,
}


def settle(play: Play[State]) -> None:
    """Go on until somebody must choose: attacks in hand, then declared ones, then the next tick (2E-267)."""
    while play.state.phase == "running" and all(pending.free for pending in play.state.pending):
        state = play.state
        if state.attack is not None:
            proceed(play, state.attack)
        elif call_newcomers(play):
            continue
        elif state.is_resolving and all(state.get(id).hidden for id in state.due):
            begin_next(play)
        elif state.due or not advance(play):
            return
