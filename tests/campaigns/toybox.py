"""A system whose sheet has one trait of every kind, so that the record can be tested without any real game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from storywheel_coins.system import SYSTEM as TOY

from rules.battle import Choice
from rules.codec import decode
from rules.creation import Creation, Line
from rules.errors import BadInput
from rules.pool import Breakdown, Term, add_step
from rules.raising import (
    DAY,
    GENERAL,
    Award,
    BoughtGood,
    ExperienceRules,
    Good,
    Price,
    Raise,
    price_steps,
)
from rules.recovery import ACTIVE, REST, Day, DayActivity, RecoveryRules
from rules.sheets import Part, SheetRules, Trait, choice, dots, flag, group, items, number, text, track
from rules.text import Text, word

COLOURS = (Choice("", Text("No colour")), Choice("red", Text("Red")), Choice("blue", Text("Blue")))
MARKS = (
    Choice(".", Text("unhurt")),
    Choice("B", Text("bashing"), Text("/")),
    Choice("L", Text("lethal"), Text("X")),
    Choice("A", Text("aggravated"), Text("*")),
)
GEAR = (Choice("rope", Text("Rope")), Choice("lamp", Text("Lamp")))


@dataclass(frozen=True, slots=True)
class Limbs:
    """Ratings 0 to 5."""

    arms: int = dots(Text("Arms"), 0, 5, 1)
    legs: int = dots(Text("Legs"), 0, 5, 1, rule="TOY-7", help=Text("Two is usual."))


@dataclass(frozen=True, slots=True)
class Sheet:
    """One value of every kind of trait."""

    limbs: Limbs = group(Limbs)
    strings: int = number(Text("Strings"), 0, 40)
    spare: int | None = number(Text("Spare strings"), 0, 40, None)
    motto: str = text(Text("Motto"), 80)
    story: str = text(Text("Story"), 2000)
    painted: bool = flag(Text("Painted"))
    colour: str = choice(Text("Colour"), COLOURS)
    gear: tuple[str, ...] = items(Text("Gear"), GEAR)
    health: str = track(Text("Health"), 5, MARKS, lambda sheet: (), ".....")

    @property
    def coins(self) -> int:
        """What the rolls of the toy flip: as many coins as there are arms."""
        return self.limbs.arms


def parse(data: object) -> Sheet:
    """Read a sheet. Raises `BadInput` with the key at fault."""
    sheet = decode(Sheet, data)
    if not 0 <= sheet.limbs.arms <= 5 or not 0 <= sheet.limbs.legs <= 5:
        raise BadInput("bad_limbs", Text("Limbs are 0 to 5."), key="limbs.arms")
    if sheet.limbs.arms + sheet.limbs.legs > 8:
        raise BadInput("too_many_limbs", Text("Arms and legs together are at most 8."), key="limbs")
    if sheet.motto == "forbidden":
        raise BadInput("bad_motto", Text("That motto is forbidden."), key="motto")
    if sheet.story == "nowhere":
        raise BadInput("bad_story", Text("Such a story fits nowhere."))
    if len(sheet.health) != 5 or not set(sheet.health) <= set(".BLA"):
        raise BadInput("bad_health", Text("The track has five boxes."), key="health")
    return sheet


PARTS = (
    Part(Text("Limbs"), ("limbs",)),
    Part(Text("Other"), ("strings", "spare", "motto", "story", "painted", "colour", "gear")),
    Part(Text("Now"), ("health",), scene=True),
)
"""One trait of every kind; a scene changes only the last."""


def derived(sheet: Sheet) -> tuple[Breakdown, ...]:
    """How far it reaches."""
    step = add_step(Text("Arms"), "TOY-8", (Term(Text("Arms"), sheet.limbs.arms, "trait", "TOY-8"),), 0)
    return (Breakdown(Text("Reach"), (step,), step.after),)


def make(archetype: str) -> Sheet:
    """A puppet has two of each, a ball has none."""
    return Sheet(limbs={"puppet": Limbs(2, 2), "ball": Limbs(0, 0)}[archetype])


def make_extra(sheet: Sheet) -> Sheet:
    """An extra is unpainted."""
    return replace(sheet, painted=False)


def creation(sheet: Sheet, options: Any) -> Creation:
    """Four limbs, more of them for two stars each; three stars to spend at most."""
    limbs = Line(Text("Limbs"), sheet.limbs.arms + sheet.limbs.legs, "TOY-9", 4, 4, each=2)
    return Creation((limbs, Line(Text("Strings"), sheet.strings, "TOY-9", None, 7)))


SHEETS = SheetRules(
    archetypes={"puppet": Text("Puppet"), "ball": Text("Ball")},
    make=make,
    parse=parse,
    parts=PARTS,
    derived=derived,
    make_extra=make_extra,
    creation=creation,
    is_extra=lambda sheet: False,
)


class Experience(ExperienceRules[Sheet]):
    """Limbs, of which there are eight at most; a motto, and gear of some weight."""

    purses = {GENERAL: Text("Experience"), "wood": Text("Wood")}
    awards = (
        Award("show", Text("A show"), 2, "TOY-12"),
        Award("chips", Text("Chips"), 1, "TOY-12", "wood"),
        Award("gift", Text("A gift"), 0, ""),
    )
    kinds = {"limbs": "limb"}

    def find_kind(self, sheet: Sheet, path: str) -> str:
        """Arms or legs."""
        return path.partition(".")[2] if super().find_kind(sheet, path) else ""

    def find_cap(self, sheet: Sheet, trait: Trait, kind: str) -> tuple[int, str]:
        """What the other limbs leave."""
        other = sheet.limbs.legs if kind == "arms" else sheet.limbs.arms
        return min(5, 8 - other), "TOY-10"

    def price_raise(self, sheet: Sheet, found: Raise, after: int, options: Any) -> Price:
        """Two points a dot; arms are trained for a day each, and wood pays for legs."""
        days, purses = (DAY, (GENERAL,)) if found.kind == "arms" else (0, (GENERAL, "wood"))
        steps = [(word(f"{found.label} {dot + 1}"), 2 * dot, days) for dot in range(found.value, after)]
        return price_steps(found.label, steps, "TOY-10", purses)

    def goods(self, sheet: Sheet, options: Any) -> tuple[Good, ...]:
        """A motto, and gear of some weight."""
        gear = tuple((choice.value, choice.label) for choice in GEAR)
        return (
            Good("motto", Text("Motto"), "TOY-11", named=Text("Motto")),
            Good(
                "gear",
                Text("Gear"),
                "TOY-11",
                (("weight", 1, 3),),
                asks_favored=True,
                belongs=Text("What"),
                traits=gear,
            ),
        )

    def price_good(self, sheet: Sheet, good: Good, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
        """A motto costs 3; gear costs its weight, or nothing, and is awaited for two days."""
        cost, time = (3, 0) if good.key == "motto" else (0 if favored else figures["weight"], 2 * DAY)
        return price_steps(good.label, [(good.label, cost, time)], good.rule)

    def put_good(self, sheet: Sheet, good: Good, bought: BoughtGood) -> dict[str, Any]:
        """The motto, or the gear among the gear."""
        return {"motto": bought.name} if good.key == "motto" else {"gear": [*sheet.gear, bought.trait]}


class Recovery(RecoveryRules[Sheet]):
    """A day of rest mends the box on the right."""

    activities = (
        DayActivity(REST, Text("Lie in the box"), Text("A day mends a box."), "TOY-13"),
        DayActivity(ACTIVE, Text("Be played with"), Text("No more."), "TOY-13"),
    )
    places = ("health",)

    def spend_day(self, sheet: Sheet, begun: int, day: Day) -> tuple[Sheet, int]:
        """Mend a box."""
        marks = sheet.health.rstrip(".")
        if day.activity != REST or not marks:
            return sheet, 0
        day.say(Text("A box is mended."), "TOY-13")
        return replace(sheet, health=marks[:-1].ljust(5, ".")), 0


SYSTEM = replace(TOY, key="toybox", name="Toybox", sheets=SHEETS, experience=Experience(SHEETS), recovery=Recovery())
