"""Weapons and armor as a sheet to read has them: the book's figures, and the pool in these hands (WD-181, WD-203)."""

from rules.system import NONE, Table
from rules.view import signed
from rules.wod2004.attack.pool import BASE
from rules.wod2004.pools import skill_terms
from rules.wod2004.sheet.equipment import Armor, Weapon
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.traits import CATEGORY, label


def list_arms(sheet: Sheet) -> tuple[Table, ...]:
    """The weapons at hand, then the armor, if any."""
    weapons = Table(
        "Weapons",
        ("Weapon", "Pool", "Damage", "Range", "Strength", "Notes"),
        tuple(_weapon(sheet, weapon) for weapon in sheet.arms()),
        ("weapons", "own_weapons"),
        words=1,
    )
    suit = sheet.suit()
    armor = Table("Armor", ("Armor", "General", "Ballistic", "Defense", "Speed", "Notes"), (_armor(suit),),
                  ("armor", "own_armor"), words=1)  # fmt: skip
    return (weapons, armor) if suit.key or suit.general or suit.ballistic else (weapons,)


def _weapon(sheet: Sheet, weapon: Weapon) -> tuple[str, ...]:
    attribute, skill = BASE[weapon.mode]
    trained, unskilled = skill_terms(label(skill), sheet.skill(skill), CATEGORY[skill])
    dice = sheet.attribute(attribute) + sum(term.amount for term in (*trained, *unskilled)) + weapon.rating
    return (
        weapon.name,
        str(max(0, dice)),
        f"{weapon.rating}{weapon.type[0].upper()}",
        "/".join(map(str, weapon.ranges)) or NONE,
        str(weapon.strength or NONE),
        ", ".join(_notes(weapon)) or NONE,
    )


def _notes(weapon: Weapon) -> list[str]:
    said = {
        f"{weapon.again}-again": weapon.again < 10,
        f"armor piercing {weapon.piercing}": weapon.piercing,
        "two-handed": weapon.two_handed,
        "autofire": weapon.autofire,
        "stake": weapon.stake,
        "improvised": weapon.improvised,
    }
    return [words for words, holds in said.items() if holds]


def _armor(suit: Armor) -> tuple[str, ...]:
    return (
        suit.name,
        str(suit.general),
        str(suit.ballistic),
        signed(-abs(suit.defense)),
        signed(-abs(suit.speed)),
        "bulletproof" if suit.bulletproof else NONE,
    )
