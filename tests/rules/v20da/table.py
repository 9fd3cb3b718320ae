"""A table to fight at: moves in, events out, with scripted dice."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from rules import get_system
from rules.battle import STORYTELLER, Seat, fold
from rules.dice import ScriptedRoller
from rules.errors import BadInput, IllegalMove
from rules.v20da.options import Options
from rules.v20da.state.model import Combatant, State

SYSTEM = get_system("v20da")
RULES = SYSTEM.battle
ADA, BEN = Seat(characters=frozenset({"ada"})), Seat(characters=frozenset({"ben"}))
NOBODY = Seat()
BY_HAND = Options(turns_end_themselves=False)
"""Here the Storyteller turns the cards and begins each turn, so that a test sees every step."""


def sheet(being: str = "mortal", **changes: Any) -> dict[str, Any]:
    """A plain body: Attributes 2 but Strength 3, Brawl, Melee and Athletics 2."""
    attributes = {**dict.fromkeys(("dexterity", "stamina", "wits"), 2), "strength": 3}
    base: dict[str, Any] = {
        "being": being,
        "attributes": attributes,
        "abilities": {"brawl": 2, "melee": 2, "athletics": 2},
        "willpower": 5,
        "willpower_points": 5,
    }
    if being == "vampire":
        base |= {"generation": 8, "blood": 12}
    return {**base, **changes}


class Table:
    """A battle in progress."""

    def __init__(self, options: Options | None = None) -> None:
        self.state: State = RULES.start(options or BY_HAND)
        self.events: list[Any] = []

    def move(self, kind: str, dice: Iterable[int] = (), seat: Seat = STORYTELLER, **fields: Any) -> list[Any]:
        """Make a move with exactly these dice; returns its events."""
        roller = ScriptedRoller(dice)
        move = RULES.moves.decode({"kind": kind, **fields})
        events = list(RULES.decide(self.state, seat, move, roller))
        roller.finish()
        self.state = fold(RULES.apply, self.state, events)
        self.events += events
        return events

    def refuse(self, kind: str, seat: Seat = STORYTELLER, **fields: Any) -> BadInput | IllegalMove:
        """Make a move that must be refused; returns the refusal."""
        with pytest.raises((IllegalMove, BadInput)) as refusal:
            self.move(kind, (), seat, **fields)
        return refusal.value  # type: ignore[return-value]

    def add(
        self,
        id: str,
        body: dict[str, Any] | None = None,
        character: str | None = None,
        hidden: bool = False,
        dice: Iterable[int] = (),
    ) -> None:
        """Add a combatant, with the die of one who comes late; players' characters stand on the red side."""
        side = "red" if character else "blue"
        given: dict[str, Any] = {
            "id": id,
            "name": id.title(),
            "side": side,
            "character": character,
            "sheet": body or sheet(),
        }
        self.move("AddCombatant", dice, **given, hidden=hidden)

    def start(self, *dice: int) -> None:
        """Roll initiative."""
        self.move("StartBattle", dice)

    def declare(self, actor: str, *others: str, seat: Seat = STORYTELLER, **fields: Any) -> list[Any]:
        """Lay cards."""
        return self.move("DeclareActions", (), seat, actor=actor, others=list(others), **fields)

    def reveal(self) -> None:
        """Turn the cards."""
        self.move("RevealDeclarations")

    def __getitem__(self, id: str) -> Combatant:
        return next(combatant for combatant in self.state.combatants if combatant.id == id)

    def view(self, seat: Seat = STORYTELLER) -> Any:
        """What the seat sees."""
        return RULES.view(self.state, seat)

    def offers(self, seat: Seat, move: str, actor: str | None = None) -> list[Any]:
        """The open offers of this move."""
        found = RULES.legal_moves(self.state, seat)
        return [o for o in found if o.move == move and not o.reason and (actor is None or o.actor == actor)]

    def acts(self, seat: Seat) -> list[Any]:
        """What the seat may do on its turn, in the order of the form."""
        return [o for o in RULES.legal_moves(self.state, seat) if o.group == "act" and not o.reason]

    def lines(self, seat: Seat, events: Iterable[Any]) -> list[str]:
        """The log's sentences of these events for this seat."""
        told = (RULES.view_event(event, seat) for event in events)
        return [shown["line"] for shown in told if shown]


def duel(ada: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **options: Any) -> Table:
    """Ada (a player's) against a foe of the Storyteller: Ada has initiative 14, the foe 5."""
    table = Table(replace(BY_HAND, **options))
    table.add("ada", ada, "ada")
    table.add("foe", foe)
    table.start(10, 1)
    return table


def kinds(events: Iterable[Any]) -> list[str]:
    """The names of the events."""
    return [type(event).__name__ for event in events]
