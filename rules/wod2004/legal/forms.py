"""Fields that several moves ask for."""

from collections.abc import Iterable, Sequence
from itertools import islice

from rules.battle import Choice, Field, Offer
from rules.wod2004.decide.rolling import can_spend
from rules.wod2004.pools import MODIFIER_LIMIT
from rules.wod2004.state import Combatant


def modifier_field() -> Field:
    """The Storyteller's bonus or penalty (WD-043)."""
    return Field("modifier", "Bonus or penalty", "number", low=-MODIFIER_LIMIT, high=MODIFIER_LIMIT, initial=0,
                 required=False, help="Tools and circumstances, −5 to +5.")  # fmt: skip


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
    return tuple(Choice(who.id, who.name, standing_of(who)) for who in combatants)


def standing_of(who: Combatant) -> str:
    """The side of a target, and why it no longer acts."""
    return f"{who.side}, {who.out}" if who.out else who.side


def sort_targets(actor: Combatant, there: Iterable[Combatant]) -> list[Combatant]:
    """Foes who stand first, then those who are out, then one's own side; neither oneself nor the dead."""
    others = (who for who in there if who.id != actor.id and not who.left and who.condition != "dead")
    return sorted(others, key=lambda who: (who.side == actor.side, bool(who.out)))


def first_target(actor: Combatant, targets: Iterable[Combatant]) -> tuple[str, ...]:
    """Whom a form begins with: the first foe who stands, or nobody."""
    standing = (who.id for who in targets if who.side != actor.side and not who.out)
    return tuple(islice(standing, 1))


def target_field(actor: Combatant, targets: Sequence[Combatant]) -> Field:
    """One target."""
    return Field("target", "Target", "choice", choice_of(targets), initial=first_target(actor, targets))
