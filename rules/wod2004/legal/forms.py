"""Fields that several moves ask for."""

from collections.abc import Iterable

from rules.battle import Choice, Field, Offer
from rules.wod2004.decide.rolling import can_spend
from rules.wod2004.pools import MODIFIER_LIMIT
from rules.wod2004.state import Combatant


def modifier_field() -> Field:
    """The Storyteller's bonus or penalty (WD-043)."""
    return Field("modifier", "Bonus or penalty", "number", low=-MODIFIER_LIMIT, high=MODIFIER_LIMIT, initial=0,
                 required=False, help="Tools and circumstances, -5 to +5.")  # fmt: skip


def willpower_field(actor: Combatant, effect: str = "+3 dice") -> tuple[Field, ...]:
    """Willpower, if a point can be spent (WD-050, WD-055)."""
    if not can_spend(actor):
        return ()
    text = f"Willpower ({effect}), {actor.willpower} left"
    return (Field("willpower", text, "flag", initial=False, required=False),)


def roll_offer(move: str, label: str, actor: Combatant, reason: str, *fields: Field) -> Offer:
    """An action that is rolled: its own fields, then Willpower and the Storyteller's modifier."""
    asked = (*fields, *willpower_field(actor), modifier_field())
    return Offer(move, label, "act", actor.id, "the action", fields=asked, fixed={"actor": actor.id}, reason=reason,
                 weighs=True)  # fmt: skip


def specialty_field(actor: Combatant, skill: str) -> tuple[Field, ...]:
    """A Specialty, if there is one (WD-007)."""
    names = actor.specialties.get(skill)
    if not names:
        return ()
    return (Field("specialty", f"Specialty: {names}", "flag", initial=False, required=False),)


def choice_of(combatants: Iterable[Combatant]) -> tuple[Choice, ...]:
    """Combatants to choose from."""
    return tuple(Choice(who.id, who.name, who.side) for who in combatants)
