"""The request of a roll outside combat: what is rolled, and what helps or hinders it."""

from dataclasses import dataclass
from itertools import starmap
from typing import Final

from rules.battle import Choice
from rules.battle.declare import ask, known, powered, ruled
from rules.pool import Term
from rules.text import Text
from rules.wod2004.actions.instant import NO_AGAIN
from rules.wod2004.pools import MODIFIER_LIMIT
from rules.wod2004.traits import label

AGAINS = {"10": Text("10-again"), "9": Text("9-again"), "8": Text("8-again"), str(NO_AGAIN): Text("no again")}
MAX_SUCCESSES, MAX_ATTEMPTS = 30, 20
RESISTING: Final = (
    Choice("", Text("nothing")),
    *(Choice(key, label(key)) for key in ("resolve", "stamina", "composure")),
    Choice("defense", Text("Defense")),
)
"""What a target resists with, where its trait is taken from the pool (WD-047, WD-335)."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a person rolls. `second`: a Skill, another Attribute, or nothing.

    `tool`: a tool of the sheet, by name (WD-045). `tools` and `circumstances`: single modifiers, -5 to +5. `helpers`:
    successes of helpers, `failed_helpers`: their dramatic failures. `resistance`: dice that resist, as someone says
    (WD-047). `target`: the key of the character who resists, `resists`: with what; `opposed`: how much of it its sheet
    has, which the table reads and no form asks for (WD-335). `attempt`: 1 for the first, counted
    by the table with `retry`; under `pressure` later ones lose dice. `stored`: successes of an earlier defense, which
    must be beaten. `powers`: keys of the sheet's powers that are switched on. `conditions`: modifiers of a battle,
    which no form asks for.
    """

    attribute: str = ask("Attribute", default="strength")
    second: str = ask("and", default="", required=False)
    specialty: bool = ask("Specialty: +1", default=False, required=False)
    willpower: bool = ask("Willpower", default=False, required=False)
    tools: int = known("Tools and gear", -MODIFIER_LIMIT, MODIFIER_LIMIT, worse="less", small="dice")
    circumstances: int = ruled("Circumstances", -MODIFIER_LIMIT, MODIFIER_LIMIT, worse="less", small="dice")
    resistance: int = ruled("The other side’s resistance", 0, 20, worse="more")
    helpers: int = known("Successes of helpers", 0, MAX_SUCCESSES)
    failed_helpers: int = ask("Helpers’ dramatic failures", 0, 10, default=0, required=False)
    attempt: int = ask("Attempt number", 1, MAX_ATTEMPTS, default=1, required=False)
    pressure: bool = ruled("Under pressure", default=True)
    again: str = powered("Again", choices=tuple(starmap(Choice, AGAINS.items())), default="10", worse=(str(NO_AGAIN),))
    rote: bool = powered("Rote action", default=False)
    ignore_wounds: bool = powered("Ignores wound penalties", default=False)
    stored: int = ask("Successes to beat", 0, MAX_SUCCESSES, default=0, required=False)
    retry: bool = ask("Trying again", default=False, required=False, help="The table counts the failed attempts.")
    tool: str = ask("Tool", default="", required=False)
    target: str = ask("Target", default="", required=False)
    resists: str = ask("The target resists with", choices=RESISTING, default="", required=False)
    opposed: int = 0
    powers: tuple[str, ...] = ()
    conditions: tuple[Term, ...] = ()
