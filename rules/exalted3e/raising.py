"""What a character's experience raises and buys (3E-346 to 3E-357), by the prices of `experience`."""

from collections.abc import Mapping
from typing import Any, Final, get_args

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
from rules.exalted3e.sheet import SHEETS
from rules.exalted3e.sheet.model import OwnMerit, Sheet, Specialty
from rules.exalted3e.sheet.parse import merit_keys, with_spare
from rules.exalted3e.traits import ABILITIES, MERITS, label
from rules.raising import (
    DAY,
    GENERAL,
    WEEK,
    Award,
    Bought,
    Good,
    Price,
    Raise,
    add_line,
    find_bought,
    find_good,
    find_raise,
    price_steps,
)
from rules.system import ExperienceRules

SOLAR: Final = "solar"
MONTH: Final = 28 * DAY
"""A month of Creation."""
SECONDS: Final = {"days": DAY, "weeks": WEEK, "months": MONTH}
PURSES: Final = {GENERAL: "Experience", SOLAR: "Solar experience"}
AWARDS: Final = (
    Award("session", "Session", SESSION_XP, "3E-346"),
    Award("expression", "Expression bonus", BONUS_SOLAR_XP, "3E-346", SOLAR),
    Award("role", "Role bonus", BONUS_SOLAR_XP, "3E-346", SOLAR),
    Award("storyteller", "The Storyteller's award", 0, ""),
)
CHARM: Final = (("min_ability", 0, 5), ("min_essence", 1, 10))
OWNERS: Final = tuple((name, label(name)) for name in ABILITIES)
KNOWN_MERITS: Final = tuple((name, label(name)) for name in MERITS)
DOTS: Final = (("before", 0, 4), ("after", 1, 5))
GOODS: Final = (
    Good("specialty", "Specialty", "3E-351", named="Specialty", belongs="Ability", traits=OWNERS),
    Good("merit", "Merit", "3E-352", DOTS, belongs="Merit", traits=KNOWN_MERITS),
    Good("own_merit", "Merit of your own", "3E-352", DOTS, named="Merit"),
    Good("solar_charm", "Solar Charm", "3E-353", CHARM, asks_favored=True, named="Charm"),
    Good("charm", "Other Charm", "3E-353", CHARM, asks_favored=True, named="Charm"),
    Good("spell", "Spell", "3E-353", (("circle", 1, 3),), asks_favored=True, named="Spell"),
    Good("evocation", "Evocation", "3E-353", (("min_essence", 1, 10),), named="Evocation"),
)
BOUGHT_AS: Final = {"solar_charm": "charm", "own_merit": "merit"}
"""Which price a good has, where it is not its own."""
RULES: Final = {"attribute": "3E-349", "ability": "3E-350", "willpower": "3E-351"}
KINDS: Final = {"attributes": "attribute", "abilities": "ability", "willpower": "willpower"}


def list_raises(sheet: Sheet, options: Any) -> tuple[Raise, ...]:
    """The traits that experience raises. Essence is not bought (3E-354); a quick character has nothing to raise."""
    if sheet.is_quick:
        return ()
    return tuple(
        Raise(trait.key, trait.label, kind, int(str(trait.value)), trait.high, RULES[kind])
        for section in SHEETS.layout(sheet)
        if not section.scene
        for trait in section.traits
        if trait.kind == "dots" and (kind := KINDS.get(trait.key.partition(".")[0], ""))
    )


def price_raise(sheet: Sheet, path: str, before: int, after: int, options: Any) -> Price:
    """The price of raising a trait dot by dot (3E-355). Raises `BadInput`."""
    found = find_raise(list_raises(sheet, options), path, before, after)
    favored = path.partition(".")[2] in sheet.favored
    kind = next(kind for kind in get_args(Kind) if kind == found.kind)
    dots = [Purchase(kind, dot, dot + 1, favored) for dot in range(before, after)]
    steps = [(f"{found.label} {dot.after}", cost_of(dot, options.unified_costs), _train(dot)) for dot in dots]
    return price_steps(found.label, steps, _rule(RULES[kind], options), tuple(PURSES))


def list_goods(sheet: Sheet, options: Any) -> tuple[Good, ...]:
    """What this character may buy whole."""
    return () if sheet.is_quick else GOODS


def price_good(sheet: Sheet, key: str, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
    """The price of something bought whole; Solar experience buys no Solar Charm (3E-348). Raises `BadInput`."""
    good = find_good(list_goods(sheet, options), key, dict(figures))
    solar = key == "solar_charm"
    kind = next(kind for kind in get_args(Kind) if kind == BOUGHT_AS.get(key, key))
    thing = Purchase(kind, favored=favored and good.asks_favored, solar_charm=solar, **figures)
    if kind == "merit":
        find_raise((Raise("merit", "Merit", kind, thing.before, 5, good.rule),), "merit", thing.before, thing.after)
    steps = [(good.label, cost_of(thing, options.unified_costs), _train(thing))]
    return price_steps(good.label, steps, _rule(good.rule, options), (GENERAL,) if solar else tuple(PURSES))


def put_good(sheet: Sheet, bought: Bought, options: Any) -> dict[str, Json]:
    """The sheet's JSON with what was bought: specialties and Merits in their places, the rest among the Charms.

    Raises `BadInput`, so for a Merit that the sheet does not have at the rating it is raised from.
    """
    good = find_bought(list_goods(sheet, options), bought)
    data: dict[str, Json] = encode(sheet)
    if bought.key == "specialty":
        written = [row for row in sheet.specialties if row.ability or row.name.strip()]
        rows = [*written, Specialty(bought.trait, bought.name.strip())]
        return {**data, "specialties": encode(with_spare(rows, Specialty()))}
    if bought.key == "merit":
        return {**data, "merits": _raise_merit(sheet, bought)}
    if bought.key == "own_merit":
        return {**data, "own_merits": encode(_raise_own_merit(sheet, bought))}
    name = bought.name if "charm" in bought.key else f"{good.label}: {bought.name}"
    return {**data, "charms": add_line(sheet.charms, name)}


def _raise_merit(sheet: Sheet, bought: Bought) -> list[str]:
    before, after = bought.figures["before"], bought.figures["after"]
    old, new = f"{bought.trait}_{before}", f"{bought.trait}_{after}"
    if new not in merit_keys():
        rated = " or ".join(str(dots) for dots in MERITS[bought.trait])
        raise BadInput("bad_merit", f"{label(bought.trait)} is rated {rated}.", key="after", rule="3E-036")
    if before and old not in sheet.merits:
        raise BadInput("moved_on", f"There is no {label(bought.trait)} {before} on the sheet.", key="before")
    if not before:
        return [*sheet.merits, new]
    place = sheet.merits.index(old)
    return [*sheet.merits[:place], new, *sheet.merits[place + 1 :]]


def _raise_own_merit(sheet: Sheet, bought: Bought) -> tuple[OwnMerit, ...]:
    """The Merits of one's own with this one at its new rating: a new one, or one that is raised."""
    before, after, name = bought.figures["before"], bought.figures["after"], bought.name.strip()
    rows = [row for row in sheet.own_merits if row.name.strip()]
    place = next((i for i, row in enumerate(rows) if row.name.strip().lower() == name.lower()), None)
    if (rows[place].dots if place is not None else 0) != before:
        raise BadInput("moved_on", f"There is no {name} {before} on the sheet.", key="before")
    if place is None:
        rows.append(OwnMerit(name, after))
    else:
        rows[place] = OwnMerit(rows[place].name, after)
    return with_spare(rows, OwnMerit())


def allow_essence(sheet: Sheet, spent: Mapping[str, int]) -> str:
    """Essence is not bought: the experience spent in all opens it, Solar experience aside (3E-354)."""
    points = spent.get(GENERAL, 0)
    allowed = essence_allowed(points, sheet.essence, sheet.archetype)
    if sheet.is_quick or allowed <= sheet.essence:
        return ""
    return f"With {points} points spent, Essence may rise to {allowed} (3E-354)."


def _train(purchase: Purchase) -> int:
    number, unit = training_for(purchase)
    return number * SECONDS[unit]


def _rule(rule: str, options: Any) -> str:
    return "3E-357" if options.unified_costs else rule


EXPERIENCE = ExperienceRules(
    PURSES, AWARDS, list_raises, price_raise, list_goods, price_good, put_good, allows=allow_essence
)
