"""Inside a grapple: break free, overpower, and what the stronger one does (WD-209 to WD-211)."""

from collections.abc import Sequence

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.actions.instant import roll_dice
from rules.wod2004.attack.grapple import MANEUVERS, breaks_immobilisation, struggle_pool
from rules.wod2004.decide.guards import check_choice, find_acting, find_prompt, find_with_action
from rules.wod2004.decide.powers import get_quality, power_dice, read_powers, used
from rules.wod2004.decide.resolving import harmed
from rules.wod2004.decide.rolling import exchange_id, extra_terms, given_back, opaque, rolled, spent
from rules.wod2004.sheet.equipment import Weapon
from rules.wod2004.state import Combatant, Prompt, State, audience_of


def break_free(state: State, seat: Seat, move: m.BreakFree, roller: Roller) -> list[Event]:
    """Strength + Brawl less the opponent's Strength; out of an immobilising hold, its successes must be beaten."""
    actor = find_acting(state, seat, move.actor)
    if actor.acted:
        raise IllegalMove("no_action", f"{actor.name} has used this turn's action.")
    opponent = _opponent(state, actor)
    held = actor.immobilised
    events = _struggle(state, actor, opponent, "break_free", move, 0 if held else None, roller)
    struggle = next(event for event in events if isinstance(event, e.StruggleRolled))
    return [*events, release(actor, opponent, struggle.exchange)] if struggle.won else events


def overpower(state: State, seat: Seat, move: m.Overpower, roller: Roller) -> list[Event]:
    """Strength + Brawl less the opponent's Strength; on a success the actor picks a maneuver (WD-210)."""
    actor = find_with_action(state, seat, move.actor, locked=True)
    opponent = _opponent(state, actor)
    events = _struggle(state, actor, opponent, "overpower", move, None, roller)
    struggle = next(event for event in events if isinstance(event, e.StruggleRolled))
    if not struggle.won:
        return events
    prompt = Prompt(
        opaque(struggle.exchange, "maneuver"), "maneuver", actor.id, struggle.exchange, struggle.roll.successes
    )
    asked = e.PromptOpened(
        prompt=prompt, who_name=actor.name, asker_name=opponent.name, audience=audience_of(actor, opponent)
    )
    return [*events, asked]


def _opponent(state: State, actor: Combatant) -> Combatant:
    if not actor.grapple:
        raise IllegalMove("no_grapple", f"{actor.name} is not in a grapple; take hold of someone first.")
    return state.get(actor.grapple)


def _struggle(
    state: State,
    actor: Combatant,
    opponent: Combatant,
    kind: str,
    move: m.BreakFree | m.Overpower,
    resistance: int | None,
    roller: Roller,
) -> list[Event]:
    bonuses, penalties = extra_terms(actor, move.modifier, willpower=move.willpower)
    on = read_powers(actor, move.powers, "roll", willpower=move.willpower)
    bonuses = [*power_dice(on), *bonuses]
    opposed = opponent.dots("strength") if resistance is None else resistance
    title = "Break free" if kind == "break_free" else "Overpower"
    pool = struggle_pool(title, actor.dots("strength"), actor.dots("brawl"), bonuses, penalties, opposed)
    result = roll_dice(pool.total, roller, get_quality(on))
    held = actor.immobilised if kind == "break_free" else 0
    exchange, audience = exchange_id(actor), audience_of(actor, opponent)
    return [
        *([spent(actor, exchange, "dice", audience)] if move.willpower else []),
        *used(actor, exchange, on, audience),
        e.StruggleRolled(
            actor=actor.id,
            actor_name=actor.name,
            target=opponent.id,
            target_name=opponent.name,
            exchange=exchange,
            action=kind,
            roll=rolled(pool, result),
            held=held,
            won=breaks_immobilisation(result.successes, held),
            audience=audience,
        ),
        *given_back(state.options, actor, exchange, pool, actor.willpower, audience),
    ]


def release(actor: Combatant, opponent: Combatant, exchange: str = "") -> Event:
    """The fact that two are no longer locked."""
    return e.GrappleEnded(
        actor=actor.id,
        actor_name=actor.name,
        target=opponent.id,
        target_name=opponent.name,
        exchange=exchange,
        audience=audience_of(actor, opponent),
    )


def choose_maneuver(state: State, seat: Seat, move: m.ChooseManeuver, roller: Roller) -> list[Event]:
    """What to do with the one who is overpowered (WD-210)."""
    prompt, actor = find_prompt(state, seat, move.prompt, "maneuver")
    opponent = state.get(actor.grapple)
    check_choice("The maneuver", move.maneuver, MANEUVERS)
    if reason := no_maneuver(actor, opponent, move.maneuver):
        raise IllegalMove("no_maneuver", reason)
    weapon = _drawn_weapon(actor, move)
    chosen = e.ManeuverChosen(
        actor=actor.id,
        actor_name=actor.name,
        target=opponent.id,
        target_name=opponent.name,
        exchange=prompt.exchange,
        maneuver=move.maneuver,
        successes=prompt.number,
        weapon=weapon.key if weapon else "",
        weapon_name=weapon.name if weapon else "",
        audience=audience_of(actor, opponent),
    )
    if move.maneuver != "damage":
        return [chosen]
    return [chosen, harmed(opponent, prompt.number, "bashing", prompt.exchange, chosen.audience)]


def sheathed(actor: Combatant) -> Sequence[Weapon]:
    """Weapons that could be drawn in the grapple."""
    return [weapon for weapon in actor.arms if not weapon.natural and weapon.key != actor.drawn]


def no_maneuver(actor: Combatant, opponent: Combatant, maneuver: str) -> str:
    """Why a maneuver is not possible now, or an empty string."""
    if maneuver == "drop_prone" and actor.prone and opponent.prone:
        return "Both are on the ground already."
    if maneuver == "draw_weapon" and not sheathed(actor):
        return f"{actor.name} has no other weapon to draw."
    if maneuver == "turn_weapon" and (opponent.turned or opponent.weapon(opponent.drawn) is None):
        return "The opponent has no weapon in hand to turn."
    if maneuver == "disarm" and opponent.weapon(opponent.drawn) is None:
        return "The opponent has no weapon in hand."
    return f"{actor.name} is behind the opponent already." if maneuver == "cover" and actor.shield else ""


def _drawn_weapon(actor: Combatant, move: m.ChooseManeuver) -> Weapon | None:
    if move.maneuver != "draw_weapon":
        return None
    weapons = sheathed(actor)
    if move.weapon is None:
        return weapons[0]
    check_choice("The weapon", move.weapon, [weapon.key for weapon in weapons])
    return actor.weapon(move.weapon)
