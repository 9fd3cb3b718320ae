"""Grapples: break free, overpower, and the maneuvers of the stronger one (WD-209 to WD-211)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.battle.guards import check_choice, refuse
from rules.battle.play import Play
from rules.battle.roster import audience_of
from rules.errors import IllegalMove
from rules.ids import opaque
from rules.pool import Pool
from rules.powers import PowerTotals
from rules.text import EMPTY, Text
from rules.wod2004 import events as ev
from rules.wod2004 import moves as mv
from rules.wod2004.attack.grapple import breaks_immobilisation, struggle_pool
from rules.wod2004.decide.guards import between, find_acting, find_asked, find_with_action, open_prompt
from rules.wod2004.decide.powers import gather_powers, power_dice
from rules.wod2004.decide.resolving import harmed
from rules.wod2004.decide.rolling import emit_roll, exchange_id, extra_terms, roll
from rules.wod2004.sheet.equipment import Weapon
from rules.wod2004.state.battle import Prompt, State
from rules.wod2004.state.combatant import Combatant


@dataclass(frozen=True, slots=True)
class Struggle:
    """A roll in a grapple. `blind` is the pool without the opponent's Strength, for those who may not know it.

    `held`: successes of an immobilising hold, which must be beaten instead of subtracting that Strength.
    """

    actor: Combatant
    opponent: Combatant
    pool: Pool
    blind: Pool
    held: int
    on: PowerTotals


def break_free(play: Play[State], move: mv.BreakFree) -> None:
    """Roll to break free (WD-209); against an immobilising hold, its successes must be beaten (WD-211)."""
    found = build_struggle(play.state, move)
    rolled = _struggle(play, found, "break_free", move)
    if rolled.won:
        play.emit(release(found.actor, found.opponent, rolled.exchange))


def overpower(play: Play[State], move: mv.Overpower) -> None:
    """Roll to overpower the opponent; on a success the actor picks a maneuver (WD-210)."""
    found = build_struggle(play.state, move)
    rolled = _struggle(play, found, "overpower", move)
    if rolled.won:
        actor, opponent, exchange = found.actor, found.opponent, rolled.exchange
        prompt = Prompt(opaque(exchange, "maneuver"), "maneuver", actor.id, exchange, rolled.roll.successes)
        open_prompt(play, prompt, audience_of(actor, opponent), opponent.name)


def build_struggle(state: State, move: mv.BreakFree | mv.Overpower) -> Struggle:
    """Return the roll that a move describes. Raises `IllegalMove` where it is not allowed."""
    if isinstance(move, mv.BreakFree):
        actor = find_acting(state, move.actor)
        if actor.acted:
            raise IllegalMove("no_action", Text("{who} has already used this turn’s action.", who=actor.name))
        title, held = Text("Break free"), actor.immobilised
    else:
        actor = find_with_action(state, move.actor, locked=True)
        title, held = Text("Overpower"), 0
    opponent = _opponent(state, actor)
    bonuses, penalties = extra_terms(actor, move.modifier, willpower=move.willpower)
    on = gather_powers(actor, move.powers, "roll", willpower=move.willpower)
    dots = (actor.dots("strength"), actor.dots("brawl"))
    modifiers = ([*power_dice(on), *bonuses], penalties)
    blind = struggle_pool(title, *dots, *modifiers, 0)
    pool = blind if held else struggle_pool(title, *dots, *modifiers, opponent.dots("strength"))
    return Struggle(actor, opponent, pool, blind, held, on)


def _opponent(state: State, actor: Combatant) -> Combatant:
    if not actor.grapple:
        raise IllegalMove("no_grapple", Text("{who} is not in a grapple; grapple someone first.", who=actor.name))
    return state.get(actor.grapple)


def _struggle(play: Play[State], found: Struggle, kind: str, move: mv.BreakFree | mv.Overpower) -> ev.StruggleRolled:
    actor, opponent = found.actor, found.opponent
    rolled = roll(play, found.pool, actor, opponent, on=found.on)
    fact = ev.StruggleRolled(
        **between(actor, opponent),
        exchange=exchange_id(actor),
        action=kind,
        roll=rolled,
        held=found.held,
        won=breaks_immobilisation(rolled.successes, found.held),
    )
    emit_roll(play, actor, fact, willpower=move.willpower, on=found.on)
    return fact


def release(actor: Combatant, opponent: Combatant, exchange: str = "") -> ev.GrappleEnded:
    """Return the event that ends a grapple."""
    return ev.GrappleEnded(**between(actor, opponent), exchange=exchange)


def choose_maneuver(play: Play[State], move: mv.ChooseManeuver) -> None:
    """Apply the maneuver that the stronger one has chosen (WD-210)."""
    prompt, actor = find_asked(play, move.prompt, "maneuver")
    opponent = play.state.get(actor.grapple)
    refuse("no_maneuver", no_maneuver(actor, opponent, move.maneuver))
    weapon = _drawn_weapon(actor, move)
    chosen = ev.ManeuverChosen(
        **between(actor, opponent),
        exchange=prompt.exchange,
        maneuver=move.maneuver,
        successes=prompt.number,
        weapon=weapon.key if weapon else "",
        weapon_name=weapon.name if weapon else "",
    )
    play.emit(chosen)
    if move.maneuver == "damage":
        play.emit(harmed(opponent, prompt.number, "bashing", prompt.exchange, chosen.audience))


def sheathed(actor: Combatant) -> Sequence[Weapon]:
    """Return the weapons that the actor could draw in the grapple."""
    return [weapon for weapon in actor.arms if not weapon.natural and weapon.key != actor.drawn]


def no_maneuver(actor: Combatant, opponent: Combatant, maneuver: str) -> Text:
    """Return why a maneuver is not possible now, or an empty text."""
    if maneuver == "drop_prone" and actor.prone and opponent.prone:
        return Text("Both are already on the ground.")
    if maneuver == "draw_weapon" and not sheathed(actor):
        return Text("{who} has no other weapon to draw.", who=actor.name)
    if maneuver == "turn_weapon" and (opponent.turned or opponent.weapon(opponent.drawn) is None):
        return Text("The opponent has no weapon to turn.")
    if maneuver == "disarm" and opponent.weapon(opponent.drawn) is None:
        return Text("The opponent has no weapon.")
    return (
        Text("{who} is already behind the opponent.", who=actor.name) if maneuver == "cover" and actor.shield else EMPTY
    )


def _drawn_weapon(actor: Combatant, move: mv.ChooseManeuver) -> Weapon | None:
    if move.maneuver != "draw_weapon":
        return None
    weapons = sheathed(actor)
    if move.weapon is None:
        return weapons[0]
    check_choice(Text("Weapon"), move.weapon, [weapon.key for weapon in weapons])
    return actor.weapon(move.weapon)
