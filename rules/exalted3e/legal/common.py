"""What all offers share: who asks, whom that seat sees, and choices with reasons."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

from rules.battle import Choice, Field, Seat
from rules.errors import RulesError
from rules.powers import Cap, Power, make_field

from ..actions.request import SUCCESS_DICE
from ..decide.guards import can_see
from ..decide.powers import get_purse, roll_moment
from ..sheet.powers import POWERS
from ..state import Combatant, State


class Maker:
    """The state as one seat sees it, while its offers are made."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.seen = tuple(c for c in state.combatants if can_see(seat, c))
        self.in_play = tuple(c for c in self.seen if c.is_in_play)
        self.is_waiting = any(prompt.blocking for prompt in state.pending)

    @property
    def acting(self) -> Combatant | None:
        """Whose turn is open, if the seat may act for it."""
        actor = self.state.find(self.state.current)
        return actor if actor is not None and self.seat.controls(actor.character) else None

    @property
    def own(self) -> tuple[Combatant, ...]:
        """The combatants in play for whom the seat may act."""
        return tuple(c for c in self.in_play if self.seat.controls(c.character))


def refusal(check: Callable[..., Any], *args: Any) -> str:
    """The sentence with which a check refuses, empty if it does not."""
    try:
        check(*args)
    except RulesError as error:
        return error.sentence
    return ""


def choose(
    name: str, label: str, combatants: Iterable[Combatant], why: Callable[[Combatant], str] = lambda c: ""
) -> Field:
    """A choice of a combatant; `why` gives the reason against one."""
    return Field(name, label, "choice", tuple(Choice(c.id, c.name, reason=why(c)) for c in combatants))


@lru_cache(maxsize=512)
def pick(name: str, label: str, values: tuple[tuple[str, str], ...], initial: str | None = None) -> Field:
    """A choice of plain values."""
    return Field(name, label, "choice", tuple(Choice(value, text) for value, text in values), initial=initial)


@lru_cache(maxsize=2048)
def number(name: str, label: str, low: int, high: int, initial: int = 0, help: str = "") -> Field:
    """A whole number."""
    return Field(name, label, "number", low=low, high=high, initial=initial, help=help, required=False)


def choices_of(keys: Iterable[str], none: str = "none") -> tuple[tuple[str, str], ...]:
    """Plain values that are their own labels, for `pick`; `none` names the empty one."""
    return tuple((key, key or none) for key in keys)


@lru_cache(maxsize=512)
def flag(name: str, label: str, help: str = "", initial: bool = False) -> Field:
    """Yes or no; one that stands at yes is always asked."""
    return Field(name, label, "flag", initial=initial, help=help, required=initial)


@lru_cache(maxsize=64)
def text(name: str, label: str, high: int) -> Field:
    """A short text."""
    return Field(name, label, "text", high=high, initial="", required=False)


@cache
def stunt() -> Field:
    """How fine the stunt is, as the Storyteller rated it."""
    return number("stunt", "Stunt", 0, 3, help="+2 dice; +1 success and Willpower from two points on.")


def is_open(field: Field) -> bool:
    """Whether something can be chosen."""
    return any(not choice.reason for choice in field.choices)


def first_reason(field: Field, otherwise: str) -> str:
    """Why nothing can be chosen; empty if something can."""
    if is_open(field):
        return ""
    return next((choice.reason for choice in field.choices), otherwise)


def power_fields(actor: Combatant, moment: str, cap: int | None = None, keep: int = 0) -> tuple[Field, ...]:
    """The powers of the sheet that apply at this moment, with the cap on dice if there is one (3E-345).

    `keep`: Initiative that must be left.
    """
    if not actor.powers:
        return ()
    caps = () if cap is None else (Cap(cap, _count_dice, "Dice", "3E-345"),)
    return make_field(POWERS, actor.powers, moment, get_purse(actor, initiative=keep), caps, spent=actor.spent)


def effort_fields(actor: Combatant, keep: int = 0) -> tuple[Field, ...]:
    """What may be added to a roll of one's own, with so much Initiative left."""
    powers = power_fields(actor, roll_moment(actor), keep=keep)
    willpower = (flag("willpower", "Spend Willpower", "+1 success"),) if actor.willpower > 0 else ()
    return (stunt(), *powers, *willpower)


def _count_dice(power: Power) -> int:
    return power.amount("dice") + SUCCESS_DICE * power.amount("successes")
