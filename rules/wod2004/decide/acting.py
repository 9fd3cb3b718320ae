"""Actions of a turn other than attacks: movement, aim, dodge, weapons, care, lasting powers, delay, end of the turn."""

from typing import Final

from rules.battle import Seat
from rules.battle.guards import check_choice, check_number, refuse
from rules.battle.lasting import switch
from rules.battle.moves import SwitchOn
from rules.battle.play import Play, about
from rules.battle.roster import can_see
from rules.errors import IllegalMove
from rules.pool import Pool
from rules.powers import PowerTotals, activate
from rules.text import EMPTY, Text
from rules.wod2004 import events as ev
from rules.wod2004 import moves as mv
from rules.wod2004.decide.guards import between, find_able, find_acting, find_target, find_with_action, why_out
from rules.wod2004.decide.powers import USE, gather_powers, power_dice
from rules.wod2004.decide.rolling import emit_roll, exchange_id, extra_terms, roll
from rules.wod2004.pools import build_pool, skill_terms, trait
from rules.wod2004.sheet.equipment import Weapon
from rules.wod2004.state.battle import State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.timing import RUN_FACTOR

CARE: Final = Text("Medical care")


def dodge(play: Play[State], move: mv.Dodge) -> None:
    """Give up the action to double Defense; also allowed before one's place in the order (WD-187, WD-188)."""
    actor = find_able(play.state, move.actor)
    refuse("no_dodge", no_dodge(actor))
    _take(play, actor, "dodge")


def no_dodge(actor: Combatant) -> Text:
    """Return why the combatant cannot dodge now, or an empty text (WD-187, WD-189)."""
    if actor.out:
        return why_out(actor)
    if actor.dodging:
        return Text("{who} is already dodging.", who=actor.name)
    if actor.acted:
        return Text("{who} has already used this turn’s action.", who=actor.name)
    if actor.done:
        return Text("{who} has missed their place in this turn.", who=actor.name)
    if actor.surprised:
        return Text("{who} is surprised.", who=actor.name)
    return Text("{who} is in a grapple.", who=actor.name) if actor.grapple else EMPTY


def aim(play: Play[State], move: mv.Aim) -> None:
    """Aim for a turn: +1, at most +3 (WD-191)."""
    actor = find_with_action(play.state, move.actor)
    target = find_target(play.state, actor, move.target)
    refuse("no_aim", no_aim(actor))
    play.emit(ev.ActionTaken(**between(actor, target), action="aim"))


def no_aim(actor: Combatant) -> Text:
    """Return why the combatant cannot aim, or an empty text."""
    if not any(weapon.mode in ("firearms", "thrown") for weapon in actor.in_hand()):
        return Text("{who} has no gun, bow or throwing weapon in hand.", who=actor.name)
    return EMPTY


def draw(play: Play[State], move: mv.Draw) -> None:
    """Draw a weapon or clear a jam. This takes the action, unless a Merit makes it free (WD-166)."""
    actor = find_acting(play.state, move.actor)
    if not actor.draws_free(move.weapon):
        find_with_action(play.state, move.actor)
    weapons = {weapon.key: weapon for weapon in drawable(actor)}
    weapon = weapons[check_choice(Text("Weapon"), move.weapon, weapons)]
    play.emit(ev.ActionTaken(**about(actor), action="draw", weapon=weapon.key, weapon_name=weapon.name))


def drawable(actor: Combatant) -> list[Weapon]:
    """Return the weapons that the combatant can draw or clear."""
    return [
        weapon
        for weapon in actor.arms
        if not weapon.natural and (weapon.key != actor.drawn or weapon.key in actor.jammed)
    ]


def stand_up(play: Play[State], move: mv.StandUp) -> None:
    """Stand up, which takes the action (WD-166)."""
    actor = find_with_action(play.state, move.actor)
    refuse("standing", no_stand(actor))
    _take(play, actor, "stand_up")


def no_stand(actor: Combatant) -> Text:
    """Return why the combatant cannot stand up, or an empty text."""
    return EMPTY if actor.prone else Text("{who} is standing.", who=actor.name)


def drop_prone(play: Play[State], move: mv.DropProne) -> None:
    """Drop prone, which takes the action (WD-166)."""
    actor = find_with_action(play.state, move.actor)
    refuse("prone", no_drop(actor))
    _take(play, actor, "drop_prone")


def no_drop(actor: Combatant) -> Text:
    """Return why the combatant cannot drop prone, or an empty text."""
    return Text("{who} is already prone.", who=actor.name) if actor.prone else EMPTY


def walk(play: Play[State], move: mv.Walk) -> None:
    """Move up to Speed in addition to the action (WD-164)."""
    _go(play, find_acting(play.state, move.actor), "walk", move.yards, 1)


def run(play: Play[State], move: mv.Run) -> None:
    """Run up to twice Speed, which takes the whole turn (WD-164)."""
    _go(play, find_with_action(play.state, move.actor), "run", move.yards, RUN_FACTOR)


def _go(play: Play[State], actor: Combatant, action: str, yards: int, factor: int) -> None:
    refuse("no_move", no_walk(actor))
    _take(play, actor, action, check_number(Text("The distance"), yards, 1, factor * actor.speed))


def no_walk(actor: Combatant) -> Text:
    """Return why the combatant cannot move now, or an empty text."""
    if actor.moved:
        return Text("{who} has already moved this turn.", who=actor.name)
    if actor.grapple:
        return Text("{who} is in a grapple.", who=actor.name)
    if actor.prone:
        return Text("{who} is prone and must stand up first.", who=actor.name)
    return EMPTY if actor.speed else Text("{who} has no Speed.", who=actor.name)


def _take(play: Play[State], actor: Combatant, action: str, number: int = 0) -> None:
    play.emit(ev.ActionTaken(**about(actor), action=action, number=number))


def treat(play: Play[State], move: mv.Treat) -> None:
    """Roll Dexterity + Medicine; one success stops the dying (WD-179)."""
    actor, target, pool, on = build_care(play.state, move)
    rolled = roll(play, pool, actor, target, on=on)
    fact = ev.TreatmentRolled(**between(actor, target), exchange=exchange_id(actor), roll=rolled)
    emit_roll(play, actor, fact, willpower=move.willpower, on=on)


def build_care(state: State, move: mv.Treat) -> tuple[Combatant, Combatant, Pool, PowerTotals]:
    """Return the healer, the patient, the pool and the powers. Raises `IllegalMove` where the care is not allowed."""
    actor = find_with_action(state, move.actor)
    target = find_target(state, actor, move.target)
    if not target.is_dying:
        raise IllegalMove("not_dying", Text("{whom} is not dying.", whom=target.name))
    terms, unskilled = skill_terms(Text("Medicine"), actor.dots("medicine"), "mental")
    bonuses, penalties = extra_terms(actor, move.modifier, willpower=move.willpower)
    on = gather_powers(actor, move.powers, "roll", willpower=move.willpower)
    traits = [trait(Text("Dexterity"), actor.dots("dexterity")), *terms]
    return actor, target, build_pool(CARE, traits, [*power_dice(on), *bonuses], [*unskilled, *penalties]), on


def switch_on(play: Play[State], move: SwitchOn) -> None:
    """Pay for a lasting power and switch it on; an instant power takes the action (WD-061)."""
    actor = find_able(play.state, move.actor)
    power, on, active = activate(USE, actor, move.power, play.state.turn)
    if is_action := power.timing == "instant":
        find_with_action(play.state, actor.id)
    switch(play, actor, active, is_on=True, is_action=is_action, price=on.price, **on.points("willpower", "fuel"))


def delay(play: Play[State], move: mv.Delay) -> None:
    """Act right after another combatant who comes later; the new place stays (WD-163)."""
    actor, after = find_acting(play.state, move.actor), play.state.get(move.after)
    if actor.acted or actor.moved:
        raise IllegalMove("begun", Text("{who} has started to act and can no longer delay.", who=actor.name))
    if after not in later(play.state, actor, play.seat):
        raise IllegalMove("not_later", Text("{whom} has no later action this turn.", whom=after.name))
    play.emit(ev.Delayed(**about(actor, after), after=after.id, after_name=after.name))


def later(state: State, actor: Combatant, seat: Seat) -> list[Combatant]:
    """Return those who act after the combatant in this turn and whom the seat can see."""
    order = state.in_order()
    index = next((n for n, other in enumerate(order) if other.id == actor.id), len(order))
    return [c for c in order[index + 1 :] if can_see(seat, c) and not (c.done or c.out or c.surprised)]


def end_turn(play: Play[State], move: mv.EndTurn) -> None:
    """End the turn of the acting combatant."""
    play.emit(ev.ActingEnded(**about(find_acting(play.state, move.actor))))
