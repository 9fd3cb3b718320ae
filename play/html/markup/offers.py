"""Offers as they stand on a page: what each is called and costs, and the form behind it.

They are strings: a Storyteller's page has dozens of heads, and the person who acts gets a new form at each push.
"""

from functools import lru_cache

from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.language import tell
from play.html.cards import Form
from play.html.markup import format_html, format_html_join
from play.templatetags.inputs import EMPTY, flag, form_tokens, inputs, lazy_details, maybe
from rules.text import Text

FORM = (
    '<form class="offer__form{}" id="{}-form" data-once method="post" action="{}" hx-post="{}" hx-target="#refusal" '
    'hx-swap="innerHTML">\n{}<input type="hidden" name="kind" value="{}">{}\n{}{}{}{}{}\n</form>'
)
MORE = (
    '<details class="foldable" id="{}-more"><summary><span class="turn"></span>{}</summary>'
    '<div class="offer__more">{}</div></details>\n'
)
GO = '<p class="offer__go">{}<button class="btn btn--go"{}>{}</button></p>'
AIMED = ' data-label="{}" data-aimed="{}"'


def draw_offer_head(form: Form, group: str) -> SafeString:
    """Draw an offer without its form, which is fetched when somebody opens it."""
    pattern = '<details class="offer {}" id="{}" name="{}">{}{}</details>'
    return format_html(pattern, form.places, form.id, group, _head(form), lazy_details(form.id))


def draw_offer(form: Form, url: str, group: str, *, is_open: bool) -> SafeString:
    """Draw an offer with its form."""
    pattern = '<details class="offer {}" id="{}" name="{}"{}>\n{}\n{}\n</details>'
    return format_html(
        pattern, form.places, form.id, group, flag("open", is_open), _head(form), draw_form(form, url)
    )  # fmt: skip


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


def draw_form(form: Form, url: str, *, is_solo: bool = False) -> SafeString:
    """Draw the form itself. `is_solo`: no head says what it costs and where it leads.

    The hint of a form that asks nothing stands beside its button.
    """
    fixed = format_html_join("", '<input type="hidden" name="{}" value="{}">', form.hidden)
    told = form.hint if is_solo and not form.prompt else ""
    is_bare = not (form.main or form.more or form.has_preview)
    hint = EMPTY if is_bare else maybe('<p class="hint">{}</p>\n', told)
    beside = _price(form) if is_solo and form.cost else EMPTY
    beside += maybe('<span class="hint">{}</span>', told) if is_bare else EMPTY
    more = format_html(MORE, form.id, _("More for this"), inputs(form.more)) if form.more else EMPTY
    return format_html(
        FORM,
        f" {form.places}" if is_solo else "", form.id, url, url, form_tokens("BattleMove"), form.kind, fixed, hint,
        inputs(form.main), more, _odds(form.id, get_language()) if form.has_preview else EMPTY,
        format_html(GO, beside, _aim(form), form.label),
    )  # fmt: skip


def _aim(form: Form) -> SafeString:
    """Return what the button says without a target and with one."""
    return format_html(AIMED, form.label, form.aimed) if form.aimed else EMPTY


def _price(form: Form) -> SafeString:
    to = format_html(", {}&nbsp;<b>{}</b>", _("to"), form.to) if form.to else EMPTY
    return format_html('<span class="hint">{}{}</span>', form.cost, to)


@lru_cache(maxsize=512)
def _odds(id: str, _language: str | None) -> SafeString:
    return SafeString(get_template("play/_task_odds.html").render({"id": id, "names_move": True}) + "\n")
