"""Vectors of kind attack: one attack, a flurry, and what a blow may do beside its damage."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.battle import Json
from rules.codec import encode
from rules.dice import Roller
from rules.errors import BadInput
from rules.exalted2e.attack.steps import Exchange, check_injury, resolve
from rules.exalted2e.conformance.given import Op, Result, in_range, read
from rules.exalted2e.conformance.soak import as_list
from rules.exalted2e.health.track import Damage
from rules.exalted2e.pools import bonus, multiple_action, multiple_action_penalty, order_modifiers, wound_penalty
from rules.exalted2e.traits import Being
from rules.pool import Term

MAX_ATTACKS = 50


@dataclass(frozen=True, slots=True)
class Blow:
    """Keys that an attack has whether alone or in a flurry; `post_mod` is signed, `exc3_ability` the defender's."""

    tn: int = 7
    attacker_being: Being = "exalt"
    bonus_successes: int = 0
    external: int = 0
    range: int = 0
    distance: int = 0
    reroll: bool = False
    strength: int = 0
    weapon_damage: int = 0
    damage_type: Damage = "L"
    weapon_min: int = 1
    essence: int = 1
    raw_mod: int = 0
    hardness: int | tuple[int, ...] = 0
    soak_natural: int = 0
    soak_armor: int = 0
    piercing: bool = False
    post_mod: int = 0
    defender_being: Being = "exalt"
    exc3_ability: int = 0


@dataclass(frozen=True, slots=True)
class Flurry:
    """Keys of op flurry beside those of a blow: `dv` for all targets, or one for each."""

    n: int
    base: int
    step1: int = 0
    wound: int = 0
    targets: tuple[str, ...] = ()
    dv: int | Mapping[str, int] = 0


@dataclass(frozen=True, slots=True)
class Hurt:
    """Keys of op injury."""

    raw: int = 0
    levels: int = 0
    stamina: int = 0
    resistance: int = 0
    dexterity: int = 0
    athletics: int = 0
    hardness_stops: bool = False


_BLOW = frozenset(Blow.__dataclass_fields__)


def attack(given: Mapping[str, Json], roller: Roller) -> Result:
    """One attack through steps 3 to 8."""
    own = {key: value for key, value in given.items() if key not in _BLOW}
    plain = read(_Plain, own)
    return _report(resolve(_make_exchange(_read_blow(given), plain.pool, plain.dv), roller))


@dataclass(frozen=True, slots=True)
class _Plain:
    """Keys of a single attack beside those of a blow; `dv` is the true one."""

    pool: int
    dv: int = 0


def _read_blow(given: Mapping[str, Json]) -> Blow:
    return read(Blow, {key: value for key, value in given.items() if key in _BLOW})


def _make_exchange(blow: Blow, pool: int, dv: int) -> Exchange:
    values: dict[str, Any] = {key: value for key, value in encode(blow).items() if key in _EXCHANGE}
    return Exchange(pool=pool, dv=dv, third=blow.exc3_ability, **values | {"hardness": as_list(blow.hardness)})


_EXCHANGE = _BLOW - {"exc3_ability"}


def _report(found: Exchange) -> dict[str, Json]:
    told = {name: getattr(found, name) for name in _TOLD}
    return {**told, "hardness_stops": found.stopped}


_TOLD = ("auto_miss", "successes", "botch", "net", "hit", "raw", "soak", "final", "levels", "dv_extra")


def flurry(given: Mapping[str, Json], roller: Roller) -> Result:
    """Several attacks of one flurry: multiple-action penalties, and onslaught per defender (2E-230, 2E-320)."""
    blow = _read_blow(given)
    asked = read(Flurry, {key: value for key, value in given.items() if key not in _BLOW})
    in_range("n", asked.n, 1, MAX_ATTACKS)
    targets = asked.targets or ("",) * asked.n
    if len(targets) != asked.n:
        raise BadInput("wrong_length", "'targets' names one target for each of the n attacks.", key="targets")
    suffered: Counter[str] = Counter()
    attacks = []
    for index, target in enumerate(targets, start=1):
        pool = _get_pool(asked, blow.essence, multiple_action_penalty(asked.n, index))
        true = _get_dv(asked, target) - suffered[target]
        suffered[target] += 1
        found = resolve(_make_exchange(blow, pool, true), roller)
        attacks.append({"pool": pool, "dv": max(0, true), "dv_true": true, **_report(found)})
    return {"attacks": attacks}


def _get_pool(asked: Flurry, essence: int, multi: int) -> int:
    return order_modifiers(
        "Attack",
        (Term("Base", asked.base, "base", "2E-035"),),
        essence=essence,
        bonuses=(bonus("Step 1", asked.step1, "equipment", "2E-175"),),
        penalties=(*wound_penalty(asked.wound), *multiple_action(multi)),
    ).total


def _get_dv(asked: Flurry, target: str) -> int:
    if isinstance(asked.dv, int):
        return asked.dv
    if target not in asked.dv:
        raise BadInput("missing_key", f"'dv' has no value for {target!r}.", key="dv")
    return asked.dv[target]


def injury(given: Mapping[str, Json], roller: Roller) -> Result:
    """Knockdown, knockback and stun (2E-386..388)."""
    asked = read(Hurt, given)
    traits = asked.stamina, asked.resistance, asked.dexterity, asked.athletics
    found = check_injury(asked.raw, asked.levels, *traits, asked.hardness_stops)
    return {
        "knockdown_check": found.knockdown,
        "knockdown_pool": found.knockdown_pool,
        "knockback_yards": found.knockback,
        "stun_check": found.stun,
        "stun_difficulty": found.stun_difficulty,
        "stun_pool": found.stun_pool,
    }


_OPS: Mapping[str, Op] = {"flurry": flurry, "injury": injury}


def run(given: Mapping[str, Json], roller: Roller) -> Result:
    """An attack without op is a single one."""
    op = given.get("op")
    own = {key: value for key, value in given.items() if key != "op"}
    if op is None:
        return attack(own, roller)
    if not isinstance(op, str) or op not in _OPS:
        raise BadInput("unknown_op", f"There is no op {op!r} here. Known: none, {', '.join(_OPS)}.", op=repr(op))
    return _OPS[op](own, roller)


KINDS = {"attack": run}
