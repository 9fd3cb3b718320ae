"""Exact chances to hit, for those who may know the figures behind them."""

from rules.battle import Seat
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.attack import get_range_penalty
from rules.exalted2e.attack.defenses import list_defenses
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state import Combatant, Declared, State
from rules.odds import odds
from rules.pool import Pool


def get_chance(one: Combatant, pool: Pool, dv: int, far: int = 0) -> float:
    """The chance of at least one net success against this DV (2E-365)."""
    if one.sheet.being == "extra" and dv > pool.total:
        return 0.0
    found = odds(
        face_rule(one.sheet.being),
        min(pool.dice, 100),
        difficulty=max(0, dv) + 1,
        bonus=pool.bonus_successes,
        external=pool.external + far,
        botch="none",
    )
    return float(found.success)


Known = dict[tuple[str, bool, str, bool], int]
"""DVs worked out so far by target and by what of a weapon matters to them: reach, damage, range."""


def get_target_chance(
    state: State, seat: Seat, declared: Declared, weapon: Weapon, pool: Pool, known: Known
) -> float | None:
    """The chance against the target's better DV, if the seat may know that DV; None otherwise."""
    target = state.of(declared.target)
    if not seat.storyteller and not seat.controls(target.character):
        return None
    key = (declared.target, weapon.is_ranged, weapon.damage_type, weapon.has_reach)
    if key not in known:
        known[key] = list_defenses(state, declared)[0].dv.total
    return get_chance(state.of(declared.actor), pool, known[key])


def get_answer_chance(state: State, declared: Declared, pool: Pool, dv: int, weapon_range: int) -> float:
    """The chance to be hit if the attack meets this DV."""
    return get_chance(state.of(declared.actor), pool, dv, get_range_penalty(weapon_range, declared.distance))
