"""Turn a move into events. Only this package rolls dice and refuses moves."""

from rules.battle.moves import SwitchOn
from rules.battle.play import Handlers
from rules.wod2004 import moves as m
from rules.wod2004.decide import acting, answering, attacking, grappling, plain, ruling

HANDLERS: Handlers = {
    m.CheckSurprise: ruling.check_surprise,
    m.SetCover: ruling.set_cover,
    m.SetDefense: ruling.set_defense,
    m.DropDefense: ruling.drop_defense,
    m.PassMinutes: ruling.pass_minutes,
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
    SwitchOn: acting.switch_on,
    m.AnswerDefense: answering.answer_defense,
    m.ChooseManeuver: grappling.choose_maneuver,
    m.StayConscious: answering.stay_conscious,
    m.RuleMishap: answering.rule_mishap,
}
