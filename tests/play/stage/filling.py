"""What a browser sends of the form of a move that nobody has touched."""

from benchmarks.script import Filled, fill_in
from play.offers.cards import make_form
from play.stage.forms import make_input
from rules.battle import Offer


def fill_offer(offer: Offer) -> Filled:
    """The values of the fields of an offer, filled in as its facts give them."""
    form = make_form(offer)
    parts = {"main": form.main, "more": form.more, "asks": form.asks}
    inputs = {part: [make_input(one, "en") for one in shown] for part, shown in parts.items()}
    return fill_in({"move": offer.move, "hidden": form.hidden}, inputs, {})
