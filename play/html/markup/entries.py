"""A line of the log as it stands on the page."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from play.html.markup import format_html, format_html_join
from play.html.markup.changes import draw_change
from play.html.markup.posts import draw_post
from play.html.markup.speech import draw_speech
from play.html.proposals import draw_strike
from play.seats.entries import Entry
from play.templatetags.inputs import EMPTY, lazy_details, maybe
from play.templatetags.table import dice, icon
from rules.view import ChangeView, LogStepView

ENTRY = (
    '<li id="entry-{}" class="{}"{}><span class="log__no">{}{}</span><div>{}<span class="log__line">{}</span>\n'
    '{}{}{}{}\n{}</div><div class="log__end"><span>{}</span></div>{}</li>'
)
AFTER = '<dl class="five log__after"><dt>{}</dt><dd><ul>{}</ul></dd></dl>'
STEPS = '<details class="foldable" id="{0}"><summary><span class="turn"></span>{1}</summary>{2}</details>'
UNDO = '<a class="log__undo" id="undo-{0}" href="rewind/{0}/" data-undo>{1}<span class="vh"> {2}</span></a>'


def draw_entry(entry: Entry, *, storyteller: bool, found: int | None = None, url: str = "") -> SafeString:
    """Draw an entry. The Storyteller's can be taken back; with the table's `url`, numbers of players can be struck.

    `found`: the line of it that was looked for, by the seat's own count. The entry is marked, and the line's address
    leads to it: the entry itself is called after its first line.
    """
    behind = f"steps-{entry.id}"
    kind = _kind(entry) if found is None else f"{_kind(entry)} is-found"
    place = maybe('<span id="entry-{}"></span>', found if found != entry.id else None)
    return format_html(
        ENTRY,
        entry.id, kind, maybe(' data-strand="{}"', entry.strand.id if entry.strand else ""), place, entry.number,
        _tags(entry), _sentence(entry) + _counted(entry, url if storyteller else ""), draw_post(entry),
        _way_home(entry) if entry.bounds_fight else EMPTY, _throws(entry), _after(entry.changes),
        format_html(STEPS, behind, _("All steps"), lazy_details(behind, entry.count)) if entry.steps else EMPTY,
        entry.when or _clock(entry), _undo(entry) if storyteller and not entry.is_undone else EMPTY,
    )  # fmt: skip


def _kind(entry: Entry) -> str:
    is_note = not (entry.is_exchange or entry.speech or entry.verdict or entry.lines)
    states = ("is-secret", entry.is_secret), (" is-undone", entry.is_undone), (" is-exchange", entry.is_exchange)
    said = (" is-said", entry.speech), (" continues", entry.continues), (" in-strand", entry.strand)
    return "".join(state for state, holds in (*states, *said, (" is-note", is_note)) if holds)


def _tags(entry: Entry) -> SafeString:
    undone = format_html('<span class="tag tag--done">{}</span> ', _("taken back")) if entry.is_undone else EMPTY
    if entry.strand:
        sign = icon("eye-off") if entry.is_secret else EMPTY
        pattern = '{}<a class="tag log__strand" href="strands/{}/">{}<bdi>{}</bdi></a> '
        return format_html(pattern, undone, entry.strand.id, sign, entry.strand.title) if entry.speech else undone
    if not entry.is_secret or entry.speech:
        return undone
    return format_html('{}<span class="tag">{}{}</span> ', undone, icon("eye-off"), _("secret"))


def _sentence(entry: Entry) -> SafeString:
    if entry.speech:
        return draw_speech(entry.speech, entry.portrait, entry.names)
    if entry.verdict:
        return format_html('<b class="log__verdict">{}</b> {}', entry.verdict, entry.line)
    return format_html("{}", entry.line)


def _counted(entry: Entry, url: str) -> SafeString:
    """Draw the numbers of players that counted at once, each with the button that strikes it."""
    is_alone = not (entry.is_exchange or entry.lines)
    told = ((EMPTY if is_alone else words, draw_strike(url, count)) for count, words in entry.counted)
    return format_html_join("", ' <span class="log__counted">{}{}</span>', told)


def _way_home(entry: Entry) -> SafeString:
    pattern = '<a class="q" href="fights/{}.json" download>{}</a>'
    return format_html(pattern, entry.id, _("Export fight"))


def _throws(entry: Entry) -> SafeString:
    """Draw the dice of a roll, or the few lines of an exchange or a contest, each with its name."""
    if not entry.is_exchange and len(entry.lines) < 2:
        return format_html_join("", "<p>{}</p>", ((dice(step["dice"]),) for step in entry.lines))
    return format_html('<dl class="five">{}</dl>', _few(entry.lines)) if entry.lines else EMPTY


def _few(lines: Sequence[LogStepView]) -> SafeString:
    thrown = ((step["name"], _dice(step), step["text"]) for step in lines)
    return format_html_join("", "<dt>{}</dt><dd>{}{}</dd>", thrown)


def _after(changes: Sequence[ChangeView]) -> SafeString:
    """Draw how everybody is afterwards whom the entry changed."""
    rows = format_html_join(
        "", "<li><bdi>{}</bdi> {}</li>", ((one["whose"]["name"], draw_change(one)) for one in changes)
    )
    return format_html(AFTER, _("After"), rows) if rows else EMPTY


def _dice(step: LogStepView) -> SafeString:
    return format_html("{} ", dice(step["dice"])) if step.get("dice") else EMPTY


def _clock(entry: Entry) -> SafeString:
    at = localtime(entry.at)
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), f"{at:%H:%M}")


def _undo(entry: Entry) -> SafeString:
    return format_html(UNDO, entry.id, _("Take back"), _("entry %(count)s") % {"count": entry.number})
