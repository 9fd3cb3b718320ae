"""What a character's experience raises and buys (3E-346 to 3E-357), by the prices of `experience`."""

from collections.abc import Mapping
from typing import Any, Final, cast

from rules.battle import Json
from rules.codec import encode
from rules.errors import BadInput
from rules.exalted3e.experience import (
    BONUS_SOLAR_XP,
    SESSION_XP,
    Kind,
    Purchase,
    cost_of,
    essence_allowed,
    training_for,
)
from rules.exalted3e.sheet.blocks import OwnMerit, Specialty
from rules.exalted3e.sheet.model import MERIT_NAMES, Sheet
from rules.exalted3e.traits import ABILITIES, MERITS, label
from rules.raising import (
    DAY,
    DOTS,
    GENERAL,
    GIVEN,
    WEEK,
    Award,
    BoughtGood,
    ExperienceRules,
    Good,
    Price,
    Raise,
    name_traits,
    price_steps,
)
from rules.sheets import Trait, written
from rules.text import EMPTY, Text, join, word

SOLAR: Final = "solar"
MONTH: Final = 28 * DAY
"""A month of Creation."""
SECONDS: Final = {"days": DAY, "weeks": WEEK, "months": MONTH}
CHARM: Final = (("min_ability", 0, 5), ("min_essence", 1, 10))
KNOWN_MERITS: Final = name_traits(MERITS)
BOUGHT_AS: Final = {"solar_charm": "charm", "own_merit": "merit"}
"""The price that a good shares with another, by its key."""
RULES: Final = {"attribute": "3E-349", "ability": "3E-350", "willpower": "3E-351"}


class Experience(ExperienceRules[Sheet]):
    """Essence is not bought (3E-354); a quick character has nothing to raise."""

    purses = {GENERAL: Text("Experience"), SOLAR: Text("Solar experience")}
    awards = (
        Award("session", Text("Session"), SESSION_XP, "3E-346"),
        Award("expression", Text("Expression bonus"), BONUS_SOLAR_XP, "3E-346", SOLAR),
        Award("role", Text("Role bonus"), BONUS_SOLAR_XP, "3E-346", SOLAR),
        GIVEN,
    )
    sold = (
        Good(
            "specialty",
            Text("Specialty"),
            "3E-351",
            named=Text("Specialty"),
            belongs=Text("Ability"),
            traits=name_traits(ABILITIES),
        ),
        Good("merit", Text("Merit"), "3E-352", DOTS, belongs=Text("Merit"), traits=KNOWN_MERITS),
        Good("own_merit", Text("Custom Merit"), "3E-352", DOTS, named=Text("Merit")),
        Good("solar_charm", Text("Solar Charm"), "3E-353", CHARM, asks_favored=True, named=Text("Charm")),
        Good("charm", Text("Other Charm"), "3E-353", CHARM, asks_favored=True, named=Text("Charm")),
        Good("spell", Text("Spell"), "3E-353", (("circle", 1, 3),), asks_favored=True, named=Text("Spell")),
        Good("evocation", Text("Evocation"), "3E-353", (("min_essence", 1, 10),), named=Text("Evocation")),
    )
    kinds = {"attributes": "attribute", "abilities": "ability", "willpower": "willpower"}

    def find_kind(self, sheet: Sheet, path: str) -> str:
        """Return the kind of a trait in the price list; empty for what is not bought."""
        return "" if sheet.is_quick else super().find_kind(sheet, path)

    def find_cap(self, sheet: Sheet, trait: Trait, kind: str) -> tuple[int, str]:
        """Return the bound of the page."""
        return trait.high, RULES[kind]

    def price_raise(self, sheet: Sheet, found: Raise, after: int, options: Any) -> Price:
        """Return the price dot by dot (3E-355)."""
        favored = found.path.partition(".")[2] in sheet.favored
        kind = cast(Kind, found.kind)
        dots = [Purchase(kind, dot, dot + 1, favored) for dot in range(found.value, after)]
        steps = [
            (Text("{trait} {n}", trait=found.label, n=dot.after), cost_of(dot, options.unified_costs), _train(dot))
            for dot in dots
        ]
        return price_steps(found.label, steps, _rule(RULES[kind], options), tuple(self.purses))

    def goods(self, sheet: Sheet, options: Any) -> tuple[Good, ...]:
        """Return what this character may buy whole."""
        return () if sheet.is_quick else self.sold

    def price_good(self, sheet: Sheet, good: Good, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
        """Return the price of a good; Solar experience buys no Solar Charm (3E-348)."""
        solar = good.key == "solar_charm"
        kind = cast(Kind, BOUGHT_AS.get(good.key, good.key))
        thing = Purchase(kind, favored=favored, solar_charm=solar, **figures)
        steps = [(good.label, cost_of(thing, options.unified_costs), _train(thing))]
        return price_steps(good.label, steps, _rule(good.rule, options), (GENERAL,) if solar else tuple(self.purses))

    def put_good(self, sheet: Sheet, good: Good, bought: BoughtGood) -> Mapping[str, Json]:
        """Write specialties and Merits in their places, and the rest among the Charms.

        Raises `BadInput` for a Merit that the sheet does not have at the rating it is raised from.
        """
        if good.key == "specialty":
            return {"specialties": encode((*written(sheet.specialties), Specialty(bought.trait, bought.name.strip())))}
        if good.key == "merit":
            return {"merits": _raise_merit(sheet, bought)}
        if good.key == "own_merit":
            return {"own_merits": encode(_raise_own_merit(sheet, bought))}
        name = bought.name if "charm" in good.key else f"{good.label}: {bought.name}"
        return {"charms": f"{sheet.charms.rstrip()}\n{name}".lstrip()}

    def allows(self, sheet: Sheet, spent: Mapping[str, int]) -> Text:
        """Say which Essence the experience spent so far opens; Solar experience does not count (3E-354)."""
        points = spent.get(GENERAL, 0)
        allowed = essence_allowed(points, sheet.essence, sheet.archetype)
        if sheet.is_quick or allowed <= sheet.essence:
            return EMPTY
        return Text("With {n} points spent, Essence can rise to {n2} (3E-354).", n=points, n2=allowed)


def _raise_merit(sheet: Sheet, bought: BoughtGood) -> list[str]:
    before, after = bought.figures["before"], bought.figures["after"]
    old, new = f"{bought.trait}_{before}", f"{bought.trait}_{after}"
    if new not in MERIT_NAMES:
        rated = join(", ", map(str, MERITS[bought.trait]))
        sentence = Text("{trait} must be rated one of {what}.", trait=word(label(bought.trait)), what=rated)
        raise BadInput("bad_merit", sentence, key="after", rule="3E-036")
    if before and old not in sheet.merits:
        raise _miss_merit(word(label(bought.trait)), before)
    if not before:
        return [*sheet.merits, new]
    place = sheet.merits.index(old)
    return [*sheet.merits[:place], new, *sheet.merits[place + 1 :]]


def _miss_merit(name: str, dots: int) -> BadInput:
    return BadInput("moved_on", Text("There is no {what} {n} on the sheet.", what=name, n=dots), key="before")


def _raise_own_merit(sheet: Sheet, bought: BoughtGood) -> tuple[OwnMerit, ...]:
    """Return the own Merits with a new one, or with this one at its new rating."""
    before, after, name = bought.figures["before"], bought.figures["after"], bought.name.strip()
    rows = list(written(sheet.own_merits))
    place = next((i for i, row in enumerate(rows) if row.name.strip().lower() == name.lower()), None)
    if (rows[place].dots if place is not None else 0) != before:
        raise _miss_merit(name, before)
    if place is None:
        rows.append(OwnMerit(name, after))
    else:
        rows[place] = OwnMerit(rows[place].name, after)
    return tuple(rows)


def _train(purchase: Purchase) -> int:
    number, unit = training_for(purchase)
    return number * SECONDS[unit]


def _rule(rule: str, options: Any) -> str:
    return "3E-357" if options.unified_costs else rule
