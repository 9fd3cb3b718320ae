"""What experience raises and buys (WD-230 to WD-233), at the prices of `experience`. Training takes no time."""

import re
from collections.abc import Mapping
from typing import Any, Final

from rules.battle import Json
from rules.errors import BadInput
from rules.raising import (
    DOTS,
    Award,
    BoughtGood,
    ExperienceRules,
    Good,
    Price,
    Raise,
    check_standing,
    name_traits,
    price_steps,
)
from rules.sheets import Trait
from rules.text import Text
from rules.wod2004.experience import dot_cost
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import merits
from rules.wod2004.traits import ALL_SKILLS

RULE: Final = "WD-230"
ORDINARY: Final = 5
"""The most dots of a trait of ordinary people (WD-002)."""


class Experience(ExperienceRules[Sheet]):
    """What experience raises and buys. Derived traits follow from the traits that are raised (WD-232)."""

    awards = (
        Award("automatic", Text("Attendance"), 1, "WD-233"),
        Award("learning", Text("Learning"), 1, "WD-233"),
        Award("roleplaying", Text("Roleplaying"), 1, "WD-233"),
        Award("heroism", Text("Heroism"), 1, "WD-233"),
        Award("storyteller", Text("The Storyteller’s award"), 0, "WD-233"),
    )
    sold = (
        Good(
            "specialty",
            Text("Specialty"),
            "WD-230",
            named=Text("Specialty"),
            belongs=Text("Skill"),
            traits=name_traits(ALL_SKILLS),
        ),
        Good("merit", Text("Merit"), "WD-230", DOTS, named=Text("Merit")),
        Good("willpower", Text("Restore sacrificed Willpower dot"), "WD-230"),
    )
    kinds = {"attributes": "attribute", "skills": "skill", "morality": "morality"}

    def find_cap(self, sheet: Sheet, trait: Trait, kind: str) -> tuple[int, str]:
        """Return the most dots of a trait, with the rule: five for ordinary people (WD-002)."""
        is_ordinary = sheet.being == "mortal" and kind != "morality"
        return (ORDINARY, "WD-002") if is_ordinary else (trait.high, RULE)

    def price_raise(self, sheet: Sheet, found: Raise, after: int, options: Any) -> Price:
        """Return the price, dot by dot (WD-231)."""
        return _price(found.label, found.kind, found.value, after)

    def goods(self, sheet: Sheet, options: Any) -> tuple[Good, ...]:
        """Return what can be bought; Willpower only while a dot of it is sacrificed."""
        return self.sold if sheet.willpower_lost else self.sold[:-1]

    def buy(self, sheet: Sheet, key: str, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
        """Return the price of a good. Raises `BadInput` for one that cannot be bought."""
        if key == "willpower" and not sheet.willpower_lost:
            sentence = Text("Experience only restores sacrificed Willpower (WD-230).")
            raise BadInput("not_bought", sentence, rule=RULE)
        return super().buy(sheet, key, figures, favored, options)

    def price_good(self, sheet: Sheet, good: Good, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
        """Return the price of a good; Merits are priced dot by dot."""
        return _price(good.label, good.key, figures.get("before", 0), figures.get("after", 1))

    def put_good(self, sheet: Sheet, good: Good, bought: BoughtGood) -> Mapping[str, Json]:
        """Return the sheet's figures with the good among others of its kind. Raises `BadInput` for a bad name."""
        name = bought.name.strip()
        if good.key == "willpower":
            return {"willpower_lost": sheet.willpower_lost - 1}
        if any(mark in name for mark in ",;") or name[-1].isdecimal():
            sentence = Text("Write only the name: no comma, semicolon, or number at the end.")
            raise BadInput("bad_name", sentence, key="name")
        if good.key == "merit":
            return {"merits": _raise_merit(sheet, name, bought.figures["before"], bought.figures["after"])}
        known = sheet.specialties[bought.trait]
        text = f"{known.strip().rstrip(',')}, {name}" if known.strip() else name
        return {"specialties": {**sheet.specialties, bought.trait: text}}


def _raise_merit(sheet: Sheet, name: str, before: int, after: int) -> str:
    """Return the Merits with this one at its new rating. Raises `BadInput` where it does not stand at the old one."""
    check_standing(name, merits(sheet.merits).get(name.lower(), 0), before)
    parts = [part.strip() for part in re.split(r"[,;\n]", sheet.merits) if part.strip()]
    kept = [part for part in parts if name.lower() not in merits(part)]
    return ", ".join([*kept, f"{name} {after}"])


def _price(label: Text, kind: str, before: int, after: int) -> Price:
    steps = [
        (Text("{trait} {n}", trait=label, n=dot + 1), dot_cost(kind, dot, dot + 1), 0) for dot in range(before, after)
    ]
    return price_steps(label, steps, RULE)
