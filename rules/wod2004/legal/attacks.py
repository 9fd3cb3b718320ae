"""Attacks, holds and struggles as offers."""

from collections.abc import Iterable, Sequence
from functools import partial

from rules.battle import Choice, Field, Later, Offer, Seat
from rules.memory import remember
from rules.wod2004 import moves as m
from rules.wod2004.attack import circumstances as c
from rules.wod2004.attack.pool import BASE, CLOSE_MODES
from rules.wod2004.decide.attacking import (
    MAX_BYSTANDERS,
    armament,
    make_exchange,
    no_all_out,
    ranges_of,
    spots_of,
)
from rules.wod2004.decide.guards import no_action
from rules.wod2004.decide.powers import power_field, read_powers
from rules.wod2004.legal.chances import weigh_blow
from rules.wod2004.legal.forms import (
    first_target,
    modifier_field,
    roll_offer,
    sort_targets,
    specialty_field,
    standing_of,
    target_field,
    willpower_field,
)
from rules.wod2004.sheet.equipment import Weapon
from rules.wod2004.state import Combatant, State

BURST_LABELS = {
    "single": "",
    "short": ", short burst",
    "medium": ", medium burst",
    "long": ", long burst",
}


def attack_offers(state: State, actor: Combatant, seen: Sequence[Combatant], seat: Seat) -> list[Offer]:
    """One offer per weapon and manner of fire."""
    if reason := no_action(actor, locked=True):
        return [Offer("Attack", "Attack", "act", actor.id, fixed={"actor": actor.id}, reason=reason)]
    targets = reachable(actor, seen)
    offers: list[Offer] = []
    for weapon in armament(state, actor):
        bursts = c.BURSTS if weapon.autofire else ("single",)
        offers += [_attack(actor, weapon, burst, targets, seat) for burst in bursts]
    return offers


def reachable(actor: Combatant, seen: Iterable[Combatant]) -> list[Combatant]:
    """Who can be attacked, foes first; in a grapple only the opponent."""
    return sort_targets(actor, [who for who in seen if not actor.grapple or who.id == actor.grapple])


def _attack(actor: Combatant, weapon: Weapon, burst: str, targets: list[Combatant], seat: Seat) -> Offer:
    return Offer(
        "Attack",
        f"{weapon.name}{BURST_LABELS[burst]}",
        "act",
        actor.id,
        cost="the action",
        hint=weapon.figures,
        fields=Later(partial(_attack_fields, actor, weapon, burst, targets, seat)),
        fixed={"actor": actor.id, "weapon": weapon.key, "burst": burst},
        reason="" if targets else "There is nobody to attack.",
        weighs=True,
    )


def _attack_fields(
    actor: Combatant, weapon: Weapon, burst: str, targets: list[Combatant], seat: Seat
) -> tuple[Field, ...]:
    choices = tuple(_target(actor, weapon, target, seat) for target in targets)
    most = min(c.BURSTS[burst][1], max(1, len(choices)))
    return (
        Field("targets", "Target" if most == 1 else "Targets", "choices", choices, low=1, high=most,
              initial=first_target(actor, targets)),
        *_manner_fields(actor, weapon),
        *power_field(actor, "attack"),
        *specialty_field(actor, BASE[weapon.mode][1]),
        *willpower_field(actor),
        modifier_field(),
    )  # fmt: skip


def _target(actor: Combatant, weapon: Weapon, target: Combatant, seat: Seat) -> Choice:
    # Odds would tell a player the target's Defense and armor: only the Storyteller reads them.
    odds = _attack_odds(actor, weapon, target) if seat.storyteller else None
    return Choice(target.id, target.name, standing_of(target), odds=odds)


@remember(8192)
def _attack_odds(actor: Combatant, weapon: Weapon, target: Combatant) -> float:
    """The chance that a plain attack hits."""
    move = m.Attack(actor.id, weapon.key, (target.id,), range="close" if weapon.mode in CLOSE_MODES else "short")
    exchange = make_exchange(actor, [target], weapon, move, read_powers(actor, (), "attack"))
    return round(float(weigh_blow(exchange, target).odds.success), 4)


def _manner_fields(actor: Combatant, weapon: Weapon) -> list[Field]:
    ranged = weapon.mode not in CLOSE_MODES
    fields: list[Field] = []
    if ranged:
        fields.append(Field("range", "Range", "choice", _range_choices(weapon), initial="short"))
        fields.append(
            Field("bystanders", "People to avoid", "number", low=0, high=MAX_BYSTANDERS, initial=0, required=False)
        )
    spots = (Choice("", "Anywhere"), *(Choice(spot, spot.title(), f"{c.SPOTS[spot]}") for spot in spots_of(weapon)))
    fields.append(Field("spot", "Specified target", "choice", spots, initial="", required=False))
    if not no_all_out(actor, weapon):
        fields.append(Field("all_out", "All-out: +2, no Defense this turn", "flag", initial=False, required=False))
    if not weapon.natural:
        fields.append(Field("off_hand", "Off hand: −2", "flag", initial=False, required=False))
    if weapon.two_handed:
        fields.append(Field("one_hand", "In one hand", "flag", initial=False, required=False))
    return fields


def _range_choices(weapon: Weapon) -> tuple[Choice, ...]:
    yards = {"close": "a yard or two"}
    if weapon.ranges:
        yards |= {
            name: f"up to {far} yards" for name, far in zip(("short", "medium", "long"), weapon.ranges, strict=True)
        }
    return tuple(
        Choice(name, f"{name.title()} {c.RANGES[name] or ''}".strip().replace("-", "−"), yards.get(name, ""))
        for name in ranges_of(weapon)
    )


def grapple_offers(actor: Combatant, seen: Sequence[Combatant]) -> list[Offer]:
    """Take hold, or inside a grapple: break free and overpower."""
    if actor.grapple:
        return _struggles(actor)
    free = [who for who in reachable(actor, seen) if not who.grapple]
    reason = no_action(actor) or ("" if free else "There is nobody to take hold of.")
    powers = power_field(actor, "attack")
    return [roll_offer("Grapple", "Grapple", actor, reason, target_field(actor, free), *powers)]


def _struggles(actor: Combatant) -> list[Offer]:
    used = f"{actor.name} has used this turn's action." if actor.acted else ""
    powers = power_field(actor, "roll")
    return [
        roll_offer("BreakFree", "Break free", actor, used, *powers),
        roll_offer("Overpower", "Overpower", actor, no_action(actor, locked=True), *powers),
    ]
