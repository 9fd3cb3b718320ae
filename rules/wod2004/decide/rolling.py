"""What all rolls of a fight share: modifiers, Willpower and Specialties as terms, and the rolled fact."""

from collections.abc import Mapping

from rules.battle import Audience, Event
from rules.errors import IllegalMove
from rules.ids import opaque
from rules.pool import Pool, Term
from rules.wod2004 import events as e
from rules.wod2004.actions.instant import Result
from rules.wod2004.actions.willpower import spend
from rules.wod2004.decide.common import named
from rules.wod2004.decide.guards import check_range
from rules.wod2004.options import Options
from rules.wod2004.pools import (
    MODIFIER_LIMIT,
    circumstance,
    is_chance,
    specialty_bonus,
    willpower_bonus,
)
from rules.wod2004.state import Combatant

WHY_NOT: Mapping[str, str] = {
    "WD-050": "has no Willpower left",
    "WD-055": "has spent Willpower in this turn already",
}


def rolled(pool: Pool, result: Result) -> e.Rolled:
    """The roll as a fact."""
    return e.Rolled(pool, result.dice, result.successes, result.outcome)


def ruling_terms(modifier: int) -> tuple[list[Term], list[Term]]:
    """The Storyteller's modifier among the bonuses or the penalties (WD-041, WD-043)."""
    check_range("The modifier", modifier, -MODIFIER_LIMIT, MODIFIER_LIMIT)
    term = circumstance("Circumstances", modifier)
    return ([term], []) if modifier > 0 else ([], [term])


def extra_terms(
    actor: Combatant, modifier: int, *, willpower: bool, skill: str = "", specialty: bool = False
) -> tuple[list[Term], list[Term]]:
    """Bonuses and penalties that any roll may have: ruling, Specialty, Willpower; wounds among the penalties."""
    bonuses, penalties = ruling_terms(modifier)
    if specialty:
        if not actor.specialties.get(skill):
            raise IllegalMove("no_specialty", f"{actor.name} has no Specialty that fits.")
        bonuses.append(specialty_bonus())
    if willpower:
        check_willpower(actor, "dice")
        bonuses.append(willpower_bonus())
    return bonuses, [*actor.penalties(), *penalties]


def can_spend(actor: Combatant) -> bool:
    """Whether the combatant may spend a point now (WD-050, WD-055)."""
    return spend(actor.willpower, int(actor.willpower_spent), "dice").allowed


def check_willpower(actor: Combatant, use: str) -> None:
    """Refuse a point that cannot be spent."""
    spending = spend(actor.willpower, int(actor.willpower_spent), use)
    if not spending.allowed:
        raise IllegalMove("no_willpower", f"{actor.name} {WHY_NOT[spending.rule]}.", rule=spending.rule)


def spent(actor: Combatant, exchange: str, use: str, audience: Audience) -> Event:
    """The fact that a point was spent."""
    spending = spend(actor.willpower, int(actor.willpower_spent), use)
    return e.WillpowerSpent(
        **named(actor), exchange=exchange, effect=spending.effect, left=spending.points, audience=audience
    )


def given_back(
    options: Options, actor: Combatant, exchange: str, pool: Pool, left: int, audience: Audience
) -> list[Event]:
    """The point comes back if the pool was a chance roll all the same and the table plays it so (WD-051)."""
    paid = any(term.kind == "willpower" for step in pool.steps for term in step.terms)
    if not (paid and is_chance(pool) and options.return_willpower):
        return []
    return [
        e.WillpowerSpent(
            **named(actor), exchange=exchange, effect="returned", left=left, returned=True, audience=audience
        )
    ]


def exchange_id(actor: Combatant) -> str:
    """The id that the entries of one action share. It tells nobody who acts, or what others have done."""
    return opaque(actor.id, "deed", actor.deeds + 1)
