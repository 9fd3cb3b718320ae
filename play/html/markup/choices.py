"""The choices of a card: a short list of what somebody may do, and below it one place for the form of what is chosen.

Scripts show the form of the chosen one and fetch it when it is chosen first. Without scripts the list is away, and
the place holds the first form and a link to each of the others.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.language import tell
from play.html.cards import Form
from play.html.markup import format_html, join
from play.html.markup.offers import SEND, draw_fixed
from play.templatetags.inputs import EMPTY, flag, form_tokens, maybe
from rules.text import Text

CHOICES = (
    '<div class="choose" data-choose="{0}">\n<div class="choose__list" role="radiogroup" aria-labelledby="{0}-h">\n'
    '{1}\n{2}</div>\n<div class="choose__place" id="{0}-place">\n{3}\n</div>\n</div>'
)
MORE = (
    '<details class="foldable choose__more" id="{}-beyond"><summary><span class="turn"></span>{}</summary>\n{}\n'
    "</details>\n"
)
ROW = (
    '<div class="choose__row"><label class="choice"><input type="radio" id="{0}-pick" name="choose-{1}" value="{0}" '
    'aria-controls="at-{0}"{2}><span class="choice__what">{3}</span>{4}</label>{5}</div>'
)
NOW = (
    '<form class="offer__now" data-once method="post" action="{0}" hx-post="{0}" ' + SEND + ">"
    '{1}{2}<button class="btn btn--small" aria-label="{3}">{4}</button></form>'
)
PLACE = '<div class="offer" id="at-{}" role="region" aria-label="{}"{}>{}</div>'
LINK = '<div class="lazy" data-lazy=""><a href="folds/{}/">{}</a></div>'


class Choosing(NamedTuple):
    """One choice of a card: its line in the list, and what stands in the place while it is chosen."""

    row: SafeString
    place: SafeString


def draw_choices(card: str, sight: Sequence[Choosing], beyond: Sequence[Choosing]) -> SafeString:
    """Draw the list, of which what is `beyond` waits in closed details, and the place for the form."""
    more = format_html(MORE, card, _("More actions"), join([one.row for one in beyond])) if beyond else EMPTY
    places = join([one.place for one in (*sight, *beyond)])
    return format_html(CHOICES, card, join([one.row for one in sight]), more, places)


def draw_row(form: Form, card: str, url: str, *, is_chosen: bool) -> SafeString:
    """Draw one line: what it is called, what it costs, where it leads; a button where one tap is enough."""
    costs = _say_cost(form)
    when = maybe('<span class="choice__when">{}</span>', costs)
    return format_html(
        ROW,
        form.id,
        card,
        flag("checked", is_chosen),
        form.label,
        when,
        _draw_now(form, url) if form.at_once else EMPTY,
    )


def _say_cost(form: Form) -> SafeString:
    """Return what it costs, if that is short, and when it leads to."""
    cost = EMPTY if form.is_costly else format_html("{}", form.cost)
    if not form.to:
        return cost
    return format_html("{}{}{}&nbsp;<b>{}</b>", cost, ", " if cost else "", tell(Text("to")), form.to)


def _draw_now(form: Form, url: str) -> SafeString:
    told = ", ".join(filter(None, (form.label, form.cost, form.to and f"{tell(Text('to'))} {form.to}")))
    do = tell(Text("Do it"))
    return format_html(NOW, url, form_tokens("BattleMove"), draw_fixed(form), f"{do}: {told}", do)


def draw_place(form: Form, drawn: SafeString | None, *, is_chosen: bool) -> SafeString:
    """Draw the region of one choice with its form, or with the link by which the form is fetched."""
    body = format_html(LINK, form.id, form.label) if drawn is None else drawn
    return format_html(PLACE, form.id, form.label, flag("hidden", not is_chosen), body)
