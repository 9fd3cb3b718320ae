"""The kinds of beings that a game knows, and the bare sheet of each."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.imports.builder import Builder
from campaigns.imports.draft import Question
from rules import get_system
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
    "v20da": ("abilities", "specialties", "disciplines", "clan_disciplines", "backgrounds", "weapons", "armor"),
    "wod2004": ("skills", "specialties", "merits", "weapons", "armor"),
}
"""What an archetype has of its own: gear, and dots that nobody must have."""


@dataclass(frozen=True, slots=True)
class Found:
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
    builder.said = said
    if system == "exalted3e":
        builder.set("armor", "none")
        builder.set("quick.attack", "")
    return builder


def ask(system: str, source: str, name: str, said: str) -> Question:
    """Return the question what kind of being it is, to be answered before there is a draft."""
    plain = " ".join(name.split())[:80] or _("Nameless")
    return Question(source, plain, said, tuple(list_kinds(system).items()))


def name_said(*words: str) -> str:
    """Return what a source calls a being: "Abyssal, Dusk"."""
    return ", ".join(dict.fromkeys(word.strip() for word in words if word.strip()))
