"""Turn a move into events. Only this package rolls dice and refuses moves."""

from rules.battle.moves import SwitchOn
from rules.battle.play import Handlers
from rules.wod2004 import moves as mv
from rules.wod2004.decide import acting, answers, attacks, grappling, plain, rulings

HANDLERS: Handlers = {
    mv.CheckSurprise: rulings.check_surprise,
    mv.SetCover: rulings.set_cover,
    mv.SetDefense: rulings.set_defense,
    mv.DropDefense: rulings.drop_defense,
    mv.PassMinutes: rulings.pass_minutes,
    mv.Attack: attacks.attack,
    mv.Grapple: attacks.grapple,
    mv.BreakFree: grappling.break_free,
    mv.Overpower: grappling.overpower,
    mv.Dodge: acting.dodge,
    mv.Aim: acting.aim,
    mv.Draw: acting.draw,
    mv.StandUp: acting.stand_up,
    mv.DropProne: acting.drop_prone,
    mv.Walk: acting.walk,
    mv.Run: acting.run,
    mv.Treat: acting.treat,
    mv.TakeAction: plain.take_action,
    mv.Delay: acting.delay,
    mv.EndTurn: acting.end_turn,
    SwitchOn: acting.switch_on,
    mv.AnswerDefense: answers.answer_defense,
    mv.ChooseManeuver: grappling.choose_maneuver,
    mv.StayConscious: answers.stay_conscious,
    mv.RuleMishap: answers.rule_mishap,
}
