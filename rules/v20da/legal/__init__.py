"""What each seat may do now, as forms; what it would look for and cannot do, greyed with the reason."""

from rules.battle import Offer, Seat
from rules.v20da.legal import acting, answering, declaring, ruling
from rules.v20da.state.model import State
from rules.v20da.state.order import can_see


def legal_moves(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Every offer to this seat; none to a spectator, none when the battle is over."""
    if state.phase == "ended":
        return ()
    mine = [c for c in state.combatants if seat.controls(c.character) and not c.out]
    seen = [c for c in state.combatants if can_see(seat, c)]
    offers: list[Offer] = []
    if state.phase == "running":
        offers += answering.offers(state, mine)
        for combatant in mine:
            offers += declaring.offers(state, combatant, seen)
            offers += acting.offers(state, seat, combatant, seen)
    if seat.storyteller:
        offers += ruling.offers(state, mine)
    return tuple(offers)
