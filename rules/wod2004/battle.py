"""The live battle as the contract wants it."""

from rules.system import BattleRules
from rules.wod2004.apply import apply
from rules.wod2004.decide import decide
from rules.wod2004.decide.setup import outcome
from rules.wod2004.events import EVENTS
from rules.wod2004.fighting import sheet, suffer
from rules.wod2004.legal import legal_moves
from rules.wod2004.legal.chances import weigh
from rules.wod2004.moves import MOVES
from rules.wod2004.options import Options
from rules.wod2004.state import State
from rules.wod2004.traits import TURN_SECONDS
from rules.wod2004.view import view, view_event


def start(options: Options) -> State:
    """The empty battle."""
    return State(options=options)


def elapsed(state: State) -> int:
    """Seconds of the turns that have begun (WD-060)."""
    return TURN_SECONDS * state.turn


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
