"""Prompts: the questions that someone must answer before the battle goes on."""

from dataclasses import dataclass
from typing import Protocol, TypeVar

from rules.battle.roster import Fighter, Roster, can_see
from rules.battle.seats import Seat
from rules.errors import IllegalMove
from rules.text import Text


class Prompt(Protocol):
    """An open question. `who` is the id of the combatant who must answer, empty for the Storyteller alone."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def who(self) -> str: ...
    @property
    def storyteller(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt for games that store what they ask in another form."""

    id: str
    kind: str
    who: str
    storyteller: bool = False


P = TypeVar("P", bound=Prompt)
C = TypeVar("C", bound=Fighter)


def may_answer(state: Roster[C], seat: Seat, prompt: Prompt) -> bool:
    """Return whether this seat may answer: the Storyteller always may, a player for her own combatant."""
    if seat.storyteller:
        return True
    who = state.find(prompt.who)
    return not prompt.storyteller and who is not None and seat.controls(who.character)


def sees_prompt(state: Roster[C], seat: Seat, prompt: Prompt) -> bool:
    """Return whether this seat may know of the prompt."""
    who = state.find(prompt.who)
    return seat.storyteller or (who is not None and can_see(seat, who))


def find_prompt(prompts: tuple[P, ...], state: Roster[C], seat: Seat, id: object, *kinds: str) -> P:
    """Return the open prompt with this id and one of these kinds. Raises `IllegalMove` if the seat has none such."""
    found = next((prompt for prompt in prompts if prompt.id == id and prompt.kind in kinds), None)
    if found is None or not may_answer(state, seat, found):
        raise IllegalMove("no_such_prompt", Text("That question is no longer open. Check the table again."))
    return found


def check_no_prompt(prompts: tuple[P, ...]) -> None:
    """Raise `IllegalMove` while a prompt is open. Only the board says whose, to those who may know."""
    if prompts:
        raise IllegalMove("awaiting_answer", Text("Someone must answer first; the table shows who."))
