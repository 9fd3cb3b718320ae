"""`legal_moves(state, seat)`: all that the screen may offer to a seat, with forms, and why a thing is not possible."""

from rules.battle import Offer, Seat

from ..state import State
from .answers import offer_answers
from .attacks import offer_attacks
from .common import Maker
from .storyteller import offer_setup, offer_storyteller
from .turns import offer_flurries, offer_reflexes, offer_turn


def legal_moves(state: State, seat: Seat) -> tuple[Offer, ...]:
    """The offers, answers first. Filled with any of its own open choices an offer is accepted."""
    if state.phase == "ended" or not (seat.storyteller or seat.characters):
        return ()
    maker = Maker(state, seat)
    offers = offer_answers(maker)
    if state.phase == "running" and not maker.is_waiting:
        actor = maker.acting
        if actor is not None:
            acts = [*offer_attacks(maker, actor), *offer_turn(maker, actor)]
            offers += [*acts, *offer_flurries(maker, actor, acts)]
        offers += offer_reflexes(maker)
    if seat.storyteller:
        offers += offer_setup(maker) if state.phase == "setup" else []
        offers += offer_storyteller(maker)
    return tuple(offers)
