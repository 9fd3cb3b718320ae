"""Defense: dodge, block and parry, what they can stop, and soak."""

from rules.pool import Pool, Term, add_steps, change
from rules.text import EMPTY, Text
from rules.v20da.attack import Attack, DamageType, has_blade
from rules.v20da.health.levels import Being
from rules.v20da.pools import action_pool, armor_rating
from rules.v20da.sheet.model import Sheet

DEFENSES = {"dodge": "athletics", "block": "brawl", "parry": "melee"}
"""V20-151: each rolls Dexterity and this Ability, difficulty 6."""

NAMES = {"dodge": Text("Dodge"), "block": Text("Block"), "parry": Text("Parry")}
"""The names of the defenses."""

NO_ARMOR = ("fire", "sunlight")
"""Sources of harm that ignore armor (V20-158)."""


def defense_pool(
    sheet: Sheet, defense: str, extra: tuple[Term, ...] = (), armor: int | None = None, wounds: int = 0, place: int = 0
) -> Pool:
    """Return the dice of a dodge, block or parry (V20-151)."""
    return action_pool(sheet, NAMES[defense], ("dexterity", DEFENSES[defense]), extra, armor, wounds, place)


def why_not(sheet: Sheet, defense: str, attack: Attack, armor: int, is_disarmed: bool = False) -> Text:
    """Say why this defense cannot stop this attack, or return an empty text (V20-153)."""
    if defense != "dodge" and attack.missile:
        return Text("Only dodging works against ranged attacks.")
    if defense == "parry" and (is_disarmed or not has_blade(sheet)):
        return Text("A parry needs a weapon in hand.")
    if (
        defense == "block"
        and attack.type in ("lethal", "aggravated")
        and not armor
        and not body_soak(sheet.being, sheet.dots("stamina"), sheet.disciplines.get("fortitude", 0), attack.type)
    ):
        return Text("Without armor or the ability to soak it, this can’t be blocked.")
    return EMPTY


def body_soak(being: Being, stamina: int, fortitude: int, kind: DamageType) -> tuple[Term, ...]:
    """Return what the body itself soaks with (V20-157)."""
    soaks = {"bashing": True, "lethal": being == "vampire"}.get(kind, False)
    return (
        *change(Text("Stamina"), stamina if soaks else 0, "attribute", "V20-157"),
        *change(Text("Fortitude"), fortitude if kind != "none" else 0, "discipline", "V20-157"),
    )


def soak_pool(being: Being, stamina: int, fortitude: int, armor: int, kind: DamageType, source: str = "") -> Pool:
    """Return the soak dice: the body, and armor's rating against all but fire and sunlight (V20-157, 158)."""
    worn = armor if source not in NO_ARMOR and kind != "none" else 0
    steps = add_steps(
        (Text("Body"), "V20-157", body_soak(being, stamina, fortitude, kind)),
        (Text("Armor"), "V20-158", change(Text("Armor"), worn, "armor", "V20-158")),
    )
    return Pool(Text("Soak"), steps, steps[-1].after)


def sheet_soak(sheet: Sheet, kind: DamageType, armor: int | None = None) -> Pool:
    """Return the soak of a sheet. `armor`: the class worn, by default the sheet's."""
    rating = armor_rating(sheet.armor if armor is None else armor)
    return soak_pool(sheet.being, sheet.dots("stamina"), sheet.disciplines.get("fortitude", 0), rating, kind)


def is_ruined(armor: int, damage: int) -> bool:
    """Return whether one attack's rolled damage is twice the armor's rating or more, which ruins it (V20-160)."""
    return armor > 0 and damage >= 2 * armor
