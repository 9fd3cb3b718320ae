"""From JSON to a `Sheet`: the only way in, refusing what no game could hold."""

from rules.errors import BadInput
from rules.exalted3e.sheet.gear import WEAPON_NAMES, parse_weapons
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.sheet.powers import POWERS
from rules.sheets import decode_sheet
from rules.text import Text
from rules.wounds import SMALL


def parse_sheet(data: object) -> Sheet:
    """Return the sheet that JSON describes. Raises `BadInput` that names the key at fault."""
    sheet = decode_sheet(Sheet, data, POWERS)
    names = [weapon.name for weapon in parse_weapons(sheet.own_weapons)]
    taken = [WEAPON_NAMES[key] for key in dict.fromkeys(sheet.weapons)]
    if len({*names, *taken}) < len(names) + len(taken):
        raise BadInput("double_weapon", Text("Two weapons have the same name."), key="own_weapons")
    if not sheet.quick.attack:
        raise BadInput("bad_text", Text("Choose the quick character’s attack."), key="quick.attack")
    marks = sheet.health.marks
    if set(marks) - set(SMALL) or len(marks) > len(sheet.levels):
        sentence = Text("health.marks is a text of a, l and b, {n} at most.", n=len(sheet.levels))
        raise BadInput("bad_marks", sentence, key="health.marks")
    return sheet
