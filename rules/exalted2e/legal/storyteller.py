"""Offers for the Storyteller alone."""

from collections.abc import Iterator
from functools import lru_cache, partial

from rules.battle import Choice, Field, Later, Offer
from rules.exalted2e.actions.morale import FOES
from rules.exalted2e.decide.rulings import FAR, RULINGS, get_bounds, is_fighting, list_rulings
from rules.exalted2e.decide.script import MAX_TEXT
from rules.exalted2e.legal.fields import flag, number, text
from rules.exalted2e.state import Combatant, State
from rules.view import tell_range


def offer_rulings(state: State) -> Iterator[Offer]:
    """Start and end, hide and reveal, and every number that may be set."""
    if state.phase == "setup":
        reason = "" if any(not one.out for one in state.combatants) else "Add at least one combatant first."
        yield Offer("StartBattle", "Join Battle", "storyteller", hint="everybody rolls Wits + Awareness", reason=reason)
    yield Offer("EndBattle", "End the battle", "storyteller")
    if state.is_long:
        yield Offer("SetScale", "Count in ticks again", "storyteller", fixed={"is_long": False})
    else:
        hint = "a minute each, for units and long work"
        yield Offer("SetScale", "Count in long ticks", "storyteller", hint=hint, fixed={"is_long": True})
    busy = {id for item in state.queue for id in (item.actor, item.target)}
    if state.attack is not None:
        busy |= {state.attack.declared.actor, state.attack.declared.target}
    for one in state.combatants:
        yield _offer_sight(one.id, one.name, one.hidden, one.id in busy)
        if state.phase == "running" and not one.out:
            yield _offer_valor(one.id)
        fields = Later(partial(_override_fields, state, one))
        yield Offer("Override", "Set a number", "storyteller", one.id, fields=fields, fixed={"actor": one.id})


@lru_cache(maxsize=1024)
def _offer_sight(id: str, name: str, hidden: bool, busy: bool) -> Offer:
    if hidden:
        return Offer("Reveal", f"Reveal {name}", "storyteller", id, fixed={"actor": id})
    reason = "Part of an attack now." if busy else ""
    return Offer("Hide", f"Hide {name}", "storyteller", id, fixed={"actor": id}, reason=reason)


@lru_cache(maxsize=1024)
def _offer_valor(id: str) -> Offer:
    return Offer("CheckValor", "Valor check", "storyteller", id, fields=_valor_fields(), fixed={"actor": id})


@lru_cache(maxsize=1)
def _valor_fields() -> tuple[Field, ...]:
    foes = "; ".join(f"{difficulty} {foe}" for difficulty, foe in FOES.items())
    return (
        number("difficulty", "Difficulty", max(FOES), min(FOES), 1, foes),
        flag("improved", "Things have improved", "The better result counts."),
    )


def _override_fields(state: State, one: Combatant) -> tuple[Field, ...]:
    whats = list_rulings(one.clock is not None, is_fighting(state, one))
    choices = tuple(Choice(what, RULINGS[what].label, _tell_number(state, one, what)) for what in whats)
    return (
        Field("what", "Number", "choice", choices, initial=choices[0].value),
        Field("value", "Value", "number", low=-FAR, high=999, initial=0, help="Held to what the number can be."),
        text("reason", "Reason", MAX_TEXT),
    )


def _tell_number(state: State, one: Combatant, what: str) -> str:
    return tell_range(RULINGS[what].read(state, one), *get_bounds(state, one, what))
