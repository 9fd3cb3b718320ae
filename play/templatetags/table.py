"""Small pictures that templates draw by the dozen: bars, dots, dice, sums, icons, and those of `play.html.markup`.

Each is one string of numbers and escaped text, because a template include for every box would be slow.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaigns.core.language import translate
from play.html.markup import minus
from play.table.lines import dice_words

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw a symbol of the page's sprite (play/_icons.html). Screen readers skip it."""
    return format_html('<svg class="icon" aria-hidden="true" focusable="false"><use href="#i-{}"/></svg>', name)


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
        width,
        height,
        named,
        f" fillbar--{tone}" if tone else "",
        filled,
        width - 1,
        height - 1,
    )


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
    return format_html('<span class="dice" role="img" aria-label="{}">{}</span>', translate(dice_words(thrown)), faces)


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
