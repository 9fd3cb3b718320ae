"""What every move needs: the growing list of events with the state behind it, and the checks of who may do what."""

from dataclasses import replace

from rules.battle import Audience, Event, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.exalted2e.apply import apply
from rules.exalted2e.events import Asked
from rules.exalted2e.state import Combatant, Pending, State
from rules.ids import opaque

MAX_TEXT = 500
MAX_RULING = 30


class Script:
    """Events as they are decided, each applied at once, so that what follows sees the state it left."""

    def __init__(self, state: State, roller: Roller) -> None:
        self.state = state
        self.roller = roller
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Note a fact and move on to the state after it."""
        self.events.append(event)
        self.state = apply(self.state, event)

    def ask(self, pending: Pending) -> None:
        """Put a prompt before somebody; only the Storyteller's log tells of it."""
        name = self.state.of(pending.who).name
        pending = replace(pending, former=f"p{self.state.count + 1}")
        self.emit(Asked(pending=pending, name=name, tick=self.state.tick, exchange=pending.about, audience=()))


def can_see(seat: Seat, one: Combatant) -> bool:
    """Whether this seat may know that the combatant is there at all."""
    return not one.hidden or seat.controls(one.character)


def get_audience(state: State, *ids: str) -> Audience:
    """Who may see an event about these combatants: everyone, unless one of them is hidden."""
    audience: Audience = None
    for id in ids:
        one = state.get(id)
        if one is not None and one.hidden:
            owner = (one.character,) if one.character is not None else ()
            audience = owner if audience is None else tuple(name for name in audience if name in owner)
    return audience


def get_side(state: State, id: str) -> tuple[str, ...]:
    """The characters on this combatant's side: their owners may see her figures."""
    side = state.of(id).side
    return tuple(sorted({one.character for one in state.combatants if one.side == side and one.character is not None}))


def get_side_audience(state: State, id: str) -> Audience:
    """Who may see an event about what is left in her pools: her own side."""
    hidden = get_audience(state, id)
    return get_side(state, id) if hidden is None else hidden


def find(state: State, seat: Seat, id: object) -> Combatant:
    """The combatant of this id, refused alike whether she is unknown or hidden from the seat."""
    one = state.get(id) if isinstance(id, str) else None
    if one is None or not can_see(seat, one):
        raise IllegalMove("unknown_combatant", "There is no such combatant in this battle.", id=str(id)[:40])
    return one


def find_own(state: State, seat: Seat, id: object) -> Combatant:
    """The combatant of this id, if the seat may act for her."""
    one = find(state, seat, id)
    if not seat.controls(one.character):
        raise IllegalMove("not_yours", f"You do not act for {one.name}.", id=one.id)
    return one


def find_target(state: State, seat: Seat, actor: Combatant, id: object) -> Combatant:
    """Somebody else who is still in the battle."""
    target = find(state, seat, id)
    if target.id == actor.id:
        raise IllegalMove("own_target", f"Choose somebody other than {actor.name} as the target.", id=actor.id)
    if target.has_left or target.clock is None:
        raise IllegalMove("gone", f"{target.name} is not in the battle now.", id=target.id)
    return target


def need_storyteller(seat: Seat, what: str) -> None:
    """Refuse anybody but the Storyteller."""
    if not seat.storyteller:
        raise IllegalMove("storyteller_only", f"Only the Storyteller may {what}.")


def need_running(state: State) -> None:
    """Refuse what can only be done in a running battle."""
    if state.phase != "running":
        why = "has not begun: the Storyteller starts it" if state.phase == "setup" else "is over"
        raise IllegalMove("not_running", f"The battle {why}.")


def need_number(name: str, value: object, low: int, high: int) -> int:
    """A whole number within its range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise IllegalMove("bad_number", f"{name} is a number from {low} to {high}.", name=name)
    return value


def need_ruling(seat: Seat, name: str, value: object) -> int:
    """A number that only the Storyteller may give, others leaving it at 0."""
    number = need_number(name, value, 0, MAX_RULING)
    if number and not seat.storyteller:
        raise IllegalMove("storyteller_only", f"The {name} is for the Storyteller to give.", name=name)
    return number


def need_text(name: str, value: object, most: int = MAX_TEXT) -> str:
    """Text that is not too long."""
    if not isinstance(value, str) or len(value) > most or not is_plain(value):
        raise IllegalMove("bad_text", f"{name} is a text of at most {most} plain characters.", name=name)
    return value


def is_plain(text: str) -> bool:
    """Whether the text can be stored: no lone surrogates, no control characters but line breaks and tabs."""
    return not any("\ud800" <= char <= "\udfff" or (char < " " and char not in "\n\r\t") for char in text)


def need_flag(name: str, value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise IllegalMove("bad_flag", f"{name} is true or false.", name=name)
    return value


def find_prompt(state: State, seat: Seat, id: object, *kinds: str) -> Pending:
    """The prompt of this id, if it is of such a kind and this seat may answer it."""
    need_running(state)
    pending = next((item for item in state.pending if item.id == id and item.kind in kinds), None)
    if pending is None or not may_answer(state, seat, pending):
        raise IllegalMove("unknown_prompt", "There is nothing of the kind for you to answer now.", id=str(id)[:40])
    return pending


def may_answer(state: State, seat: Seat, pending: Pending) -> bool:
    """Whether this seat may answer the prompt: the Storyteller always, an owner where the choice is hers."""
    if seat.storyteller:
        return True
    one = state.get(pending.who)
    return not pending.storyteller and one is not None and seat.controls(one.character)


def new_id(state: State, letter: str, who: str, index: int = 0) -> str:
    """A fresh id for a prompt to this combatant ("p"), or for an attack or a roll of hers ("x"), the first of several.

    It depends on nothing else: other seats read it, and what is hidden from them must not change it.
    """
    return opaque(letter, who, state.of(who).named + 1 + index)
