"""Vectors of kind soak: soak itself, and the damage that it leaves."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.battle import Json
from rules.dice import Roller
from rules.errors import BadInput
from rules.exalted2e.conformance.given import Result, dispatch, read
from rules.exalted2e.defense import compute_armor_soak, compute_final_damage, compute_natural_soak
from rules.exalted2e.health.track import Damage
from rules.exalted2e.traits import Being


@dataclass(frozen=True, slots=True)
class Soak:
    """Keys of op soak."""

    stamina: int = 0
    being: Being = "exalt"
    armor: Mapping[str, int] = field(default_factory=dict)
    piercing: bool = False
    damage_type: Damage = "L"


@dataclass(frozen=True, slots=True)
class Left:
    """Keys of op damage; `post_mod` is signed."""

    raw: int
    hardness: int | tuple[int, ...] = 0
    soak: int = 0
    weapon_min: int = 1
    essence: int = 1
    post_mod: int = 0


def soak(given: Mapping[str, Json], roller: Roller) -> Result:
    """Natural, armored and total soak."""
    asked = read(Soak, given)
    for key in asked.armor:
        if key not in ("L", "B"):
            raise BadInput("unknown_key", f"There is no 'armor.{key}' here. Known: L, B.", key=f"armor.{key}")
    natural = compute_natural_soak(asked.stamina, asked.being, asked.damage_type)
    armor = compute_armor_soak(asked.armor, asked.damage_type, asked.piercing)
    return {"natural": natural, "armor": armor, "total": natural + armor}


def damage(given: Mapping[str, Json], roller: Roller) -> Result:
    """Damage after Hardness and soak."""
    asked = read(Left, given)
    final = compute_final_damage(
        asked.raw, asked.soak, asked.weapon_min, asked.essence, as_list(asked.hardness), asked.post_mod
    )
    return {"final": final}


def as_list(hardness: int | tuple[int, ...]) -> tuple[int, ...]:
    """Hardness is given as a number or a list; the highest counts."""
    return (hardness,) if isinstance(hardness, int) else hardness


KINDS = {"soak": dispatch({"soak": soak, "damage": damage})}
