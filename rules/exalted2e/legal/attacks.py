"""Offers to attack: with each weapon, in a flurry, with one weapon in each hand."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from rules.battle import Choice, Field, LazySequence, Offer, Rank, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.battle.targets import find_first
from rules.exalted2e.attack.defenses import get_weapon, is_off_hand, name_weapon
from rules.exalted2e.attack.figures import build_attack_pool
from rules.exalted2e.attack.steps import Exchange
from rules.exalted2e.attack.units import find_edge
from rules.exalted2e.decide.acting import get_aim
from rules.exalted2e.decide.surprise import list_surprises
from rules.exalted2e.legal import fields
from rules.exalted2e.legal.chances import ChanceCache, get_target_chance, open_roll
from rules.exalted2e.legal.openings import guess_chance, list_openings, may_show_chance, mix_odds
from rules.exalted2e.legal.places import asks_distance, say_where
from rules.exalted2e.legal.plain import list_act
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.specialties import list_choices
from rules.exalted2e.state import Combatant, DeclaredAttack, State
from rules.exalted2e.timing import ACTIONS, get_speed, get_speed_text
from rules.exalted2e.traits import label
from rules.text import EMPTY, Text, verbatim

Pools = dict[tuple[int, int, int, int], Exchange]
CLINCH = Text("Clinch")
MAX_ATTACKS = 4
"""The most attacks with one weapon that a form asks for; no weapon of the tables has a higher Rate."""


def offer_attacks(
    sight: Sight[State], actor: Combatant, targets: list[Combatant], known: ChanceCache
) -> Iterator[Offer]:
    """Yield the offers of every attack and flurry that this combatant may declare; targets in the given order."""
    if not targets:
        return
    flurry = partial(_flurry, sight, actor, targets)
    for weapon in actor.sheet.arms():
        in_hand = weapon.is_natural or weapon.key in actor.ready
        if "C" in weapon.tags:  # a unit neither clinches nor is held (2E-391)
            single = [target for target in targets if not (actor.worn or target.worn)]
            if in_hand and single:
                yield _attack(sight, actor, weapon, single, known)
            continue
        if in_hand:
            yield _attack(sight, actor, weapon, targets, known)
        names = _name_offers(name_weapon(weapon))
        if not in_hand:
            yield flurry((weapon,), (f"ready:{weapon.key}",), names.draw, 1)
            continue
        if weapon.rate > 1:
            yield flurry((weapon,), (), names.flurry, 2, "sometimes" if _rank(actor, weapon) == "usual" else "rare")
        if not weapon.is_natural and sight.state.options.dash_in_flurry:
            yield flurry((weapon,), ("dash",), names.dash, 1)
        yield flurry((weapon,), ("act",), names.act, 1, "rare")
    held = tuple(arm for key in actor.ready if (arm := get_weapon(actor.sheet, key)) is not None)
    if len(held) == 2:  # each up to its own Rate (2E-308)
        first, second = map(name_weapon, held)
        yield flurry(held, (), Text("Flurry ({w} and {w2})", w=first, w2=second), 1)


class _Names(NamedTuple):
    """The labels of the offers to attack with one weapon."""

    strike: Text
    aimed: Text
    draw: Text
    flurry: Text
    dash: Text
    act: Text


@lru_cache(maxsize=1024)
def _name_offers(w: Text) -> _Names:
    """Return the labels for a weapon of this name, which is a word of the book's or of a sheet."""
    return _Names(
        Text("Attack ({w})", w=w),
        Text("Attack {whom} ({w})", whom="{}", w=w),
        Text("Draw + attack ({w})", w=w),
        Text("Flurry ({w})", w=w),
        Text("Dash + attack ({w})", w=w),
        Text("Misc. action + attack ({w})", w=w),
    )


def _attack(
    sight: Sight[State], actor: Combatant, weapon: Weapon, targets: list[Combatant], known: ChanceCache
) -> Offer:
    speed, names = get_speed("attack", weapon.speed, sight.state.options), _name_offers(name_weapon(weapon))
    name, aimed = (CLINCH, EMPTY) if "C" in weapon.tags else (names.strike, names.aimed)
    cost, at = get_speed_text(speed, 1), (sight.state.tick + speed,)
    form, fixed = LazySequence(partial(_attack_fields, sight, actor, weapon, targets, known)), {"weapon": weapon.key}
    return offer_move(
        DeclareAttack,
        name,
        actor,
        form,
        cost=cost,
        fixed=fixed,
        next_ticks=at,
        has_preview=True,
        aimed=aimed,
        rank=_rank(actor, weapon),
    )


def _rank(actor: Combatant, weapon: Weapon) -> Rank:
    """Return how usual an attack is: who holds a weapon seldom uses fists, and no one clinches often."""
    return "sometimes" if "C" in weapon.tags or (weapon.is_natural and actor.ready) else "usual"


def _attack_fields(
    sight: Sight[State], actor: Combatant, weapon: Weapon, targets: list[Combatant], known: ChanceCache
) -> Sequence[Field]:
    abilities = tuple(Choice(name, label(name)) for name in weapon.abilities)
    best = max(weapon.abilities, key=actor.sheet.ability)
    surprises = list_surprises(actor)
    special = tuple(list_choices(actor.sheet, *weapon.abilities))
    changes: dict[str, dict[str, Any]] = {
        "target": {
            "choices": _targets(sight, actor, weapon, targets, known),
            "initial": find_first(actor, targets) or (),
        },
        "ability": {"choices": abilities, "initial": best, "required": True},
        "distance": {"high": 3 * (weapon.range or 0)},
        "specialties": {"choices": special},
        "surprise": {"choices": surprises},
    }
    select = partial(list_fields, DeclareAttack, changes)
    asks = asks_distance(sight, actor, targets)
    is_close, is_odd = weapon.range is None, not weapon.is_natural and not is_off_hand(actor, weapon)
    first = {"target": True, "ability": len(abilities) > 1, "distance": not is_close and asks, "specialties": special}
    last = {"off_hand": is_odd, "maneuver": is_close and "C" not in weapon.tags, "surprise": True}
    return (
        *select(*(name for name, is_asked in first.items() if is_asked)),
        *fields.stunt_fields(sight, actor, DeclareAttack),
        *fields.excellency_field(actor, DeclareAttack, fields.get_most_dice(actor, *weapon.abilities)),
        *fields.power_fields(actor, "attack", *weapon.abilities),
        *fields.willpower_field(actor, DeclareAttack),
        *select(*(name for name, is_asked in last.items() if is_asked)),
        *fields.attack_magic(actor, DeclareAttack),
        *fields.ruling_fields(DeclareAttack),
    )


def _targets(
    sight: Sight[State], actor: Combatant, weapon: Weapon, targets: list[Combatant], known: ChanceCache
) -> tuple[Choice, ...]:
    pools: Pools = {}
    return tuple(_rate(sight, actor, weapon, target, known, pools) for target in targets)


def _rate(
    sight: Sight[State], actor: Combatant, weapon: Weapon, target: Combatant, known: ChanceCache, pools: Pools
) -> Choice:
    """Return a target with the chance to hit it, as far as the seat may know; `pools` caches pools by Aim, by
    the difference in Magnitude and by distance."""
    state = sight.state
    shown = target.id, verbatim(target.name), say_where(state, actor, target)
    if target.side == actor.side:
        return Choice(*shown)
    declared = _declare(state, actor, weapon, target)
    key = declared.aim, declared.abort, declared.edge, declared.distance
    if key not in pools:
        numbers = open_roll(actor, build_attack_pool(actor, declared, state.options))
        pools[key] = replace(numbers, range=weapon.range or 0, distance=declared.distance)
    numbers = pools[key]
    if not may_show_chance(sight.seat, actor, target):
        return Choice(*shown, odds=guess_chance(state, actor, declared, numbers), about=True)
    if declared.surprise:  # the target may notice it
        return Choice(*shown, odds=float(mix_odds(list_openings(state, declared)).success))
    return Choice(*shown, odds=get_target_chance(state, actor, declared, weapon, numbers, known))


def _declare(state: State, actor: Combatant, weapon: Weapon, target: Combatant) -> DeclaredAttack:
    """Return the attack as the form stands before anything is filled in."""
    aim, abort = get_aim(state, actor, target.id)
    ability = max(weapon.abilities, key=actor.sheet.ability)
    return DeclaredAttack(
        "",
        actor.id,
        target.id,
        weapon.key,
        ability,
        aim=aim,
        abort=abort,
        wound=actor.wound_now,
        edge=find_edge(actor.magnitude, target.magnitude),
        off_hand=is_off_hand(actor, weapon) and not weapon.is_natural,
        distance=(state.get_distance(actor.id, target.id) or 0) if weapon.range is not None else 0,
        surprise="roll" if actor.hidden else "",
    )


def _flurry(
    sight: Sight[State],
    actor: Combatant,
    targets: list[Combatant],
    weapons: tuple[Weapon, ...],
    also: tuple[str, ...],
    name: Text,
    low: int,
    rank: Rank = "sometimes",
) -> Offer:
    """Return the offer of a flurry with one weapon, or one in each hand; `low`: the least attacks with each."""
    speed, lost = _get_timing(sight.state, weapons, also)
    cost, at = _say_flurry(speed, lost), (sight.state.tick + speed,)
    form = LazySequence(partial(_flurry_fields, sight, actor, targets, weapons, also, low))
    return offer_move(
        DeclareFlurry, name, actor, form, cost=cost, fixed={"also": also}, next_ticks=at, has_preview=True, rank=rank
    )


@lru_cache(maxsize=256)
def _say_flurry(speed: int, lost: int) -> Text:
    """Return the cost of a flurry whose other parts lose this much DV."""
    if lost:
        return Text("Speed {n}, DV −{n2} and −1 per attack", n=speed, n2=lost)
    return Text("Speed {n}, DV −1 per attack", n=speed)


def _flurry_fields(
    sight: Sight[State],
    actor: Combatant,
    targets: list[Combatant],
    weapons: tuple[Weapon, ...],
    also: tuple[str, ...],
    low: int,
) -> Sequence[Field]:
    pairs = zip(("parts", "then"), weapons, strict=False)
    changes = {name: _parts(sight.state, actor, weapon, targets, low) for name, weapon in pairs}
    most = sum(part["high"] for part in changes.values()) + ("act" in also)
    reach = [weapon.range for weapon in weapons if weapon.range is not None]
    if reach and asks_distance(sight, actor, targets):
        changes["distance"] = {"high": 3 * min(reach)}
    changes["surprise"] = {"choices": list_surprises(actor)}
    abilities = dict.fromkeys(ability for weapon in weapons for ability in weapon.abilities)
    if special := tuple(list_choices(actor.sheet, *abilities)):
        changes["specialties"] = {"choices": special}
    worst = min(weapons, key=lambda weapon: fields.get_most_dice(actor, *weapon.abilities))
    return (
        *(list_act(actor, DeclareFlurry, "act_") if "act" in also else ()),
        *list_fields(DeclareFlurry, changes, *changes),
        *fields.list_stunts(sight.state, actor, DeclareFlurry, most),
        *fields.excellency_fields(actor, fields.get_most_dice(actor, *worst.abilities), most - ("act" in also)),
        *fields.power_fields(actor, "flurry", *worst.abilities),
        *fields.willpower_field(actor, DeclareFlurry),
        *fields.own_fields(actor, weapons, most - ("act" in also)),
        *fields.attack_magic(actor, DeclareFlurry),
        *fields.ruling_fields(DeclareFlurry),
    )


def _parts(state: State, actor: Combatant, weapon: Weapon, targets: list[Combatant], low: int) -> dict[str, Any]:
    """Return the attacks with one weapon, of which the least number are on the first foe who stands at first."""
    first, begun = find_first(actor, targets), f"attack:{weapon.key}"
    choices = tuple(
        Choice(f"{begun}:{target.id}", verbatim(target.name), say_where(state, actor, target)) for target in targets
    )
    return {
        "kind": "list",
        "choices": choices,
        "low": low,
        "high": min(weapon.rate, MAX_ATTACKS),
        "initial": (f"{begun}:{first}",) * low if first else (),
        "rolled": True,
    }


def _get_timing(state: State, weapons: tuple[Weapon, ...], also: tuple[str, ...]) -> tuple[int, int]:
    """Return the flurry's Speed and the DV penalty of its parts other than attacks (2E-306, 2E-307, 2E-309)."""
    slowest, lost = _time_others(also)
    return max(slowest, *(get_speed("attack", weapon.speed, state.options) for weapon in weapons)), lost


@lru_cache(maxsize=64)
def _time_others(also: tuple[str, ...]) -> tuple[int, int]:
    """Return the longest Speed of the parts that are no attacks, 0 without any that counts, and their DV penalty."""
    kinds = [part.partition(":")[0] for part in also]
    rows = [ACTIONS["misc" if kind == "act" else kind] for kind in kinds]
    speeds = [row.speed for row, kind in zip(rows, kinds, strict=True) if kind != "ready"]
    return max(speeds, default=0), sum(row.penalty for row in rows)
