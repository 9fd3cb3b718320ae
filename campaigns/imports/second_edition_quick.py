"""A quick character of the Second Edition: an npc of Foundry, or a printed block, with its numbers as they stand."""

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from campaigns.imports import kinds
from campaigns.imports.builder import Builder
from campaigns.imports.draft import Draft
from campaigns.imports.reader import Reader
from campaigns.imports.second_edition import ATTRIBUTES, STANDARD, put_health, put_soak
from campaigns.imports.second_edition_arms import Arm, put_arms

NUMBERS: Mapping[str, str] = {
    "join_battle": "joinBattle",
    "dodge_dv": "dodgeDV",
    "parry_dv": "parryDV",
    "dodge_mdv": "dodgeMDV",
    "parry_mdv": "parryMDV",
}
POOLS = ("combat", "social", "physical")
BEINGS = (
    (r"spirit|god|goddess|demon|elemental|ghost|behemoth", "spirit"),
    (r"exalt|solar|lunar|sidereal|terrestrial", "exalt"),
)
"""What people call beings, and ours; all others are mortals to the rules."""
SOAKS = ("bashing", "lethal", "aggravated")
WORDS = ("biography", "powers", "notes")
MORE: tuple[int, ...] = (2, 1, 0)
"""The levels of which a source that says only how many boxes there are has the others, one after the other."""


def is_ready(reader: Reader) -> bool:
    """Whether an actor has ready numbers and no Attributes."""
    has_traits = any(reader.has(f"system.attributes.{name}") for name in ATTRIBUTES)
    return not has_traits and (reader.has("system.combat.joinBattle") or reader.has("system.pools.combat"))


def parse(reader: Reader, source: str, said: str, attacks: Sequence[Arm]) -> Draft:
    """Read an npc of Foundry."""
    builder = begin(said)
    put_numbers(builder, {name: reader.number(f"system.pools.{name}") for name in POOLS})
    put_numbers(builder, {name: reader.number(f"system.combat.{theirs}") for name, theirs in NUMBERS.items()})
    builder.put("essence", reader.number("system.essence.value", "system.essence"))
    rating = reader.number("system.willpower.max")
    left = reader.number("system.willpower.value")
    builder.put("willpower", left if rating is None else rating)
    builder.put("willpower_points", rating if left is None else left)
    motes, most = reader.number("system.motes.value"), reader.number("system.motes.max")
    if most:
        builder.put("personal_bonus", most)
        builder.put("personal", most if motes is None else motes)
    builder.settle()
    harm = "".join(
        mark * min(reader.number(f"system.health.{kind}") or 0, 60)
        for mark, kind in (("A", "aggravated"), ("L", "lethal"), ("B", "bashing"))
    )
    put_boxes(builder, reader.number("system.health.totalBoxes"), harm)
    put_arms(builder, attacks)
    put_soak(
        builder, {kind: reader.number(f"system.combat.soak.{kind}") for kind in ("bashing", "lethal", "aggravated")}
    )
    hardness = reader.number("system.combat.hardness")
    for kind in ("bashing", "lethal"):
        builder.put(f"hardness_{kind}", hardness or None)
    words = [
        reader.text("system.concept"),
        *(reader.prose(f"system.{part}") for part in ("biography", "powers", "notes")),
    ]
    return builder.build(source, reader.text("name"), reader, "\n\n".join(filter(None, words)))


def begin(said: str) -> Builder:
    """Return a builder for a quick character; `said`: what the source calls it."""
    builder = kinds.begin("exalted2e", "quick", said, rested=True)
    builder.set("being", find_being(said))
    return builder


def find_being(said: str) -> str:
    """Return what the rules call this being; what they do not know is a mortal to them."""
    return next((being for pattern, being in BEINGS if re.search(pattern, said, re.IGNORECASE)), "mortal")


def put_numbers(builder: Builder, said: Mapping[str, int | None]) -> None:
    """The ready numbers, as they stand."""
    for name, value in said.items():
        builder.put(f"ready.{name}", value)


def put_boxes(builder: Builder, boxes: int | None, harm: str = "") -> None:
    """As many boxes as the source says: the usual levels first, then more of them."""
    levels = dict(STANDARD)
    usual = sum(levels.values()) + 1
    missing = (boxes or usual) - usual
    for number in range(missing):
        levels[MORE[number % len(MORE)]] += 1
    for penalty in (4, 2, 1, 0):
        while missing < 0 and levels[penalty]:
            levels[penalty] -= 1
            missing += 1
    put_health(builder, {} if levels == STANDARD else levels, harm)
    if levels != STANDARD:
        builder.assumed.append((_("Penalties of the health levels"), str(builder.sheet["track"])))
