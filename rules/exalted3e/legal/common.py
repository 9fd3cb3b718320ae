"""Helpers of all offers: combatants in sight, and choices with reasons."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, cast

from rules.battle import Choice, Field, Fields, LazySequence, Offer, declare, offer_move
from rules.battle.board import Sight
from rules.battle.declare import Move, list_fields
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.request import SUCCESS_DICE
from rules.exalted3e.decide.powers import USE, roll_moment
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.lru_cache import cached_by_identity
from rules.powers import Cap, Power
from rules.text import EMPTY, Text, verbatim

View = Sight[State]
Form = Callable[[], Iterable[Field]]


@cached_by_identity(64)
def in_play(sight: View) -> tuple[Combatant, ...]:
    """Return the combatants in sight who still fight."""
    return tuple(combatant for combatant in sight.seen if combatant.is_in_play)


def declared(cls: type[Move], *names: str) -> Fields:
    """Return fields of a move as its class declares them."""
    return _list_declared(cast(Any, cls), *names)


@cache
def _list_declared(cls: Any, *names: str) -> Fields:
    return list_fields(cls, None, *names)


def pick(cls: type[Move], name: str, choices: Iterable[Choice], **changes: Any) -> Field:
    """Return a field of a move with its current choices. It begins with the first open one by default."""
    return declare.pick(cls, name, choices, **{"initial": None, **changes})[0]


def choose(
    cls: type[Move], name: str, combatants: Iterable[Combatant], why: Callable[[Combatant], Text] = lambda c: EMPTY
) -> Field:
    """Return a choice of a combatant; `why` returns the reason against one, or an empty text."""
    return pick(cls, name, (Choice(c.id, verbatim(c.name), reason=why(c)) for c in combatants))


def excellency(cls: type[Move], most: int) -> Fields:
    """Return the slider for the dice of an Excellency, each for a mote (3E-345); empty if none can be bought."""
    steps = tuple(Choice(str(n), Text("{n} die", "{n} dice", n=n), describe_motes(n)) for n in range(most + 1))
    changes = {"label": Text("Excellency"), "high": most, "choices": steps, "help": EMPTY}
    return list_fields(cls, {"motes": changes}, "motes") if most > 0 else ()


def describe_motes(n: int) -> Text:
    """Return "4 motes"."""
    return Text("{n} mote", "{n} motes", n=n)


def first_reason(reasons: Iterable[Text], otherwise: Text) -> Text:
    """Return why nothing can be chosen, or an empty text if something can.

    `reasons` has one for each choice, empty for an open one; none is asked for after that. `otherwise`: if there are no
    choices.
    """
    first = EMPTY
    for reason in reasons:
        if not reason:
            return EMPTY
        first = first or reason
    return first or otherwise


def power_fields(actor: Combatant, moment: str, cap: int | None = None, keep: int = 0) -> Fields:
    """Return the powers of the sheet for this moment, with a cap on dice if given (3E-345).

    `keep` is the Initiative that must be left.
    """
    caps = () if cap is None else (Cap(cap, _count_dice, Text("Dice"), "3E-345"),)
    return USE.field(actor, moment, caps, initiative=keep)


def effort_fields(actor: Combatant, keep: int = 0) -> Fields:
    """Return what may be added to the actor's own roll, with `keep` Initiative left."""
    return (*stunt(), *power_fields(actor, roll_moment(actor), keep=keep), *willpower(actor))


def stunt() -> Fields:
    """Return the fields for the stunt: its words and its rating."""
    return declared(mv.Effort, "stunt_text", "stunt")


def willpower(actor: Combatant, cls: type[Move] = mv.Effort) -> Fields:
    """Return the field for a point of Willpower, if the actor has any."""
    return declared(cls, "willpower") if actor.willpower > 0 else ()


def _count_dice(power: Power) -> int:
    return power.amount("dice") + SUCCESS_DICE * power.amount("successes")


def offer_own(
    move: type[Move], title: Text, actor: Combatant, reason: Text = EMPTY, ask: Form | None = None, **more: Any
) -> Offer:
    """Return an offer of the actor's own turn. `ask` returns its fields when someone opens it."""
    fields, is_rolled = LazySequence(ask) if ask else (), issubclass(move, mv.Acting)
    return offer_move(move, title, actor, fields, reason=reason, **{"has_preview": is_rolled, **more})
