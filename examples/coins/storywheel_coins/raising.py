"""Experience: a coin costs as much as there are coins, and a day of earning it."""

from collections.abc import Mapping
from typing import Any

from rules.raising import DAY, Award, BoughtGood, ExperienceRules, Good, Price, Raise, price_steps
from rules.sheets import Trait
from rules.text import Text
from storywheel_coins.sheet import Sheet


class Experience(ExperienceRules[Sheet]):
    """Coins, and a new motto."""

    awards = (Award("game", Text("Game"), 1, "COIN-3"),)
    kinds = {"coins": "coins"}

    def find_cap(self, sheet: Sheet, trait: Trait, kind: str) -> tuple[int, str]:
        """As many as a purse holds."""
        return trait.high, "COIN-1"

    def price_raise(self, sheet: Sheet, found: Raise, after: int, options: Any) -> Price:
        """Each coin at the number before it."""
        return price_steps(
            Text("Coins"),
            [(Text("Coin {value}", value=coin + 1), coin, DAY) for coin in range(found.value, after)],
            "COIN-1",
        )

    def goods(self, sheet: Sheet, options: Any) -> tuple[Good, ...]:
        """A new motto."""
        return (Good("motto", Text("Motto"), "COIN-2", named=Text("Motto")),)

    def price_good(self, sheet: Sheet, good: Good, figures: Mapping[str, int], favored: bool, options: Any) -> Price:
        """A motto costs 2."""
        return price_steps(good.label, [(good.label, 2, 0)], good.rule)

    def put_good(self, sheet: Sheet, good: Good, bought: BoughtGood) -> dict[str, Any]:
        """The new motto."""
        return {"motto": bought.name}
