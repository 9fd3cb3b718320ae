"""The result card: the verdict, who did what to whom, the dice, and how those it changed are afterwards."""

from collections.abc import Mapping, Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from play.html.markup import format_html, format_html_join, join
from play.html.markup.changes import draw_change
from play.html.proposals import draw_strike
from play.seats.entries import Entry
from play.seats.results import Result
from play.templatetags.inputs import EMPTY, maybe
from play.templatetags.table import dice, icon
from rules.view import ChangeView, LogStepView, PersonView

Tokens = Mapping[str, SafeString]
"""The tokens of the people in a card, by name."""
CARD = (
    '<section id="result" class="region result" aria-label="{0}"><details class="came{1}" id="came" data-result="{2}" '
    'open>\n<summary class="came__head">{3}<span class="came__what">{4}</span><span class="turn"></span></summary>\n'
    '<div class="came__body">{5}\n{6}\n<a class="came__more" href="#entry-{7}">{8}</a></div></details></section>'
)
FACES = '<span class="came__faces">{}{}{}</span>'
ARROW = SafeString(
    '<svg class="came__arrow" width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">'
    '<path d="M1 6h11M8 2l4 4-4 4"/></svg>'
)
THROW = '<div><dt>{}</dt><dd>{} <span class="came__sum">{}</span></dd></div>'
CHANGE = '<li>{}<span><span class="came__whose"><bdi>{}</bdi></span>{}</span></li>'
LONG = 20
"""More letters than this, and a verdict is set smaller: it keeps to one line."""
FEW = 3
"""The most tokens on one side of the arrow. The sentence names everybody."""


def draw_result(result: Result, tokens: Tokens, url: str = "") -> SafeString:
    """Draw the card. `url`: the table's address for commands, where numbers of players can be struck."""
    entry = result.entry
    return format_html(
        CARD,
        _("Last result"), " is-secret" if entry.is_secret else "", result.number,
        _faces(result.who, result.whom, tokens), _sentence(entry),
        format_html("{}{}{}", _counted(result, url), _throws(entry.lines), _others(result.others)),
        _changes(result.changes, tokens), result.home, _("Show in log"),
    )  # fmt: skip


def _faces(who: Sequence[PersonView], whom: Sequence[PersonView], tokens: Tokens) -> SafeString:
    """Draw who did it, and to whom. The sentence beside it names them."""
    if not who:
        return EMPTY
    drawn = [join([tokens[person["name"]] for person in side[:FEW]]) for side in (who, whom)]
    return format_html(FACES, drawn[0], ARROW if whom else EMPTY, drawn[1])


def _sentence(entry: Entry) -> SafeString:
    secret = format_html('<span class="tag">{}{}</span> ', icon("eye-off"), _("secret")) if entry.is_secret else EMPTY
    size = " came__verdict--long" if len(entry.verdict) > LONG else ""
    verdict = format_html('<b class="came__verdict{}">{}</b> ', size, entry.verdict) if entry.verdict else EMPTY
    return format_html('{}{}<span class="came__line">{}</span>', secret, verdict, entry.line)


def _counted(result: Result, url: str) -> SafeString:
    """Tell which numbers of players counted at once, each with the button that strikes it."""
    told = ((words, draw_strike(url, count)) for count, words in result.counted)
    return format_html_join("", '<p class="came__counted">{}{}</p>', told)


def _throws(steps: Sequence[LogStepView]) -> SafeString:
    """Draw the dice of the result, each throw with its name and what it came to."""
    thrown = ((step["name"], dice(step["dice"]), step["text"]) for step in steps)
    return maybe('<dl class="came__dice">{}</dl>', format_html_join("", THROW, thrown))


def _others(entries: Sequence[Entry]) -> SafeString:
    """Tell what else came of the same command."""
    told = ((maybe("<b>{}</b> ", entry.verdict), entry.line) for entry in entries)
    return maybe('<ul class="came__others">{}</ul>', format_html_join("", "<li>{}{}</li>", told))


def _changes(changes: Sequence[ChangeView], tokens: Tokens) -> SafeString:
    """Draw how everybody is afterwards who was changed."""
    rows = format_html_join("", "{}", ((_change(change, tokens),) for change in changes))
    return format_html('<ul class="came__after" aria-label="{}">{}</ul>', _("After"), rows) if rows else EMPTY


def _change(change: ChangeView, tokens: Tokens) -> SafeString:
    name = change["whose"]["name"]
    return format_html(CHANGE, tokens[name], name, draw_change(change))
