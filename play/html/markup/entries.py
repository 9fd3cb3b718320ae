"""A line of the log as it stands on the page."""

from collections.abc import Sequence

from django.template.loader import get_template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from campaigns.core.markdown import render_markdown
from play.html.markup import EMPTY, maybe
from play.html.markup.changes import draw_change
from play.html.markup.speech import draw_speech
from play.seats.entries import Entry
from play.seats.long_posts import cut_post
from play.templatetags.table import dice, icon
from rules.view import ChangeView, LogStepView

ENTRY = (
    '<li id="entry-{}" class="{}"{}><span class="log__no">{}{}</span><div>{}<span class="log__line">{}</span>\n'
    '{}{}{}{}\n{}</div><div class="log__end"><span>{}</span></div></li>'
)
AFTER = '<dl class="five log__after"><dt>{}</dt><dd><ul>{}</ul></dd></dl>'
STEPS = '<details class="foldable"><summary><span class="turn"></span>{}</summary>{}</details>'


def draw_entry(entry: Entry, *, found: int | None = None, what_if: str = "") -> SafeString:
    """Draw an entry. `what_if`: the address of its "What if"; empty for those who have none.

    `found`: the line of it that was looked for, by the seat's own count. The entry is marked, and the line's address
    leads to it: the entry itself is called after its first line.
    """
    kind = _kind(entry) if found is None else f"{_kind(entry)} is-found"
    place = maybe('<span id="entry-{}"></span>', found if found != entry.id else None)
    return format_html(
        ENTRY,
        entry.id,
        kind,
        maybe(' data-strand="{}"', entry.side_scene.id if entry.side_scene else ""),
        place,
        entry.number,
        _tags(entry),
        _sentence(entry) + _list_counted(entry),
        draw_post(entry),
        _way_home(entry) if entry.bounds_fight else EMPTY,
        _throws(entry),
        _after(entry.changes),
        _list_steps(entry, what_if) if entry.steps else EMPTY,
        entry.when or _clock(entry),
    )


def _kind(entry: Entry) -> str:
    is_note = not (entry.is_exchange or entry.speech or entry.verdict or entry.lines)
    states = ("is-secret", entry.is_secret), (" is-undone", entry.is_undone), (" is-exchange", entry.is_exchange)
    said = (" is-said", entry.speech), (" continues", entry.continues), (" in-strand", entry.side_scene)
    return "".join(state for state, holds in (*states, *said, (" is-note", is_note)) if holds)


def _tags(entry: Entry) -> SafeString:
    undone = format_html('<span class="tag tag--done">{}</span> ', _("taken back")) if entry.is_undone else EMPTY
    if entry.side_scene:
        sign = icon("eye-off") if entry.is_secret else EMPTY
        pattern = '{}<a class="tag log__strand" href="strands/{}/">{}<bdi>{}</bdi></a> '
        return (
            format_html(pattern, undone, entry.side_scene.id, sign, entry.side_scene.title) if entry.speech else undone
        )
    if not entry.is_secret or entry.speech:
        return undone
    return format_html('{}<span class="tag">{}{}</span> ', undone, icon("eye-off"), _("secret"))


def _sentence(entry: Entry) -> SafeString:
    if entry.speech:
        return draw_speech(entry.speech, entry.portrait, entry.names)
    if entry.verdict:
        return format_html('<b class="log__verdict">{}</b> {}', entry.verdict, entry.line)
    return format_html("{}", entry.line)


def _list_counted(entry: Entry) -> SafeString:
    """Draw the numbers of players that counted at once, unless the entry's sentence is just that."""
    is_alone = not (entry.is_exchange or entry.lines)
    words = [] if is_alone else [(words,) for _count, words in entry.counted]
    return format_html_join("", ' <span class="log__counted">{}</span>', words)


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
        "", "<li><bdi>{}</bdi> {}</li>", ((change["whose"]["name"], draw_change(change)) for change in changes)
    )
    return format_html(AFTER, _("After"), rows) if rows else EMPTY


def _dice(step: LogStepView) -> SafeString:
    return format_html("{} ", dice(step["dice"])) if step.get("dice") else EMPTY


def _list_steps(entry: Entry, what_if: str) -> SafeString:
    steps = get_template("play/_steps.html").render({"entry": entry, "what_if": what_if})
    return format_html(STEPS, _("All steps"), steps)


def _clock(entry: Entry) -> SafeString:
    at = localtime(entry.at)
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), f"{at:%H:%M}")


PROSE = '<div class="prose post">{}</div>'
DETAILS = '<details class="foldable"><summary><span class="turn"></span>{}</summary>' + PROSE + "</details>"


def draw_post(entry: Entry) -> SafeString:
    """Draw the words of a post; nothing for any other entry."""
    speech = entry.speech
    if speech is None or not speech.is_post:
        return EMPTY
    begins, rest = cut_post(speech.text)
    return (
        format_html(PROSE, render_markdown(begins, entry.names))
        + _draw_details(entry, _("Read more"), rest)
        + _draw_details(entry, _("Before it was edited"), speech.original)
    )


def _draw_details(entry: Entry, words: str, text: str) -> SafeString:
    return format_html(DETAILS, words, render_markdown(text, entry.names)) if text else EMPTY
