"""`decide(state, seat, move, roller)`: moves become events here; nowhere else do dice fall."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.battle import Event, Move, Seat
from rules.dice import Roller
from rules.errors import IllegalMove

from .. import moves as mv
from ..apply.play import Play
from ..state import State
from . import attacks, figures, harm, lasting, places, plain, rulings, setup, turns, words
from .flow import settle
from .guards import can_see

Handler = Callable[[Play, Seat, Any], None]

SETUP: Mapping[type[Move], Handler] = {
    mv.AddCombatant: setup.add_combatant,
    mv.StartBattle: setup.start_battle,
    mv.EndBattle: setup.end_battle,
    mv.Leave: setup.leave,
    mv.Reveal: setup.reveal,
    mv.Hide: setup.hide,
    mv.Override: rulings.override,
    mv.ChangeFigures: figures.change_figures,
    mv.CatchUnready: rulings.catch_unready,
    mv.SetCover: rulings.set_cover,
    mv.SetTerrain: rulings.set_terrain,
}
"""Moves that are also possible before the battle begins, and whatever is awaited."""

ANSWERS: Mapping[type[Move], Handler] = {
    mv.AnswerTie: rulings.answer_tie,
    mv.AnswerClash: attacks.answer_clash,
    mv.AnswerDefense: attacks.answer_defense,
    mv.AnswerCounter: attacks.answer_counter,
    mv.AnswerGuard: attacks.answer_guard,
    mv.AnswerContest: places.answer_contest,
    mv.AnswerInfluence: words.answer_influence,
    mv.AnswerShift: rulings.answer_shift,
    mv.AwardBreak: rulings.award_break,
    mv.AnswerBeaten: rulings.answer_beaten,
}

ACTIONS: Mapping[type[Move], Handler] = {
    mv.Attack: attacks.attack,
    mv.DeclareFlurry: turns.flurry,
    mv.Aim: turns.aim,
    mv.DefendOther: turns.defend_other,
    mv.DrawWeapon: turns.draw_weapon,
    mv.FullDefense: turns.full_defense,
    mv.Miscellaneous: turns.miscellaneous,
    mv.TakeAction: plain.take_action,
    mv.Influence: words.influence,
    mv.OrderGroup: words.order_group,
    mv.RallyGroup: words.rally_group,
    mv.Restrain: turns.restrain,
    mv.RegainSurprise: turns.regain_surprise,
    mv.MoveBand: places.move_band,
    mv.Rush: places.rush,
    mv.Disengage: places.disengage,
    mv.Rise: places.rise,
    mv.TakeCover: places.take_cover,
    mv.Withdraw: places.withdraw,
    mv.Delay: turns.delay,
    mv.TakeDelayedTurn: turns.take_delayed,
    mv.EndTurn: turns.end_turn,
    mv.UseCharm: rulings.use_charm,
    mv.SwitchOn: lasting.switch_power_on,
    mv.SwitchOff: lasting.switch_power_off,
    mv.DeclareBeaten: rulings.declare_beaten,
    mv.InflictHarm: harm.inflict_harm,
}
"""Moves of a running battle; they wait while somebody must answer."""


def decide(state: State, seat: Seat, move: Move, roller: Roller) -> list[Event]:
    """The events that a move leads to. Raises `IllegalMove` or `BadInput`; then nothing has happened."""
    if state.phase == "ended":
        raise IllegalMove("battle_over", "The battle is over.")
    handler = SETUP.get(type(move))
    if handler is None:
        if state.phase != "running":
            raise IllegalMove("not_started", "The battle has not begun; the Storyteller calls Join Battle.")
        handler = ANSWERS.get(type(move))
    if handler is None:
        check_waiting(state, seat)
        handler = ACTIONS[type(move)]
    play = Play(state, roller)
    handler(play, seat, move)
    settle(play)
    return play.events


def check_waiting(state: State, seat: Seat) -> None:
    """Refuse a move while somebody must answer first."""
    waiting = next((prompt for prompt in state.pending if prompt.blocking), None)
    if waiting is None:
        return
    who = state.find(waiting.who)
    name = who.name if who is not None and can_see(seat, who) else "the Storyteller"
    raise IllegalMove("awaiting_answer", f"The table waits for an answer of {name}.")
