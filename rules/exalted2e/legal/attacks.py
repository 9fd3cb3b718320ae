"""Offers to attack: with each weapon, in a flurry, with one weapon in each hand."""

from collections.abc import Iterator, Sequence
from functools import partial

from rules.battle import Choice, Field, Later, Offer, Seat
from rules.exalted2e.attack.defenses import get_weapon, is_off_hand
from rules.exalted2e.attack.figures import build_attack_pool
from rules.exalted2e.decide.acting import get_aim
from rules.exalted2e.decide.telling import get_speed_text
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.legal.chances import Known, get_target_chance, may_tell
from rules.exalted2e.legal.fields import (
    attack_magic,
    cost_fields,
    flag,
    get_most_dice,
    number,
    power_fields,
    ruling_fields,
    stunt_fields,
    willpower_field,
)
from rules.exalted2e.legal.plain import list_act, list_stunts
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.state import Combatant, Declared, State
from rules.exalted2e.timing import ACTIONS, get_speed
from rules.exalted2e.traits import label
from rules.pool import Pool

MAX_ATTACKS = 4
"""The most attacks with one weapon that a form asks for; no weapon of the tables has a higher Rate."""


def offer_attacks(state: State, seat: Seat, one: Combatant, targets: list[Combatant], known: Known) -> Iterator[Offer]:
    """Every attack and flurry that this combatant could declare now; targets in the order given."""
    if not targets:
        return
    for weapon in one.sheet.arms():
        in_hand = weapon.is_natural or weapon.key in one.ready
        if in_hand:
            yield _attack(state, seat, one, weapon, targets, known)
        if "C" in weapon.tags:
            continue
        name = weapon.name.lower()
        if in_hand and weapon.rate > 1:
            yield _flurry(state, seat, one, (weapon,), targets, (), f"Flurry with the {name}", 2)
        if in_hand and not weapon.is_natural and state.options.dash_in_flurry:
            yield _flurry(state, seat, one, (weapon,), targets, ("dash",), f"Dash and strike with the {name}", 1)
        if in_hand:
            yield _flurry(state, seat, one, (weapon,), targets, ("act",), f"Act and strike with the {name}", 1)
        if not in_hand:
            draw = (f"ready:{weapon.key}",)
            yield _flurry(state, seat, one, (weapon,), targets, draw, f"Draw the {name} and strike", 1)
    yield from _offer_both_hands(state, seat, one, targets)


def _offer_both_hands(state: State, seat: Seat, one: Combatant, targets: list[Combatant]) -> Iterator[Offer]:
    """A flurry with two weapons, each up to its own Rate (2E-308)."""
    held = [weapon for key in one.ready if (weapon := get_weapon(one.sheet, key)) is not None]
    if len(held) == 2:
        name = f"Flurry with the {held[0].name.lower()} and the {held[1].name.lower()}"
        yield _flurry(state, seat, one, (held[0], held[1]), targets, (), name, 1)


def _attack(state: State, seat: Seat, one: Combatant, weapon: Weapon, targets: list[Combatant], known: Known) -> Offer:
    speed = get_speed("attack", weapon.speed, state.options)
    how = f"with the {weapon.name.lower()}"
    name, aimed = ("Clinch", "") if "C" in weapon.tags else (f"Strike {how}", f"Strike at {{}} {how}")
    return Offer(
        "DeclareAttack",
        name,
        "act",
        one.id,
        get_speed_text(speed, 1),
        fields=Later(partial(_attack_fields, state, seat, one, weapon, targets, known)),
        fixed={"actor": one.id, "weapon": weapon.key},
        ghosts=(state.tick + speed,),
        weighs=True,
        aimed=aimed,
    )


def _attack_fields(
    state: State, seat: Seat, one: Combatant, weapon: Weapon, targets: list[Combatant], known: Known
) -> Sequence[Field]:
    fields = [_targets(state, seat, one, weapon, targets, known)]
    if len(weapon.abilities) > 1:
        names = tuple(Choice(name, label(name)) for name in weapon.abilities)
        fields.append(
            Field("ability", "Ability", "choice", names, initial=max(weapon.abilities, key=one.sheet.ability))
        )
    fields += stunt_fields(state, seat, one)
    if weapon.range is not None:
        fields.append(number("distance", "Distance in yards", 3 * weapon.range))
    if dots := min(specialty_dots(one.sheet, name) for name in weapon.abilities):
        fields.append(number("specialty", "Specialty dice", dots))
    fields += (*power_fields(one, "attack", *weapon.abilities), *willpower_field(one))
    if not weapon.is_natural and not is_off_hand(one, weapon):
        fields.append(flag("off_hand", "In the off hand"))
    if weapon.range is None and "C" not in weapon.tags:
        fields.append(_MANEUVERS)
    if has_pool(one):
        fields += (*attack_magic(get_most_dice(one, *weapon.abilities)), *cost_fields(one))
    surprise = [Choice("", "In the open"), Choice("roll", "From hiding")]
    if seat.storyteller:
        surprise.append(Choice("unaware", "On an unaware target"))
        fields += ruling_fields()
    fields.append(Field("surprise", "Surprise", "choice", tuple(surprise), initial="", required=False))
    return fields


_MANEUVERS = Field(
    "maneuver",
    "Maneuver",
    "choice",
    (
        Choice("", "A plain blow"),
        Choice("sweep", "Sweep", "−2 dice, a hit calls for a knockdown check"),
        Choice("tackle", "Tackle", "a hit calls for knockdown checks of both"),
    ),
    initial="",
    required=False,
)


def _targets(state: State, seat: Seat, one: Combatant, weapon: Weapon, targets: list[Combatant], known: Known) -> Field:
    pools: dict[tuple[int, int], Pool] = {}
    choices = tuple(
        Choice(
            target.id,
            target.name,
            target.out,
            odds=_get_odds(state, one, weapon, target, known, pools) if may_tell(seat, one, target) else None,
        )
        for target in targets
    )
    return Field("target", "Target", "choice", choices, initial=get_default(one, targets))


def get_default(one: Combatant, targets: list[Combatant]) -> str | tuple[()]:
    """The target that a form begins with: the first, for standing foes come first; nobody where no foe stands."""
    first = targets[0]
    return () if first.out or first.side == one.side else first.id


def _get_odds(
    state: State,
    one: Combatant,
    weapon: Weapon,
    target: Combatant,
    known: Known,
    pools: dict[tuple[int, int], Pool],
) -> float:
    """The chance to hit this target; `pools` keeps the attack pool for each state of an Aim."""
    aim, abort = get_aim(state, one, target.id)
    ability = max(weapon.abilities, key=one.sheet.ability)
    declared = Declared("", one.id, target.id, weapon.key, ability, aim=aim, abort=abort, wound=one.wound_now)
    if (aim, abort) not in pools:
        pools[aim, abort] = build_attack_pool(one, declared, state.options)
    return get_target_chance(state, one, declared, weapon, pools[aim, abort], known)


def _flurry(
    state: State,
    seat: Seat,
    one: Combatant,
    weapons: tuple[Weapon, ...],
    targets: list[Combatant],
    also: tuple[str, ...],
    name: str,
    low: int,
) -> Offer:
    """A flurry with one weapon, or with one in each hand; `low` is the least number of attacks with each."""
    speed, lost = _get_timing(state, weapons, also)
    return Offer(
        "DeclareFlurry",
        name,
        "act",
        one.id,
        f"Speed {speed}, DV −{lost} and −1 for each attack" if lost else f"Speed {speed}, DV −1 for each attack",
        fields=Later(partial(_flurry_fields, state, seat, one, weapons, targets, also, low)),
        fixed={"actor": one.id, "also": also},
        ghosts=(state.tick + speed,),
        weighs=True,
    )


def _flurry_fields(
    state: State,
    seat: Seat,
    one: Combatant,
    weapons: tuple[Weapon, ...],
    targets: list[Combatant],
    also: tuple[str, ...],
    low: int,
) -> Sequence[Field]:
    rolls = [*list_act(one, "act_")] if "act" in also else []
    fields = [
        _parts(field, title, weapon, targets, low)
        for (field, title), weapon in zip(_PART_FIELDS, weapons, strict=False)
    ]
    most = sum(field.high for field in fields) + bool(rolls)
    fields = [*rolls, *fields, *list_stunts(state, one, most)]
    if reach := [weapon.range for weapon in weapons if weapon.range is not None]:
        fields.append(number("distance", "Distance in yards", 3 * min(reach)))
    if dots := max(specialty_dots(one.sheet, max(weapon.abilities, key=one.sheet.ability)) for weapon in weapons):
        fields.append(number("specialty", "Specialty dice", dots))
    worst = min(weapons, key=lambda weapon: get_most_dice(one, *weapon.abilities))
    fields += (*power_fields(one, "flurry", *worst.abilities), *willpower_field(one))
    if has_pool(one):
        most = min(get_most_dice(one, *weapon.abilities) for weapon in weapons)
        fields += (*attack_magic(most), *cost_fields(one))
    if seat.storyteller:
        fields += ruling_fields()
    return fields


_PART_FIELDS = (("parts", "Attacks, in order"), ("then", "Attacks with the other hand"))


def _parts(field: str, title: str, weapon: Weapon, targets: list[Combatant], low: int) -> Field:
    choices = tuple(Choice(f"attack:{weapon.key}:{target.id}", target.name, target.out) for target in targets)
    return Field(field, title, "list", choices, low=low, high=min(weapon.rate, MAX_ATTACKS), initial=())


def _get_timing(state: State, weapons: tuple[Weapon, ...], also: tuple[str, ...]) -> tuple[int, int]:
    """The flurry's Speed and the DV penalty of what it holds beside attacks (2E-306, 2E-307, 2E-309)."""
    kinds = [part.partition(":")[0] for part in also]
    speeds = [get_speed("attack", weapon.speed, state.options) for weapon in weapons]
    rows = [ACTIONS["misc" if kind == "act" else kind] for kind in kinds]
    speeds += [row.speed for row, kind in zip(rows, kinds, strict=True) if kind != "ready"]
    return max(speeds), sum(row.penalty for row in rows)
