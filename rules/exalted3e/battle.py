"""The live battle of Exalted Third Edition as one record of functions."""

from collections.abc import Mapping
from typing import Any

from rules.system import BattleRules

from .apply import apply
from .decide import decide
from .events import EVENTS
from .fighting import sheet, suffer
from .health import read_boxes
from .legal import legal_moves
from .legal.chances import weigh
from .moves import MOVES
from .options import Options
from .state import State
from .view import view, view_event


def start(options: Options) -> State:
    """An empty battle under these settings."""
    return State(options=options)


def outcome(state: State) -> Mapping[str, Mapping[str, Any]]:
    """What the battle leaves on the sheets of characters: damage, Willpower, motes, anima, powers used up."""
    found: dict[str, dict[str, Any]] = {}
    for combatant in state.combatants:
        if combatant.character is None:
            continue
        changes: dict[str, Any] = {"willpower.current": combatant.willpower}
        if combatant.spent:
            changes["powers_spent"] = list(combatant.spent)
        if combatant.willpower_lost:
            changes["willpower.rating"] = combatant.willpower_rating
        if combatant.group is None:
            changes["health.marks"] = "".join(mark for _, mark in read_boxes(combatant.health))
        if combatant.personal_max or combatant.peripheral_max:
            changes["motes.personal"] = combatant.personal
            changes["motes.peripheral"] = combatant.peripheral
            changes["anima"] = combatant.anima
        found[combatant.id] = changes
    return found


def elapsed(state: State) -> int:
    """Seconds of the rounds that have begun: three for each (3E-055)."""
    return 3 * state.round


BATTLE = BattleRules(
    state=State,
    moves=MOVES,
    events=EVENTS,
    start=start,
    decide=decide,
    apply=apply,
    view=view,
    view_event=view_event,
    legal_moves=legal_moves,
    outcome=outcome,
    elapsed=elapsed,
    weigh=weigh,
    sheet=sheet,
    suffer=suffer,
)
