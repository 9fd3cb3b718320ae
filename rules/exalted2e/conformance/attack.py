"""Vectors of kind attack: one attack, a flurry, and other effects than damage."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from rules.conformance import Fields, Range, Result, pick
from rules.dice import Roller
from rules.errors import BadInput
from rules.exalted2e.attack.steps import Exchange, check_injury, resolve
from rules.exalted2e.conformance.dv import Hardness, as_list
from rules.exalted2e.conformance.pool import base_pool, make_kinds
from rules.exalted2e.pools import multiple_action_penalty
from rules.text import Text

kind = make_kinds()
AttackKeys = Annotated[
    Any,
    Fields(
        Exchange,
        "tn",
        "attacker_being",
        "bonus_successes",
        "external",
        "range",
        "distance",
        "reroll",
        "strength",
        "weapon_damage",
        "damage_type",
        "weapon_min",
        "raw_mod",
        "soak_natural",
        "soak_armor",
        "piercing",
        "post_mod",
        "defender_being",
    ),
]
"""The keys of an attack, whether it is alone or in a flurry."""


@kind("attack")
def _attack(
    roller: Roller,
    *,
    pool: int,
    dv: int = 0,
    hardness: Hardness = 0,
    essence: int = 1,
    exc3_ability: int = 0,
    **keys: AttackKeys,
) -> Result:
    """Resolve one attack through steps 3 to 8. `dv` is the true DV, `exc3_ability` is the defender's."""
    now = Exchange(pool, dv=dv, hardness=as_list(hardness), essence=essence, third=exc3_ability, **keys)
    return pick(resolve(now, roller), *FOUND, hardness_stops="stopped")


FOUND = ("auto_miss", "successes", "botch", "net", "hit", "raw", "soak", "final", "levels", "dv_extra")


@kind("attack", op="flurry")
def _flurry(
    roller: Roller,
    *,
    n: Annotated[int, Range(1, 50)],
    base: int,
    step1: int = 0,
    wound: int = 0,
    targets: tuple[str, ...] = (),
    dv: int | Mapping[str, int] = 0,
    hardness: Hardness = 0,
    essence: int = 1,
    exc3_ability: int = 0,
    **keys: AttackKeys,
) -> Result:
    """Resolve several attacks: multiple-action penalties, and onslaught per defender (2E-230, 2E-320).

    `dv` is one number for all targets, or a number for each.
    """
    targets = targets or ("",) * n
    if len(targets) != n:
        raise BadInput("wrong_length", Text("'targets' must name one target for each of the n attacks."), key="targets")
    suffered: Counter[str] = Counter()
    attacks = []
    for index, target in enumerate(targets, start=1):
        pool = base_pool(base, essence, wound, multiple_action_penalty(n, index), step1)
        true = _get_dv(dv, target) - suffered[target]
        suffered[target] += 1
        found = _attack(
            roller, pool=pool, dv=true, hardness=hardness, essence=essence, exc3_ability=exc3_ability, **keys
        )
        attacks.append({"pool": pool, "dv": max(0, true), "dv_true": true, **found})
    return {"attacks": attacks}


def _get_dv(dv: int | Mapping[str, int], target: str) -> int:
    if isinstance(dv, int):
        return dv
    if target not in dv:
        raise BadInput("missing_key", Text("'dv' has no value for {name}.", name=repr(target)), key="dv")
    return dv[target]


@kind("attack", op="injury")
def _injury(
    *,
    raw: int = 0,
    levels: int = 0,
    stamina: int = 0,
    resistance: int = 0,
    dexterity: int = 0,
    athletics: int = 0,
    hardness_stops: bool = False,
) -> Result:
    """Return the tests for knockdown, knockback and stun (2E-386..388)."""
    found = check_injury(raw, levels, stamina, resistance, dexterity, athletics, hardness_stops)
    names = {"knockdown_check": "knockdown", "knockback_yards": "knockback", "stun_check": "stun"}
    return pick(found, "knockdown_pool", "stun_difficulty", "stun_pool", **names)
