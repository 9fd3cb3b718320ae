"""Template tags and filters of the record: times, translated texts, notes, fields, dots and health boxes."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import cast

from django import template
from django.conf import settings
from django.forms import BoundField, FileField
from django.template import Context
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from campaigns.attachment_codes import Attached, find_codes
from campaigns.attachments import load_attached
from campaigns.calendar import DAY, format_moment, parse_calendar
from campaigns.chronicle import Part, tell_time
from campaigns.kept_rolls import KeptRoll
from campaigns.language import tell
from campaigns.markdown import render_markdown
from campaigns.mentions import NO_NAMES, Names, say_plainly
from campaigns.models import Character, Known, KnownTo, Series, User
from campaigns.people import Face, load_names
from campaigns.timezone import format_timezone
from campaigns.widgets import MarkdownArea
from rules.odds import percent
from rules.text import Text, join, word
from rules.text_codec import decode_text
from rules.view import initials
from rules.wounds import NAMES, SMALL, read_mark

register = template.Library()

STROKES: Mapping[str, str] = {
    "b": "M6 18L18 6",
    "l": "M6 18L18 6M6 6L18 18",
    "a": "M6 18L18 6M6 6L18 18M12 3.5V20.5",
}
"""The shape of each kind of damage: slash, cross, star."""
WITH_YEAR: Mapping[str, str] = {
    gettext_noop("l j E, H:i"): gettext_noop("l j E Y, H:i"),
    gettext_noop("D j N, H:i"): gettext_noop("D j N Y, H:i"),
    gettext_noop("j E, H:i"): gettext_noop("j E Y, H:i"),
}
"""How a moment near to now is written, and how one of another year is, in the signs of Django's `date` filter."""


@register.simple_tag
def takes_files() -> bool:
    """Return whether people may bring files here: a public demo refuses them (`config.public_demo.gate`)."""
    return not settings.PUBLIC_DEMO


@register.filter
def is_refused(field: BoundField) -> bool:
    """Return whether a form's field takes a file where nobody may bring one."""
    return isinstance(field.field, FileField) and not takes_files()


@register.filter
def moment_in(clock: int | None, series: Series) -> str:
    """Return a time of the series' clock in its own calendar. A dash for None."""
    return "–" if clock is None else tell(format_moment(clock, parse_calendar(series.calendar)))


@register.filter
def day_in(clock: int, series: Series) -> str:
    """Return the day of a time of the series' clock, in its own calendar."""
    return tell(parse_calendar(series.calendar).format_day(clock // DAY))


@register.filter
def time_in(part: Part, series: Series) -> str:
    """Return when a part of the series happens, in its calendar and its Storyteller's words."""
    return tell(tell_time(part, parse_calendar(series.calendar)))


@register.filter(expects_localtime=True)
def near_date(moment: datetime, form: str) -> str:
    """Return a moment in a form of `WITH_YEAR`, with its year where it is not this year's."""
    is_this_year = moment.year == timezone.localdate().year
    return date_format(moment, gettext(form if is_this_year else WITH_YEAR[form]), use_l10n=False)


@register.simple_tag
def clock_of() -> str:
    """Return the name of the time zone in which moments are printed here."""
    return format_timezone(timezone.get_current_timezone())


@register.filter
def told(text: object) -> str:
    """Return a text of the rules in the reader's language. What is no `Text` is somebody's own, and stays."""
    return tell(text) if isinstance(text, str) else str(text)


@register.filter
def read_text(data: object) -> Text:
    """Return a text of the rules that a JSON field keeps."""
    return data if isinstance(data, Text) else decode_text(data)


@register.filter
def worded(key: str) -> str:
    """Return a word that the program uses itself, such as the kind of a part, in the reader's language."""
    return tell(word(key))


@register.filter
def told_in_a_row(texts: Iterable[object]) -> str:
    """Return several texts of the rules in the reader's language, joined by spaces.

    They are translated before they are joined, for `join` makes plain strings of them.
    """
    return " ".join(map(told, texts))


@register.simple_tag
def face(character: Character) -> SafeString:
    """Return a character's portrait for lists, or its initials."""
    if not character.portrait_name:
        return format_html('<span class="face" aria-hidden="true">{}</span>', initials(character.name))
    picture = '<img class="face" src="{}" width="28" height="28" alt="" loading="lazy">'
    return format_html(picture, character.face_url)


@register.simple_tag
def face_of(face: Face) -> SafeString:
    """Return a subject's portrait for lists, or its initials."""
    if not face.face_url:
        return format_html('<span class="face" aria-hidden="true">{}</span>', initials(face.subject.name))
    picture = '<img class="face" src="{}" width="28" height="28" alt="" loading="lazy">'
    return format_html(picture, face.face_url)


@register.simple_tag
def known_words(row: Known) -> str:
    """Return who knows of a row, for the Storyteller. Its knowers must be loaded."""
    if row.known_to != KnownTo.SOME:
        return row.get_known_to_display()
    return ", ".join(one.name for one in row.knowers.all()) or str(KnownTo.STORYTELLER.label)


@register.inclusion_tag("campaigns/_known.html")
def known_tag(row: Known) -> dict[str, object]:
    """Mark a row of which not everybody knows."""
    return {"row": row, "everybody": row.known_to == KnownTo.ALL}


@register.filter
def figure(value: float) -> str:
    """Return a number as SVG wants it, in every language."""
    return f"{value:g}"


@register.simple_tag
def form_id() -> SafeString:
    """Return a hidden field with a new id, for a form that makes something (`campaigns.views.form_views`).

    `autocomplete` is off: on a page that is loaded again some browsers would fill in the id from before.
    """
    return format_html('<input type="hidden" name="command" value="{}" autocomplete="off">', uuid.uuid4())


@register.filter
def markdown(text: str) -> SafeString:
    """Return notes as sanitised HTML, with mentions as plain words."""
    return render_markdown(say_plainly(text))


@register.simple_tag(name="markdown", takes_context=True)
def markdown_here(context: Context, text: str) -> SafeString:
    """Return notes as sanitised HTML. What they mention becomes a link, and the pictures and files that they name are
    shown, where the reader knows of it.

    The context needs `request` and `series`. The names are loaded once for a page, if a text on it has an "@", and the
    attachments, if one has the code of one.
    """
    names = _get_names(context) if "@" in text else NO_NAMES
    codes = dict.fromkeys(find_codes(text))
    known = _get_attached(context) if codes else {}
    return render_markdown(text, names, tuple(known[code] for code in codes if code in known))


def _get_names(context: Context) -> Names:
    request, series = context.get("request"), context.get("series")
    if request is None or not isinstance(series, Series) or not isinstance(request.user, User):
        return NO_NAMES
    if not hasattr(request, "known_names"):
        request.known_names = load_names(request.user, series.pk)
    return cast(Names, request.known_names)


def _get_attached(context: Context) -> Mapping[str, Attached]:
    request, series = context.get("request"), context.get("series")
    if request is None or not isinstance(series, Series) or not isinstance(request.user, User):
        return {}
    if not hasattr(request, "known_attachments"):
        request.known_attachments = load_attached(request.user, series.pk)
    return cast(Mapping[str, Attached], request.known_attachments)


@register.filter
def control(field: BoundField) -> SafeString:
    """Return the field's widget with the page's CSS class."""
    kind = getattr(field.field.widget, "input_type", "")
    return field.as_widget(attrs={} if kind in ("checkbox", "radio", "hidden") else {"class": "in"})


@register.filter
def is_checkbox(field: BoundField) -> bool:
    """Whether the label goes behind the widget."""
    return getattr(field.field.widget, "input_type", "") == "checkbox"


@register.filter
def takes_markdown(field: BoundField) -> bool:
    """Whether the field is for Markdown."""
    return isinstance(field.field.widget, MarkdownArea)


@register.simple_tag
def dots(value: int, high: int, training: int = 0) -> SafeString:
    """Draw a rating as dots: `value` of `high` are filled, and those up to `training` are marked as in training."""
    shown = max(value, high, training)
    circles = format_html_join(
        "",
        '<circle class="dot{}" cx="{}" cy="5.5" r="4.5"/>',
        ((" is-on" if n < value else " is-new" if n < training else "", 5.5 + 14 * n) for n in range(shown)),
    )
    words = Text("{n} of {of}", n=value, of=high)
    if training > value:
        words = Text("{n} of {of}, {training} in training", n=value, of=high, training=training)
    width = max(1, 14 * shown - 3)
    return format_html(
        '<svg class="dots" width="{}" height="11" viewBox="0 0 {} 11" role="img" aria-label="{}">{}</svg>',
        width,
        width,
        tell(words),
        circles,
    )


@register.simple_tag
def boxes(track: str, high: int = 0, under: Sequence[str] = ()) -> SafeString:
    """Draw a health track as at least `high` boxes with the books' marks. `under`: the penalty below each box."""
    marks = [read_mark(mark) for mark in track.ljust(high)]
    penalties = [*under, *[""] * (len(marks) - len(under))]
    drawn = format_html_join(
        "",
        '<g transform="translate({} 0)"><rect class="hb {}" x="1" y="1" width="22" height="22" rx="1.5"/>{}{}</g>',
        (
            (27 * place, f"hb--{mark}" if mark else "", _stroke(mark), _penalty(penalties[place]))
            for place, mark in enumerate(marks)
        ),
    )
    return format_html(
        '<svg class="boxes" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">{3}</svg>',
        max(1, 27 * len(marks)),
        24 + 14 * any(under),
        say_boxes(track, high),
        drawn,
    )


@register.simple_tag
def say_boxes(track: str, high: int = 0) -> str:
    """Return a health track of at least `high` boxes in words: "1 lethal of 7 boxes"."""
    marks = [read_mark(mark) for mark in track.ljust(high)]
    kinds = zip(SMALL, NAMES.values(), strict=True)
    counts = [Text("{n} {wounds}", n=marks.count(mark), wounds=wounds) for mark, wounds in kinds if mark in marks]
    return tell(Text("{hurt} of {n} boxes", hurt=join(", ", counts) or Text("unhurt, 0"), n=len(marks)))


@register.simple_tag
def chances(roll: KeptRoll) -> str:
    """Return the dice of a kept roll and its chance of success in words. Empty where nothing can be rolled."""
    dice = [] if roll.dice is None else [tell(Text("{n} die", "{n} dice", n=roll.dice))]
    odds = [] if roll.odds is None else [tell(percent(roll.odds))]
    return ", ".join([*dice, *odds])


@register.simple_tag
def pool(value: int, full: int) -> SafeString:
    """Draw what is left of a pool as a bar, with the numbers in words."""
    filled = f"{max(0.0, min(1.0, value / full)) * 96:.1f}"
    return format_html(
        '<span class="poolbar"><svg class="bar" width="96" height="10" viewBox="0 0 96 10" preserveAspectRatio="none" '
        'aria-hidden="true"><rect class="track" width="96" height="10" rx="1"/>'
        '<rect class="fillbar" width="{}" height="10" rx="1"/>'
        '<rect class="track--line" x=".5" y=".5" width="95" height="9" rx="1"/></svg> <b>{}</b></span>',
        filled,
        tell(Text("{n} of {of}", n=value, of=full)),
    )


def _penalty(words: str) -> SafeString:
    return format_html('<text class="hb__pen" x="12" y="36">{}</text>', words) if words else SafeString("")


def _stroke(mark: str) -> SafeString:
    return format_html('<path class="hm hm--{}" d="{}"/>', mark, STROKES[mark]) if mark else SafeString("")
