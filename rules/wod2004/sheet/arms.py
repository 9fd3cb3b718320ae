"""Weapons and armor as tables of the sheet: the book's figures, and the pool of this character (WD-181, WD-203)."""

from rules.sheets import NONE, Table
from rules.text import Text, join, mean, word
from rules.view import signed
from rules.wod2004.attack.pool import BASE
from rules.wod2004.pools import skill_terms
from rules.wod2004.sheet.equipment import Armor, Weapon
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.traits import CATEGORY, label


def list_arms(sheet: Sheet) -> tuple[Table, ...]:
    """Return the table of weapons and, if there is any, that of armor."""
    weapons = Table(
        Text("Weapons"),
        (Text("Weapon"), Text("Pool"), Text("Damage"), mean("weapon", "Range"), Text("Strength"), Text("Notes")),
        tuple(_weapon(sheet, weapon) for weapon in sheet.arms()),
        ("weapons", "own_weapons"),
        words=1,
    )
    suit = sheet.suit()
    armor = Table(
        Text("Armor"),
        (Text("Armor"), Text("General"), Text("Ballistic"), Text("Defense"), Text("Speed"), Text("Notes")),
        (_armor(suit),),
        ("armor", "own_armor"),
        words=1,
    )
    return (weapons, armor) if suit.key or suit.general or suit.ballistic else (weapons,)


def _weapon(sheet: Sheet, weapon: Weapon) -> tuple[str, ...]:
    attribute, skill = BASE[weapon.mode]
    trained, unskilled = skill_terms(label(skill), sheet.skill(skill), CATEGORY[skill])
    dice = sheet.attribute(attribute) + sum(term.amount for term in (*trained, *unskilled)) + weapon.rating
    return (
        word(weapon.name),
        str(max(0, dice)),
        f"{weapon.rating}{weapon.type[0].upper()}",
        "/".join(map(str, weapon.ranges)) or NONE,
        str(weapon.strength or NONE),
        join(", ", _notes(weapon)) or NONE,
    )


def _notes(weapon: Weapon) -> list[Text]:
    notes = (
        (weapon.again < 10, Text("{a}-again", a=weapon.again)),
        (weapon.piercing, Text("armor piercing {n}", n=weapon.piercing)),
        (weapon.two_handed, Text("two-handed")),
        (weapon.autofire, Text("autofire")),
        (weapon.stake, Text("stake")),
        (weapon.improvised, Text("improvised")),
    )
    return [words for holds, words in notes if holds]


def _armor(suit: Armor) -> tuple[str, ...]:
    return (
        word(suit.name),
        str(suit.general),
        str(suit.ballistic),
        signed(-abs(suit.defense)),
        signed(-abs(suit.speed)),
        Text("bulletproof") if suit.bulletproof else NONE,
    )
