"""Social influence: Resolve, Guile, Intimacies, and what each action may ask for (3E-322 to 3E-338)."""

from dataclasses import dataclass

from rules.exalted3e.pools import build_value, static_value
from rules.exalted3e.traits import TABLES
from rules.pool import Breakdown, Term, change
from rules.text import Text, word

GROUP_PENALTY = 3
"""The dice lost when one roll addresses several targets (3E-333)."""
UNAWARE_GUILE = 2
"""The Guile that someone loses who does not know that he is read (3E-328)."""
TASKS = ("persuade", "bargain", "threaten")
"""The actions that ask for a task; the others change a feeling (3E-334)."""
UNSWAYED = ("bargain", "threaten")
"""The actions that do not ask for Intimacies (3E-331)."""
APPEARANCE_ACTIONS = ("instill", "persuade")
"""The actions that Appearance helps (3E-327)."""
ACTIONS = ("instill", "persuade", "bargain", "threaten", "inspire", "other")
GESTURES_RESOLVE = 2
"""The Resolve gained against gestures only (3E-338)."""
OVERTURN_RESOLVE = 3
"""The Resolve gained against overturning influence accepted earlier (3E-336)."""


@dataclass(frozen=True, slots=True)
class Listener:
    """What a target of influence brings: the traits of Resolve and Guile, and the Intimacies in play.

    `bonus` is what a stunt and Willpower add to static values (3E-014 to 3E-018).
    """

    wits: int = 0
    integrity: int = 0
    manipulation: int = 0
    socialize: int = 0
    resolve_specialty: bool = False
    guile_specialty: bool = False
    opposing: str | None = None
    supporting: str | None = None
    unaware: bool = False
    wound: int = 0
    bonus: int = 0
    gestures: bool = False
    overturns: bool = False


def base_resolve(listener: Listener) -> int:
    """Return Resolve before Intimacies (3E-032), less the wound penalty (3E-144)."""
    value = static_value(listener.wits, listener.integrity, listener.resolve_specialty)
    return max(0, value - listener.wound)


def compute_resolve(listener: Listener) -> Breakdown:
    """Return Resolve against one influence, with the strongest opposing and supporting Intimacy (3E-324 to 3E-326)."""
    value = static_value(listener.wits, listener.integrity, listener.resolve_specialty)
    base = (Term(Text("(Wits + Integrity) / 2"), value, "resolve", "3E-032"),)
    overturned = Text("overturns earlier influence")
    modifiers = (
        *_own_terms(listener),
        *intimacy_terms(listener.opposing, listener.supporting),
        *change(Text("gestures only"), GESTURES_RESOLVE * listener.gestures, "circumstance", "3E-338"),
        *change(overturned, OVERTURN_RESOLVE * listener.overturns, "circumstance", "3E-336"),
    )
    return build_value(Text("Resolve"), base, modifiers, "3E-032")


def _own_terms(listener: Listener) -> tuple[Term, ...]:
    return (
        *change(Text("wounds"), -listener.wound, "wound", "3E-144"),
        *change(Text("stunt and Willpower"), listener.bonus, "bonus", "3E-018"),
    )


def intimacy_terms(opposing: str | None, supporting: str | None) -> tuple[Term, ...]:
    """Return what the strongest opposing and supporting Intimacies do to Resolve (3E-324, 3E-325)."""
    tables, found = TABLES["intimacy"], []
    if opposing:
        name = Text("opposing {what} Intimacy", what=word(opposing))
        found.append(Term(name, tables["opposing"][opposing], "intimacy", "3E-324"))
    if supporting:
        name = Text("supporting {what} Intimacy", what=word(supporting))
        found.append(Term(name, -tables["supporting"][supporting], "intimacy", "3E-325"))
    return tuple(found)


def compute_guile(listener: Listener) -> Breakdown:
    """Return Guile against being read (3E-033, 3E-328)."""
    value = static_value(listener.manipulation, listener.socialize, listener.guile_specialty)
    base = (Term(Text("(Manipulation + Socialize) / 2"), value, "guile", "3E-033"),)
    unaware = change(Text("unaware of being studied"), -UNAWARE_GUILE * listener.unaware, "circumstance", "3E-328")
    return build_value(Text("Guile"), base, (*_own_terms(listener), *unaware), "3E-033")


def appearance_dice(action: str, appearance: int, resolve: int) -> int:
    """Return the dice of an Appearance above the target's Resolve before Intimacies (3E-327)."""
    return max(0, appearance - resolve) if action in APPEARANCE_ACTIONS else 0
