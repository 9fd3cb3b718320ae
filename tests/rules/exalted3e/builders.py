"""Short ways to a battle in the middle of things."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.battle import STORYTELLER, Event, Move, Seat, fold
from rules.dice import Roller, ScriptedRoller
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.options import Options
from rules.exalted3e.sheet import SHEETS
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.pool import Term
from rules.text import Text

blank = SHEETS.blank
QUIET = Options(
    ask_defender=False,
    ask_clash=False,
    ask_beaten=False,
    ask_contest=False,
    ask_influence=False,
    own_ties="added",
    turns_end_themselves=False,
)
"""Nobody is asked before an attack, and no turn ends by itself, so that one move is one attack."""
ALL_ASKED = replace(QUIET, ask_every_tie=True)
"""On a shared tick everybody is asked who acts first."""
SWORD = Arm(
    "sword",
    pool=(Term(Text("pool"), 6, "pool", ""),),
    accuracy=2,
    damage=(Term(Text("damage"), 11, "weapon", ""),),
    overwhelming=1,
    parry=2,
)
BOW = replace(SWORD, name="bow", kind="archery", bands=(-2, 4, 2, 0, -2), parry=None, reach=3)


def fighter(id: str, side: str = "red", **changes: Any) -> Combatant:
    """A plain fighter with a sword in hand and Initiative 6."""
    base = Combatant(
        id=id,
        name=id.title(),
        side=side,
        arms=(SWORD, BOW),
        weapon="sword",
        evasion=2,
        soak=5,
        join_battle=5,
        athletics=5,
        dodge=5,
        initiative=6,
    )
    return replace(base, **changes)


def battle(*combatants: Combatant, options: Options = QUIET, turn: str = "", **changes: Any) -> State:
    """A running battle in round 1; `turn` names whose turn is open."""
    state = State(options=options, phase="running", round=1, tick=20, combatants=combatants)
    if turn:
        state = replace(state.change(turn, turn_open=True, turn_begun=True), current=turn, due=(turn,))
    return replace(state, **changes)


def play(state: State, move: Move, faces: Iterable[int] = (), seat: Seat = STORYTELLER) -> tuple[State, list[Event]]:
    """Make a move with these dice, all of which must fall."""
    roller = ScriptedRoller(faces)
    events = list(BATTLE.decide(state, seat, move, roller))
    roller.finish()
    return fold(BATTLE.apply, state, events), events


def run(state: State, move: Move, roller: Roller, seat: Seat = STORYTELLER) -> tuple[State, list[Event]]:
    """Make a move with dice from a roller."""
    events = list(BATTLE.decide(state, seat, move, roller))
    return fold(BATTLE.apply, state, events), events


def found(events: Iterable[Event], kind: type) -> list[Any]:
    """All events of a kind."""
    return [event for event in events if isinstance(event, kind)]


__all__ = ["ALL_ASKED", "BATTLE", "BOW", "QUIET", "SWORD", "battle", "blank", "fighter", "found", "play", "run"]


class Backwards:
    """A language in which each word without values is its English one, read backwards."""

    def gettext(self, message: str) -> str:
        return message if "{" in message else message[::-1]

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return one if n == 1 else many
