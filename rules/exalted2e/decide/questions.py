"""Questions within an attack: to whoever has a choice in it."""

from rules.exalted2e.decide.script import Script, new_id
from rules.exalted2e.state import Declared, Pending, PromptKind, State


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
    """The words for the Storyteller, who rates it."""
    return f"{state.of(id).name} proposes a stunt of {rating}. Rate it."
