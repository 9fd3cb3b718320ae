"""Turn moves into events. Only here dice are rolled and moves refused."""

from rules.battle.moves import EndBattle, SwitchOn
from rules.battle.play import Handlers
from rules.exalted2e.decide import (
    actions,
    answers,
    attacks,
    clinch,
    debate,
    flurries,
    places,
    plain,
    powers,
    stunts,
    ticks,
    war,
)
from rules.exalted2e.moves import acts, replies, strikes
from rules.exalted2e.moves import debate as words
from rules.exalted2e.moves import places as where
from rules.exalted2e.moves import war as units

HANDLERS: Handlers = {
    EndBattle: ticks.end_battle,
    acts.SetScale: ticks.set_scale,
    where.SetDistance: places.set_distance,
    where.SetGround: places.set_ground,
    units.SetKind: war.set_kind,
    units.FormUnit: war.form_unit,
    units.ChangeFormation: war.change_formation,
    units.RallyUnit: war.rally_unit,
    words.Persuade: debate.persuade,
    words.RuleLeaning: debate.rule_leaning,
    words.MeetInfluence: debate.meet_influence,
    words.AnswerInfluence: debate.answer_influence,
    strikes.DeclareAttack: attacks.declare_attack,
    strikes.DeclareFlurry: flurries.declare_flurry,
    acts.TakeGuard: actions.take_guard,
    acts.TakeAim: actions.take_aim,
    acts.KeepOn: actions.keep_on,
    acts.TakeDash: actions.take_dash,
    acts.TakeMove: actions.take_move,
    acts.ReadyWeapon: actions.ready_weapon,
    acts.Rise: actions.rise,
    acts.Jump: actions.jump,
    acts.TakeMisc: actions.take_misc,
    acts.TakeAction: plain.take_plain_action,
    acts.SetDifficulty: plain.set_difficulty,
    acts.UseCharm: actions.use_charm,
    SwitchOn: powers.switch_on,
    acts.TellStunt: stunts.describe_stunt,
    acts.Stabilize: actions.stabilize_dying,
    acts.CheckValor: actions.check_valor,
    strikes.CoordinateAttack: actions.lead_attack,
    acts.DefendOther: actions.defend_other,
    strikes.ContestClinch: clinch.contest_clinch,
    replies.AnswerDefense: answers.answer_defense,
    replies.RateStunt: stunts.answer_rating,
    replies.AnswerReroll: answers.answer_reroll,
    replies.AnswerMagic: answers.answer_magic,
    replies.AnswerWard: answers.answer_ward,
    replies.AnswerCounter: answers.answer_counter,
    replies.AnswerBystander: answers.answer_bystander,
    replies.AnswerClinch: clinch.answer_clinch,
    replies.TakeReward: answers.take_reward,
}
