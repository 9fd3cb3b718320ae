"""Declaring attacks: one, or several in a flurry (2E-282, 2E-305..312, 2E-330)."""

from dataclasses import dataclass, replace

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.actions.requests import WILLPOWER
from rules.exalted2e.attack.defenses import get_weapon, is_off_hand
from rules.exalted2e.decide.acting import Turn, begin_turn, get_aim, take_action
from rules.exalted2e.decide.actions import plan_ready
from rules.exalted2e.decide.costs import check_charm_dice, read_willpower, spend
from rules.exalted2e.decide.plain import Told, make_plain
from rules.exalted2e.decide.powers import is_simple, join, read_powers
from rules.exalted2e.decide.questions import read_stunt
from rules.exalted2e.decide.script import Script, find_target, need_flag, need_number, need_ruling, need_text, new_id
from rules.exalted2e.moves import DeclareAttack, DeclareFlurry
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.state import Combatant, Declared, Doing, Magic, PlainAction, State
from rules.exalted2e.timing import ACTIONS, Component, get_speed, plan_flurry
from rules.powers import Switched

BLOW, CHARM = ACTIONS["attack"], ACTIONS["charm"]
MAX_DICE = 30
MAX_DISTANCE = 10_000
MAX_PARTS = 10
PLAIN_PARTS = ("dash", "jump", "rise", "misc")
ACTS = ("act", "act2")
"""Plain actions with a roll; what is rolled stands in fields of the move that begin so."""


def declare_attack(script: Script, seat: Seat, move: DeclareAttack) -> None:
    """One attack on one target (2E-282)."""
    turn = begin_turn(script, seat, move.actor)
    target = find_target(script.state, seat, turn.one, move.target)
    weapon = need_weapon(turn.one, move.weapon, turn.one.ready)
    on, ability = read_powers(turn.one, move.powers, "attack"), _need_ability(turn.one, weapon, move.ability)
    magic = join(_read_magic(move), on)
    check_charm_dice(turn.one, magic.dice, *weapon.abilities)
    success, virtue = read_willpower(move.willpower)
    declared = replace(
        _declare(script.state, seat, turn.one, target, weapon, move),
        ability=ability,
        willpower=success,
        virtue=virtue,
        specialty=_need_specialty(turn.one, weapon, move),
        off_hand=_need_off_hand(turn.one, weapon, move.off_hand),
        maneuver=_need_maneuver(move.maneuver),
        surprise=_need_surprise(seat, move.surprise),
        magic=magic,
    )
    declared = replace(declared, **read_stunt(script.state, seat, turn.one, move.stunt, move.stunt_text))
    _pay(script, turn.one, declared, "the attack")
    turn = Turn(script.state.of(turn.one.id), turn.aborted)
    base, penalty = (CHARM.speed, CHARM.penalty) if is_simple(turn.one, move.powers) else (weapon.speed, BLOW.penalty)
    speed = get_speed("attack", base + on.total("speed"), script.state.options)
    penalty = max(0, penalty + on.total("penalty"))
    take_action(
        script, turn, "attack", speed=speed, penalty=penalty, target=target, text=weapon.name, attacks=(declared,)
    )


def _pay(script: Script, one: Combatant, declared: Declared, what: str) -> None:
    spend(script, one, declared.magic, what, willpower=declared.willpower, virtue=declared.virtue, exchange=declared.id)


def declare_flurry(script: Script, seat: Seat, move: DeclareFlurry) -> None:
    """Several actions on one tick, with their Speed, DV penalty and dice penalties (2E-305..311)."""
    turn = begin_turn(script, seat, move.actor)
    parts, ready = read_parts(script.state, seat, turn.one, move)
    on = read_powers(turn.one, move.powers, "flurry")
    rates = {part.weapon.key: part.weapon.rate for part in parts if part.weapon is not None}
    plan = plan_flurry([part.component for part in parts], rates, script.state.options)
    if plan.reason:
        raise IllegalMove("bad_flurry", plan.reason)
    rolled = _list_rolled(script.state, seat, replace(turn.one, ready=ready), parts, plan.dice, move, on)
    attacks = tuple(item for item in rolled if isinstance(item, Declared))
    plain = tuple(item for item in rolled if isinstance(item, PlainAction))
    if on.names and not attacks:
        raise IllegalMove("power_not_now", f"{on.name}: this flurry holds no attack.")
    if rolled:
        first = attacks[0].id if attacks else ""
        magic, (success, virtue) = attacks[0].magic if attacks else Magic(), read_willpower(move.willpower)
        spend(script, turn.one, magic, "the flurry", willpower=success, virtue=virtue, exchange=first)
    kinds = [part.component.kind for part in parts]
    take_action(
        script,
        turn,
        "flurry",
        speed=get_speed("attack", plan.speed + on.total("speed"), script.state.options) if on.names else plan.speed,
        penalty=max(0, plan.penalty + on.total("penalty")),
        text=", ".join(part.text for part in parts),
        attacks=attacks,
        plain=plain,
        ready=ready,
        rises="rise" in kinds,
        doing=Doing("dash", script.state.tick) if "dash" in kinds else None,
        flurry=attacks[0].flurry if attacks else "",
    )


@dataclass(frozen=True, slots=True)
class Part:
    """One component of a flurry as read from the move."""

    component: Component
    text: str
    weapon: Weapon | None = None
    target: Combatant | None = None
    plain: PlainAction | None = None


def read_parts(state: State, seat: Seat, one: Combatant, move: DeclareFlurry) -> tuple[list[Part], tuple[str, ...]]:
    """Read a flurry's parts in order, and what is in hand after them."""
    lists: tuple[object, ...] = (move.also, move.parts, move.then)
    told = [part for parts in lists if isinstance(parts, tuple) for part in parts]
    if not all(isinstance(parts, tuple) for parts in lists) or not 2 <= len(told) <= MAX_PARTS:
        raise IllegalMove("bad_flurry", f"A flurry has 2 to {MAX_PARTS} actions.")
    ready = one.ready
    found: list[Part] = []
    for text in told:
        armed, text = replace(one, ready=ready), need_text("A part of the flurry", text, 120)
        part = _read_act(state, seat, armed, move, text) if text in ACTS else _read_part(state, seat, armed, text)
        if part.component.kind == "ready":
            ready = plan_ready(replace(one, ready=ready), part.component.weapon, keep=False)
        found.append(part)
    return found, ready


def _read_act(state: State, seat: Seat, one: Combatant, move: DeclareFlurry, name: str) -> Part:
    """A plain action with a roll, as the move's fields of this name tell it."""
    told = (getattr(move, f"{name}_{key}") for key in ("text", "attribute", "ability", "specialty", "difficulty"))
    plain, row = make_plain(state, seat, one, Told(*told), move), ACTIONS["misc"]
    return Part(Component("misc", row.speed, row.penalty), plain.name, plain=plain)


def _read_part(state: State, seat: Seat, one: Combatant, text: str) -> Part:
    kind, _, rest = text.partition(":")
    if kind == "attack":
        key, _, target_id = rest.partition(":")
        target = find_target(state, seat, one, target_id)
        weapon = need_weapon(one, key, one.ready)
        component = Component("attack", weapon.speed, ACTIONS["attack"].penalty, weapon.key)
        return Part(component, f"{weapon.name} at {target.name}", weapon, target)
    if kind == "ready":
        plan_ready(one, rest, keep=False)
        row = ACTIONS["ready"]
        return Part(Component("ready", row.speed, row.penalty, rest), f"ready {rest.replace('_', ' ')}")
    if text in PLAIN_PARTS:
        row = ACTIONS[text]
        return Part(Component(text, row.speed, row.penalty), row.name.lower())
    raise IllegalMove("bad_flurry", "A flurry holds attacks, readying, rolls, and dash, jump, rise or misc.")


def _list_rolled(
    state: State,
    seat: Seat,
    one: Combatant,
    parts: list[Part],
    dice: tuple[int, ...],
    move: DeclareFlurry,
    on: Switched,
) -> tuple[Declared | PlainAction, ...]:
    """The attacks and plain actions of a flurry, in order, each with its multiple-action penalty (2E-230)."""
    stunts, magic = _read_stunts(move.stunts), join(_read_magic(move), on)
    success, virtue = read_willpower(move.willpower)
    dots = _need_flurry_specialty(one, parts, move)
    made: list[Declared | PlainAction] = []
    for part, multi in zip(parts, dice, strict=True):
        index = len(made)
        stunt = read_stunt(state, seat, one, stunts[index] if index < len(stunts) else 0, move.stunt_text)
        if part.plain is not None:
            effort = "" if made else WILLPOWER if success else virtue
            request = replace(part.plain.request, multiple=multi, effort=effort)
            made.append(
                replace(part.plain, id=new_id(state, "x", one.id, index), place=index, request=request, **stunt)
            )
            continue
        if part.weapon is None or part.target is None:
            continue
        ability = _need_ability(one, part.weapon, "")
        attacks = [item for item in made if isinstance(item, Declared)]
        check_charm_dice(one, magic.dice, *part.weapon.abilities)
        declared = _declare(state, seat, one, part.target, part.weapon, move)
        spent = any(item.aim for item in attacks) and not state.options.aim_whole_flurry
        declared = replace(
            declared,
            id=new_id(state, "x", one.id, index),
            place=index,
            ability=ability,
            aim=0 if spent else declared.aim,  # one attack is what she aimed (2E-296)
            specialty=min(dots, specialty_dots(one.sheet, ability)),
            multi=multi,
            onslaught=sum(item.target == part.target.id for item in attacks),  # prior attacks on her (2E-320, 2E-323)
            willpower=success and not made,
            virtue=virtue if not made else "",
            off_hand=is_off_hand(one, part.weapon),
            magic=magic,
            flurry=new_id(state, "x", one.id),
        )
        made.append(replace(declared, **stunt))
    return tuple(made)


def _read_stunts(stunts: object) -> list[int]:
    if (
        not isinstance(stunts, tuple)
        or len(stunts) > MAX_PARTS
        or any(item not in ("0", "1", "2", "3") for item in stunts)
    ):
        raise IllegalMove("bad_stunts", "Stunts are rated 0 to 3, one for each attack of the flurry.")
    return [int(item) for item in stunts]


def _declare(
    state: State, seat: Seat, one: Combatant, target: Combatant, weapon: Weapon, move: DeclareAttack | DeclareFlurry
) -> Declared:
    aim, abort = get_aim(state, one, target.id)
    for name in ("bonus", "penalty", "magic_penalty", "external"):
        need_ruling(seat, name, getattr(move, name))
    distance = need_number("The distance", move.distance, 0, MAX_DISTANCE)
    if weapon.range is not None and distance > 3 * weapon.range:
        sentence = f"The {weapon.name.lower()} reaches {3 * weapon.range} yards at most; the target is {distance} away."
        raise IllegalMove("out_of_range", sentence)
    return Declared(
        id=new_id(state, "x", one.id),
        actor=one.id,
        target=target.id,
        weapon=weapon.key,
        ability=weapon.ability,
        bonus=move.bonus,
        penalty=move.penalty,
        magic_penalty=move.magic_penalty,
        external=move.external,
        distance=distance,
        aim=aim,
        abort=abort,
        wound=one.wound_now,
    )


def need_weapon(one: Combatant, key: object, ready: tuple[str, ...]) -> Weapon:
    """A weapon in hand, or a part of the body."""
    weapon = get_weapon(one.sheet, need_text("The weapon", key, 60))
    if weapon is None:
        raise IllegalMove("no_weapon", f"{one.name} has no such weapon.", id=one.id)
    if not weapon.is_natural and weapon.key not in ready:
        raise IllegalMove("not_ready", f"{one.name} must ready the {weapon.name.lower()} first.", id=one.id)
    return weapon


def _need_ability(one: Combatant, weapon: Weapon, ability: object) -> str:
    if not ability:
        return max(weapon.abilities, key=one.sheet.ability)
    if ability not in weapon.abilities:
        raise IllegalMove("wrong_ability", f"The {weapon.name.lower()} is not wielded with that Ability.")
    return str(ability)


def _need_specialty(one: Combatant, weapon: Weapon, move: DeclareAttack) -> int:
    ability = _need_ability(one, weapon, move.ability)
    return need_number("Specialty dice", move.specialty, 0, specialty_dots(one.sheet, ability))


def _need_flurry_specialty(one: Combatant, parts: list[Part], move: DeclareFlurry) -> int:
    """Specialty dice of a flurry: as many as the best of its Abilities has (2E-170)."""
    abilities = [_need_ability(one, part.weapon, "") for part in parts if part.weapon is not None]
    most = max((specialty_dots(one.sheet, ability) for ability in abilities), default=0)
    return need_number("Specialty dice", move.specialty, 0, most)


def _need_off_hand(one: Combatant, weapon: Weapon, off_hand: object) -> bool:
    """Whether the off hand strikes: never so with a part of the body (2E-361)."""
    told = need_flag("off_hand", off_hand)
    return (told or is_off_hand(one, weapon)) and not weapon.is_natural


def _need_maneuver(maneuver: object) -> str:
    if maneuver not in ("", "sweep", "tackle"):
        raise IllegalMove("bad_maneuver", "A maneuver is sweep or tackle.")
    return str(maneuver)


def _need_surprise(seat: Seat, surprise: object) -> str:
    if surprise not in ("", "roll", "unaware"):
        raise IllegalMove("bad_surprise", "An attack is open, from hiding (roll), or on an unaware target.")
    if surprise == "unaware" and not seat.storyteller:
        raise IllegalMove("storyteller_only", "Whether the target is unaware is for the Storyteller to say.")
    return str(surprise)


def _read_magic(move: DeclareAttack | DeclareFlurry) -> Magic:
    return Magic(
        name=need_text("The name of the magic", move.magic, 80),
        dice=need_number("Magic dice", move.magic_dice, 0, MAX_DICE),
        successes=need_number("Magic successes", move.magic_successes, 0, MAX_DICE),
        reroll=need_flag("The reroll", move.magic_reroll),
        late=need_flag("magic_late", move.magic_late),
        damage=need_number("Magic raw damage", move.magic_damage, -MAX_DICE, MAX_DICE),
        post_damage=need_number("Magic damage after soak", move.magic_post_damage, -MAX_DICE, MAX_DICE),
        unblockable=need_flag("unblockable", move.unblockable),
        undodgeable=need_flag("undodgeable", move.undodgeable),
        motes=move.motes,
        willpower=move.magic_willpower,
    )
