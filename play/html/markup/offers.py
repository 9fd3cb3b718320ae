"""Offers as they stand on a page: what each is called and costs, and the form behind it.

They are strings: a Storyteller's page has dozens of heads, and the person who acts gets a new form at each push.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.language import tell
from play.commands.proposals import MAX_REASON
from play.html.markup import format_html, format_html_join
from play.offers.cards import Form
from play.offers.fields import Input, list_answers
from play.templatetags.inputs import EMPTY, form_tokens, inputs, lazy_details, maybe
from rules.text import Text

SEND = 'hx-target="#refusal" hx-swap="innerHTML"'
FORM = (
    '<form class="offer__form{0}" id="{1}-form" data-once method="post" action="{2}" hx-post="{2}" ' + SEND + ">\n"
    "{3}{4}\n{5}{6}{7}{8}{9}{10}\n</form>"
)
MORE = '<details class="foldable" id="{}-more"><summary><span class="turn"></span>{}</summary>{}</details>\n'
MORE_FIELDS = '<div class="offer__more">\n{}</div>'
ASKS = '<details class="foldable asks" id="{}-asks"><summary><span class="turn"></span>{}</summary>{}</details>\n'
ASK_FIELDS = (
    '{1}<div class="field"><label for="{0}-why">{2}</label><input class="in" id="{0}-why" name="why" maxlength="{3}" '
    'autocomplete="off"></div>'
)
LAZY_FIELDS = '<div class="lazy" data-lazy="" data-from="folds/{0}-more/">{1}<a href="folds/{0}/">{2}</a></div>'
HIDDEN = '<input type="hidden" name="{}" value="{}">'
GO = '<p class="offer__go">{}{}</p>'
DO = '<button class="btn btn--go"{}>{}</button>'
LAY = '<button class="btn{}" name="lay" value="true">{}</button>'
Tells = Literal["nothing", "rest", "all"]
"""What a form says beside its fields: nothing, as its head does; what its line in a list of choices leaves out; or its
price and its hint.
"""
AIMED = ' data-label="{}" data-aimed="{}"'


def draw_offer_head(form: Form, group: str) -> SafeString:
    """Draw an offer without its form, which is fetched when somebody opens it."""
    pattern = '<details class="offer {}" id="{}" name="{}">{}{}</details>'
    return format_html(pattern, form.places, form.id, group, _head(form), lazy_details(form.id))


def _head(form: Form) -> SafeString:
    """Draw what it is called and costs, and where it leads: the summary that opens it."""
    when = EMPTY if form.is_costly else format_html("{}", form.cost)
    if form.to:
        when = format_html("{}{}{}&nbsp;<b>{}</b>", when, ", " if when else "", tell(Text("to")), form.to)
    more = "" if form.prompt else form.hint
    pattern = '<span class="choice__more">{}</span>'
    return format_html(
        '<summary class="choice"><span class="choice__mark"></span><span class="choice__what">{}</span>'
        '<span class="choice__when">{}</span>{}{}</summary>',
        form.label, when, maybe(pattern, form.cost if form.is_costly else ""), maybe(pattern, more),
    )  # fmt: skip


def draw_form(form: Form, url: str, tells: Tells = "nothing", *, is_pushed: bool = False) -> SafeString:
    """Draw the form itself. Beside its button stands the price of one that stands alone, or else a hint.

    Of one that is pushed, the fields in closed details are fetched when somebody opens these (`draw_more`); until then
    it sends what they would hold. Without scripts a link leads to the whole form.
    """
    alone, told = tells == "all", "" if tells == "nothing" or form.prompt else form.hint
    if tells == "rest" and form.is_costly:
        told = ". ".join(filter(None, (form.cost, told)))
    is_bare = alone and not (form.main or form.more or form.has_preview)
    hint = EMPTY if is_bare else maybe('<p class="hint">{}</p>\n', told)
    beside = _price(form) if alone and form.cost else EMPTY
    beside += maybe('<span class="hint">{}</span>', told) if is_bare else EMPTY
    more = EMPTY
    if form.more or form.asks:
        fields = _draw_lazy_fields(form) if is_pushed else draw_more(form)
        title = _("More options") if form.more else _("Ask for a ruling")
        more = format_html(MORE, form.id, title, fields)
    places = "" if tells == "nothing" else f" {form.places}"
    return format_html(
        FORM,
        places, form.id, url, form_tokens("BattleMove"), draw_fixed(form), hint,
        inputs(form.main), more, _odds(form.id, get_language()) if form.has_preview else EMPTY,
        _weigh(form.id, get_language()) if form.weighs else EMPTY,
        format_html(GO, beside, _draw_buttons(form)),
    )  # fmt: skip


def draw_more(form: Form) -> SafeString:
    """Draw the fields that wait in closed details: all others, and last what a player may ask the Storyteller for."""
    draw = _draw_ask_fields if form.asks and not form.more else draw_asks
    return format_html(MORE_FIELDS, inputs(form.more) + draw(form.id, form.asks))


def draw_asks(id: str, asks: Sequence[Input]) -> SafeString:
    """Draw what a player may ask the Storyteller for, with her reason; nothing where there is nothing to ask for."""
    if not asks:
        return EMPTY
    return format_html(ASKS, id, _("Ask for a ruling"), _draw_ask_fields(id, asks))


def _draw_ask_fields(id: str, asks: Sequence[Input]) -> SafeString:
    return format_html(ASK_FIELDS, id, inputs(asks), _("Reason"), MAX_REASON)


def _draw_lazy_fields(form: Form) -> SafeString:
    answers = format_html_join("", HIDDEN, list_answers([*form.more, *form.asks]))
    return format_html(LAZY_FIELDS, form.id, answers, tell(Text("Show")))


def _draw_buttons(form: Form) -> SafeString:
    """Draw the button that makes the move, and the one that lays it face down where others act at the same time."""
    do = format_html(DO, _aim(form), form.label) if form.lays != "only" else EMPTY
    if not form.lays:
        return do
    return do + format_html(LAY, " btn--go" if form.lays == "only" else "", tell(Text("Set face down")))


def draw_fixed(form: Form) -> SafeString:
    """Draw what the form sends that nobody chooses."""
    fixed = format_html_join("", HIDDEN, form.hidden)
    return format_html('<input type="hidden" name="kind" value="{}">{}', form.kind, fixed)


def _aim(form: Form) -> SafeString:
    """Return what the button says without a target and with one."""
    return format_html(AIMED, form.label, form.aimed) if form.aimed else EMPTY


def _price(form: Form) -> SafeString:
    to = format_html(", {}&nbsp;<b>{}</b>", _("to"), form.to) if form.to else EMPTY
    return format_html('<span class="hint">{}{}</span>', form.cost, to)


@lru_cache(maxsize=512)
def _odds(id: str, _language: str | None) -> SafeString:
    return SafeString(get_template("play/_task_odds.html").render({"id": id, "names_move": True}) + "\n")


@lru_cache(maxsize=512)
def _weigh(id: str, _language: str | None) -> SafeString:
    return SafeString(get_template("play/_weigh_fold.html").render({"id": id}) + "\n")
