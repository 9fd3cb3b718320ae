"""Weapons and armor by class: from a key on the sheet to its numbers (3E-241 to 3E-260)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..traits import read_table

_TABLE = read_table("weapons")
_ARMOR = read_table("armor")
_ROWS: Mapping[str, Mapping[str, Any]] = {row["key"]: row for row in _TABLE["weapons"]}
UNARMED = "unarmed"
FLAT_STRENGTH = 4
"""What crossbows and firewands have in place of Strength (3E-067)."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon's numbers. `kind` is melee, archery or thrown; `flat` replaces Strength and `close_damage` the
    damage at close range (3E-258), where they are not None."""

    key: str
    name: str
    kind: str
    abilities: tuple[str, ...]
    accuracy: int
    bands: tuple[int, ...]
    damage: int
    defense: int | None
    overwhelming: int
    damage_type: str
    reach: int
    tags: tuple[str, ...]
    flat: int | None
    close_damage: int | None = None


@dataclass(frozen=True, slots=True)
class Armor:
    """One suit of armor: soak, mobility penalty (positive), Hardness (3E-247)."""

    key: str
    name: str
    soak: int = 0
    mobility: int = 0
    hardness: int = 0


def weapon_keys() -> dict[str, str]:
    """Every weapon key with its name, mortal and artifact."""
    keys = {key: str(row["name"]) for key, row in _ROWS.items()}
    artifacts = {f"artifact_{key}": f"Artifact {name.lower()}" for key, name in keys.items() if _has_artifact(key)}
    return {**keys, **artifacts}


def _has_artifact(key: str) -> bool:
    return key not in (UNARMED, "improvised")


def armor_keys() -> dict[str, str]:
    """Every armor key with its name."""
    mortal = {key: "No armor" if key == "none" else f"{key.title()} armor" for key in _ARMOR["mortal"]}
    return {**mortal, **{f"artifact_{key}": f"Artifact {key} armor" for key in _ARMOR["artifact"]}}


def find_armor(key: str) -> Armor:
    """The armor of a key."""
    make, row = ("artifact", key.removeprefix("artifact_")) if key.startswith("artifact_") else ("mortal", key)
    figures = _ARMOR[make][row]
    return Armor(key, armor_keys()[key], figures["soak"], figures["mobility"], figures["hardness"])


def attunement(weapons: tuple[str, ...], armor: str) -> int:
    """Motes that attuning the artifacts among one's gear commits (3E-247)."""
    arms = sum(key.startswith("artifact_") for key in set(weapons)) * int(_TABLE["attunement"]["weapon"])
    worn = armor.removeprefix("artifact_")
    return arms + (int(_TABLE["attunement"][worn]) if worn != armor else 0)


def find_weapon(key: str) -> Weapon:
    """The weapon of a key, with its class figures, tags worked in (3E-248, 3E-256, 3E-258, 3E-259)."""
    make = "artifact" if key.startswith("artifact_") else "mortal"
    row = _ROWS[key.removeprefix("artifact_")]
    figures = dict(_TABLE["classes"][make][row["class"]])
    form, tags = str(row.get("kind", "melee")), tuple(row.get("tags", ()))
    if form == "siege":
        figures |= _TABLE["siege"][make]
    if "balanced" in tags:
        figures["overwhelming"] += 1
    if "shield" in tags:
        figures["damage"] -= 2
    if "subtle" in tags:
        figures |= {"damage": 0, "overwhelming": 0}
    ranged = form != "melee"
    lift = 1 if make == "artifact" else 0
    return Weapon(
        key=key,
        name=weapon_keys()[key],
        kind="thrown" if form == "thrown" else "archery" if ranged else "melee",
        abilities=tuple(row["abilities"]),
        accuracy=figures["accuracy"],
        bands=tuple(band + lift for band in _TABLE["bands"][form]) if ranged else (),
        damage=figures["damage"],
        defense=None if ranged else figures["defense"],
        overwhelming=figures["overwhelming"],
        damage_type=str(row.get("damage", "lethal")),
        reach=int(row.get("reach", _TABLE["reach"][form])),
        tags=tags,
        flat=FLAT_STRENGTH if {"crossbow", "flame"} & set(tags) else None,
        close_damage=_TABLE["classes"][make]["heavy"]["damage"] if "powerful" in tags else None,
    )
