"""What every move must pass: whose it is, when it comes, and that what it names exists for the one who asks."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from rules.battle import Seat
from rules.errors import BadInput, IllegalMove
from rules.wod2004.state import Combatant, Prompt, State, is_visible

ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
MAX_NAME: Final = 80
MAX_REASON: Final = 200


def require_storyteller(seat: Seat) -> None:
    """Refuse everyone but the Storyteller."""
    if not seat.storyteller:
        raise IllegalMove("storyteller_only", "Only the Storyteller does that.")


def require_open(state: State) -> None:
    """Refuse after the battle."""
    if state.phase == "ended":
        raise IllegalMove("ended", "The battle is over.")


def require_running(state: State) -> None:
    """Refuse before the battle and after it."""
    require_open(state)
    if state.phase == "setup":
        raise IllegalMove("not_started", "The battle has not begun; the Storyteller starts it.")


def require_no_prompt(state: State) -> None:
    """Refuse while a question is open."""
    if state.prompt is not None:
        raise IllegalMove("awaiting_answer", "A question is open; it must be answered first.")


def find_combatant(state: State, seat: Seat, id: str) -> Combatant:
    """The combatant, if the seat may know of it; the refusal is the same for hidden and unknown ones."""
    found = state.find(id)
    if found is None or not is_visible(found, seat):
        raise IllegalMove("unknown_combatant", "There is nobody of that name in this battle.")
    return found


def find_own(state: State, seat: Seat, id: str) -> Combatant:
    """The combatant, if the seat may act for it."""
    found = find_combatant(state, seat, id)
    if not seat.controls(found.character):
        raise IllegalMove("not_yours", f"{found.name} is not yours to play.")
    return found


def find_able(state: State, seat: Seat, id: str) -> Combatant:
    """The combatant, if the seat may act for it, it can act, and nothing else waits."""
    require_running(state)
    actor = find_own(state, seat, id)
    require_no_prompt(state)
    if actor.out:
        raise IllegalMove("out", f"{actor.name} cannot act: {actor.out}.")
    return actor


def find_acting(state: State, seat: Seat, id: str) -> Combatant:
    """The combatant whose turn it is, if the seat may act for it."""
    actor = find_able(state, seat, id)
    if state.acting != actor.id:
        raise IllegalMove("not_your_turn", f"It is not the turn of {actor.name} yet; a dodge is possible at any time.")
    return actor


def find_with_action(state: State, seat: Seat, id: str, *, locked: bool = False) -> Combatant:
    """The acting combatant, if it still has its action; `locked`: also in a grapple (WD-164, WD-211)."""
    actor = find_acting(state, seat, id)
    if reason := no_action(actor, locked=locked):
        raise IllegalMove("no_action", reason)
    return actor


def no_action(actor: Combatant, *, locked: bool = False) -> str:
    """Why the combatant has no such action now, or an empty string."""
    if actor.acted:
        return f"{actor.name} has used this turn's action."
    if actor.immobilised:
        return f"{actor.name} is immobilised; only breaking free is possible."
    if actor.grapple and not locked:
        return f"{actor.name} is in a grapple: break free, overpower or strike the opponent."
    return ""


def find_target(state: State, seat: Seat, actor: Combatant, id: str) -> Combatant:
    """Another combatant who is still there."""
    target = find_combatant(state, seat, id)
    if target.id == actor.id:
        raise IllegalMove("own_target", "Choose someone else.")
    if target.left:
        raise IllegalMove("target_left", f"{target.name} has left the battle.")
    return target


def find_prompt(state: State, seat: Seat, id: str, ask: str) -> tuple[Prompt, Combatant]:
    """The open question and who must answer it."""
    require_running(state)
    prompt = state.prompt
    if prompt is None or prompt.id != id or prompt.ask != ask:
        raise IllegalMove("no_prompt", "That question is not open any more.")
    who = state.get(prompt.who)
    if not is_visible(who, seat):
        raise IllegalMove("no_prompt", "That question is not open any more.")
    if not seat.controls(who.character):
        raise IllegalMove("not_yours", f"{who.name} must answer that.")
    return prompt, who


def check_range(what: str, value: int, low: int, high: int) -> None:
    """Refuse a number out of range."""
    if not low <= value <= high:
        raise BadInput("out_of_range", f"{what} is {low} to {high}.", low=low, high=high)


def check_choice(what: str, value: str, known: Iterable[str] | Mapping[str, object]) -> None:
    """Refuse a word that is not among those known."""
    names = tuple(known)
    if value not in names:
        raise BadInput("unknown_choice", f"{what} is one of {', '.join(name or 'none' for name in names)}.")


def check_text(what: str, value: str, most: int, *, empty: bool = False) -> None:
    """Refuse text that cannot be printed on one line, or is too long."""
    if not empty and not value.strip():
        raise BadInput("empty", f"{what} is missing.")
    if len(value) > most or not value.isprintable():
        raise BadInput("bad_text", f"{what} is one line of at most {most} characters.")
