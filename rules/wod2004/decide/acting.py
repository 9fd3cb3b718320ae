"""Actions of one's turn beside attacks: movement, aim, dodge, weapons, care, any other roll, delay and the end."""

from dataclasses import replace

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.actions.instant import roll_dice
from rules.wod2004.decide.common import about, to
from rules.wod2004.decide.guards import (
    check_choice,
    check_range,
    find_able,
    find_acting,
    find_combatant,
    find_target,
    find_with_action,
)
from rules.wod2004.decide.powers import get_quality, power_dice, read_powers, with_cost
from rules.wod2004.decide.rolling import exchange_id, extra_terms, rolled
from rules.wod2004.pools import build_pool, skill_terms, trait
from rules.wod2004.sheet.equipment import Weapon
from rules.wod2004.state import Combatant, State, is_visible
from rules.wod2004.timing import RUN_FACTOR


def dodge(state: State, seat: Seat, move: m.Dodge, roller: Roller) -> list[Event]:
    """Give up the action and double Defense; possible before one's place too (WD-187, WD-188)."""
    actor = find_able(state, seat, move.actor)
    if reason := no_dodge(actor):
        raise IllegalMove("no_dodge", reason)
    return [_taken(actor, "dodge")]


def no_dodge(actor: Combatant) -> str:
    """Why the combatant cannot dodge now, or an empty string (WD-187, WD-189)."""
    if actor.out:
        return f"{actor.name} cannot act: {actor.out}."
    if actor.dodging:
        return f"{actor.name} is dodging already."
    if actor.acted:
        return f"{actor.name} has used this turn's action."
    if actor.done:
        return f"The place of {actor.name} in this turn has passed."
    if actor.surprised:
        return f"{actor.name} is surprised."
    return f"{actor.name} is in a grapple." if actor.grapple else ""


def aim(state: State, seat: Seat, move: m.Aim, roller: Roller) -> list[Event]:
    """Aim for a turn: +1, at most +3 (WD-191)."""
    actor = find_with_action(state, seat, move.actor)
    target = find_target(state, seat, actor, move.target)
    if reason := no_aim(actor):
        raise IllegalMove("no_aim", reason)
    return [_taken(actor, "aim", target=target)]


def no_aim(actor: Combatant) -> str:
    """Why the combatant cannot aim, or an empty string."""
    if not any(weapon.mode in ("firearms", "thrown") for weapon in actor.in_hand()):
        return f"{actor.name} has no gun, bow or throwing weapon in hand."
    return ""


def draw(state: State, seat: Seat, move: m.Draw, roller: Roller) -> list[Event]:
    """Draw a weapon, or clear a jam: an action, unless a Merit makes it none (WD-166)."""
    actor = find_acting(state, seat, move.actor)
    if not actor.draws_free(move.weapon):
        find_with_action(state, seat, move.actor)
    weapons = {weapon.key: weapon for weapon in drawable(actor)}
    check_choice("The weapon", move.weapon, weapons)
    weapon = weapons[move.weapon]
    return [replace(_taken(actor, "draw"), weapon=weapon.key, weapon_name=weapon.name)]


def drawable(actor: Combatant) -> list[Weapon]:
    """Weapons that it can draw or make ready."""
    return [
        weapon
        for weapon in actor.arms
        if not weapon.natural and (weapon.key != actor.drawn or weapon.key in actor.jammed)
    ]


def stand_up(state: State, seat: Seat, move: m.StandUp, roller: Roller) -> list[Event]:
    """Stand up: the action (WD-166)."""
    actor = find_with_action(state, seat, move.actor)
    if not actor.prone:
        raise IllegalMove("standing", f"{actor.name} is standing.")
    return [_taken(actor, "stand_up")]


def drop_prone(state: State, seat: Seat, move: m.DropProne, roller: Roller) -> list[Event]:
    """Drop prone: the action (WD-166)."""
    actor = find_with_action(state, seat, move.actor)
    if actor.prone:
        raise IllegalMove("prone", f"{actor.name} is prone already.")
    return [_taken(actor, "drop_prone")]


def walk(state: State, seat: Seat, move: m.Walk, roller: Roller) -> list[Event]:
    """Move up to Speed beside the action (WD-164)."""
    actor = find_acting(state, seat, move.actor)
    if reason := no_walk(actor):
        raise IllegalMove("no_move", reason)
    check_range("The distance", move.yards, 1, actor.speed)
    return [_taken(actor, "walk", number=move.yards)]


def no_walk(actor: Combatant) -> str:
    """Why the combatant cannot move now, or an empty string."""
    if actor.moved:
        return f"{actor.name} has moved in this turn."
    if actor.grapple:
        return f"{actor.name} is in a grapple."
    if actor.prone:
        return f"{actor.name} is prone and must stand up first."
    return "" if actor.speed else f"{actor.name} has no Speed."


def run(state: State, seat: Seat, move: m.Run, roller: Roller) -> list[Event]:
    """Run up to twice Speed: the whole turn (WD-164)."""
    actor = find_with_action(state, seat, move.actor)
    if reason := no_walk(actor):
        raise IllegalMove("no_move", reason)
    check_range("The distance", move.yards, 1, RUN_FACTOR * actor.speed)
    return [_taken(actor, "run", number=move.yards)]


def treat(state: State, seat: Seat, move: m.Treat, roller: Roller) -> list[Event]:
    """Dexterity + Medicine; one success ends the dying (WD-179)."""
    actor = find_with_action(state, seat, move.actor)
    target = find_target(state, seat, actor, move.target)
    if not target.is_dying:
        raise IllegalMove("not_dying", f"{target.name} is not dying.")
    terms, unskilled = skill_terms("Medicine", actor.dots("medicine"), "mental")
    bonuses, penalties = extra_terms(actor, move.modifier, willpower=move.willpower)
    on = read_powers(actor, move.powers, "roll", willpower=move.willpower)
    traits = [trait("Dexterity", actor.dots("dexterity")), *terms]
    pool = build_pool("Medical care", traits, [*power_dice(on), *bonuses], [*unskilled, *penalties])
    result = roll_dice(pool.total, roller, get_quality(on))
    fact = e.TreatmentRolled(
        **about(actor, target), **to(target), exchange=exchange_id(actor), roll=rolled(pool, result)
    )
    return with_cost(state, actor, fact, willpower=move.willpower, on=on)


def delay(state: State, seat: Seat, move: m.Delay, roller: Roller) -> list[Event]:
    """Act right after another who comes later; the new place stays (WD-163)."""
    actor = find_acting(state, seat, move.actor)
    if actor.acted or actor.moved:
        raise IllegalMove("begun", f"{actor.name} has begun to act and can no longer delay.")
    after = find_combatant(state, seat, move.after)
    if after.id not in [other.id for other in later(state, actor, seat)]:
        raise IllegalMove("not_later", f"{after.name} does not act later in this turn.")
    return [e.Delayed(**about(actor, after), after=after.id, after_name=after.name)]


def later(state: State, actor: Combatant, seat: Seat) -> list[Combatant]:
    """Those whom the seat can see and who act after the combatant in this turn."""
    order = list(state.in_order())
    index = next((n for n, other in enumerate(order) if other.id == actor.id), len(order))
    return [c for c in order[index + 1 :] if is_visible(c, seat) and not (c.done or c.out or c.surprised)]


def end_turn(state: State, seat: Seat, move: m.EndTurn, roller: Roller) -> list[Event]:
    """Let the next one act."""
    actor = find_acting(state, seat, move.actor)
    return [e.ActingEnded(**about(actor))]


def _taken(actor: Combatant, action: str, number: int = 0, target: Combatant | None = None) -> e.ActionTaken:
    if target is None:
        return e.ActionTaken(**about(actor), action=action, number=number)
    return e.ActionTaken(**about(actor, target), **to(target), action=action, number=number)
