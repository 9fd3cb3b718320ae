"""The live battle of the Dark Ages."""

from rules.system import BattleRules
from rules.v20da.apply import apply
from rules.v20da.decide import decide
from rules.v20da.events import EVENTS
from rules.v20da.fighting import sheet, suffer
from rules.v20da.legal import legal_moves
from rules.v20da.legal.chances import weigh
from rules.v20da.moves import MOVES
from rules.v20da.state.model import State
from rules.v20da.view.board import outcome, view
from rules.v20da.view.log import view_event


def elapsed(state: State) -> int:
    """Seconds of the turns that have begun: three for each (V20-144)."""
    return 3 * state.turn


BATTLE = BattleRules(
    state=State,
    moves=MOVES,
    events=EVENTS,
    start=lambda options: State(options),
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
