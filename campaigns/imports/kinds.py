"""The kinds of beings that a game knows, and the bare sheet of each."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.imports.builder import Builder
from campaigns.imports.draft import Question
from rules import get_system
from rules.battle import Json
from rules.names import clean_name
from rules.text import Text, word

SPLATS = {
    key: word(name)
    for key, name in (
        ("solar", "Solar"),
        ("lunar", "Lunar"),
        ("sidereal", "Sidereal"),
        ("dragon_blooded", "Dragon-Blooded"),
    )
}
"""Exalted of the Second Edition without a caste that its archetypes have."""
READY = ("quick", "group")
"""What a source has ready numbers for, and is known by them."""
CLEARED = {
    "exalted2e": ("abilities", "weapons", "armor", "shield"),
    "exalted3e": ("abilities", "weapons"),
    "v20da": (
        "concept",
        "clan",
        "abilities",
        "specialties",
        "disciplines",
        "clan_disciplines",
        "backgrounds",
        "weapons",
        "armor",
    ),
    "wod2004": ("concept", "virtue", "vice", "skills", "specialties", "merits", "in_hand", "weapons", "armor"),
}
"""What an archetype has of its own: gear, and dots that nobody must have."""


LOWEST: Mapping[str, Mapping[str, int]] = {
    "exalted2e": {"attributes": 1, "virtues": 1, "willpower": 1, "willpower_points": 1},
    "exalted3e": {"attributes": 1, "willpower.rating": 1, "willpower.current": 1, "essence": 1},
    "v20da": {"attributes": 1, "virtues": 1, "willpower": 1, "willpower_points": 1, "road": 2, "generation": 13},
    "wod2004": {"attributes": 1},
}
"""The least that a being of each game has of a trait that no source says: a group of traits, or one."""


@dataclass(frozen=True, slots=True)
class KindGuess:
    """What kind of being a text is about: a key of `list_kinds`, or nothing; what the text calls it; whether it says
    nothing of it, so that the commonest kind is assumed."""

    kind: str
    said: str = ""
    is_assumed: bool = False


def list_kinds(system: str) -> Mapping[str, Text]:
    """Return every kind that a person may choose, key to name."""
    known = {key: label for key, label in get_system(system).sheets.archetypes.items() if key not in READY}
    return {**known, **SPLATS} if system == "exalted2e" else known


def begin(system: str, kind: str, said: str = "", *, rested: bool = False) -> Builder:
    """Return a builder for this kind, without the archetype's gear and Abilities. `said`: what the source calls it."""
    is_splat = system == "exalted2e" and kind in SPLATS
    builder = Builder(system, "dawn" if is_splat else kind, rested=rested)
    if is_splat:
        builder.kind = SPLATS[kind]
        builder.set("splat", kind)
        builder.set("caste", "")
    builder.clear(*CLEARED[system])
    _lower(builder, system)
    builder.said = said
    if system == "exalted3e":
        builder.set("armor", "none")
    return builder


def _lower(builder: Builder, system: str) -> None:
    """Set what an archetype fills in to the least that a being has: only what a source says is more."""
    values: dict[str, Json] = {}
    for place, least in LOWEST[system].items():
        held = builder.sheet.get(place)
        values |= dict.fromkeys([f"{place}.{name}" for name in held] if isinstance(held, dict) else [place], least)
    if system == "exalted2e" and builder.sheet["being"] != "exalt":
        values["essence"] = 1
    if system == "exalted2e" and builder.sheet["ready"]["used"]:
        builder.clear("ready", "own_weapons", "soak_bashing", "soak_lethal")
        builder.place("", {"ready.used": True})
    builder.set_all(values)
    if builder.sheet.get("archetype") in READY:
        builder.clear("quick")


def ask(system: str, source: str, name: str, said: str) -> Question:
    """Return the question what kind of being it is, to be answered before there is a draft."""
    plain = clean_name(name) or _("Unnamed")
    return Question(source, plain, said, tuple(list_kinds(system).items()))


def name_said(*words: str) -> str:
    """Return what a source calls a being: "Abyssal, Dusk"."""
    return ", ".join(dict.fromkeys(word.strip() for word in words if word.strip()))
