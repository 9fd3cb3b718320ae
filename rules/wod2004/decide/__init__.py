"""Turn a move into events. Only this package rolls dice and refuses moves."""

from rules.battle.moves import SwitchOn
from rules.battle.play import Handlers
from rules.wod2004 import moves as m
from rules.wod2004.decide import acting, answers, attacks, grappling, plain, rulings

HANDLERS: Handlers = {
    m.CheckSurprise: rulings.check_surprise,
    m.SetCover: rulings.set_cover,
    m.SetDefense: rulings.set_defense,
    m.DropDefense: rulings.drop_defense,
    m.PassMinutes: rulings.pass_minutes,
    m.Attack: attacks.attack,
    m.Grapple: attacks.grapple,
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
    SwitchOn: acting.switch_on,
    m.AnswerDefense: answers.answer_defense,
    m.ChooseManeuver: grappling.choose_maneuver,
    m.StayConscious: answers.stay_conscious,
    m.RuleMishap: answers.rule_mishap,
}
