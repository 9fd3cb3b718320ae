"""Answers to open questions: the defender's, the one who may faint, and the Storyteller's on a mishap."""

from rules.battle import Event, Seat, fold
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.ids import opaque
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.actions.instant import roll_dice
from rules.wod2004.apply import apply
from rules.wod2004.decide.acting import no_dodge
from rules.wod2004.decide.common import about
from rules.wod2004.decide.guards import check_choice, find_prompt, require_storyteller
from rules.wod2004.decide.powers import read_powers, used, with_cost
from rules.wod2004.decide.resolving import resolve
from rules.wod2004.decide.rolling import check_willpower, rolled, spent
from rules.wod2004.pools import build_pool, trait, willpower_bonus
from rules.wod2004.state import Combatant, State, audience_of

STANCES = {"defense": "Defense", "dodge": "Dodge: double Defense, the action is used", "none": "No Defense"}
MISHAPS = {
    "nothing": "Nothing more",
    "drop": "The weapon falls",
    "jam": "The weapon jams",
    "fall": "The attacker falls",
}


def answer_defense(state: State, seat: Seat, move: m.AnswerDefense, roller: Roller) -> list[Event]:
    """Meet the attack (WD-053, WD-187, WD-191)."""
    prompt, target = find_prompt(state, seat, move.prompt, "defense")
    check_choice("The answer", move.stance, STANCES)
    if move.stance == "dodge" and (reason := no_dodge(target)):
        raise IllegalMove("no_dodge", reason)
    exchange = state.exchange
    attacker = [state.get(exchange.actor)] if exchange else []
    paid: list[Event] = []
    if move.willpower:
        if move.stance == "none":
            raise IllegalMove("no_defense", "Willpower adds to Defense; without Defense it does nothing.")
        check_willpower(target, "defense")
        paid = [spent(target, prompt.exchange, "defense", audience_of(target, *attacker))]
    on = read_powers(target, move.powers, "defense", willpower=move.willpower)
    paid += used(target, prompt.exchange, on, audience_of(target, *attacker))
    # The blow falls on who has paid for its defense.
    return [*paid, *resolve(fold(apply, state, paid), move.stance, roller, willpower=move.willpower, on=on)]


def stay_conscious(state: State, seat: Seat, move: m.StayConscious, roller: Roller) -> list[Event]:
    """Roll Stamina to stay awake (WD-175)."""
    _prompt, actor = find_prompt(state, seat, move.prompt, "consciousness")
    if move.willpower:
        check_willpower(actor, "dice")
    return consciousness(state, actor, roller, willpower=move.willpower)


def consciousness(state: State, actor: Combatant, roller: Roller, *, willpower: bool = False) -> list[Event]:
    """The Stamina roll of a full track; the wound penalty does not count (WD-175, WD-178)."""
    bonuses = [willpower_bonus()] if willpower else []
    pool = build_pool("Stay conscious", [trait("Stamina", actor.dots("stamina"))], bonuses)
    result = roll_dice(pool.total, roller)
    exchange = opaque(actor.id, "awake", state.turn)
    fact = e.ConsciousnessRolled(**about(actor), exchange=exchange, roll=rolled(pool, result))
    return with_cost(state, actor, fact, willpower=willpower)


def rule_mishap(state: State, seat: Seat, move: m.RuleMishap, roller: Roller) -> list[Event]:
    """What a dramatic failure on an attack does (WD-207)."""
    require_storyteller(seat)
    prompt, actor = find_prompt(state, seat, move.prompt, "mishap")
    check_choice("The mishap", move.mishap, MISHAPS)
    if reason := no_mishap(actor, prompt.weapon, move.mishap):
        raise IllegalMove("no_mishap", reason)
    weapon = actor.weapon(prompt.weapon)
    return [
        e.MishapRuled(
            **about(actor),
            exchange=prompt.exchange,
            mishap=move.mishap,
            weapon=prompt.weapon,
            weapon_name=weapon.name if weapon else "",
        )
    ]


def no_mishap(actor: Combatant, weapon_key: str, mishap: str) -> str:
    """Why a mishap cannot be, or an empty string."""
    weapon = actor.weapon(weapon_key)
    if mishap == "fall" and actor.prone:
        return f"{actor.name} is on the ground already."
    if mishap == "drop" and (weapon is None or weapon.natural or actor.drawn != weapon_key):
        return f"{actor.name} has no weapon to drop."
    if mishap == "jam" and (weapon is None or weapon.mode != "firearms" or weapon_key in actor.jammed):
        return "Only a gun or bow that still works can jam."
    return ""
