"""Offers for the Storyteller alone."""

from collections.abc import Iterator
from functools import lru_cache

from rules.battle import Choice, Field, Offer
from rules.exalted2e.decide.rulings import FAR, RULINGS
from rules.exalted2e.legal.fields import text
from rules.exalted2e.state import Combatant, State


def offer_rulings(state: State) -> Iterator[Offer]:
    """Start and end, hide and reveal, and every number that may be set."""
    if state.phase == "setup":
        reason = "" if any(not one.out for one in state.combatants) else "Add at least one combatant first."
        yield Offer("StartBattle", "Join Battle", "storyteller", hint="everybody rolls Wits + Awareness", reason=reason)
    yield Offer("EndBattle", "End the battle", "storyteller")
    busy = {id for item in state.queue for id in (item.actor, item.target)}
    if state.attack is not None:
        busy |= {state.attack.declared.actor, state.attack.declared.target}
    for one in state.combatants:
        yield _offer_sight(one, one.id in busy)
        yield Offer(
            "Override",
            "Set a number",
            "storyteller",
            one.id,
            fields=_override_fields(_get_numbers(state, one)),
            fixed={"actor": one.id},
        )


def _offer_sight(one: Combatant, busy: bool) -> Offer:
    if one.hidden:
        return Offer("Reveal", f"Reveal {one.name}", "storyteller", one.id, fixed={"actor": one.id})
    reason = "Part of an attack now." if busy else ""
    return Offer("Hide", f"Hide {one.name}", "storyteller", one.id, fixed={"actor": one.id}, reason=reason)


def _get_numbers(state: State, one: Combatant) -> tuple[str, ...]:
    return tuple(what for what, ruling in RULINGS.items() if ruling.read(state, one) is not None)


@lru_cache(maxsize=64)
def _override_fields(numbers: tuple[str, ...]) -> tuple[Field, ...]:
    choices = tuple(Choice(what, RULINGS[what].label) for what in numbers)
    return (
        Field("what", "Number", "choice", choices, initial=numbers[0]),
        Field("value", "Value", "number", low=-FAR, high=999, initial=0, help="Held to what the number can be."),
        text("reason", "Reason"),
    )
