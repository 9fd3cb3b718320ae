"""The choices of a card: a short list of what somebody may do, and below it one place for the form of what is chosen.

Scripts show the form of the chosen one and fetch it when it is chosen first; what else there is to choose they fetch
when its details are opened. Without scripts the list is away, and the place holds the first form and a link to a page
with a link to each of the others.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.language import tell
from play.html.markup import format_html, format_html_join, join
from play.html.markup.offers import SEND, draw_fixed
from play.offers.cards import Form
from play.templatetags.inputs import EMPTY, flag, form_tokens, lazy_details, maybe
from rules.text import Text

CHOICES = (
    '<div class="choose" data-choose="{0}">\n<div class="choose__list" role="radiogroup" aria-labelledby="{0}-h">\n'
    '{1}\n{2}</div>\n<div class="choose__place" role="group" aria-label="{3}">\n{4}\n</div>\n'
    '<p class="choose__others"><a href="folds/{0}-others/">{5}</a></p>\n</div>'
)
MORE = (
    '<details class="foldable choose__more" id="{}-beyond" data-enters="{}"><summary><span class="turn"></span>{}'
    "</summary>{}</details>\n"
)
ROW = (
    '<div class="choose__row"><label class="choice"><input type="radio" id="{}" name="choose-{}"{}>'
    '<span class="choice__what">{}</span>\n{}</label>{}</div>'
)
NOW = (
    '\n<form class="offer__now" data-once method="post" action="{0}" hx-post="{0}" ' + SEND + ">"
    '{1}{2}\n<button class="btn btn--small" aria-label="{3}">{4}</button></form>'
)
LAYS = SafeString('<input type="hidden" name="lay" value="true">')
PLACE = '<div class="offer" id="at-{}"{}>{}</div>'
OTHER = '<p><a href="folds/{}/">{}</a></p>'


class Choosing(NamedTuple):
    """One choice of a card: its line, and its form where that is drawn with the card."""

    row: SafeString
    place: SafeString


def draw_choices(card: str, sight: Sequence[Choosing], beyond: str) -> SafeString:
    """Draw the list and the place for the form.

    `beyond`: the id of the first choice that is not in sight; empty where all are. It is fetched with those after it
    when somebody opens their details, and gets the focus: the arrow keys go on from there.
    """
    more = EMPTY
    if beyond:
        more = format_html(MORE, card, beyond, _("More actions"), lazy_details(f"{card}-beyond"))
    rows, places = join([one.row for one in sight]), join([one.place for one in sight if one.place])
    return format_html(CHOICES, card, rows, more, _("Chosen action"), places, _("Other actions"))


def draw_others(forms: Sequence[Form]) -> SafeString:
    """Draw a link to the form of each choice, for browsers without scripts."""
    return format_html_join("\n", OTHER, ((form.id, form.label) for form in forms))


def draw_row(form: Form, card: str, url: str, to: str, *, is_chosen: bool) -> SafeString:
    """Draw one line: what it is called, what it costs, where it leads; a button where one tap is enough.

    `to`: the word before the tick that it leads to.
    """
    costs = _say_cost(form, to)
    when = maybe('<span class="choice__when">{}</span>', costs)
    return format_html(
        ROW,
        form.id,
        card,
        flag("checked", is_chosen),
        form.label,
        when,
        _draw_now(form, url, to) if form.at_once else EMPTY,
    )


def _say_cost(form: Form, to: str) -> SafeString:
    """Return what it costs, if that is short, and when it leads to."""
    cost = EMPTY if form.is_costly else format_html("{}", form.cost)
    if not form.to:
        return cost
    return format_html("{}{}{}&nbsp;<b>{}</b>", cost, ", " if cost else "", to, form.to)


def _draw_now(form: Form, url: str, to: str) -> SafeString:
    told = ", ".join(filter(None, (form.label, form.cost, form.to and f"{to} {form.to}")))
    do = tell(Text("Set face down")) if form.lays == "only" else tell(Text("Do it"))
    fixed = draw_fixed(form) + (LAYS if form.lays == "only" else EMPTY)
    return format_html(NOW, url, form_tokens("BattleMove"), fixed, f"{do}: {told}", do)


def draw_place(form: Form, drawn: SafeString, *, is_chosen: bool) -> SafeString:
    """Draw where the form of one choice stands."""
    return format_html(PLACE, form.id, flag("hidden", not is_chosen), drawn)
