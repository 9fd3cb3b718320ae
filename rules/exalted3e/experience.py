"""Experience: what traits cost, what a session earns, how long training takes (3E-346 to 3E-357)."""

from dataclasses import dataclass
from typing import Literal

from rules.exalted3e.traits import TABLES

SESSION_XP = 5
BONUS_SOLAR_XP = 2
"""Solar experience of the Expression bonus, and of the Role bonus, each once per session (3E-346)."""

Kind = Literal["attribute", "ability", "specialty", "willpower", "merit", "charm", "spell", "evocation"]


@dataclass(frozen=True, slots=True)
class Purchase:
    """One thing to buy. Ratings go `before` to `after`; `favored` means Caste or Favored (for Martial Arts Charms
    Brawl, for spells Occult); `solar_charm` is what Solar experience may not buy."""

    kind: Kind
    before: int = 0
    after: int = 0
    favored: bool = False
    solar_charm: bool = False
    min_ability: int = 0
    min_essence: int = 0
    circle: int = 1


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment in each kind of experience."""

    xp: int = 0
    solar: int = 0


def cost_of(purchase: Purchase, unified: bool = False) -> int:
    """Return the price in experience points; several dots sum the price of each step (3E-355)."""
    if unified:
        return _unified_cost(purchase)
    steps = range(purchase.before, purchase.after)
    if purchase.kind == "attribute":
        return sum(rating * 4 for rating in steps)
    if purchase.kind == "ability":
        return sum(rating * 2 - purchase.favored if rating else 3 for rating in steps)
    if purchase.kind == "willpower":
        return 8 * max(1, len(steps))
    if purchase.kind == "merit":
        return 3 * purchase.after - 3 * purchase.before
    if purchase.kind in ("charm", "spell"):
        return 8 if purchase.favored else 10
    return 3 if purchase.kind == "specialty" else 10


def _unified_cost(purchase: Purchase) -> int:
    """Return the flat price of the later book (3E-357)."""
    dots = max(1, purchase.after - purchase.before)
    prices = {
        "attribute": (10, 8),
        "ability": (5, 4),
        "specialty": (2, 2),
        "merit": (2, 2),
        "willpower": (6, 6),
        "charm": (12, 10),
        "spell": (12, 10),
        "evocation": (12, 12),
    }
    per_dot = purchase.kind in ("attribute", "ability", "merit", "willpower")
    return prices[purchase.kind][1 if purchase.favored else 0] * (dots if per_dot else 1)


def can_pay(purchases: tuple[Purchase, ...], pay: Payment, xp: int, solar: int) -> bool:
    """Return whether a payment is exact, covered, and buys no Solar Charm with Solar experience (3E-348)."""
    cost = sum(cost_of(purchase) for purchase in purchases)
    if pay.xp + pay.solar != cost or not 0 <= pay.xp <= xp or not 0 <= pay.solar <= solar:
        return False
    charms = sum(cost_of(purchase) for purchase in purchases if purchase.solar_charm)
    return pay.xp >= charms


def earn_sessions(sessions: int, expression: int = 0, role: int = 0) -> Payment:
    """Return what sessions earn: 5 each, and 2 Solar for each Expression and Role bonus (3E-346)."""
    return Payment(sessions * SESSION_XP, (expression + role) * BONUS_SOLAR_XP)


def essence_allowed(spent: int, start: int = 1, being: str = "solar") -> int:
    """Return the Essence that all experience spent allows; Solar experience does not count (3E-348, 3E-354)."""
    steps: list[int] = TABLES["essence"].get(being, TABLES["essence"]["default"])
    return max(start, 1 + sum(spent >= step for step in steps))


def training_for(purchase: Purchase) -> tuple[int, str]:
    """Return how long learning it takes: a number and days, weeks or months (3E-356)."""
    if purchase.kind == "attribute":
        return purchase.after, "months"
    if purchase.kind == "ability":
        return purchase.after, "days" if purchase.favored else "weeks"
    if purchase.kind == "merit":
        return purchase.after, "weeks"
    if purchase.kind == "willpower":
        return 1, "months"
    if purchase.kind == "charm":
        return purchase.min_ability + (0 if purchase.favored else purchase.min_essence), "days"
    if purchase.kind == "spell":
        return 2 * purchase.circle, "weeks"
    return (purchase.min_essence * 4, "days") if purchase.kind == "evocation" else (2, "weeks")
