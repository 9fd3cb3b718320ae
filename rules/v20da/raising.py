"""What experience raises and buys (V20-210 to V20-216), at the prices of `experience`. Nothing trains."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rules.battle import Json
from rules.codec import encode
from rules.pool import Breakdown
from rules.powers import Power
from rules.raising import DOTS, GIVEN, Award, BoughtGood, ExperienceRules, Good, Price, Raise, check_standing
from rules.sheets import Trait
from rules.text import Text, word
from rules.v20da.experience import discipline_kind, knows_clan, raise_cost
from rules.v20da.sheet.model import Sheet
from rules.v20da.sheet.own_traits import OwnTrait

UNKNOWN_CLAN: Final = Text(
    "The sheet has no known clan and no clan Disciplines, so this is the price of a Discipline outside the clan."
)


class Experience(ExperienceRules[Sheet]):
    """Experience in V20. Disciplines and their paths are for vampires."""

    awards = (
        Award("automatic", Text("Attendance"), 1, "V20-215"),
        Award("learning", Text("Learning"), 1, "V20-215"),
        Award("roleplaying", Text("Roleplaying"), 1, "V20-215"),
        Award("outstanding", Text("Outstanding roleplaying"), 2, "V20-215"),
        Award("heroism", Text("Heroism"), 1, "V20-215"),
        GIVEN,
    )
    sold = (Good("secondary_path", Text("Secondary path"), "V20-210", DOTS, named=Text("Path")),)
    kinds = {
        "attributes": "attribute",
        "abilities": "ability",
        "disciplines": "discipline",
        "virtues": "virtue",
        "road": "road",
        "willpower": "willpower",
    }

    def find_kind(self, sheet: Sheet, path: str) -> str:
        """Return what the experience table calls a trait. An own trait needs a name."""
        row = _row_at(sheet, path)
        kind = super().find_kind(sheet, path if row is None else row.group if row.name else "")
        return "" if kind == "discipline" and not sheet.is_vampire else kind

    def make_raise(self, sheet: Sheet, trait: Trait, kind: str) -> Raise:
        """Return the raise of a trait. An own trait has the name of its row."""
        row = _row_at(sheet, trait.key)
        found = super().make_raise(sheet, trait, kind)
        return replace(found, label=word(row.name)) if row else found

    def find_cap(self, sheet: Sheet, trait: Trait, kind: str) -> tuple[int, str]:
        """Return the highest rating, which depends on the generation (V20-216)."""
        by_generation = kind in ("attribute", "ability", "discipline")
        return min(trait.high, sheet.maximum) if by_generation else trait.high, "V20-216"

    def price_raise(self, sheet: Sheet, found: Raise, after: int, options: Any) -> Price:
        """Return the price, dot by dot (V20-213)."""
        kind = found.kind
        if kind == "discipline":
            row = _row_at(sheet, found.path)
            key = row.key if row else found.path.partition(".")[2]
            kind = discipline_kind(key, sheet.clan, sheet.clan_disciplines)
            if not knows_clan(sheet.clan, sheet.clan_disciplines):
                return replace(_price(raise_cost(kind, found.value, after)), note=UNKNOWN_CLAN)
        return _price(raise_cost(kind, found.value, after))

    def goods(self, sheet: Sheet, options: Any) -> tuple[Good, ...]:
        """Return what is bought in addition to the traits of the sheet: a vampire's secondary path."""
        return self.sold if sheet.is_vampire else ()

    def price_good(self, sheet: Sheet, good: Good, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
        """Return the price, dot by dot."""
        return _price(raise_cost(good.key, figures["before"], figures["after"]))

    def put_good(self, sheet: Sheet, good: Good, bought: BoughtGood) -> Mapping[str, Json]:
        """Put a secondary path among the powers, with its rating in their text.

        Raises `BadInput` for a path that does not stand at the rating it is raised from.
        """
        name, path = bought.name.strip().lower(), good.label
        known = (power for power in sheet.powers if power.name.lower() == name and power.text.startswith(path))
        now = next(known, None)
        check_standing(bought.name, now.text.removeprefix(f"{path} ") if now else "0", bought.figures["before"])
        after = replace(now or Power(name=bought.name), text=f"{path} {bought.figures['after']}")
        kept = tuple(after if power is now else power for power in sheet.powers)
        return {"powers": encode(kept if now else (*kept, after))}


def _row_at(sheet: Sheet, path: str) -> OwnTrait | None:
    """Return the row of own traits that a path leads to, or None."""
    head, _, rest = path.partition(".")
    return sheet.own_traits[int(rest.partition(".")[0])] if head == "own_traits" else None


def _price(why: Breakdown) -> Price:
    costs = tuple(step.after - step.before for step in why.steps)
    return Price(costs, tuple(0 for _ in costs), why)
