"""A system whose sheet has one trait of every kind, so that the record can be tested without any real game."""

from dataclasses import dataclass, field, replace
from typing import Any

from rules.battle import Choice
from rules.codec import decode, encode
from rules.errors import BadInput
from rules.pool import Breakdown, Term, add_step
from rules.system import Section, SheetRules, Trait
from tests.rules.toy import SYSTEM as TOY

COLOURS = (Choice("", "No colour"), Choice("red", "Red"), Choice("blue", "Blue"))
MARKS = (Choice(".", "unhurt"), Choice("B", "bashing", "/"), Choice("L", "lethal", "X"), Choice("A", "aggravated", "*"))
GEAR = (Choice("rope", "Rope"), Choice("lamp", "Lamp"))


@dataclass(frozen=True, slots=True)
class Limbs:
    """Ratings 0 to 5."""

    arms: int = 1
    legs: int = 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """One value of every kind of trait."""

    limbs: Limbs = field(default_factory=Limbs)
    strings: int = 0
    spare: int | None = None
    motto: str = ""
    story: str = ""
    painted: bool = False
    colour: str = ""
    gear: tuple[str, ...] = ()
    health: str = "....."


def parse(data: object) -> Sheet:
    """Read a sheet. Raises `BadInput` with the key at fault."""
    sheet = decode(Sheet, data)
    if not 0 <= sheet.limbs.arms <= 5 or not 0 <= sheet.limbs.legs <= 5:
        raise BadInput("bad_limbs", "Limbs are 0 to 5.", key="limbs.arms")
    if sheet.limbs.arms + sheet.limbs.legs > 8:
        raise BadInput("too_many_limbs", "Arms and legs together are at most 8.", key="limbs")
    if sheet.motto == "forbidden":
        raise BadInput("bad_motto", "That motto is forbidden.", key="motto")
    if sheet.story == "nowhere":
        raise BadInput("bad_story", "Such a story fits nowhere.")
    if len(sheet.health) != 5 or not set(sheet.health) <= set(".BLA"):
        raise BadInput("bad_health", "The track has five boxes.", key="health")
    return sheet


def layout(sheet: Sheet) -> tuple[Section, ...]:
    """One trait of every kind; a scene changes only the last."""
    return (
        Section(
            "Limbs",
            (
                Trait("limbs.arms", "Arms", "dots", sheet.limbs.arms, 0, 5),
                Trait("limbs.legs", "Legs", "dots", sheet.limbs.legs, 0, 5, help="Two is usual.", rule="TOY-7"),
            ),
        ),
        Section(
            "Other",
            (
                Trait("strings", "Strings", "number", sheet.strings, 0, 40),
                Trait("spare", "Spare strings", "number", sheet.spare, 0, 40),
                Trait("motto", "Motto", "text", sheet.motto, high=80),
                Trait("story", "Story", "text", sheet.story, high=2000),
                Trait("painted", "Painted", "flag", sheet.painted),
                Trait("colour", "Colour", "choice", sheet.colour, choices=COLOURS),
                Trait("gear", "Gear", "items", list(sheet.gear), choices=GEAR),
            ),
        ),
        Section("Now", (Trait("health", "Health", "track", sheet.health, high=5, choices=MARKS),), scene=True),
    )


def derived(sheet: Sheet) -> tuple[Breakdown, ...]:
    """How far it reaches."""
    step = add_step("Arms", "TOY-8", (Term("Arms", sheet.limbs.arms, "trait", "TOY-8"),), 0)
    return (Breakdown("Reach", (step,), step.after),)


def blank(archetype: str) -> dict[str, Any]:
    """A puppet has two of each, a ball has none."""
    limbs = {"puppet": Limbs(2, 2), "ball": Limbs(0, 0)}[archetype]
    data: dict[str, Any] = encode(Sheet(limbs=limbs))
    return data


def as_extra(sheet: Sheet) -> dict[str, Any]:
    """An extra is unpainted."""
    data: dict[str, Any] = encode(replace(sheet, painted=False))
    return data


SHEETS = SheetRules(
    archetypes={"puppet": "Puppet", "ball": "Ball"},
    blank=blank,
    parse=parse,
    layout=layout,
    derived=derived,
    as_extra=as_extra,
)
SYSTEM = replace(TOY, key="toybox", name="Toybox", sheets=SHEETS)
