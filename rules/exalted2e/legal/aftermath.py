"""How an attack may come out, and what it may leave of its target and its attacker (2E-365 to 2E-389)."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from rules.dice import MAX_DICE
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.attack.chances import damage_odds, exchange_odds
from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.attack.steps import KNOCKDOWN_DIFFICULTY, Exchange, add_raw, add_soak
from rules.exalted2e.decide.results import find_injury, make_loss
from rules.exalted2e.defense import compute_final_damage, is_stopped
from rules.exalted2e.health.track import mark
from rules.exalted2e.pools import keep_footing, withstand_stun
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.state import DeclaredAttack, State
from rules.odds import odds
from rules.pool import Pool

Branches = list[tuple[float, State]]
FALLEN = {"prone": True}


class Outcome(NamedTuple):
    """One way in which an attack may come out: its chance, whether it hits, raw damage, and levels."""

    chance: float
    hit: bool
    raw: int
    levels: int


def is_clinch(state: State, attack: DeclaredAttack) -> bool:
    """Return whether the attack is a clinch, which ends its flurry where it hits (2E-312)."""
    weapon = get_weapon(state.get(attack.actor).sheet, attack.weapon)
    return weapon is not None and "C" in weapon.tags


@lru_cache(maxsize=512)
def spread_damage(dice: int, *, is_extra: bool) -> tuple[tuple[int, float], ...]:
    """Return the levels of damage that these dice bring, each with its chance."""
    return tuple((levels, float(chance)) for levels, chance in damage_odds(dice, is_extra=is_extra).distribution)


@lru_cache(maxsize=4096)
def spread_attack(now: Exchange, usual: int | None, *, is_clinch: bool, is_detailed: bool) -> tuple[Outcome, ...]:
    """Return how an attack may come out. `usual`: a soak in place of the target's own. Raw damage is kept apart only
    where it is asked for. What a hold does is chosen once it holds (2E-392).
    """
    found = exchange_odds(now)
    if not found.success:
        return (Outcome(1.0, False, 0, 0),)
    merged = defaultdict[tuple[bool, int, int], float](float)
    merged[False, 0, 0] = 1 - float(found.success)
    soak, dv = add_soak(now) if usual is None else usual, now.effective_dv + now.third // 2
    for total, exact in found.distribution:
        if total <= dv:
            continue
        chance = float(exact)
        raw = add_raw(now, total - dv)
        final = compute_final_damage(raw, soak, now.weapon_min, now.essence, now.hardness, now.post_mod)
        dice = 0 if is_clinch else min(MAX_DICE, final)
        for levels, share in spread_damage(dice, is_extra=now.defender_being == "extra"):
            merged[True, raw if is_detailed else 0, levels] += chance * share
    return tuple(Outcome(chance, *how) for how, chance in merged.items() if chance)


def list_after(
    state: State, attack: DeclaredAttack, now: Exchange, found: Outcome, *, is_known: bool
) -> Iterator[tuple[float, State]]:
    """Yield what an attack that hits may leave, with its chances (2E-384 to 2E-389).

    Of a usual target no one knows what keeps it on its feet; only a series in which stuns lower DVs would ask for it.
    """
    target = state.get(attack.target)
    if found.levels and target.worn:
        yield 1.0, state.change(target.id, unit=make_loss(state, target, found.levels).unit)
        return
    if found.levels:
        state = state.change(target.id, health=mark(target.health, now.damage_type, found.levels, state.options))
    branches: Branches = [(1.0, state)]
    counts_target = is_known and state.options.internal_to_dv
    if attack.maneuver == "tackle" and not target.worn:
        branches = _tackle(branches, attack, counts_target=counts_target)
    if counts_target and not target.worn and not state.get(target.id).out:
        stopped = is_stopped(found.raw, now.hardness)
        injury = find_injury(target, replace(now, raw=found.raw, levels=found.levels, stopped=stopped))
        if (injury.knockdown or attack.maneuver == "sweep") and attack.maneuver != "tackle":
            branches = _check(branches, target.id, keep_footing, KNOCKDOWN_DIFFICULTY, FALLEN)
        if injury.stun_difficulty is not None:
            stunned = {"stunned_by": attack.actor}
            branches = _check(branches, target.id, withstand_stun, injury.stun_difficulty, stunned)
    yield from branches


def _tackle(branches: Branches, attack: DeclaredAttack, *, counts_target: bool) -> Branches:
    """Return what a tackle leaves: who does not fall by it is stunned, and the attacker may fall, too (2E-389)."""
    (_, state), *_rest = branches
    target, actor = state.get(attack.target), state.get(attack.actor)
    if counts_target and not (target.out or target.prone):
        found = _check(branches, target.id, keep_footing, KNOCKDOWN_DIFFICULTY, FALLEN)
        stunned = {"stunned_by": attack.actor}
        branches = [(p, s if s.get(target.id).prone else s.change(target.id, **stunned)) for p, s in found]
    if actor.out or actor.prone:
        return branches
    return _check(branches, actor.id, keep_footing, KNOCKDOWN_DIFFICULTY, FALLEN)


def _check(
    branches: Branches, id: str, make_pool: Callable[[Sheet, int], Pool], difficulty: int, failed: Mapping[str, object]
) -> Branches:
    """Return the branches with a check in each: those in which it fails have what it brings."""
    found: Branches = []
    for chance, state in branches:
        actor = state.get(id)
        if failed is FALLEN and actor.prone:
            found.append((chance, state))
            continue
        pool = make_pool(actor.sheet, actor.health.wound)
        kept = float(odds(face_rule(actor.sheet.being), pool.dice, difficulty=difficulty, botch="none").success)
        parts = ((kept, state), (1 - kept, state.change(id, **failed)))
        found += [(chance * part, after) for part, after in parts if part]
    return found
