"""One decision in the making: the state so far, the events so far, and the dice."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypedDict

from rules.battle import Audience, Event
from rules.dice import MAX_DICE, Roller
from rules.ids import opaque
from rules.pool import Pool

from ..actions.count import Thrown, throw_dice, throw_pool
from ..events import ActorEvent, PromptClosed, PromptRaised
from ..state import Combatant, Pending, PromptKind, State
from . import apply


class Who(TypedDict):
    """The fields that every event about one combatant carries."""

    audience: Audience
    actor: str
    actor_name: str
    round: int
    tick: int | None


FOLDED = (ActorEvent, PromptRaised, PromptClosed)
"""The events that may be part of an attack."""


class Play:
    """Collects events; each is applied at once, so that what follows sees it.

    `asks` is False where all choices are given beforehand (vectors): then nobody is prompted.
    """

    def __init__(self, state: State, roller: Roller, asks: bool = True) -> None:
        self.state = state
        self.asks = asks
        self.events: list[Event] = []
        self._roller = roller

    def emit(self, event: Event) -> None:
        """A fact: keep it and apply it. What happens within an attack carries its id, so that the log can fold it."""
        exchange = self.state.exchange
        if exchange is not None and isinstance(event, FOLDED):
            event = replace(event, within=exchange.id)
        self.events.append(event)
        self.state = apply(self.state, event)

    def get(self, id: str) -> Combatant:
        """The combatant as it is now."""
        return self.state.get(id)

    def throw(self, pool: Pool) -> Thrown:
        """Throw a pool."""
        return throw_pool(pool, self._roller)

    def throw_dice(self, count: int, *, doubles: bool = True, auto: int = 0) -> Thrown:
        """Throw a number of dice; Initiative has no limit, but a roll has."""
        return throw_dice(min(count, MAX_DICE), self._roller, doubles=doubles, auto=auto)

    def about(self, actor: Combatant, *others: Combatant) -> Who:
        """The common fields of an event about `actor`; the hidden stay among their owners and the Storyteller."""
        return {
            "audience": audience_of((actor, *others)),
            "actor": actor.id,
            "actor_name": actor.name,
            "round": self.state.round,
            "tick": self.state.tick,
        }

    def name(self, kind: str, who: str) -> str:
        """A fresh id for a prompt to this combatant, or for an attack of it.

        It depends on nothing else: other seats read it, and what is hidden from them must not change it.
        """
        return opaque(kind, who, self.get(who).named + 1)

    def prompt(
        self, kind: PromptKind, who: str, about: str = "", *, blocking: bool = True, options: tuple[str, ...] = ()
    ) -> Pending:
        """A prompt to a combatant, or with "" to the Storyteller, with a fresh id."""
        former = f"{kind}{self.state.serial}"
        id = self.name(kind, who) if who else former  # only the Storyteller reads her own
        return Pending(id, kind, who, about, blocking, options, former)


def audience_of(combatants: Iterable[Combatant]) -> Audience:
    """Everyone, unless someone is hidden: then only who may know all the hidden ones."""
    hidden = [combatant for combatant in combatants if combatant.hidden]
    if not hidden:
        return None
    owners = {combatant.character for combatant in hidden}
    return (hidden[0].character,) if len(owners) == 1 and hidden[0].character is not None else ()
