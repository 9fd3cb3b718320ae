"""What a character's experience raises and buys (WD-230 to WD-233), by the prices of `experience`. Nothing trains."""

import re
from collections.abc import Mapping
from typing import Any, Final

from rules.battle import Json
from rules.codec import encode
from rules.errors import BadInput
from rules.raising import (
    GENERAL,
    Award,
    Bought,
    Good,
    Price,
    Raise,
    find_bought,
    find_good,
    find_raise,
    price_steps,
)
from rules.system import ExperienceRules, Trait
from rules.wod2004.experience import AWARDS as POINTS
from rules.wod2004.experience import dot_cost
from rules.wod2004.sheet.layout import layout
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import merits
from rules.wod2004.traits import ALL_SKILLS, label

KINDS: Final = {"attributes": "attribute", "skills": "skill", "morality": "morality"}
AWARDS: Final = (
    *(
        Award(key, "Being there" if key == "automatic" else key.title(), points, "WD-233")
        for key, points in POINTS.items()
    ),
    Award("storyteller", "The Storyteller's award", 0, "WD-233"),
)
OWNERS: Final = tuple((name, label(name)) for name in ALL_SKILLS)
GOODS: Final = (
    Good("specialty", "Specialty", "WD-230", named="Specialty", belongs="Skill", traits=OWNERS),
    Good("merit", "Merit", "WD-230", (("before", 0, 4), ("after", 1, 5)), named="Merit"),
    Good("willpower", "Willpower dot that was sacrificed", "WD-230"),
)
RULE: Final = "WD-230"
ORDINARY: Final = 5
"""The most dots of ordinary people (WD-002)."""


def list_raises(sheet: Sheet, options: Any) -> tuple[Raise, ...]:
    """The traits that experience raises; derived ones follow from them (WD-232)."""
    return tuple(
        _raise(sheet, trait, kind)
        for section in layout(sheet)
        for trait in section.traits
        if trait.kind == "dots" and (kind := KINDS.get(trait.key.partition(".")[0], ""))
    )


def price_raise(sheet: Sheet, path: str, before: int, after: int, options: Any) -> Price:
    """The price of raising a trait dot by dot (WD-231). Raises `BadInput`."""
    found = find_raise(list_raises(sheet, options), path, before, after)
    return _price(found.label, found.kind, before, after)


def list_goods(sheet: Sheet, options: Any) -> tuple[Good, ...]:
    """What this character may buy whole: Willpower only while a dot of it is sacrificed."""
    return GOODS if sheet.willpower_lost else GOODS[:-1]


def price_good(sheet: Sheet, key: str, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
    """The price of something bought whole. Raises `BadInput`."""
    if key == "willpower" and not sheet.willpower_lost:
        raise BadInput("not_bought", "Experience only restores Willpower that was sacrificed (WD-230).", rule=RULE)
    good = find_good(list_goods(sheet, options), key, dict(figures))
    before, after = figures.get("before", 0), figures.get("after", 1)
    find_raise((Raise(key, good.label, key, before, 5, RULE),), key, before, after)
    return _price(good.label, key, before, after)


def put_good(sheet: Sheet, bought: Bought, options: Any) -> dict[str, Json]:
    """The sheet's JSON with what was bought in its place. Raises `BadInput`."""
    find_bought(list_goods(sheet, options), bought)
    data: dict[str, Json] = encode(sheet)
    name = bought.name.strip()
    if bought.key == "willpower":
        return {**data, "willpower_lost": sheet.willpower_lost - 1}
    if any(mark in name for mark in ",;") or name[-1].isdecimal():
        sentence = "Write the name alone: no comma, no semicolon, no number at its end."
        raise BadInput("bad_name", sentence, key="name")
    if bought.key == "merit":
        return {**data, "merits": _raise_merit(sheet, name, bought.figures["before"], bought.figures["after"])}
    known: str = getattr(sheet.specialties, bought.trait)
    text = f"{known.strip().rstrip(',')}, {name}" if known.strip() else name
    return {**data, "specialties": {**data["specialties"], bought.trait: text}}


def _raise_merit(sheet: Sheet, name: str, before: int, after: int) -> str:
    """The Merits with this one at its new rating. Raises `BadInput` where it does not stand at the old one."""
    now = merits(sheet.merits).get(name.lower(), 0)
    if now != before:
        raise BadInput("moved_on", f"{name} stands at {now} now, not at {before}.", key="before")
    parts = [part.strip() for part in re.split(r"[,;\n]", sheet.merits) if part.strip()]
    kept = [part for part in parts if name.lower() not in merits(part)]
    return ", ".join([*kept, f"{name} {after}"])


def _raise(sheet: Sheet, trait: Trait, kind: str) -> Raise:
    is_ordinary = sheet.being == "mortal" and kind != "morality"
    cap, rule = (ORDINARY, "WD-002") if is_ordinary else (trait.high, RULE)
    return Raise(trait.key, trait.label, kind, int(str(trait.value)), cap, rule)


def _price(label: str, kind: str, before: int, after: int) -> Price:
    steps = [(f"{label} {dot + 1}", dot_cost(kind, dot, dot + 1), 0) for dot in range(before, after)]
    return price_steps(label, steps, RULE)


EXPERIENCE = ExperienceRules(
    {GENERAL: "Experience"}, AWARDS, list_raises, price_raise, list_goods, price_good, put_good
)
