"""What is left ahead in a fight by post, on the page: orders, declarations face down, and the forms for them."""

from collections.abc import Iterator, Sequence
from functools import partial

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.language import tell
from play.html.markup import format_html, format_html_join, join
from play.html.markup.cards import FOLD
from play.html.markup.offers import MORE, SEND, draw_fixed, draw_more
from play.html.offer_cards import Draw
from play.offers.cards import form_id, make_form
from play.offers.fields import make_input
from play.seats.board import AheadBoard, AheadRow, Board
from play.templatetags.inputs import EMPTY, form_tokens, inputs, lazy_details, maybe
from rules.battle import Field, Offer
from rules.text import Text, isolate_name, list_names

REGION = '<section id="ahead" class="region ahead" aria-labelledby="ahead-h">\n{}\n</section>'
NOTHING = SafeString('<div id="ahead" class="region"></div>')
HEAD = '<div class="sec"><h2 id="ahead-h">{}</h2>{}</div>'
LAID = '<div class="ahead__laid"><p><span class="q">{}</span> <b>{}</b></p>{}</div>'
ORDER = '<li class="ahead__order"><p>{}{}</p>{}</li>'
ROW = (
    '<details class="foldable" id="ahead-{0}"><summary><span class="turn"></span>{1}</summary>\n{2}\n'
    '<details class="foldable" id="ahead-{0}-new"><summary><span class="turn"></span>{3}</summary>{4}</details>\n'
    "</details>"
)
BUTTON = (
    '<form id="{0}" data-once method="post" action="{1}" hx-post="{1}" ' + SEND + ">"
    '{2}<input type="hidden" name="{3}" value="{4}"><button class="btn btn--small" aria-label="{5}">{6}</button></form>'
)
OCCASION = '<div class="ahead__when" role="group" aria-labelledby="{0}"><h3 id="{0}">{1}</h3>\n{2}\n</div>'
OFFER = (
    '<details class="offer" id="{}"><summary class="choice"><span class="choice__mark"></span>'
    '<span class="choice__what">{}</span>{}</summary>{}</details>'
)
FORM = (
    '<form class="offer__form" id="{0}-form" method="get" action="{1}" hx-get="{1}" hx-target="#said-{0}" '
    'hx-swap="innerHTML">\n{2}\n{3}{4}<fieldset class="ahead__terms"><legend class="label">{5}</legend>{6}</fieldset>'
    '<p class="offer__go"><button class="btn btn--go">{7}</button></p>\n'
    '<div class="ahead__said" id="said-{0}" data-own role="status"></div></form>'
)
MANY = 2
"""With more combatants than that, they stand in closed details."""
LEFT = "left-"
"""How the ids of what is fetched for orders begin."""
ON_ATTACK = ("foe", "attack")
"""What is asked only of an order that answers an attack."""


def draw_ahead(board: Board, draw: Draw) -> SafeString:
    """Draw the region: how many have laid their declarations, and what this seat left ahead."""
    ahead = board.ahead
    if ahead is None or not (ahead.rows or ahead.gathered):
        return NOTHING
    key = ahead.gathered, board.command_url, *(_row_key(row) for row in ahead.rows)
    return draw("ahead", key, partial(_draw, board, ahead))


def _row_key(row: AheadRow) -> tuple[object, ...]:
    return row.actor, row.name, row.orders, row.laid, row.is_turned, row.acts_now


def _draw(board: Board, ahead: AheadBoard) -> SafeString:
    laid = [name for _id, name, has_laid in ahead.gathered if has_laid]
    late = [name for _id, name, has_laid in ahead.gathered if not has_laid]
    count = _("%(laid)s of %(all)s have set their moves") % {"laid": len(laid), "all": len(laid) + len(late)}
    head = format_html(HEAD, _("Planned moves"), maybe("<span>{}</span>", count if ahead.gathered else ""))
    told = format_html('<p class="q">{} {}</p>', _("Still to set their move:"), list_names(late)) if late else EMPTY
    rows = join([_draw_row(board, row) for row in ahead.rows])
    if len(ahead.rows) > MANY:
        rows = format_html(FOLD, "ahead-all", _("Orders of %(count)s combatants") % {"count": len(ahead.rows)}, rows)
    return format_html(REGION, join([head, told, rows]))


def _draw_row(board: Board, row: AheadRow) -> SafeString:
    url, count = board.command_url, len(row.orders)
    laid = EMPTY
    if row.laid and not row.is_turned:
        take = _button(url, f"ahead-{row.actor}-take", "TakeBackMove", "actor", row.actor, row.laid, _("Take back"))
        laid = format_html(LAID, _("%(name)s, face down:") % {"name": isolate_name(row.name)}, row.laid, take)
    orders = [
        format_html(
            ORDER, one.words, maybe(' <span class="q">{}</span>', one.now),
            _button(url, f"ahead-{one.id}", "EndStanding", "order", one.id, one.words, _("Withdraw")),
        )
        for one in row.orders
    ]  # fmt: skip
    listed = format_html('<ul class="ahead__orders">{}</ul>', join(orders)) if orders else EMPTY
    told = ngettext("%(name)s: %(count)s standing order", "%(name)s: %(count)s standing orders", count)
    name = (
        told % {"name": isolate_name(row.name), "count": count}
        if count
        else _("%(name)s: standing orders") % {"name": isolate_name(row.name)}
    )
    return laid + format_html(ROW, row.actor, name, listed, _("Plan ahead"), lazy_details(f"{LEFT}{row.actor}"))


def _button(url: str, id: str, move: str, field: str, value: str, what: str, label: str) -> SafeString:
    return format_html(BUTTON, id, url, form_tokens(move), field, value, f"{label}: {what}", label)


def draw_fold(board: Board, id: str) -> SafeString | None:
    """Draw what is fetched for orders: the occasions of a combatant, or the form of one thing that can be done then."""
    for row in board.ahead.rows if board.ahead else ():
        if id == f"{LEFT}{row.actor}":
            return _draw_occasions(row)
        if id.startswith(f"{LEFT}{row.actor}-"):
            found = ((when, offer) for when, offer in _list_offers(row) if _offer_id(row, when, offer) == id)
            url = reverse("table_ahead", args=[board.place.scene])
            return next((_draw_form(row, when, offer, url) for when, offer in found), None)
    return None


def _list_offers(row: AheadRow) -> Iterator[tuple[str, Offer]]:
    for when, _words, offers in row.occasions:
        for offer in offers:
            yield when, offer


def _offer_id(row: AheadRow, when: str, offer: Offer) -> str:
    return f"{LEFT}{row.actor}-{when}-{form_id(offer)}"


def _draw_occasions(row: AheadRow) -> SafeString:
    groups = [
        format_html(
            OCCASION, f"{LEFT}{row.actor}-{when}-h", tell(Text("When {when}", when=words)),
            join([_draw_offer(row, when, offer) for offer in offers]),
        )
        for when, words, offers in row.occasions
    ]  # fmt: skip
    return format_html("<div>{}</div>", join(groups))


def _draw_offer(row: AheadRow, when: str, offer: Offer) -> SafeString:
    id, cost = _offer_id(row, when, offer), maybe('<span class="choice__when">{}</span>', offer.cost)
    return format_html(OFFER, id, offer.label, cost, lazy_details(id))


def _draw_form(row: AheadRow, when: str, offer: Offer, url: str) -> SafeString:
    """Draw the form of an order: what is done, then unless when, how long, and withdrawn by what."""
    id, form = _offer_id(row, when, offer), make_form(offer, 0)
    fixed = (("move", "GiveStanding"), ("actor", row.actor), ("when", when))
    hidden = format_html_join("", '<input type="hidden" name="{}" value="{}">', fixed) + draw_fixed(form)
    more = format_html(MORE, id, _("More options"), draw_more(form)) if form.more else EMPTY
    terms = inputs([make_input(field, field.name, id) for field in _choose_terms(row.terms, when)])
    told = tell(Text("When {when}", when=next(words for one, words, _offers in row.occasions if one == when)))
    return format_html(FORM, id, url, hidden, inputs(form.main), more, told, terms, _("Preview in words"))


def _choose_terms(terms: Sequence[Field], when: str) -> list[Field]:
    """Return what is asked of an order for this occasion. Nobody is attacked on their own turn."""
    return [field for field in terms if when in ("defense", "clash", "counter") or field.name not in ON_ATTACK]
