"""The weapons on a sheet that is only read: their figures, and the dice in these hands (V20-150, 169)."""

from rules.sheets import NONE, Table
from rules.text import Text, mean, word
from rules.v20da.attack import WEAPONS, Attack, attack_difficulty, attack_pool, attacks_of, base_damage, count_damage
from rules.v20da.sheet.model import Sheet

BARE = ("strike", "kick", "claw", "bite")
"""Manoeuvres of the bare body that are listed with the weapons."""


def list_arms(sheet: Sheet) -> tuple[Table, ...]:
    """Return every weapon carried, also thrown where possible, and the bare body."""
    return (
        Table(
            Text("Weapons"),
            (Text("Weapon"), Text("Dice"), Text("Difficulty"), Text("Damage"), mean("weapon", "Range")),
            tuple(_row(sheet, attack) for attack in attacks_of(sheet) if _is_printed(attack)),
            ("weapons", "own_weapons"),
        ),
    )


def _is_printed(attack: Attack) -> bool:
    return attack.key in BARE or attack.key in WEAPONS or attack.key.startswith(("own", "throw_"))


def _row(sheet: Sheet, attack: Attack) -> tuple[Text, ...]:
    return (
        attack.label,
        word(str(attack_pool(sheet, attack).dice)),
        word(str(attack_difficulty(attack).total)),
        count_damage(base_damage(sheet, attack).total, attack.type),
        Text("{n} yards", n=attack.range) if attack.range else word(NONE),
    )
