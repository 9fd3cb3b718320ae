"""Declaring several attacks and other actions in a flurry (2E-305..312)."""

from dataclasses import dataclass, replace
from typing import Any

from rules.battle.guards import check_number, refuse
from rules.battle.play import Play
from rules.battle.roster import find_seen
from rules.errors import IllegalMove
from rules.exalted2e.actions.requests import WILLPOWER
from rules.exalted2e.attack.defenses import get_weapon, is_off_hand, name_weapon
from rules.exalted2e.decide.acting import begin_turn, take_action
from rules.exalted2e.decide.actions import plan_ready
from rules.exalted2e.decide.attacks import (
    check_maneuver,
    declare,
    gather_strike_magic,
    need_ability,
    need_specialty,
    need_weapon,
)
from rules.exalted2e.decide.common import check_target, new_id, stunt_fields
from rules.exalted2e.decide.costs import check_charm_dice, parse_willpower, spend
from rules.exalted2e.decide.places import list_said
from rules.exalted2e.decide.plain import ActionText, count_failures, make_plain, with_difficulty
from rules.exalted2e.decide.powers import EXCELLENCY, USE, add_powers, buy_dice
from rules.exalted2e.decide.surprise import find_surprise
from rules.exalted2e.decide.war import why_no_attack
from rules.exalted2e.moves.aids import MAX_DICE, MAX_PARTS
from rules.exalted2e.moves.strikes import DeclareFlurry
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state import Combatant, CurrentAction, DeclaredAttack, Magic, PlainAction, State
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
        doing=CurrentAction("dash", play.state.tick) if "dash" in kinds else None,
        flurry=attacks[0].flurry if attacks else "",
        apart=list_said(play.state, play.seat, attacks),
    )


def _price(move: DeclareFlurry, on: PowerTotals) -> Magic:
    """Return what the magic of a flurry costs: what aids all attacks once, and the dice of each."""
    return buy_dice(add_powers(gather_strike_magic(move), on), sum(move.excellencies))


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
        "bad_flurry",
        Text(
            "A flurry can include attacks, readying a weapon, rolls, a dash, a jump, rising from "
            "prone or a miscellaneous action."
        ),
    )


@dataclass(frozen=True, slots=True)
class AttackChoices:
    """What the player chose for one attack of a flurry: `specialty` and `bought` are dice."""

    ability: str
    maneuver: str
    off_hand: bool
    specialty: int
    bought: int


def _list_rolled(
    play: Play[State], actor: Combatant, parts: list[Part], dice: tuple[int, ...], move: DeclareFlurry, on: PowerTotals
) -> tuple[DeclaredAttack | PlainAction, ...]:
    """Return the attacks and plain actions of a flurry, in order, each with its multiple-action penalty (2E-230)."""
    magic, (success, virtue) = add_powers(gather_strike_magic(move), on), parse_willpower(move.willpower)
    choices, surprise = _list_choices(actor, parts, move), find_surprise(play.seat, actor, move.surprise)
    made: list[DeclaredAttack | PlainAction] = []
    for part, multi in zip(parts, dice, strict=True):
        shared = _part_fields(play, actor, move, len(made))
        if part.plain is not None:
            effort = "" if made else WILLPOWER if success else virtue
            request = replace(part.plain.request, multiple=multi, effort=effort)
            made.append(replace(part.plain, request=request, **shared))
        elif part.weapon is not None and part.target is not None:
            earlier = [item for item in made if isinstance(item, DeclaredAttack)]
            declared = _declare_next(play, actor, part.target, part.weapon, move, choices[len(earlier)], magic, earlier)
            shared |= {"willpower": success and not made, "virtue": "" if made else virtue}
            shared |= {"surprise": "" if earlier else surprise}  # the first attack shows the attacker
            made.append(replace(declared, multi=multi, flurry=new_id(play.state, "x", actor), **shared))
    return tuple(made)


def _part_fields(play: Play[State], actor: Combatant, move: DeclareFlurry, index: int) -> dict[str, Any]:
    """Return the fields that an attack and a plain action at this place of a flurry share."""
    stunts = [int(rating) for rating in move.stunts]
    stunt = stunt_fields(play, actor, stunts[index] if index < len(stunts) else 0, move.stunt_text)
    return {**stunt, "id": new_id(play.state, "x", actor, index), "place": index}


def _declare_next(
    play: Play[State],
    actor: Combatant,
    target: Combatant,
    weapon: Weapon,
    move: DeclareFlurry,
    choices: AttackChoices,
    magic: Magic,
    earlier: list[DeclaredAttack],
) -> DeclaredAttack:
    """Return the next attack of a flurry, after these earlier ones."""
    bought = buy_dice(magic, choices.bought)
    check_charm_dice(actor, bought.dice, *weapon.abilities)
    declared = declare(play, actor, target, weapon, move)
    spent = any(attack.aim for attack in earlier) and not play.state.options.aim_whole_flurry
    return replace(
        declared,
        ability=choices.ability,
        aim=0 if spent else declared.aim,  # the Aim was for one attack (2E-296)
        specialty=choices.specialty,
        onslaught=sum(attack.target == target.id for attack in earlier),  # 2E-320, 2E-323
        off_hand=(choices.off_hand or is_off_hand(actor, weapon)) and not weapon.is_natural,
        maneuver=check_maneuver(weapon, choices.maneuver),
        magic=bought,
    )


def _list_choices(actor: Combatant, parts: list[Part], move: DeclareFlurry) -> list[AttackChoices]:
    """Return what the move says of each attack (2E-668)."""
    weapons = [part.weapon for part in parts if part.weapon is not None and part.target is not None]

    def find(values: tuple[str, ...], place: int) -> str:
        return values[place] if place < len(values) else ""

    abilities = [need_ability(weapon, find(move.abilities, place), actor) for place, weapon in enumerate(weapons)]
    specialties, bought = need_specialty(actor, move, *abilities), _list_bought(parts, move)
    return [
        AttackChoices(ability, find(move.maneuvers, place), find(move.hands, place) == "off", dots, dice)
        for place, (ability, dots, dice) in enumerate(zip(abilities, specialties, bought, strict=True))
    ]


def _list_bought(parts: list[Part], move: DeclareFlurry) -> list[int]:
    """Return the dice of an Excellency for each attack, 0 where none are said."""
    count = sum(part.weapon is not None and part.target is not None for part in parts)
    bought = [check_number(EXCELLENCY, dice, 0, MAX_DICE) for dice in move.excellencies]
    if any(bought[count:]):
        raise IllegalMove("no_such_attack", Text("There is no attack {n} to buy dice for.", n=count + 1))
    return [*bought, *[0] * count][:count]
