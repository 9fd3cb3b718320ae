"""Castes and aspects of the Exalted, by which both editions know what a being is."""

import re
from typing import Final

SOLAR: Final = ("dawn", "zenith", "twilight", "night", "eclipse")
CASTES: Final = {
    **dict.fromkeys(SOLAR, "solar"),
    **dict.fromkeys(("air", "earth", "fire", "water", "wood"), "dragon_blooded"),
    **dict.fromkeys(("full moon", "changing moon", "no moon"), "lunar"),
    **dict.fromkeys(("journeys", "serenity", "battles", "secrets", "endings"), "sidereal"),
    **dict.fromkeys(("dusk", "midnight", "daybreak", "day", "moonshadow"), "abyssal"),
    **dict.fromkeys(("slayer", "malefactor", "defiler", "scourge", "fiend"), "infernal"),
    **dict.fromkeys(("orichalcum", "moonsilver", "starmetal", "soulsteel", "jade", "adamant"), "alchemical"),
}
"""Each with the kind of Exalted that has it."""
LABELS: Final = (
    *("Caste/Aspect", "Aspect/Caste", "Caste or Aspect", "Caste / Aspect", "Exalted caste", "Exalt caste", "Caste"),
    "Aspect",
)
ANY: Final = "|".join(sorted(CASTES, key=len, reverse=True))
CASTE: Final = rf"\b(?:{ANY})\b"
BESIDE: Final = rf"\b(?P<a>{ANY}) (?:caste|aspect)(?:ed)?\b"
"""A caste with its word beside it, without a label: "Night Caste", "Fire Aspect"."""


def find_caste(said: str) -> tuple[str, str]:
    """Return the caste that these words name, and whose it is; nothing where they name none."""
    found = re.search(CASTE, said, re.IGNORECASE)
    caste = found.group().lower() if found else ""
    return caste, CASTES.get(caste, "")
