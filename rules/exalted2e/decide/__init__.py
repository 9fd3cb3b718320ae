"""From a move to the events that it makes: the only place where dice fall, and the only one that refuses."""

from collections.abc import Callable
from typing import Any, Final

from rules.battle import Event, Move, Seat
from rules.dice import Roller
from rules.errors import BadInput
from rules.exalted2e import moves as mv
from rules.exalted2e.decide import (
    actions,
    answers,
    care,
    clinch,
    coordinate,
    figures,
    lasting,
    plain,
    rulings,
    setup,
    strike,
    stunts,
)
from rules.exalted2e.decide.exchange import begin_next, proceed
from rules.exalted2e.decide.script import Script
from rules.exalted2e.decide.ticks import advance, call_newcomers
from rules.exalted2e.state import State

_DECIDE: Final[dict[type[Move], Callable[[Script, Seat, Any], None]]] = {
    mv.AddCombatant: setup.add_combatant,
    mv.StartBattle: setup.start_battle,
    mv.EndBattle: setup.end_battle,
    mv.Leave: setup.leave,
    mv.Reveal: setup.reveal,
    mv.Hide: setup.hide,
    mv.Override: rulings.override,
    mv.ChangeFigures: figures.change_figures,
    mv.DeclareAttack: strike.declare_attack,
    mv.DeclareFlurry: strike.declare_flurry,
    mv.TakeGuard: actions.take_guard,
    mv.TakeAim: actions.take_aim,
    mv.KeepOn: actions.keep_on,
    mv.TakeDash: actions.take_dash,
    mv.TakeMove: actions.take_move,
    mv.ReadyWeapon: actions.ready_weapon,
    mv.Rise: actions.rise,
    mv.Jump: actions.jump,
    mv.TakeMisc: actions.take_misc,
    mv.TakeAction: plain.take_plain_action,
    mv.UseCharm: actions.use_charm,
    mv.SwitchOn: lasting.switch_power_on,
    mv.SwitchOff: lasting.switch_power_off,
    mv.TellStunt: stunts.tell_stunt,
    mv.Stabilize: care.stabilize_dying,
    mv.CheckValor: care.check_valor,
    mv.SetScale: setup.set_scale,
    mv.CoordinateAttack: coordinate.lead_attack,
    mv.DefendOther: actions.defend_other,
    mv.ContestClinch: clinch.contest_clinch,
    mv.AnswerDefense: answers.answer_defense_prompt,
    mv.RateStunt: stunts.rate_stunt_prompt,
    mv.AnswerReroll: answers.answer_reroll,
    mv.AnswerMagic: answers.answer_magic_prompt,
    mv.AnswerWard: answers.answer_ward_prompt,
    mv.AnswerCounter: answers.answer_counter_prompt,
    mv.AnswerBystander: answers.answer_bystander,
    mv.AnswerClinch: answers.answer_clinch,
    mv.TakeReward: answers.take_reward,
}


def decide(state: State, seat: Seat, move: Move, roller: Roller) -> list[Event]:
    """The events of a move with all that follows by itself. Raises `IllegalMove` or `BadInput`: nothing happened."""
    function = _DECIDE.get(type(move))
    if function is None:
        raise BadInput("unknown_kind", "There is no such move in this game.")
    script = Script(state, roller)
    function(script, seat, move)
    _settle(script)
    return script.events


def _settle(script: Script) -> None:
    """Go on until somebody must choose: attacks in hand, then declared ones, then the next tick (2E-267)."""
    while script.state.phase == "running" and not any(not pending.free for pending in script.state.pending):
        state = script.state
        if state.attack is not None:
            proceed(script, state.attack)
        elif call_newcomers(script):
            continue
        elif state.is_resolving and all(state.of(id).hidden for id in state.due):
            begin_next(script)
        elif state.due or not advance(script):
            return
