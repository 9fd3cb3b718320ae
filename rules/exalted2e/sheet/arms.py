"""Weapons and armor of a sheet, with the character's own pools (2E-470, 2E-471)."""

from rules.exalted2e.sheet.equipment import Armor, Weapon
from rules.exalted2e.sheet.model import Sheet
from rules.sheets import NONE, Table
from rules.text import Text, join, word
from rules.view import signed

TAGS = {
    "2": Text("two-handed"),
    "M": Text("martial arts"),
    "N": Text("natural"),
    "R": Text("reach"),
    "P": Text("piercing"),
    "O": Text("overwhelming"),
    "T": Text("thrown"),
    "C": Text("clinch"),
    "D": Text("disarming"),
    "L": Text("lance"),
    "F": Text("flame"),
    "S": Text("single shot"),
}
"""The meaning of the table's letters."""


def list_arms(sheet: Sheet) -> tuple[Table, ...]:
    """Return the tables of the weapons at hand and of the armor worn, if any."""
    weapons = Table(
        Text("Weapons"),
        tuple(map(word, ("Weapon", "Speed", "Pool", "Accuracy", "Damage", "Defense", "Rate", "Range and tags"))),
        tuple(_weapon(sheet, weapon) for weapon in sheet.arms()),
        ("weapons", "own_weapons"),
        words=1,
    )
    armor = Table(
        Text("Armor"),
        tuple(map(word, ("Armor", "Soak", "Hardness", "Mobility", "Fatigue", "Attunement"))),
        tuple(map(_armor, sheet.suits())),
        ("armor", "own_armor"),
    )
    return (weapons, armor) if armor.rows else (weapons,)


def _weapon(sheet: Sheet, weapon: Weapon) -> tuple[str, ...]:
    pool = sheet.attributes["dexterity"] + max(map(sheet.ability, weapon.abilities)) + weapon.accuracy
    damage = weapon.damage if weapon.flat else weapon.damage + sheet.attributes["strength"]
    return (
        word(weapon.name),
        str(weapon.speed),
        str(max(0, pool)),
        signed(weapon.accuracy),
        f"{max(0, damage)}{weapon.damage_type}",
        NONE if weapon.defense is None else signed(weapon.defense),
        str(weapon.rate),
        join(", ", _notes(weapon)) or NONE,
    )


def _notes(weapon: Weapon) -> list[str]:
    reach = [] if weapon.range is None else [Text("{n} yard", "{n} yards", n=weapon.range)]
    least = [Text("minimum {n}", n=weapon.minimum)] if weapon.minimum > 1 else []
    return [*reach, *least, *(TAGS.get(tag, tag) for tag in weapon.tags)]


def _armor(suit: Armor) -> tuple[str, ...]:
    hardness = f"{suit.hardness_lethal}L/{suit.hardness_bashing}B"
    return (
        word(suit.name),
        f"{suit.soak_lethal}L/{suit.soak_bashing}B",
        hardness if suit.hardness_lethal or suit.hardness_bashing else NONE,
        signed(-suit.mobility),
        str(suit.fatigue or NONE),
        str(suit.attune or NONE),
    )
