"""Weapons and armor as a sheet to read has them: the book's figures, and the pool in these hands (2E-470, 2E-471)."""

from rules.exalted2e.sheet.equipment import Armor, Weapon
from rules.exalted2e.sheet.model import Sheet
from rules.system import NONE, Table
from rules.view import signed

TAGS = {
    "2": "two-handed",
    "M": "martial arts",
    "N": "natural",
    "R": "reach",
    "P": "piercing",
    "O": "overwhelming",
    "T": "thrown",
    "C": "clinch",
    "D": "disarming",
    "L": "lance",
    "F": "flame",
    "S": "single shot",
}
"""What the letters of the table say."""


def list_arms(sheet: Sheet) -> tuple[Table, ...]:
    """The weapons at hand, then what is worn, if anything."""
    weapons = Table(
        "Weapons",
        ("Weapon", "Speed", "Pool", "Accuracy", "Damage", "Defense", "Rate", "Range and tags"),
        tuple(_weapon(sheet, weapon) for weapon in sheet.arms()),
        ("weapons", "own_weapons"),
        words=1,
    )
    armor = Table(
        "Armor",
        ("Armor", "Soak", "Hardness", "Mobility", "Fatigue", "Attunement"),
        tuple(map(_armor, sheet.suits())),
        ("armor", "own_armor"),
    )
    return (weapons, armor) if armor.rows else (weapons,)


def _weapon(sheet: Sheet, weapon: Weapon) -> tuple[str, ...]:
    pool = sheet.attributes.dexterity + max(map(sheet.ability, weapon.abilities)) + weapon.accuracy
    damage = weapon.damage if weapon.flat else weapon.damage + sheet.attributes.strength
    return (
        weapon.name,
        str(weapon.speed),
        str(max(0, pool)),
        signed(weapon.accuracy),
        f"{max(0, damage)}{weapon.damage_type}",
        NONE if weapon.defense is None else signed(weapon.defense),
        str(weapon.rate),
        ", ".join(_notes(weapon)) or NONE,
    )


def _notes(weapon: Weapon) -> list[str]:
    reach = [] if weapon.range is None else [f"{weapon.range} yards"]
    least = [f"minimum {weapon.minimum}"] if weapon.minimum > 1 else []
    return [*reach, *least, *(TAGS.get(tag, tag) for tag in weapon.tags)]


def _armor(suit: Armor) -> tuple[str, ...]:
    hardness = f"{suit.hardness_lethal}L/{suit.hardness_bashing}B"
    return (
        suit.name,
        f"{suit.soak_lethal}L/{suit.soak_bashing}B",
        hardness if suit.hardness_lethal or suit.hardness_bashing else NONE,
        signed(-suit.mobility),
        str(suit.fatigue or NONE),
        str(suit.attune or NONE),
    )
