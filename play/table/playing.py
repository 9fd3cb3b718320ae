"""Seats that play themselves: who does, by which tactic. It stands in the table's state and goes with a rewind."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.battle import Event
from rules.text import EMPTY, Text, join


@dataclass(frozen=True, slots=True)
class Playing:
    """A seat of the fight that plays itself by a tactic, named by its key.

    `actor`: the id of a combatant, empty for the Storyteller's own part: questions to her, and what leads the fight on.
    `character`: its key, in place of the id, if a player had it: then it holds in every fight of the scene, while that
    player is away. `name`: of the combatant.
    """

    actor: str
    tactic: str
    character: str = ""
    name: str = ""

    @property
    def is_storyteller(self) -> bool:
        """Whether it is the Storyteller's own part."""
        return not (self.actor or self.character)

    def is_of(self, combatant: Any) -> bool:
        """Return whether it is the seat of this combatant; None stands for the Storyteller's own part."""
        if self.is_storyteller or combatant is None:
            return self.is_storyteller and combatant is None
        return bool(self.character == combatant.character if self.character else self.actor == combatant.id)


@dataclass(frozen=True, slots=True)
class SeatsPlay(Event):
    """These seats play themselves from now on. `who`: their names; `tactic`: its name."""

    seats: tuple[Playing, ...]
    who: Text
    tactic: Text


@dataclass(frozen=True, slots=True)
class SeatsStop(Event):
    """These seats no longer play themselves. `why`: what stopped them; empty if somebody did."""

    seats: tuple[Playing, ...]
    who: Text
    why: Text = EMPTY


PLAYING_EVENTS = (SeatsPlay, SeatsStop)


def apply_playing(playing: tuple[Playing, ...], event: SeatsPlay | SeatsStop) -> tuple[Playing, ...]:
    """Return who plays by itself after one of these events."""
    named = {(seat.actor, seat.character) for seat in event.seats}
    kept = tuple(seat for seat in playing if (seat.actor, seat.character) not in named)
    return (*kept, *event.seats) if isinstance(event, SeatsPlay) else kept


def keep_after_fight(playing: tuple[Playing, ...]) -> tuple[Playing, ...]:
    """Return those who play by themselves in the next fight, too: the characters of players."""
    return tuple(seat for seat in playing if seat.character)


def find_playing(playing: Iterable[Playing], combatant: Any) -> Playing | None:
    """Return how a combatant plays itself, or None. `combatant`: None for the Storyteller's own part."""
    return next((seat for seat in playing if seat.is_of(combatant)), None)


def say_playing(event: SeatsPlay | SeatsStop) -> Text:
    """Return the line of one of these events."""
    if isinstance(event, SeatsStop):
        line = Text("No longer automatic: {who}.", who=event.who)
        return join(" ", (line, event.why)) if event.why else line
    if all(seat.character for seat in event.seats):
        return Text("Automatic while the player is away ({tactic}): {who}.", who=event.who, tactic=event.tactic)
    return Text("Automatic from now on ({tactic}): {who}.", who=event.who, tactic=event.tactic)
