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
    '{1}\n{2}</div>\n<div class="choose__place" role="group" aria-label="{3}">\n{4}\n</div>\n</div>'
)
MORE = (
    '<details class="foldable choose__more" id="{}-beyond" data-enters="{}"><summary><span class="turn"></span>{}'
    "</summary>\n{}\n</details>\n"
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
LAZY_PLACE = '<div class="offer lazy" id="at-{0}" data-lazy="" hidden><a href="folds/{0}/">{1}</a></div>'


class Choosing(NamedTuple):
    """One choice of a card: the id of its radio button, its line, and what stands in the place while it is chosen."""

    id: str
    row: SafeString
    place: SafeString


def draw_choices(card: str, sight: Sequence[Choosing], beyond: Sequence[Choosing]) -> SafeString:
    """Draw the list, of which what is `beyond` waits in closed details, and the place for the form.

    Who opens the details is led to the first choice in them: the arrow keys go on from there.
    """
    more = EMPTY
    if beyond:
        more = format_html(MORE, card, beyond[0].id, _("More actions"), join([one.row for one in beyond]))
    places = join([one.place for one in (*sight, *beyond)])
    return format_html(CHOICES, card, join([one.row for one in sight]), more, _("What is chosen"), places)


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
    do = tell(Text("Lay face down")) if form.lays == "only" else tell(Text("Do it"))
    fixed = draw_fixed(form) + (LAYS if form.lays == "only" else EMPTY)
    return format_html(NOW, url, form_tokens("BattleMove"), fixed, f"{do}: {told}", do)


def draw_place(form: Form, drawn: SafeString | None, *, is_chosen: bool) -> SafeString:
    """Draw where the form of one choice stands: the form, or the link by which it is fetched."""
    if drawn is None:
        return format_html(LAZY_PLACE, form.id, form.label)
    return format_html(PLACE, form.id, flag("hidden", not is_chosen), drawn)
