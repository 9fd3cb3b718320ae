"""Attacks, holds and struggles as offers."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rules.battle import Choice, Fields, LazySequence, Offer, Seat, offer_move
from rules.battle.declare import list_fields, pick
from rules.battle.targets import name_targets
from rules.lru_cache import cached_by_identity
from rules.text import EMPTY, Text, join, small, verbatim, word
from rules.view import signed
from rules.wod2004 import moves as mv
from rules.wod2004.attack import circumstances as c
from rules.wod2004.attack.pool import BASE, CLOSE_MODES
from rules.wod2004.decide.attacks import armament, make_exchange, make_hold, no_all_out, ranges_of, spots_of
from rules.wod2004.decide.guards import no_action
from rules.wod2004.decide.powers import USE, gather_powers
from rules.wod2004.decide.resolving import find_struck
from rules.wod2004.legal.chances import guess_attack_line, weigh_attack_line
from rules.wod2004.legal.forms import ACTION, first_target, offer_roll, sort_targets, willpower_field
from rules.wod2004.sheet.equipment import Weapon
from rules.wod2004.state.battle import Exchange, State
from rules.wod2004.state.combatant import Combatant


def attack_offers(state: State, actor: Combatant, seen: Sequence[Combatant], seat: Seat) -> list[Offer]:
    """Return one offer per weapon and manner of fire."""
    if reason := no_action(actor, locked=True):
        return [offer_move(mv.Attack, Text("Attack"), actor, reason=reason)]
    targets = reachable(actor, seen)
    offers: list[Offer] = []
    for weapon in armament(state, actor):
        bursts = c.BURSTS if weapon.autofire else ("single",)
        struck = [find_struck(state, target, weapon) for target in targets]
        offers += [_attack(actor, weapon, burst, targets, struck, seat) for burst in bursts]
    return offers


def reachable(actor: Combatant, seen: Iterable[Combatant]) -> list[Combatant]:
    """Return who can be attacked, foes first; in a grapple only the opponent."""
    return sort_targets(actor, [who for who in seen if not actor.grapple or who.id == actor.grapple])


def _attack(
    actor: Combatant, weapon: Weapon, burst: str, targets: list[Combatant], struck: list[Combatant], seat: Seat
) -> Offer:
    name = join(", ", (word(weapon.name), small(c.BURST_NAMES[burst]) if burst != "single" else EMPTY))
    fields = LazySequence(partial(_attack_fields, actor, weapon, burst, targets, struck, seat))
    reason = EMPTY if targets else Text("There is no one to attack.")
    fixed = {"weapon": weapon.key, "burst": burst}
    is_usual = burst == "single" and not (weapon.natural and actor.drawn)  # who is armed seldom uses fists
    return offer_move(
        mv.Attack,
        name,
        actor,
        fields,
        cost=ACTION,
        hint=weapon.figures,
        fixed=fixed,
        reason=reason,
        has_preview=True,
        rank="usual" if is_usual else "sometimes",
    )


def _attack_fields(
    actor: Combatant, weapon: Weapon, burst: str, targets: list[Combatant], struck: list[Combatant], seat: Seat
) -> Fields:
    choices = _rate(targets, struck, seat, partial(_attack_odds, actor, weapon, burst))
    most = min(c.BURSTS[burst][1], max(1, len(choices)))
    label = Text("Target") if most == 1 else Text("Targets")
    return (
        *pick(mv.Attack, "targets", choices, label=label, low=1, high=most, initial=first_target(actor, targets)),
        *_manner_fields(actor, weapon),
        *USE.field(actor, "attack"),
        *_specialty_field(actor, BASE[weapon.mode][1]),
        *willpower_field(mv.Attack, actor),
        *list_fields(mv.Attack, None, "modifier"),
    )


def _rate(
    targets: Sequence[Combatant],
    struck: Sequence[Combatant],
    seat: Seat,
    chance: Callable[[Combatant, Combatant, bool], float],
) -> tuple[Choice, ...]:
    """Return targets as choices with the chance of a hit, given whether the seat may know the figures of `struck`, whom
    the attack on each would reach.
    """
    knows = [seat.controls(target.character) for target in struck]  # Defense and armor of others are secret
    return tuple(
        replace(choice, odds=chance(target, reached, is_known), about=not is_known)
        for choice, target, reached, is_known in zip(name_targets(targets), targets, struck, knows, strict=True)
    )


def _specialty_field(actor: Combatant, skill: str) -> Fields:
    """Return the field for a Specialty of the Skill, if there is one (WD-007)."""
    names = actor.specialties.get(skill)
    label = Text("Specialty: {names}", names=names)
    return list_fields(mv.Attack, {"specialty": {"label": label}}, "specialty") if names else ()


@cached_by_identity(8192)
def _attack_odds(
    actor: Combatant, weapon: Weapon, burst: str, target: Combatant, struck: Combatant, is_known: bool
) -> float:
    """Return the chance that a plain attack hits, against usual figures if those of the target are not known."""
    far = "close" if weapon.mode in CLOSE_MODES else "short"
    move = mv.Attack(actor.id, weapon.key, (target.id,), range=far, burst=burst)
    exchange = make_exchange(actor, [target], weapon, move, gather_powers(actor, (), "attack"))
    return _hit_odds(exchange, struck, is_known)


@cached_by_identity(8192)
def _grapple_odds(actor: Combatant, target: Combatant, struck: Combatant, is_known: bool) -> float:
    """Return the chance that a plain grapple takes hold, by the figures that `_attack_odds` counts with."""
    return _hit_odds(make_hold(actor, target, mv.Grapple(actor.id, target.id))[0], struck, is_known)


def _hit_odds(exchange: Exchange, target: Combatant, is_known: bool) -> float:
    return float(weigh_attack_line(exchange, target).odds.success) if is_known else guess_attack_line(exchange, target)


def _manner_fields(actor: Combatant, weapon: Weapon) -> Fields:
    """Return the fields that this weapon asks for: range, target, hands."""
    ranged = weapon.mode not in CLOSE_MODES
    spots = (
        Choice("", Text("Anywhere")),
        *(Choice(spot, word(spot.title()), verbatim(str(c.SPOTS[spot]))) for spot in spots_of(weapon)),
    )
    asked = {
        "range": ranged,
        "bystanders": ranged,
        "spot": True,
        "all_out": not no_all_out(actor, weapon),
        "off_hand": not weapon.natural,
        "one_hand": weapon.two_handed,
    }
    changes: dict[str, dict[str, Any]] = {
        "range": {"choices": _range_choices(weapon), "initial": "short"},
        "spot": {"choices": spots},
    }
    return list_fields(mv.Attack, changes, *(name for name, is_asked in asked.items() if is_asked))


def _range_choices(weapon: Weapon) -> tuple[Choice, ...]:
    yards = {"close": Text("one or two yards")}
    for name, far in zip(("short", "medium", "long"), weapon.ranges, strict=False):
        yards[name] = Text("up to {n} yard", "up to {n} yards", n=far)
    return tuple(Choice(name, _name_range(name), yards.get(name, EMPTY)) for name in ranges_of(weapon))


def _name_range(name: str) -> Text:
    dice = c.RANGES[name]
    return join(" ", (word(name.title()), signed(dice))) if dice else word(name.title())


def grapple_offers(actor: Combatant, seen: Sequence[Combatant], seat: Seat) -> list[Offer]:
    """Return the offer to take hold or, inside a grapple, to break free and overpower."""
    if actor.grapple:
        return _struggles(actor)
    free = [who for who in reachable(actor, seen) if not who.grapple]
    reason = no_action(actor) or (EMPTY if free else Text("There is no one to grapple."))
    targets = pick(
        mv.Grapple, "target", _rate(free, free, seat, partial(_grapple_odds, actor)), initial=first_target(actor, free)
    )
    return [offer_roll(mv.Grapple, Text("Grapple"), actor, (*targets, *USE.field(actor, "attack")), reason)]


def _struggles(actor: Combatant) -> list[Offer]:
    used = Text("{who} has already used this turn’s action.", who=actor.name) if actor.acted else EMPTY
    powers = USE.field(actor, "roll")
    return [
        offer_roll(mv.BreakFree, Text("Break free"), actor, powers, used),
        offer_roll(mv.Overpower, Text("Overpower"), actor, powers, no_action(actor, locked=True)),
    ]
