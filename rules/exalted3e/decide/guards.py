"""Checks that every move passes: who asks, whom it names, and whether its values are possible at all."""

import re
from collections.abc import Iterable

from rules.battle import Seat
from rules.errors import BadInput, IllegalMove

from ..state import Combatant, Pending, State

ID = re.compile(r"[A-Za-z0-9_-]{1,40}\Z")
MAX_NAME = 80
MAX_NOTE = 500


def can_see(seat: Seat, combatant: Combatant) -> bool:
    """Whether the seat knows of the combatant."""
    return not combatant.hidden or seat.controls(combatant.character)


def check_storyteller(seat: Seat) -> None:
    """Refuse what only the Storyteller may do."""
    if not seat.storyteller:
        raise IllegalMove("storyteller_only", "Only the Storyteller may do this.")


def find_seen(state: State, seat: Seat, id: str) -> Combatant:
    """The combatant, if the seat knows of it; a hidden one is as unknown as a stranger."""
    found = state.find(id)
    if found is None or not can_see(seat, found):
        raise BadInput("unknown_combatant", f"There is no {id[:40]!r} in this battle.", id=id[:40])
    return found


def find_own(state: State, seat: Seat, id: str) -> Combatant:
    """The combatant, if the seat may act for it."""
    found = find_seen(state, seat, id)
    if not seat.controls(found.character):
        raise IllegalMove("not_yours", f"{found.name} is not yours to play.", actor=id)
    return found


def find_prompt(state: State, seat: Seat, id: str, kind: str) -> Pending:
    """The open prompt, if it is of this kind and the seat may answer it."""
    prompt = state.find_pending(id)
    who = state.find(prompt.who) if prompt and prompt.who else None
    mine = prompt is not None and (seat.storyteller or (who is not None and seat.controls(who.character)))
    if prompt is None or prompt.kind != kind or not mine:
        raise IllegalMove("no_such_prompt", "Nothing of this kind waits for your answer.", prompt=id[:40])
    return prompt


def check_number(name: str, value: int, low: int, high: int) -> None:
    """Refuse a number that is out of its bounds."""
    if not low <= value <= high:
        sentence = f"{name.capitalize()} must be {low} to {high}, not {value}."
        raise BadInput("out_of_bounds", sentence, key=name, low=low, high=high)


def check_choice(name: str, value: str, known: Iterable[str]) -> None:
    """Refuse a value that is none of the choices."""
    known = tuple(known)
    if value not in known:
        words = ", ".join(choice or "nothing" for choice in known)
        raise BadInput("unknown_choice", f"{name} must be one of: {words}.", key=name)


def check_text(name: str, value: str, most: int = MAX_NOTE) -> None:
    """Refuse a text that is too long or holds what cannot be printed."""
    if len(value) > most or any(not char.isprintable() and char not in "\n\r\t" for char in value):
        raise BadInput("bad_text", f"{name} must be plain text of at most {most} characters.", key=name)


def check_id(id: str) -> None:
    """Refuse an id that is not 1 to 40 plain characters."""
    if not ID.match(id):
        raise BadInput("bad_id", "An id has 1 to 40 characters: letters, digits, _ and -.", key="id")
