"""Whose figures a seat has to guess, and as what they are taken: for forecasts and for what if."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.forecast.seen import guess_archetype, list_unknown
from rules.system import System
from rules.text import Text
from rules.view import BattleView


@dataclass(frozen=True, slots=True)
class Guess:
    """Somebody whose figures the seat does not know, by the combatant's id, and the archetype that stands in."""

    id: str
    name: str
    archetype: str

    @property
    def field(self) -> str:
        """The name by which forms send the archetype."""
        return f"{FIELD}{self.id}"


FIELD = "taken-"


def make_guesses(system: System, view: BattleView, sent: Mapping[str, str]) -> tuple[Guess, ...]:
    """Return a guess for everybody whose figures the seat does not know.

    `sent`: what a form has sent. Who is not in it is guessed by whether the view shows an extra.
    """
    found = ((foe, sent.get(f"{FIELD}{foe['id']}")) for foe in list_unknown(view))
    return tuple(
        Guess(foe["id"], foe["name"], guess_archetype(system, foe) if guess is None else guess) for foe, guess in found
    )


def take(guesses: tuple[Guess, ...]) -> dict[str, str]:
    """Return the archetypes by the ids of combatants."""
    return {guess.id: guess.archetype for guess in guesses}


def list_archetypes(system: System) -> list[tuple[str, Text]]:
    """Return what somebody may be taken as: the key and the name of each."""
    return list(system.sheets.archetypes.items())
