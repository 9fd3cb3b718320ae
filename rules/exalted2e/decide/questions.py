"""Questions within an attack: to whoever has a choice in it."""

from rules.battle import Seat
from rules.exalted2e.decide.script import Script, new_id
from rules.exalted2e.state import Combatant, Declared, Pending, PromptKind, State


def ask(
    script: Script, kind: PromptKind, who: str, question: str, declared: Declared, text: str = "", detail: str = ""
) -> None:
    """Put a prompt before one person."""
    pending = Pending(
        id=new_id(script.state, "p"),
        kind=kind,
        who=who,
        question=question,
        detail=detail or text or declared.stunt_text,
        about=declared.id,
        storyteller=kind in ("stunt", "defense_stunt"),
        rating=0,
    )
    script.ask(pending)


def ask_stunt(state: State, id: str, rating: int) -> str:
    """The words for the Storyteller, who rates it. Without a proposed rating the player has left it open."""
    name = state.of(id).name
    return f"{name} proposes a stunt of {rating}. Rate it." if rating else f"{name} tells a stunt. Rate it."


def is_settled(state: State, seat: Seat, one: Combatant, rating: int, told: str) -> bool:
    """Whether a stunt needs no rating: it is the Storyteller's own, or there is none (2E-180, 2E-192).

    A player who describes a stunt proposes one, also without a rating.
    """
    can_stunt = one.sheet.being != "extra" and state.options.stunt_cap > 0
    return seat.storyteller or not (rating or (told.strip() and can_stunt))
