"""Declaring one attack, and what each attack of a flurry needs as well (2E-282, 2E-330)."""

from dataclasses import replace

from rules.battle import Json
from rules.battle.guards import check_number, refuse
from rules.battle.play import Play
from rules.errors import IllegalMove
from rules.exalted2e.attack.defenses import get_weapon, is_off_hand, name_weapon
from rules.exalted2e.attack.units import find_edge
from rules.exalted2e.decide.acting import begin_turn, get_aim, take_action
from rules.exalted2e.decide.common import check_target, new_id, stunt_fields
from rules.exalted2e.decide.costs import check_charm_dice, parse_willpower, spend
from rules.exalted2e.decide.places import choose_distance, list_said
from rules.exalted2e.decide.powers import USE, add_powers, gather_magic, is_simple
from rules.exalted2e.decide.surprise import find_surprise
from rules.exalted2e.decide.war import why_no_attack
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry, StrikingMove
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.sheet.specialties import check_specialties, count_specialties
from rules.exalted2e.state import Combatant, DeclaredAttack, Magic, State
from rules.exalted2e.timing import ACTIONS, get_speed
from rules.text import Text, word

ATTACK, CHARM = ACTIONS["attack"], ACTIONS["charm"]


def declare_attack(play: Play[State], move: DeclareAttack) -> None:
    """Declare one attack on one target (2E-282)."""
    actor = begin_turn(play, move.actor)
    refuse("no_attack", why_no_attack(play.state, actor))
    target = check_target(actor, play.state.get(move.target))
    weapon = need_weapon(actor, move.weapon, actor.ready)
    on, ability = USE.choose_payable(actor, move.powers, "attack"), need_ability(weapon, move.ability, actor)
    magic = add_powers(gather_strike_magic(move), on)
    check_charm_dice(actor, magic.dice, *weapon.abilities)
    success, virtue = parse_willpower(move.willpower)
    declared = replace(
        declare(play, actor, target, weapon, move),
        ability=ability,
        willpower=success,
        virtue=virtue,
        specialty=need_specialty(actor, move, ability)[0],
        off_hand=(move.off_hand or is_off_hand(actor, weapon)) and not weapon.is_natural,
        maneuver=check_maneuver(weapon, move.maneuver),
        surprise=find_surprise(play.seat, actor, move.surprise),
        magic=magic,
        **stunt_fields(play, actor, move.stunt, move.stunt_text),
    )
    spend(play, actor, magic, Text("the attack"), willpower=success, virtue=virtue, exchange=declared.id)
    base, penalty = (CHARM.speed, CHARM.penalty) if is_simple(actor, move.powers) else (weapon.speed, ATTACK.penalty)
    speed = get_speed("attack", base + on.total("speed"), play.state.options)
    penalty, text = max(0, penalty + on.total("penalty")), word(weapon.name)
    take_action(
        play,
        actor,
        "attack",
        speed=speed,
        penalty=penalty,
        target=target,
        text=text,
        attacks=(declared,),
        apart=list_said(play.state, play.seat, (declared,)),
    )


def check_maneuver(weapon: Weapon, maneuver: str) -> str:
    """Return the maneuver. Raises `IllegalMove` for a shot, a throw or a clinch, which are none (2E-389)."""
    if maneuver and (weapon.range is not None or "C" in weapon.tags):
        reason = Text("You can’t sweep or tackle with the {w}: that takes a close attack.", w=name_weapon(weapon))
        raise IllegalMove("no_maneuver", reason)
    return maneuver


def declare(
    play: Play[State], actor: Combatant, target: Combatant, weapon: Weapon, move: StrikingMove
) -> DeclaredAttack:
    """Return the attack as the move describes it, for one of its targets. Raises `IllegalMove`."""
    state = play.state
    if "C" in weapon.tags and (actor.worn or target.worn):
        raise IllegalMove("no_clinch", Text("A unit can neither clinch nor be clinched."))
    aim, abort = get_aim(state, actor, target.id)
    distance = move.distance
    if weapon.range is not None:
        distance = choose_distance(state, actor, target, move.distance)
    if weapon.range is not None and distance > 3 * weapon.range:
        reason = Text(
            "The {w} reaches {n} yards at most; the target is {n2} away.",
            w=name_weapon(weapon),
            n=3 * weapon.range,
            n2=distance,
        )
        raise IllegalMove("out_of_range", reason)
    return DeclaredAttack(
        new_id(state, "x", actor),
        actor.id,
        target.id,
        weapon.key,
        weapon.ability,
        bonus=move.bonus,
        penalty=move.penalty,
        magic_penalty=move.magic_penalty,
        external=move.external,
        distance=distance,
        aim=aim,
        abort=abort,
        wound=actor.wound_now,
        edge=find_edge(actor.magnitude, target.magnitude),
    )


def need_weapon(actor: Combatant, key: str, ready: tuple[str, ...]) -> Weapon:
    """Return a weapon in hand, or a natural one. Raises `IllegalMove` for any other."""
    weapon = get_weapon(actor.sheet, key)
    if weapon is None:
        raise IllegalMove("no_weapon", Text("{who} has no such weapon.", who=actor.name))
    if not weapon.is_natural and weapon.key not in ready:
        reason = Text("{who} must ready the {w} first.", who=actor.name, w=name_weapon(weapon))
        raise IllegalMove("not_ready", reason)
    return weapon


def need_ability(weapon: Weapon, ability: str, actor: Combatant) -> str:
    """Return the Ability, or the better one. Raises `IllegalMove` for one that the weapon does not use."""
    if ability and ability not in weapon.abilities:
        reason = Text("You can’t use the {w} with that Ability.", w=name_weapon(weapon))
        raise IllegalMove("wrong_ability", reason)
    return ability or max(weapon.abilities, key=actor.sheet.ability)


def need_specialty(actor: Combatant, move: StrikingMove, *abilities: str) -> list[int]:
    """Return the specialty dice of attacks with these Abilities, at most the dots of each (2E-170)."""
    check_specialties(actor.sheet, move.specialties, *abilities)
    owned = [specialty_dots(actor.sheet, ability) for ability in abilities]
    wanted = check_number(Text("Specialty dice"), move.specialty, 0, max(owned, default=0))
    named = [count_specialties(actor.sheet, ability, move.specialties) for ability in abilities]
    return [dice or min(wanted, dots) for dice, dots in zip(named, owned, strict=True)]


def gather_strike_magic(move: StrikingMove) -> Magic:
    """Return the magic that the move gives in figures."""
    return gather_magic(
        move,
        dice=move.magic_dice,
        successes=move.magic_successes,
        reroll=move.magic_reroll,
        late=move.magic_late,
        damage=move.magic_damage,
        post_damage=move.magic_post_damage,
        unblockable=move.unblockable,
        undodgeable=move.undodgeable,
    )


def know_strike(state: State, move: StrikingMove) -> dict[str, Json]:
    """Return what the battle has for a shot or attack: that its attacker is hidden, how far its targets are."""
    found: dict[str, Json] = {}
    actor = state.find(move.actor)
    if move.surprise == "roll" and actor is not None and actor.hidden:
        found["surprise"] = "roll"
    targets = [move.target] if isinstance(move, DeclareAttack) else []
    if isinstance(move, DeclareFlurry):
        targets = [part.rpartition(":")[2] for part in (*move.parts, *move.then) if part.startswith("attack:")]
    yards = [known for id in targets if (known := state.get_distance(move.actor, id)) is not None]
    if move.distance and yards:
        found["distance"] = max(yards)
    return found
