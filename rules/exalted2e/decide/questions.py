"""Questions within an attack: to whoever has a choice in it."""

from typing import Any

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.decide.script import Script, need_number, need_text, new_id
from rules.exalted2e.state import Combatant, Declared, Pending, PromptKind, State


def ask(
    script: Script, kind: PromptKind, who: str, question: str, declared: Declared, text: str = "", detail: str = ""
) -> None:
    """Put a prompt before one person."""
    pending = Pending(
        id=new_id(script.state, "p", who),
        kind=kind,
        who=who,
        question=question,
        detail=detail or text or declared.stunt_text,
        about=declared.id,
        storyteller=kind in ("stunt", "defense_stunt"),
        rating=0,
    )
    script.ask(pending)


def ask_stunt(state: State, id: str, rating: int, aim: str = "") -> str:
    """The words for the Storyteller, who rates it. Without a proposed rating the player has left it open.

    `aim` tells which of several actions it is for, as " against Bo".
    """
    told = f"proposes a stunt of {rating}" if rating else "tells a stunt"
    return f"{state.of(id).name} {told}{aim}. Rate it."


def read_stunt(state: State, seat: Seat, one: Combatant, stunt: object, text: object) -> dict[str, Any]:
    """The fields of an attack or a plain action that tell its stunt; extras do none (2E-192)."""
    rating = need_number("The stunt", stunt, 0, state.options.stunt_cap)
    if rating and one.sheet.being == "extra":
        raise IllegalMove("no_stunt", "Extras do not stunt.")
    told = need_text("The stunt's description", text)
    rated = is_settled(state, seat, one, rating, told)
    earns = rated and rate_stunt(one.sheet.being, rating, options=state.options).experience
    return {"stunt": rating, "stunt_xp": earns, "stunt_text": told, "rated": rated}


def is_settled(state: State, seat: Seat, one: Combatant, rating: int, told: str) -> bool:
    """Whether a stunt needs no rating: it is the Storyteller's own, or there is none (2E-180, 2E-192).

    A player who describes a stunt proposes one, also without a rating.
    """
    can_stunt = one.sheet.being != "extra" and state.options.stunt_cap > 0
    return seat.storyteller or not (rating or (told.strip() and can_stunt))
