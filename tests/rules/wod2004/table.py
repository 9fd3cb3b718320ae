"""A small table for tests: who sits where, and moves made with the faces that fall."""

from dataclasses import replace
from typing import Any

from rules.battle import STORYTELLER, Event, Move, Seat
from rules.battle import moves as shared
from rules.codec import encode
from rules.dice import ScriptedRoller
from rules.wod2004.options import Options
from rules.wod2004.sheet import derived
from rules.wod2004.state.battle import State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.system import SYSTEM

ADA, BEN = Seat(characters=frozenset({"ada"})), Seat(characters=frozenset({"ben"}))
BATTLE = SYSTEM.battle


def plain_sheet() -> dict[str, Any]:
    """Somebody with one dot in each Attribute, no Skill, nothing at hand, unhurt."""
    sheet = SYSTEM.sheets.parse({})
    made: dict[str, Any] = encode(replace(sheet, health="." * derived.health(sheet).total))
    return made


def sheet(archetype: str = "", **changes: Any) -> dict[str, Any]:
    """A sheet of an archetype, or a plain one; attributes and skills by name, other keys as they are."""
    made = SYSTEM.sheets.blank(archetype) if archetype else plain_sheet()
    for key, value in changes.items():
        group = next((made[group] for group in ("attributes", "skills") if key in made[group]), made)
        group[key] = value
    return made


class Table:
    """A battle being played."""

    def __init__(self, options: Options | None = None) -> None:
        self.state: State = BATTLE.start(options or Options())
        self.events: list[Event] = []

    def add(self, id: str, character: str | None = None, hidden: bool = False, **changes: Any) -> None:
        """Bring someone in; the side is red for characters and blue for the others."""
        side = "red" if character else "blue"
        self.do(shared.AddCombatant(id, id.title(), side, character, sheet(**changes), hidden))

    def do(self, move: Move, *faces: int, seat: Seat = STORYTELLER) -> list[Event]:
        """Make a move; every scripted face must be used."""
        roller = ScriptedRoller(faces)
        events = list(BATTLE.decide(self.state, seat, move, roller))
        roller.finish()
        for event in events:
            self.state = BATTLE.apply(self.state, event)
        self.events += events
        return events

    def who(self, id: str) -> Combatant:
        """The combatant of this id."""
        return self.state.get(id)

    def set(self, id: str, **values: Any) -> None:
        """Put a combatant into a condition, as if the fight had brought it there."""
        changed = replace(self.who(id), **values)
        others = tuple(changed if c.id == id else c for c in self.state.combatants)
        self.state = replace(self.state, combatants=others)

    @property
    def prompt(self) -> str:
        """The id of the open question."""
        assert self.state.prompt is not None
        return self.state.prompt.id


def duel(**options: Any) -> Table:
    """Ada, fast, and an extra, both in the first turn; Ada acts."""
    table = Table(Options(**options))
    table.add("ada", "ada", archetype="officer", strength=3, dexterity=3, wits=3)
    table.add("thug", archetype="thug")
    table.do(shared.StartBattle(), 10, 1)
    return table
