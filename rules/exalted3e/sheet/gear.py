"""Weapons and armor by class: from a key on the sheet to its numbers (3E-241 to 3E-260)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.errors import BadInput
from rules.sheets import MAX_NAME
from rules.tables import load_table
from rules.text import EMPTY, Text, join, word

_TABLE = load_table("exalted3e", "weapons")
_ARMOR = load_table("exalted3e", "armor")
_ROWS: Mapping[str, Mapping[str, Any]] = {row["key"]: row for row in _TABLE["weapons"]}
_TAGS = {tag for row in _TABLE["weapons"] for tag in row.get("tags", ())}
OWN_ABILITIES = {"melee": "melee", "archery": "archery", "thrown": "thrown", "flame": "archery", "siege": "archery"}
"""The Ability of a weapon that a player describes, by its form, where its line names no other."""
OWN_HELP = Text("One per line, such as: Red Sorrow: artifact medium, melee, lethal, balanced, piercing")
MAX_OWN = 12
UNARMED = "unarmed"
_NAMES = {key: str(row["name"]) for key, row in _ROWS.items()}
WEAPON_NAMES = _NAMES | {
    f"artifact_{key}": f"Artifact {name.lower()}" for key, name in _NAMES.items() if key not in (UNARMED, "improvised")
}
"""The name of every weapon by its key, mortal and artifact."""
ARMOR_NAMES = {
    **{key: "No armor" if key == "none" else f"{key.title()} armor" for key in _ARMOR["mortal"]},
    **{f"artifact_{key}": f"Artifact {key} armor" for key in _ARMOR["artifact"]},
}
_COLUMNS = {
    **dict.fromkeys(("mortal", "artifact"), "make"),
    **dict.fromkeys(_TABLE["classes"]["mortal"], "class"),
    **dict.fromkeys(OWN_ABILITIES, "kind"),
    **dict.fromkeys(("bashing", "lethal"), "damage"),
    **dict.fromkeys(("brawl", "martial_arts"), "ability"),
}
"""What each word in the line of an own weapon says about it; other words are tags."""
FLAT_STRENGTH = 4
"""What crossbows and firewands have in place of Strength (3E-067)."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """The numbers of one weapon.

    `kind` is melee, archery or thrown; `flat`, where it is not None, stands in place of Strength (3E-067), and
    `close_damage` in place of the damage at close range (3E-258).
    """

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

    @property
    def figures(self) -> Text:
        """The row in short: "Accuracy +2, Damage +9 lethal, Defense +1, Overwhelming 1; balanced"."""
        accuracy = "/".join(f"{band:+d}" for band in self.bands) if self.bands else f"{self.accuracy:+d}"
        parts = [
            Text("Accuracy {amount}", amount=accuracy),
            Text("Damage +{n} {kind}", n=self.damage, kind=word(self.damage_type)),
            EMPTY if self.defense is None else Text("Defense {amount}", amount=f"{self.defense:+d}"),
            Text("Overwhelming {n}", n=self.overwhelming),
        ]
        return join("; ", (join(", ", parts), join(", ", map(name_tag, self.tags))))


@dataclass(frozen=True, slots=True)
class Armor:
    """One suit of armor: soak, mobility penalty (positive), Hardness (3E-247)."""

    key: str
    name: str
    soak: int = 0
    mobility: int = 0
    hardness: int = 0


def find_armor(key: str) -> Armor:
    """Return the armor of a key."""
    make, row = ("artifact", key.removeprefix("artifact_")) if key.startswith("artifact_") else ("mortal", key)
    figures = _ARMOR[make][row]
    return Armor(key, ARMOR_NAMES[key], figures["soak"], figures["mobility"], figures["hardness"])


def attunement(weapons: tuple[str, ...], armor: str) -> int:
    """Return the motes that attuning the artifacts among these commits (3E-247)."""
    arms = sum(key.startswith("artifact_") for key in set(weapons)) * int(_TABLE["attunement"]["weapon"])
    worn = armor.removeprefix("artifact_")
    return arms + (int(_TABLE["attunement"][worn]) if worn != armor else 0)


def name_tag(tag: str) -> Text:
    """Return a tag as the page prints it: "two-handed"."""
    return word(tag.replace("_", "-"))


def find_weapon(key: str) -> Weapon:
    """Return the weapon of a key, with its class figures and its tags worked in (3E-248, 3E-256, 3E-258, 3E-259)."""
    make = "artifact" if key.startswith("artifact_") else "mortal"
    return _build(key, WEAPON_NAMES[key], make, _ROWS[key.removeprefix("artifact_")])


def _build(key: str, name: str, make: str, row: Mapping[str, Any]) -> Weapon:
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
        name=name,
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


@lru_cache(maxsize=256)
def parse_weapons(text: str) -> tuple[Weapon, ...]:
    """Read weapons written one a line: "Red Sorrow: artifact medium, melee, balanced". Raises `BadInput`."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MAX_OWN:
        raise BadInput("too_many", Text("You can add up to {n} custom weapons.", n=MAX_OWN), key="own_weapons")
    return tuple(_parse_weapon(f"own_{number}", line) for number, line in enumerate(lines, 1))


def _parse_weapon(key: str, line: str) -> Weapon:
    name, _, rest = line.partition(":")
    tags, row = [], {"make": "mortal", "class": "medium", "kind": "melee", "damage": "lethal"}
    parts = re.split(r"[\s,]+", rest.lower().replace("martial arts", "martial_arts").replace("-", "_"))
    for part in filter(None, parts):
        if part in _COLUMNS:
            row[_COLUMNS[part]] = part
        elif part in _TAGS:
            tags.append(part)
        else:
            sentence = Text("{text} is not part of a weapon. {help}.", text=repr(part[:40]), help=OWN_HELP)
            raise BadInput("bad_weapon", sentence, key="own_weapons")
    if not 1 <= len(name.strip()) <= MAX_NAME:
        sentence = Text("A weapon needs a name of 1 to {n} characters.", n=MAX_NAME)
        raise BadInput("bad_weapon", sentence, key="own_weapons")
    make, ability = row["make"], row.get("ability", OWN_ABILITIES[row["kind"]])
    key = f"artifact_{key}" if make == "artifact" else key
    return _build(key, name.strip(), make, {**row, "abilities": [ability], "tags": tags})
