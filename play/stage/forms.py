"""Facts of the forms of moves: their fields, each in the shape in which a page draws it."""

from functools import lru_cache
from typing import cast

from play.offers.fields import Input as InputOnBoard
from play.offers.fields import Option as OptionOnBoard
from play.offers.hand import Hand
from play.stage.shape import Form, Input, Option
from play.stage.words import Language, drop_empty, translate
from rules.battle import Offer
from rules.text import Text


def make_form(hand: Hand, offer: Offer, language: Language) -> Form:
    """Return the form of an offer, as the seat fills it in. What describes the offer itself stands in its head."""
    form = hand.make_form_of(offer)
    made = {
        "offer": form.id,
        "main": [make_input(field, language) for field in form.main],
        "more": [make_input(field, language) for field in form.more],
        "asks": [make_input(field, language) for field in form.asks],
    }
    return cast(Form, made | drop_empty(aimed=translate(form.aimed), weighs=form.weighs))


def make_input(shown: InputOnBoard, language: Language) -> Input:
    """Return one field. It is translated before it is looked up: people's own words may be the same as a label."""
    options = tuple(
        option._replace(label=translate(option.label), hint=translate(option.hint), reason=translate(option.reason))
        for option in shown.options
    )
    return _make_input(
        shown._replace(label=translate(shown.label), help=translate(shown.help), options=options), language
    )


@lru_cache(maxsize=4096)
def _make_input(shown: InputOnBoard, _language: Language) -> Input:
    made = {"name": shown.name, "id": shown.id, "label": shown.label, "shape": shown.shape}
    has_bounds = shown.shape in ("number", "range", "list", "line", "area", "checks")
    more = drop_empty(
        options=[*map(_make_option, shown.options)],
        places=[*shown.places],
        low=shown.low if has_bounds else None,
        high=shown.high if has_bounds else None,
        value=shown.value,
        required=shown.required,
        help=shown.help,
        rolled=shown.rolled,
        decides=shown.decides,
    )
    return cast(Input, made | more)


def _make_option(option: OptionOnBoard) -> Option:
    more = drop_empty(
        hint=option.hint,
        reason=option.reason,
        percent=option.percent,
        says=say_chance(option.percent, option.tone),
        tone=option.tone if option.percent else "",
        chosen=option.chosen,
        dots=option.dots,
    )
    share = {"share": round(option.share, 4)} if option.percent else {}
    return cast(Option, {"value": option.value, "label": option.label, **share, **more})


def say_chance(percent: str, tone: str) -> str:
    """Return whose chance it is, where it is not the person's own: that of the foe who attacks."""
    return translate(Text("{percent} to hit you", percent=percent)) if percent and tone == "other" else ""
