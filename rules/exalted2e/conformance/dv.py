"""Vectors of kinds dv and soak."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from rules.conformance import Fields, Result, pick
from rules.exalted2e import defense as defenses
from rules.exalted2e.conformance.pool import make_kinds
from rules.exalted2e.health.track import Damage
from rules.exalted2e.sheet.equipment import SHIELDS
from rules.exalted2e.traits import Being

kind = make_kinds()
Hardness = int | tuple[int, ...]
"""One number or several, of which the highest counts."""
Height = Annotated[str, ("", "none", *defenses.HEIGHTS)]


@kind("dv", op="dodge")
def _dodge(
    *,
    dexterity: int = 0,
    ability: int = 0,
    essence: int = 1,
    defense: int = 0,
    being: Being = "exalt",
    specialty: int = 0,
) -> Result:
    """Return Dodge DV before modifiers. `defense` is accepted but not used."""
    return {"dv": defenses.compute_dodge_dv(dexterity, ability, essence, being, specialty).total}


@kind("dv", op="parry")
def _parry(
    *,
    dexterity: int = 0,
    ability: int = 0,
    essence: int = 1,
    defense: int = 0,
    being: Being = "exalt",
    specialty: int = 0,
) -> Result:
    """Return Parry DV before modifiers. `essence` is accepted but not used."""
    return {"dv": defenses.compute_parry_dv(dexterity, ability, defense, being, specialty).total}


Situated = Annotated[
    Any,
    Fields(
        defenses.Situation,
        "attack",
        "damage_type",
        "armed",
        "enabled",
        "dodge_ok",
        "parry_ok",
        "unaware",
        "mounted",
        "attacker_reach",
        "stunt_mode",
        "stunt_dice",
        "actions",
        "wound",
        "onslaught",
        "mobility",
        "terrain",
        "coordination",
        "botched",
    ),
]


@kind("dv", op="final")
def _final(
    *,
    base_dodge: int = 0,
    base_parry: int = 0,
    shield: Annotated[str, ("", "none", *SHIELDS)] = "",
    cover: Annotated[str, ("", "none", *defenses.COVERS)] = "",
    height: Height = "",
    lower: Height = "",
    exc_mode: defenses.Mode | None = None,
    exc1_successes: int = 0,
    exc2_successes: int = 0,
    exc3_ability: int = 0,
    **situation: Situated,
) -> Result:
    """Return both DVs against one attack. Penalties are positive numbers."""
    row = SHIELDS.get(shield)
    now = defenses.Situation(
        shield=0 if row is None else row.ranged if situation["attack"] == "ranged" else row.close,
        cover=cover.replace("none", ""),
        height=height.replace("none", ""),
        lower=lower.replace("none", ""),
        excellency=exc_mode,
        first=exc1_successes,
        second=exc2_successes,
        third=exc3_ability,
        **situation,
    )
    found = defenses.compute_defense(base_dodge, base_parry, now)
    totals = {"dodge": found.dodge.total, "parry": found.parry.total}
    return {**totals, **pick(found, "used", dv_true="true"), "dv": max(0, found.true)}


@kind("dv", op="mdv")
def _mdv(*, traits: tuple[int, ...], kind: defenses.Mode = "dodge", being: Being = "exalt") -> Result:
    """Return a Mental Defense Value from its traits."""
    return {"dv": defenses.compute_mdv(kind, traits, being)}


@kind("soak", op="soak")
def _soak(
    *,
    stamina: int = 0,
    being: Being = "exalt",
    armor: Mapping[Literal["L", "B"], int] = {},
    piercing: bool = False,
    damage_type: Damage = "L",
) -> Result:
    """Return natural soak and soak of armor."""
    natural = defenses.compute_natural_soak(stamina, being, damage_type)
    armored = defenses.compute_armor_soak({key: armor[key] for key in armor}, damage_type, piercing)
    return {"natural": natural, "armor": armored, "total": natural + armored}


@kind("soak", op="damage")
def _damage(
    *, raw: int, hardness: Hardness = 0, soak: int = 0, weapon_min: int = 1, essence: int = 1, post_mod: int = 0
) -> Result:
    """Return damage after Hardness and soak; `post_mod` is signed."""
    return {"final": defenses.compute_final_damage(raw, soak, weapon_min, essence, as_list(hardness), post_mod)}


def as_list(hardness: Hardness) -> tuple[int, ...]:
    """Return Hardness as a list."""
    return (hardness,) if isinstance(hardness, int) else hardness
