"""Answers to prompts: the defender's, that of a combatant who may faint, and the Storyteller's on a mishap."""

from rules.battle.guards import refuse
from rules.battle.play import Play, about
from rules.battle.roster import audience_of
from rules.errors import IllegalMove
from rules.ids import opaque
from rules.pool import Pool
from rules.powers import PowerTotals
from rules.text import EMPTY, Text
from rules.wod2004 import events as ev
from rules.wod2004 import moves as mv
from rules.wod2004.decide.acting import no_dodge
from rules.wod2004.decide.guards import event_fields, find_asked
from rules.wod2004.decide.powers import gather_powers
from rules.wod2004.decide.resolving import strike
from rules.wod2004.decide.rolling import check_willpower, emit_roll, pay, roll
from rules.wod2004.pools import build_pool, trait, willpower_bonus
from rules.wod2004.state.battle import Prompt, State
from rules.wod2004.state.combatant import Combatant


def answer_defense(play: Play[State], move: mv.AnswerDefense) -> None:
    """Meet the attack (WD-053, WD-187, WD-191). The defender pays before the attack is resolved."""
    prompt, target, on = build_defense(play, move)
    exchange = play.state.exchange
    attacker = [play.state.get(exchange.actor)] if exchange else []
    pay(play, target, prompt.exchange, audience_of(target, *attacker), on, "defense" if move.willpower else "")
    strike(play, move.stance, willpower=move.willpower, on=on)


def build_defense(play: Play[State], move: mv.AnswerDefense) -> tuple[Prompt, Combatant, PowerTotals]:
    """Return the question, who answers it, and the powers. Raises `IllegalMove` for an answer that is not possible."""
    prompt, target = find_asked(play, move.prompt, "defense")
    if move.stance == "dodge":
        refuse("no_dodge", no_dodge(target))
    if move.willpower:
        if move.stance == "none":
            raise IllegalMove("no_defense", Text("Willpower adds to Defense; with no Defense it does nothing."))
        check_willpower(target, "defense")
    return prompt, target, gather_powers(target, move.powers, "defense", willpower=move.willpower)


def stay_conscious(play: Play[State], move: mv.StayConscious) -> None:
    """Roll Stamina to stay awake (WD-175)."""
    roll_consciousness(play, check_awake(play, move), willpower=move.willpower)


def check_awake(play: Play[State], move: mv.StayConscious) -> Combatant:
    """Return who tries to stay awake. Raises `IllegalMove` without the point of Willpower that the move spends."""
    _prompt, actor = find_asked(play, move.prompt, "consciousness")
    if move.willpower:
        check_willpower(actor, "dice")
    return actor


def consciousness_pool(actor: Combatant, *, willpower: bool) -> Pool:
    """Return Stamina for a full track, without the wound penalty (WD-175, WD-178)."""
    bonuses = [willpower_bonus()] if willpower else []
    return build_pool(Text("Stay conscious"), [trait(Text("Stamina"), actor.dots("stamina"))], bonuses)


def roll_consciousness(play: Play[State], actor: Combatant, *, willpower: bool = False) -> None:
    """Roll to stay conscious."""
    pool = consciousness_pool(actor, willpower=willpower)
    exchange = opaque(actor.id, "awake", play.state.turn)
    fact = ev.ConsciousnessRolled(**about(actor), exchange=exchange, roll=roll(play, pool, actor))
    emit_roll(play, actor, fact, willpower=willpower)


def rule_mishap(play: Play[State], move: mv.RuleMishap) -> None:
    """Apply what the Storyteller makes of a dramatic failure on an attack (WD-207)."""
    prompt, actor = find_asked(play, move.prompt, "mishap")
    refuse("no_mishap", no_mishap(actor, prompt.weapon, move.mishap))
    weapon = actor.weapon(prompt.weapon)
    name = weapon.name if weapon else ""
    fields = event_fields(actor, audience_of(actor), prompt.exchange)
    play.emit(ev.MishapRuled(**fields, mishap=move.mishap, weapon=prompt.weapon, weapon_name=name))


def no_mishap(actor: Combatant, weapon_key: str, mishap: str) -> Text:
    """Return why a mishap is not possible, or an empty text."""
    weapon = actor.weapon(weapon_key)
    if mishap == "fall" and actor.prone:
        return Text("{who} is already on the ground.", who=actor.name)
    if mishap == "drop" and (weapon is None or weapon.natural or actor.drawn != weapon_key):
        return Text("{who} has no weapon to drop.", who=actor.name)
    if mishap == "jam" and (weapon is None or weapon.mode != "firearms" or weapon_key in actor.jammed):
        return Text("Only a working gun or bow can jam.")
    return EMPTY
