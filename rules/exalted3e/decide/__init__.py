"""The handlers of moves: they refuse, roll dice and emit events. No other code of the game does this."""

from functools import partial

from rules.battle.moves import SwitchOn
from rules.battle.play import Handlers
from rules.exalted3e import moves as mv
from rules.exalted3e.decide import (
    attacks,
    combat,
    commands,
    cover,
    departures,
    flow,
    harm,
    movement,
    plain,
    powers,
    rulings,
    stunts,
    ties,
    words,
)

STUNTED: Handlers = {
    mv.Attack: attacks.attack,
    mv.TakeAction: plain.take_action,
    mv.Influence: words.influence,
    mv.OrderGroup: commands.order_group,
    mv.RallyGroup: commands.rally_group,
    mv.RegainSurprise: combat.regain_surprise,
    mv.Rush: movement.rush,
    mv.Disengage: departures.disengage,
    mv.Rise: movement.rise,
    mv.TakeCover: cover.take_cover,
    mv.Withdraw: movement.withdraw,
    mv.AnswerClash: attacks.answer_clash,
    mv.AnswerDefense: attacks.answer_defense,
    mv.AnswerCounter: attacks.answer_counter,
}
"""Moves that may be stunted."""
HANDLERS: Handlers = {
    **{cls: stunts.hold(handler) for cls, handler in STUNTED.items()},
    mv.RateStunt: partial(stunts.rate_with, STUNTED),
    mv.AnswerTie: ties.answer_tie,
    mv.ChooseOrder: ties.choose_order,
    mv.AnswerGuard: attacks.answer_guard,
    mv.AnswerContest: departures.answer_contest,
    mv.AnswerInfluence: words.answer_influence,
    mv.AnswerShift: rulings.answer_shift,
    mv.AwardBreak: rulings.award_break,
    mv.AnswerBeaten: rulings.answer_beaten,
    mv.DeclareFlurry: combat.declare_flurry,
    mv.Aim: combat.aim,
    mv.DefendOther: combat.defend_other,
    mv.DrawWeapon: combat.draw_weapon,
    mv.FullDefense: combat.full_defense,
    mv.Miscellaneous: combat.miscellaneous,
    mv.Restrain: combat.restrain,
    mv.MoveBand: movement.move_band,
    mv.Delay: flow.delay,
    mv.TakeDelayedTurn: flow.take_delayed,
    mv.EndTurn: flow.end_own_turn,
    mv.UseCharm: rulings.use_charm,
    SwitchOn: powers.switch_power_on,
    mv.DeclareBeaten: rulings.declare_beaten,
    mv.InflictHarm: harm.inflict_harm,
    mv.NameLeader: commands.name_leader,
    mv.CatchUnready: rulings.catch_unready,
    mv.SetCover: cover.set_cover,
    mv.SetPlaceCover: cover.set_place_cover,
    mv.SetTerrain: rulings.set_terrain,
    mv.SetGround: rulings.set_ground,
    mv.Circle: cover.circle,
}
