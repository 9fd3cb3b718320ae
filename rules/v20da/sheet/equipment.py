"""Own weapons, written one a line as the table prints them (V20-169)."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, cast

from rules.errors import BadInput
from rules.names import is_line
from rules.text import Text
from rules.wounds import Harm

Wielded = Literal["melee", "archery", "brawl"]
FORM: Final = Text(
    "One per line, such as: Great pike: melee, Strength + 4 lethal; or Hunting bow: archery, 5 lethal, 80 yards"
)
MAX_OWN: Final = 12
MAX_NAME: Final = 40
OWN: Final = "own"
ABILITIES: Final = ("melee", "archery", "brawl")
KEY: Final = re.compile(
    r"own:(melee|archery|brawl):([01]):(\d{1,2}):(bashing|lethal|aggravated):(\d{1,4}):([^:]{1,40})"
)
DAMAGE: Final = re.compile(r"(?:(strength|str)\s*\+\s*)?(\d{1,2})(?:\s*(bashing|lethal|aggravated))?", re.IGNORECASE)
RANGE: Final = re.compile(r"(?:range\s*)?(\d{1,4})\s*(?:yards?|yd)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OwnWeapon:
    """An own weapon. `damage`: dice, added to Strength if `strength`; `range`: yards."""

    name: str
    ability: Wielded = "melee"
    strength: bool = True
    damage: int = 0
    type: Harm = "lethal"
    range: int = 0

    @property
    def key(self) -> str:
        """All its figures, so that the key alone is enough to find the attack."""
        return f"{OWN}:{self.ability}:{self.strength:d}:{self.damage}:{self.type}:{self.range}:{self.name}"


def find_own(key: str) -> OwnWeapon | None:
    """Return the own weapon of a key, or None for any other key."""
    match = KEY.fullmatch(key) if key.startswith(OWN) else None
    if not match:
        return None
    ability, strength, damage, harm, reach, name = match.groups()
    return OwnWeapon(name, cast(Wielded, ability), strength == "1", int(damage), cast(Harm, harm), int(reach))


@lru_cache(maxsize=256)
def parse_own(text: str) -> tuple[OwnWeapon, ...]:
    """Return the weapons of a text. Raises `BadInput` that quotes what cannot be read."""
    rows = tuple(_parse_weapon(line.strip()) for line in text.splitlines() if line.strip())
    if len(rows) > MAX_OWN or len({row.name for row in rows}) < len(rows):
        sentence = Text("You can add up to {n} custom weapons, each with a different name.", n=MAX_OWN)
        raise BadInput("bad_weapon", sentence, key="own_weapons")
    return rows


def _parse_weapon(line: str) -> OwnWeapon:
    head, _, rest = line.partition(":")
    name, parts = head.strip(), [part.strip() for part in rest.split(",") if part.strip()]
    if not 1 <= len(name) <= MAX_NAME or not is_line(name):
        raise BadInput(
            "bad_weapon", Text("A weapon needs a name of 1 to {n} characters.", n=MAX_NAME), key="own_weapons"
        )
    ability = cast(Wielded, parts.pop(0).lower() if parts and parts[0].lower() in ABILITIES else "melee")
    damage = DAMAGE.fullmatch(parts.pop(0)) if parts else None
    reach = RANGE.fullmatch(parts.pop(0)) if parts else None
    if parts or (rest.strip() and not damage):
        sentence = Text("Can’t read {text}. {form}.", text=repr(line[:60]), form=FORM)
        raise BadInput("bad_weapon", sentence, key="own_weapons")
    if not damage:
        return OwnWeapon(name, ability)
    harm = cast(Harm, (damage[3] or "lethal").lower())
    return OwnWeapon(name, ability, bool(damage[1]), int(damage[2]), harm, int(reach[1]) if reach else 0)
