"""What each seat could do now: the offers that every screen is drawn from."""

from rules.battle import Offer, Seat
from rules.exalted2e.decide.script import can_see, may_answer
from rules.exalted2e.legal.acts import offer_acts
from rules.exalted2e.legal.answers import offer_answers
from rules.exalted2e.legal.chances import Known
from rules.exalted2e.legal.storyteller import offer_rulings
from rules.exalted2e.state import State
from rules.memory import remember


@remember(64)
def _gather(_state: State) -> Known:
    """What is worked out for one seat serves the others."""
    return {}


def legal_moves(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Every move that this seat could make: prompts first, then turns, then what goes at any time."""
    if state.phase == "ended":
        return ()
    offers: list[Offer] = []
    for pending in state.pending:
        if may_answer(state, seat, pending) and can_see(seat, state.of(pending.who)):
            offers += offer_answers(state, seat, pending)
    known = _gather(state)
    for one in state.combatants:
        if seat.controls(one.character) and not one.has_left:
            offers += offer_acts(state, seat, one, known)
    if seat.storyteller:
        offers += offer_rulings(state)
    return tuple(offers)
