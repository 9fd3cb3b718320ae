"""Initiative, attacks, defense, soak, damage, blood and healing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.v20da.attack import DamageType, roll_attack
from rules.v20da.attack import Side as Rolling
from rules.v20da.defense import soak_pool
from rules.v20da.health.blood import blood_per_turn, spend_blood
from rules.v20da.health.healing import heal_rest, heal_turn
from rules.v20da.health.levels import Being, Harm, harm, read_track
from rules.v20da.timing import Place, action_order, full_defense_pools, initiative_total, roll_initiative


@dataclass(frozen=True, slots=True)
class Rival:
    name: str
    dex: int = 0
    wits: int = 0
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class InitiativeGiven:
    combatants: tuple[Rival, ...] = ()


def check_initiative(given: InitiativeGiven, roller: Roller) -> dict[str, Any]:
    """`initiative` (V20-140 to 142)."""
    places = [
        Place(rival.name, initiative_total(roll_initiative(roller), rival.dex + rival.wits, rival.penalty),
              rival.dex + rival.wits)
        for rival in given.combatants
    ]  # fmt: skip
    order = [list(group) if len(group) > 1 else group[0] for group in action_order(places)]
    return {"totals": {place.who: place.total for place in places}, "order": order}


@dataclass(frozen=True, slots=True)
class FullDefenseGiven:
    pool: int = 0
    attacks: int = 0


def check_full_defense(given: FullDefenseGiven, roller: Roller) -> dict[str, Any]:
    """`full_defense` (V20-146)."""
    return {"pools": list(full_defense_pools(given.pool, given.attacks))}


@dataclass(frozen=True, slots=True)
class Side:
    """One side's roll, as a vector gives it."""

    pool: int
    difficulty: int | None = None
    specialty: bool = False
    willpower: bool = False

    @property
    def rolling(self) -> Rolling:
        """The same for the attack itself."""
        return Rolling(self.pool, self.difficulty, self.specialty, self.willpower)


@dataclass(frozen=True, slots=True)
class AttackGiven:
    attack: Side
    defense: Side | None = None
    base_damage: int = 0
    damage_type: DamageType = "none"
    soak_pool: int = 0
    target: Being = "mortal"


def check_attack(given: AttackGiven, roller: Roller) -> dict[str, Any]:
    """`attack` (V20-152 to 159)."""
    defense = given.defense.rolling if given.defense else None
    struck = roll_attack(given.attack.rolling, defense, given.base_damage, given.damage_type, given.soak_pool,
                         given.target, roller)  # fmt: skip
    defended = struck.defense.net if struck.defense else 0
    return {
        "attack_net": struck.attack.net if struck.attack else 0,
        "defense_net": None if given.defense is None else defended,
        "hit": struck.is_hit, "damage_pool": struck.damage_pool, "damage": struck.damage, "soaked": struck.soaked,
        "after_soak": struck.after_soak, "applied": struck.applied,
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class SoakGiven:
    target: Being = "mortal"
    stamina: int = 0
    fortitude: int = 0
    armor: int = 0
    type: DamageType = "none"
    source: str = ""


def check_soak_pool(given: SoakGiven, roller: Roller) -> dict[str, Any]:
    """`soak_pool` (V20-157, 158)."""
    pool = soak_pool(given.target, given.stamina, given.fortitude, given.armor, given.type, given.source)
    return {"dice": pool.total}


@dataclass(frozen=True, slots=True)
class DamageGiven:
    target: Being = "mortal"
    track: str = ""
    hits: tuple[tuple[int, Harm], ...] = ()


def check_damage(given: DamageGiven, roller: Roller) -> dict[str, Any]:
    """`damage` (V20-180 to 188)."""
    health = read_track(given.target, given.track)
    for levels, kind in given.hits:
        health = harm(health, levels, kind)
    return {"track": health.track, "level": health.level, "penalty": health.penalty, "state": health.condition}


@dataclass(frozen=True, slots=True)
class BloodGiven:
    generation: int
    blood: int = 0
    spend: int = 0


def check_blood(given: BloodGiven, roller: Roller) -> dict[str, Any]:
    """`blood` (V20-171, 202, 207)."""
    if given.spend < 0:
        raise BadInput("bad_spend", "'spend' is 0 or more.", key="spend")
    limit = blood_per_turn(given.generation)
    try:
        remaining = spend_blood(given.generation, given.blood, given.spend)
        return {"allowed": True, "max_per_turn": limit, "remaining": remaining}
    except IllegalMove:
        return {"allowed": False, "max_per_turn": limit, "remaining": given.blood}


@dataclass(frozen=True, slots=True)
class HealGiven:
    generation: int = 13
    blood: int = 0
    willpower: int = 0
    track: str = ""
    mode: Literal["turn", "rest"] = "turn"
    levels: int | None = None


def check_heal(given: HealGiven, roller: Roller) -> dict[str, Any]:
    """`heal` (V20-200 to 204); without `levels` a turn heals all it can, a day of rest one."""
    if given.levels is not None and given.levels < 0:
        raise BadInput("bad_levels", "'levels' is 0 or more.", key="levels")
    track = read_track("vampire", given.track).track
    if given.mode == "turn":
        healed = heal_turn(given.generation, given.blood, track, given.levels)
        return {"track": healed.track, "blood": healed.blood, "willpower": given.willpower}
    healed = heal_rest(given.blood, given.willpower, track, 1 if given.levels is None else given.levels)
    return {"track": healed.track, "blood": healed.blood, "willpower": healed.willpower}


KINDS: Mapping[str, Callable[[Any, Roller], dict[str, Any]]] = {
    "initiative": check_initiative,
    "full_defense": check_full_defense,
    "attack": check_attack,
    "soak_pool": check_soak_pool,
    "damage": check_damage,
    "blood": check_blood,
    "heal": check_heal,
}
