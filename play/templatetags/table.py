"""Small pictures that templates draw by the dozen: bars, dots, dice, sums, icons, and those of `play.html.markup`.

Each is one string of numbers and escaped text, because a template include for every box would be slow.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.language import tell
from campaigns.markdown import render_emphasis
from play.html.ladder.markup import bands, pips, rungs
from play.html.markup import format_html, format_html_join, minus
from play.html.markup.health import health
from play.html.markup.tokens import chip
from play.table.lines import dice_words
from rules.text import Text
from rules.view import StatView, TrackView

register = template.Library()

register.filter(minus)
register.filter("emphasis", render_emphasis)
for drawn in (health, chip, rungs, pips, bands):
    register.simple_tag(drawn)


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw a symbol of the page's sprite (play/_icons.html). Screen readers skip it."""
    return format_html('<svg class="icon" aria-hidden="true" focusable="false"><use href="#i-{}"/></svg>', name)


@register.simple_tag
def until(moment: datetime) -> SafeString:
    """Draw a moment. A drawing is shared by people of all zones: scripts tell it by the reader's own clock."""
    told = date_format(moment.astimezone(UTC), _("j E, H:i"), use_l10n=False)
    return format_html('<time datetime="{}" data-when>{} UTC</time>', moment.isoformat(), told)


@register.filter
def words(key: str) -> str:
    """Return a key of the rules in readable words."""
    return key.replace("_", " ")


@register.simple_tag
@lru_cache(maxsize=2048)
def bar(share: float, label: str, width: int = 96, height: int = 8, tone: str = "") -> SafeString:
    """Draw a filled bar. `share` is from 0 to 1; `tone` is "other", or empty for the person's own colour.

    Without a `label` it is left out for those who listen: words beside it say the same.
    """
    named = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    filled = f"{max(0.0, min(1.0, share)) * width:.1f}"
    return format_html(
        '<svg class="bar" width="{0}" height="{1}" viewBox="0 0 {0} {1}" preserveAspectRatio="none" {2}>'
        '<rect class="track" width="{0}" height="{1}" rx="1"/>'
        '<rect class="fillbar{3}" width="{4}" height="{1}" rx="1"/>'
        '<rect class="track--line" x=".5" y=".5" width="{5}" height="{6}" rx="1"/></svg>',
        width, height, named, f" fillbar--{tone}" if tone else "", filled, width - 1, height - 1,
    )  # fmt: skip


@lru_cache(maxsize=64)
def dots(rating: int) -> SafeString:
    """Draw a rating as dots, at least five, from the page's sprite."""
    width = 12 * max(5, rating)
    return format_html(
        '<svg class="dots" width="{0}" height="12" viewBox="0 0 {0} 12" role="img" aria-label="{1}">'
        '<use href="#dots-{1}"/></svg>',
        width, rating,
    )  # fmt: skip


@register.simple_tag
def dot_symbols() -> SafeString:
    """Return the sprite's symbols for `dots`: ratings from 0 to 10."""
    return format_html_join("", '<symbol id="dots-{}">{}</symbol>', ((n, _dot_row(n)) for n in range(11)))


def _dot_row(rating: int) -> SafeString:
    places = ((" is-on" if i < rating else "", 6 + 12 * i) for i in range(max(5, rating)))
    return format_html_join("", '<circle class="dot{}" cx="{}" cy="6" r="4.5"/>', places)


@register.simple_tag
def track(data: TrackView, width: int = 130) -> SafeString:
    """Draw a pool that is spent and refilled: bar and figures."""
    words = tell(Text("{n} of {of} {label}", n=data["current"], of=data["maximum"], label=data["label"]))
    drawn = bar(data["current"] / max(data["maximum"], 1), words, width, 10)
    figures = format_html('{}<span class="q"> {} {}</span>', data["current"], tell(Text("of")), data["maximum"])
    return format_html('{}<span class="num" aria-hidden="true">{}</span>', drawn, figures)


@register.simple_tag
def figures(stats: Sequence[StatView], prefix: str) -> SafeString:
    """Draw the figures of a combatant, each under its name. One that has a derivation opens to it."""
    drawn = format_html_join("\n", "{}", ((_figure(stat, prefix, i),) for i, stat in enumerate(stats, start=1)))
    return format_html('<div class="me__nums">\n{}\n</div>', drawn)


LONG = 6
"""From this many letters on, a figure that is a word takes a line of its own."""


def _figure(stat: StatView, prefix: str, place: int) -> SafeString:
    label, value = stat["label"], minus(stat["value"])
    if stat.get("steps"):
        return format_html(
            '<details class="figure" id="{0}-{1}" name="{0}"><summary><span class="figure__of"><span class="vh">{5} '
            '</span>{2}</span> <b>{3}<span class="vh">?</span></b></summary>{4}</details>',
            prefix, place, label, value, sums(stat["steps"], label), tell(Text("Why")),
        )  # fmt: skip
    kind = " figure--large" if stat.get("large") else " figure--word" if len(value) > LONG else ""
    return format_html('<p class="figure{}"><span class="figure__of">{}</span> <b>{}</b></p>', kind, label, value)


@register.simple_tag
def pools(tracks: Sequence[TrackView], width: int = 130) -> SafeString:
    """Draw every pool of a combatant."""
    pairs = ((data["label"], track(data, width)) for data in tracks)
    drawn = format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", pairs)
    return format_html('<dl class="pools">{}</dl>', drawn)


@register.simple_tag
def dice(thrown: Sequence[Mapping[str, Any]]) -> SafeString:
    """Draw a throw: every die with what it counted for, by shape and colour, with one label for all."""
    return _dice(tuple((d["face"], d["worth"], d["why"], d.get("origin", "pool")) for d in thrown), get_language())


@lru_cache(maxsize=4096)
def _dice(thrown: tuple[tuple[int, int, str, str], ...], _language: str | None) -> SafeString:
    faces = format_html_join(
        "",
        '<span class="die die--{}{}">{}</span>',
        ((why, "" if origin == "pool" else " is-again", face) for face, _, why, origin in thrown),
    )
    return format_html('<span class="dice" role="img" aria-label="{}">{}</span>', tell(dice_words(thrown)), faces)


SUM_ROW = '<tr class="{}"><th scope="row">{}{}</th><td>{}</td><td>{}</td></tr>'


@register.simple_tag
def sums(steps: Sequence[Mapping[str, Any]], title: str = "") -> SafeString:
    """Draw a derivation: every step, also those that add nothing, the rule id in the margin, and the total under
    `title`.
    """
    rows = [row for step in steps for row in _sum_rows(step)]
    if title and steps:
        rows.append(("is-total", title, SafeString(""), minus(steps[-1]["after"]), ""))
    return format_html('<table class="sum"><tbody>{}</tbody></table>', format_html_join("", SUM_ROW, rows))


def _sum_rows(step: Mapping[str, Any]) -> Iterable[tuple[str, str, SafeString, str, str]]:
    terms, note = step["terms"], _note(step.get("note", ""))
    if len(terms) == 1:
        yield "", terms[0]["name"], note, minus(f"{terms[0]['amount']:+d}"), terms[0]["rule"] or step["rule"]
        return
    yield "is-step" if terms else "is-nil", step["name"], note, minus(step["after"]), step["rule"]
    for term in terms:
        yield "is-term", term["name"], SafeString(""), minus(f"{term['amount']:+d}"), term["rule"]


def _note(note: str) -> SafeString:
    return format_html(' <span class="q">{}</span>', note) if note else SafeString("")
