"""A table for battle tests: fighters with known figures, moves with scripted dice."""

from dataclasses import replace
from typing import Any

from rules.battle import STORYTELLER, Event, Move, Seat
from rules.battle.moves import AddCombatant, StartBattle
from rules.battle.seats import Numbers
from rules.dice import ScriptedRoller
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.moves.replies import AnswerDefense
from rules.exalted2e.moves.strikes import DeclareAttack
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.sheets import SHEETS
from rules.exalted2e.state import Combatant, State

ADA = Seat(characters=frozenset({"ada"}))
BEN = Seat(characters=frozenset({"ben"}))
SPECTATOR = Seat()
TRUSTED, TRUSTED_BEN = (replace(seat, numbers=Numbers("trusting")) for seat in (ADA, BEN))
"""Players whose proposed numbers count at once."""

HERO: dict[str, Any] = {
    "attributes.strength": 3,
    "attributes.dexterity": 4,
    "attributes.stamina": 3,
    "attributes.wits": 3,
    "attributes.charisma": 3,
    "abilities.melee": 4,
    "abilities.dodge": 2,
    "abilities.awareness": 2,
    "abilities.resistance": 1,
    "abilities.athletics": 1,
    "abilities.martial_arts": 2,
    "abilities.archery": 3,
    "abilities.war": 2,
    "abilities.stealth": 2,
    "weapons": ["straight_sword"],
    "armor": [],
}
"""An Exalt of Essence 2: attack 10 dice (sword), Dodge DV 4, Parry DV 5, soak 1L/3B, base damage 6L."""

EXTRA: dict[str, Any] = {
    "attributes.strength": 2,
    "attributes.dexterity": 2,
    "attributes.stamina": 2,
    "abilities.melee": 2,
    "abilities.dodge": 1,
    "weapons": ["straight_sword"],
    "armor": [],
}
"""An extra: attack 6 dice (sword), Dodge DV 1, Parry DV 2, soak 0L/2B."""


def make_sheet(archetype: str = "dawn", changes: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A sheet's JSON with values set by dotted path."""
    sheet = SHEETS.blank(archetype)
    for path, value in {**(changes or {}), **more}.items():
        place = sheet
        *parents, last = path.split(".")
        for parent in parents:
            place = place[parent]
        place[last] = value
    return sheet


class Table:
    """A battle with a log; every call names the dice that must fall in it, no more and no less."""

    def __init__(self, options: Options | None = None) -> None:
        self.state: State = BATTLE.start(options or Options())
        self.log: list[Event] = []

    def do(self, move: Move, *faces: int, seat: Seat = STORYTELLER) -> list[Event]:
        """Make a move with exactly these dice."""
        roller = ScriptedRoller(faces)
        events = list(BATTLE.decide(self.state, seat, move, roller))
        roller.finish()
        for event in events:
            self.state = BATTLE.apply(self.state, event)
        self.log += events
        return events

    def add(self, id: str, side: str = "red", character: str | None = None, **kind: Any) -> None:
        """Add a hero, or with `extra=True` an extra; other keywords go to the sheet, `hidden` to the move."""
        hidden, is_extra = kind.pop("hidden", False), kind.pop("extra", False)
        changes = {key.replace("__", "."): value for key, value in kind.items()}
        sheet = make_sheet("extra", {**EXTRA, **changes}) if is_extra else make_sheet("dawn", {**HERO, **changes})
        self.do(AddCombatant(id, id.title(), side, character, sheet, hidden))

    def start(self, *totals: int) -> None:
        """Start the battle: every combatant rolls 5 (extras 3) Join Battle dice for this many successes."""
        faces: list[int] = []
        for one, total in zip(self.state.combatants, totals, strict=True):
            dice = one.sheet.attribute("wits") + one.sheet.ability("awareness")
            faces += [7] * total + [2] * (dice - total)
        self.do(StartBattle(), *faces)

    def one(self, id: str) -> Combatant:
        """The combatant of this id."""
        return self.state.get(id)

    def strike(self, actor: str, target: str, *faces: int, seat: Seat = STORYTELLER, **details: Any) -> list[Event]:
        """Declare an attack with the sword."""
        details = {"weapon": "straight_sword", **details}
        return self.do(DeclareAttack(actor=actor, target=target, **details), *faces, seat=seat)

    def defend(self, mode: str, *faces: int, seat: Seat = STORYTELLER, **details: Any) -> list[Event]:
        """Answer the prompt for a defense."""
        return self.do(AnswerDefense(self.prompt("defense"), mode, **details), *faces, seat=seat)

    def prompt(self, kind: str) -> str:
        """The id of the one prompt of this kind."""
        (id,) = [pending.id for pending in self.state.pending if pending.kind == kind]
        return id

    def last(self, cls: type[Any]) -> Any:
        """The last event of a kind."""
        return next(event for event in reversed(self.log) if isinstance(event, cls))


def make_duel(options: Options | None = None, **ann: Any) -> Table:
    """Ann (ada's) acts on tick 0, Bo (ben's) on tick 2; keywords change Ann's sheet."""
    table = Table(options)
    table.add("ann", "red", "ada", **ann)
    table.add("bo", "blue", "ben")
    table.start(4, 2)
    return table


def hits(count: int, dice: int) -> tuple[int, ...]:
    """So many sevens among so many dice, the rest twos."""
    return (7,) * count + (2,) * (dice - count)
