"""Ready numbers of a quick character: pools, Join Battle and Defense Values as a block prints them, without traits."""

from dataclasses import dataclass
from typing import Final

from rules.pool import Breakdown, Step, Term
from rules.sheets import flag, number
from rules.text import Text

MAX_READY: Final = 40
FIGHTING: Final = frozenset({"archery", "martial_arts", "melee", "thrown", "war"})
TALKING: Final = frozenset(
    {"presence", "performance", "socialize", "bureaucracy", "linguistics", "investigation", "integrity"}
)
"""The Abilities that the combat and the social pool stand for; the physical pool stands for all others."""
READY: Final = Text("Preset pool")


@dataclass(frozen=True, slots=True)
class Ready:
    """The numbers; `used`: they count in place of the traits. Soak, Hardness and health have places of their own."""

    used: bool = flag(Text("Preset pools"), help=Text("These count in place of Attributes and Abilities."))
    combat: int = number(Text("Combat pool"), 0, MAX_READY)
    social: int = number(Text("Social pool"), 0, MAX_READY)
    physical: int = number(Text("Physical pool"), 0, MAX_READY)
    join_battle: int = number(Text("Join Battle"), 0, MAX_READY, rule="2E-261")
    dodge_dv: int = number(Text("Dodge DV"), 0, MAX_READY, rule="2E-334")
    parry_dv: int = number(Text("Parry DV"), 0, MAX_READY, rule="2E-335")
    dodge_mdv: int = number(Text("Dodge MDV"), 0, MAX_READY, rule="2E-513")
    parry_mdv: int = number(Text("Parry MDV"), 0, MAX_READY, rule="2E-512")

    def pool(self, ability: str) -> int:
        """Return the pool that stands for a roll of this Ability."""
        return self.combat if ability in FIGHTING else self.social if ability in TALKING else self.physical


def give_value(title: Text, value: int, rule: str) -> Breakdown:
    """Return a value that stands as it is."""
    return Breakdown(title, (Step(READY, rule, (Term(READY, value, "attribute", rule),), 0, value),), value)
