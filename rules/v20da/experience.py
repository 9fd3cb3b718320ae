"""Experience: the price of a dot."""

from typing import Any

from rules.errors import BadInput
from rules.pool import Breakdown, Step, Term, add_step
from rules.tables import load_table
from rules.text import Text
from rules.v20da.sheet.clans import find_clan, list_clan_disciplines

CLANLESS = "Caitiff"
COSTS: dict[str, dict[str, Any]] = load_table("v20da", "experience")
"""V20-210 to 212: per kind of trait, the price of the first dot and the multiple of the rating before the raise."""


def dot_cost(trait: str, before: int) -> int:
    """Return the price of one more dot, from a rating of `before` (V20-213)."""
    price = COSTS[trait]
    if before == 0 and "first" in price:
        return int(price["first"])
    return before * int(price["times"])


def raise_cost(trait: str, before: int, after: int) -> Breakdown:
    """Return the price of raising a trait dot by dot (V20-213). Raises `BadInput` for an unknown kind or a way down."""
    if trait not in COSTS:
        known = ", ".join(COSTS)
        sentence = Text("There is no price for {name}. Known: {known}.", name=repr(trait), known=known)
        raise BadInput("unknown_trait", sentence, key="trait")
    if not 0 <= before <= after:
        sentence = Text("A trait rises from 0 or more, not from {before} to {after}.", before=before, after=after)
        raise BadInput("bad_raise", sentence, key="to")
    steps: list[Step] = []
    for dots in range(before, after):
        rule = "V20-210" if dots == 0 and "first" in COSTS[trait] else "V20-213"
        name = Text("From {n} to {n2}", n=dots, n2=dots + 1)
        term = Term(name, dot_cost(trait, dots), "experience", rule)
        steps.append(add_step(Text("Dot {n}", n=dots + 1), rule, (term,), steps[-1].after if steps else 0))
    return Breakdown(Text("Experience"), tuple(steps), steps[-1].after if steps else 0)


def discipline_kind(discipline: str, clan: str, clan_disciplines: tuple[str, ...]) -> str:
    """Return the kind of price of a Discipline: of the clan, of another, or of the Clanless (V20-211).

    Those that the sheet marks are of the clan; where it marks none, those that the book gives the clan (V20-350).
    """
    if find_clan(clan) == CLANLESS:
        return "clanless_discipline"
    own = clan_disciplines or list_clan_disciplines(clan)
    return "clan_discipline" if discipline in own else "other_discipline"


def knows_clan(clan: str, clan_disciplines: tuple[str, ...]) -> bool:
    """Return whether the sheet says which Disciplines are of the clan: by the clan, or by those marked."""
    return bool(clan_disciplines or find_clan(clan))
