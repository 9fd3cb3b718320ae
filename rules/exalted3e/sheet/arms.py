"""Weapons and armor as a sheet to read has them: the book's figures, and the pools in these hands (3E-241, 3E-247)."""

from rules.exalted3e.sheet.derived import best_ability, carried
from rules.exalted3e.sheet.gear import Weapon, find_armor, name_tag
from rules.exalted3e.sheet.model import Sheet
from rules.sheets import NONE, Table
from rules.text import Text, join, word
from rules.view import signed

WEAPON_HEADS = (
    Text("Weapon"),
    Text("Withering"),
    Text("Decisive"),
    Text("Damage"),
    Text("Overwhelming"),
    Text("Defense"),
    Text("Tags"),
)
ARMOR_HEADS = (Text("Armor"), Text("Soak"), Text("Hardness"), Text("Mobility"))


def list_arms(sheet: Sheet) -> tuple[Table, ...]:
    """Return the weapons at hand, then the armor, if any; nothing for a quick character, which has ready numbers."""
    if sheet.is_quick:
        return ()
    weapons = Table(
        Text("Weapons"),
        WEAPON_HEADS,
        tuple(_weapon(sheet, weapon) for weapon in carried(sheet)),
        ("weapons", "own_weapons"),
        words=1,
    )
    suit = find_armor(sheet.armor)
    row = (word(suit.name), f"+{suit.soak}", str(suit.hardness or NONE), signed(-suit.mobility))
    armor = Table(Text("Armor"), ARMOR_HEADS, (row,), ("armor",))
    return (weapons, armor) if suit.soak else (weapons,)


def _weapon(sheet: Sheet, weapon: Weapon) -> tuple[str, ...]:
    decisive = sheet.attribute("dexterity") + sheet.ability(best_ability(sheet, weapon))
    strength = sheet.attribute("strength") if weapon.flat is None else weapon.flat
    withering = "/".join(str(max(0, decisive + step)) for step in weapon.bands or (weapon.accuracy,))
    return (
        word(weapon.name),
        withering,
        str(decisive),
        f"{strength + weapon.damage}{weapon.damage_type[0].upper()}",
        str(weapon.overwhelming),
        NONE if weapon.defense is None else signed(weapon.defense),
        join(", ", map(name_tag, weapon.tags)) or NONE,
    )
