"""A pushed form leaves out fields that nobody has looked at: it asks for the same move as the whole form."""

import pytest
from django.http import QueryDict

from benchmarks.script import fill_in
from play.commands.forms import read_move
from play.html.markup.offers import draw_form
from play.offers.cards import make_form
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Move, Offer, Seat
from rules.laws import ADA, Trial
from rules.system import System

SEEDS = (1, 2)
STEPS = 4


def ask(system: System, offer: Offer, *, is_pushed: bool) -> Move:
    """What the form asks for as it stands."""
    query = QueryDict(mutable=True)
    for name, values in fill_in(str(draw_form(make_form(offer, 0), "#", is_pushed=is_pushed))).items():
        query.setlist(name, values)
    move = read_move(system, query)
    return system.battle.moves.decode(dict(move.move))  # type: ignore[attr-defined]


def list_offers(trial: Trial, seat: Seat) -> list[Offer]:
    """What is offered and has fields in closed details."""
    offers = (offer for offer in trial.rules.legal_moves(trial.state, seat) if not offer.reason)
    return [offer for offer in offers if make_form(offer, 0).more]


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_pushed_form_asks_for_the_same_move_as_the_whole_one(key: str) -> None:
    system, seen = get_system(key), set[str]()
    for seed in SEEDS:
        trial = Trial(system, seed)
        for _ in range(STEPS):
            trial.play(2, hostile=0)
            for seat in (STORYTELLER, ADA):
                for offer in list_offers(trial, seat):
                    assert ask(system, offer, is_pushed=True) == ask(system, offer, is_pushed=False), offer.label
                    seen.add(offer.move)
    assert seen
