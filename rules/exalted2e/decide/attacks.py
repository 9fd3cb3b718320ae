"""Declaring attacks: one, or several in a flurry (2E-282, 2E-305..312, 2E-330)."""

from dataclasses import dataclass, replace

from rules.battle import Json
from rules.battle.guards import check_number, refuse
from rules.battle.play import Play
from rules.battle.roster import find_seen
from rules.errors import IllegalMove
from rules.exalted2e.actions.requests import WILLPOWER
from rules.exalted2e.attack.defenses import get_weapon, is_off_hand, name_weapon
from rules.exalted2e.attack.units import find_edge
from rules.exalted2e.decide.acting import begin_turn, get_aim, take_action
from rules.exalted2e.decide.actions import plan_ready
from rules.exalted2e.decide.common import check_target, new_id, stunt_fields
from rules.exalted2e.decide.costs import check_charm_dice, parse_willpower, spend
from rules.exalted2e.decide.places import choose_distance, list_said
from rules.exalted2e.decide.plain import ActionText, count_failures, make_plain, with_difficulty
from rules.exalted2e.decide.powers import EXCELLENCY, USE, add_powers, buy_dice, gather_magic, is_simple
from rules.exalted2e.decide.surprise import find_surprise
from rules.exalted2e.decide.war import why_no_attack
from rules.exalted2e.moves.aids import MAX_DICE, MAX_PARTS
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry, StrikingMove
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.sheet.specialties import check_specialties, count_specialties
from rules.exalted2e.state import Combatant, DeclaredAttack, Doing, Magic, PlainAction, State
from rules.exalted2e.timing import ACTIONS, Component, get_action, get_speed, plan_flurry
from rules.powers import PowerTotals
from rules.text import Text, join, word

ATTACK, CHARM = ACTIONS["attack"], ACTIONS["charm"]
PLAIN_PARTS = {
    "dash": Text("dash"),
    "jump": Text("jump"),
    "rise": Text("rise from prone"),
    "misc": Text("miscellaneous action"),
}
_ACTION_FIELDS = ("text", "attribute", "ability", "specialty", "difficulty", "specialties", "retry", "failures")
ACTS = ("act", "act2")
"""Plain actions with a roll; fields of the move that begin so say what is rolled."""


def declare_attack(play: Play[State], move: DeclareAttack) -> None:
    """Declare one attack on one target (2E-282)."""
    actor = begin_turn(play, move.actor)
    refuse("no_attack", why_no_attack(play.state, actor))
    target = check_target(actor, play.state.get(move.target))
    weapon = need_weapon(actor, move.weapon, actor.ready)
    on, ability = USE.choose_payable(actor, move.powers, "attack"), _need_ability(weapon, move.ability, actor)
    magic = add_powers(_gather_magic(move), on)
    check_charm_dice(actor, magic.dice, *weapon.abilities)
    success, virtue = parse_willpower(move.willpower)
    declared = replace(
        _declare(play, actor, target, weapon, move),
        ability=ability,
        willpower=success,
        virtue=virtue,
        specialty=_need_specialty(actor, move, ability)[0],
        off_hand=(move.off_hand or is_off_hand(actor, weapon)) and not weapon.is_natural,
        maneuver=_check_maneuver(weapon, move.maneuver),
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


def declare_flurry(play: Play[State], move: DeclareFlurry) -> None:
    """Declare several actions on one tick, with their Speed, DV penalty and dice penalties (2E-305..311)."""
    actor = begin_turn(play, move.actor)
    parts, ready = parse_parts(play, actor, move)
    if any(part.weapon is not None for part in parts):
        refuse("no_attack", why_no_attack(play.state, actor))
    on = USE.choose_payable(actor, move.powers, "flurry")
    rates = {part.weapon.key: part.weapon.rate for part in parts if part.weapon is not None}
    plan = plan_flurry([part.component for part in parts], rates, play.state.options)
    if plan.reason:
        raise IllegalMove("bad_flurry", plan.reason)
    rolled = _list_rolled(play, replace(actor, ready=ready), parts, plan.dice, move, on)
    attacks = tuple(item for item in rolled if isinstance(item, DeclaredAttack))
    plain = tuple(item for item in rolled if isinstance(item, PlainAction))
    if on.names and not attacks:
        raise IllegalMove("power_not_now", Text("{name}: this flurry has no attack.", name=on.name))
    if rolled:
        first = attacks[0].id if attacks else ""
        magic, (success, virtue) = _price(move, on) if attacks else Magic(), parse_willpower(move.willpower)
        spend(play, actor, magic, Text("the flurry"), willpower=success, virtue=virtue, exchange=first)
    kinds = [part.component.kind for part in parts]
    take_action(
        play,
        actor,
        "flurry",
        speed=get_speed("attack", plan.speed + on.total("speed"), play.state.options) if on.names else plan.speed,
        penalty=max(0, plan.penalty + on.total("penalty")),
        text=join(", ", (part.text for part in parts)),
        attacks=attacks,
        plain=plain,
        ready=ready,
        rises="rise" in kinds,
        doing=Doing("dash", play.state.tick) if "dash" in kinds else None,
        flurry=attacks[0].flurry if attacks else "",
        apart=list_said(play.state, play.seat, attacks),
    )


def _price(move: DeclareFlurry, on: PowerTotals) -> Magic:
    """Return what the magic of a flurry costs: what aids all attacks once, and the dice of each."""
    return buy_dice(add_powers(_gather_magic(move), on), sum(move.excellencies))


@dataclass(frozen=True, slots=True)
class Part:
    """One component of a flurry as read from the move."""

    component: Component
    text: Text
    weapon: Weapon | None = None
    target: Combatant | None = None
    plain: PlainAction | None = None


def parse_parts(play: Play[State], actor: Combatant, move: DeclareFlurry) -> tuple[list[Part], tuple[str, ...]]:
    """Return a flurry's parts in order, and what is in hand after them."""
    written = (*move.also, *move.parts, *move.then)
    if not 2 <= len(written) <= MAX_PARTS:
        raise IllegalMove("bad_flurry", Text("A flurry has 2 to {n} actions.", n=MAX_PARTS))
    ready = actor.ready
    found: list[Part] = []
    for text in written:
        armed = replace(actor, ready=ready)
        part = _parse_act(play, armed, move, text) if text in ACTS else _parse_part(play, armed, text)
        if part.component.kind == "ready":
            ready = plan_ready(armed, part.component.weapon, keep=False)
        found.append(part)
    return found, ready


def _parse_act(play: Play[State], actor: Combatant, move: DeclareFlurry, name: str) -> Part:
    """Return a plain action with a roll, read from the move's fields of this name."""
    action_text = ActionText(*(getattr(move, f"{name}_{key}") for key in _ACTION_FIELDS))
    plain = make_plain(play.state, actor, action_text, move)
    plain = count_failures(play.seat, actor, plain, retry=action_text.retry, said=action_text.failures)
    plain, row = with_difficulty(actor, plain), get_action(play.state.kind, "misc")
    return Part(Component("misc", row.speed, row.penalty), plain.name, plain=plain)


def _parse_part(play: Play[State], actor: Combatant, text: str) -> Part:
    kind, _, rest = text.partition(":")
    if kind == "attack":
        key, _, target_id = rest.partition(":")
        target = check_target(actor, find_seen(play.state, play.seat, target_id))
        weapon = need_weapon(actor, key, actor.ready)
        component = Component("attack", weapon.speed, ACTIONS["attack"].penalty, weapon.key)
        name = Text("{w} against {whom}", w=word(weapon.name), whom=target.name)
        return Part(component, name, weapon, target)
    if kind == "ready":
        plan_ready(actor, rest, keep=False)
        row, readied = ACTIONS["ready"], get_weapon(actor.sheet, rest)
        name = Text("ready {w}", w=name_weapon(readied)) if readied else Text("no weapon in hand")
        return Part(Component("ready", row.speed, row.penalty, rest), name)
    if text in PLAIN_PARTS:
        row = get_action(play.state.kind, text)
        return Part(Component(text, row.speed, row.penalty), PLAIN_PARTS[text])
    raise IllegalMove(
        "bad_flurry", Text("A flurry can include attacks, readying, rolls, and dash, jump, rise or miscellaneous.")
    )


def _list_rolled(
    play: Play[State], actor: Combatant, parts: list[Part], dice: tuple[int, ...], move: DeclareFlurry, on: PowerTotals
) -> tuple[DeclaredAttack | PlainAction, ...]:
    """Return the attacks and plain actions of a flurry, in order, each with its multiple-action penalty (2E-230)."""
    state, stunts, magic = play.state, [int(rating) for rating in move.stunts], add_powers(_gather_magic(move), on)
    success, virtue = parse_willpower(move.willpower)
    weapons = [part.weapon for part in parts if part.weapon is not None and part.target is not None]
    abilities = [_need_ability(weapon, _get_own(move, place).ability, actor) for place, weapon in enumerate(weapons)]
    dots, bought = _need_specialty(actor, move, *abilities), _list_bought(parts, move)
    surprise = find_surprise(play.seat, actor, move.surprise)
    made: list[DeclaredAttack | PlainAction] = []
    for part, multi in zip(parts, dice, strict=True):
        index = len(made)
        stunt = stunt_fields(play, actor, stunts[index] if index < len(stunts) else 0, move.stunt_text)
        stunt |= {"id": new_id(state, "x", actor, index), "place": index}
        if part.plain is not None:
            effort = "" if made else WILLPOWER if success else virtue
            request = replace(part.plain.request, multiple=multi, effort=effort)
            made.append(replace(part.plain, request=request, **stunt))
            continue
        if part.weapon is None or part.target is None:
            continue
        attacks = [item for item in made if isinstance(item, DeclaredAttack)]
        own, own_choices = buy_dice(magic, bought[len(attacks)]), _get_own(move, len(attacks))
        check_charm_dice(actor, own.dice, *part.weapon.abilities)
        declared = _declare(play, actor, part.target, part.weapon, move)
        spent = any(item.aim for item in attacks) and not state.options.aim_whole_flurry
        declared = replace(
            declared,
            ability=abilities[len(attacks)],
            aim=0 if spent else declared.aim,  # the Aim was for one attack (2E-296)
            specialty=dots[len(attacks)],
            multi=multi,
            onslaught=sum(item.target == part.target.id for item in attacks),  # earlier ones (2E-320, 2E-323)
            willpower=success and not made,
            virtue=virtue if not made else "",
            off_hand=(own_choices.off_hand or is_off_hand(actor, part.weapon)) and not part.weapon.is_natural,
            maneuver=_check_maneuver(part.weapon, own_choices.maneuver),
            surprise="" if attacks else surprise,  # the first attack shows the attacker
            magic=own,
            flurry=new_id(state, "x", actor),
            **stunt,
        )
        made.append(declared)
    return tuple(made)


@dataclass(frozen=True, slots=True)
class Own:
    """What one attack of a flurry has for itself (2E-668)."""

    ability: str
    maneuver: str
    off_hand: bool


def _get_own(move: DeclareFlurry, place: int) -> Own:
    """Return what the move says of the attack at this place, from 0."""
    ability, maneuver, hand = (
        values[place] if place < len(values) else "" for values in (move.abilities, move.maneuvers, move.hands)
    )
    return Own(ability, maneuver, hand == "off")


def _check_maneuver(weapon: Weapon, maneuver: str) -> str:
    """Return the maneuver. Raises `IllegalMove` for a shot, a throw or a clinch, which are none (2E-389)."""
    if maneuver and (weapon.range is not None or "C" in weapon.tags):
        reason = Text("You can’t sweep or tackle with the {w}: that takes a close attack.", w=name_weapon(weapon))
        raise IllegalMove("no_maneuver", reason)
    return maneuver


def _list_bought(parts: list[Part], move: DeclareFlurry) -> list[int]:
    """Return the dice of an Excellency for each attack, 0 where none are said."""
    count = sum(part.weapon is not None and part.target is not None for part in parts)
    bought = [check_number(EXCELLENCY, dice, 0, MAX_DICE) for dice in move.excellencies]
    if any(bought[count:]):
        raise IllegalMove("no_such_attack", Text("There is no attack {n} to buy dice for.", n=count + 1))
    return [*bought, *[0] * count][:count]


def _declare(
    play: Play[State], actor: Combatant, target: Combatant, weapon: Weapon, move: StrikingMove
) -> DeclaredAttack:
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


def _need_ability(weapon: Weapon, ability: str, actor: Combatant) -> str:
    if ability and ability not in weapon.abilities:
        reason = Text("The {w} is not wielded with that Ability.", w=name_weapon(weapon))
        raise IllegalMove("wrong_ability", reason)
    return ability or max(weapon.abilities, key=actor.sheet.ability)


def _need_specialty(actor: Combatant, move: StrikingMove, *abilities: str) -> list[int]:
    """Return the specialty dice of attacks with these Abilities, at most the dots of each (2E-170)."""
    check_specialties(actor.sheet, move.specialties, *abilities)
    owned = [specialty_dots(actor.sheet, ability) for ability in abilities]
    wanted = check_number(Text("Specialty dice"), move.specialty, 0, max(owned, default=0))
    named = [count_specialties(actor.sheet, ability, move.specialties) for ability in abilities]
    return [dice or min(wanted, dots) for dice, dots in zip(named, owned, strict=True)]


def _gather_magic(move: StrikingMove) -> Magic:
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
