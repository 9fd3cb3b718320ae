"""The fighters of a battle as a list: all who act at one moment under its figure, a row for each."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from play.html.markup import format_html, format_html_join, join, minus
from play.html.markup.health import health
from play.html.markup.tokens import chip
from play.html.markup.units import draw_unit
from play.templatetags.inputs import EMPTY, lazy_details, maybe
from play.templatetags.table import figures, icon, pools, words
from rules.view import CombatantView

FEW_BOXES = 5
"""An extra with fewer health boxes than this takes half a row."""
IN_SIGHT = 2
"""How many figures stand beside the name; the others wait in closed details."""
ROW = (
    '<li id="c-{0}" class="{1}"><details id="d-{0}"><summary class="fighter">\n{2}\n'
    '<span class="fighter__l"><b class="fighter__name"><bdi>{3}</bdi>{4}</b>{5}</span>\n'
    '<span class="fighter__l">{6}<span class="fighter__res">{7}</span></span>\n{8}{9}</summary>{10}</details></li>'
)
GROUP = (
    '<li class="tickgroup{}" id="at-{}"><p class="tickhead">{}<span>{}</span></p><ol>\n{}\n</ol></li>'
)  # fmt: skip
LARGE = (
    '<div class="me__one" id="me-{}">\n<div class="me__top">{}<div><h2><a href="{}" title="{}"><bdi>{}</bdi></a></h2>'
    '<p class="q">{}</p></div></div>\n'
    "{}{}\n{}\n{}\n</div>"
)
NAMED = '<span class="vh">{} </span>'


def draw_fighter(who: CombatantView) -> SafeString:
    """Draw a row: a line for what stays and one for each thing that changes. Everything else is in lazy details."""
    boxes = who.get("health") or []
    states = (
        "is-now" * who["acts_now"],
        " is-out" * bool(who["out"]),
        " is-extra" * (who["extra"] and len(boxes) < FEW_BOXES),
    )
    return format_html(
        ROW,
        who["id"], "".join(states), chip(who, 32), who["name"], _hidden() if who["hidden"] else EMPTY, _figures(who),
        health(boxes) if boxes else SafeString("<span></span>"), _resources(who),
        draw_unit(who["unit"]) if "unit" in who else EMPTY,
        maybe('<span class="fighter__cond">{}</span>', ", ".join(who["conditions"])), lazy_details(f"d-{who['id']}"),
    )  # fmt: skip


def draw_large(who: CombatantView) -> SafeString:
    """Draw one of the person's own combatants, with everything in sight."""
    state = capfirst(who["out"] or ", ".join(who["conditions"]) or words(who["being"]))
    return format_html(
        LARGE,
        who["id"], chip(who, 44), reverse("character", args=[who["character"]]), _("Go to sheet"), who["name"], state,
        maybe('<div class="me__health">{}</div>', health(who["health"], "large") if who.get("health") else EMPTY),
        maybe('<div class="me__health">{}</div>', draw_unit(who["unit"]) if "unit" in who else EMPTY),
        figures(who["stats"], f"why-{who['id']}") if who.get("stats") else EMPTY,
        pools(who["tracks"], 130) if who.get("tracks") else EMPTY,
    )  # fmt: skip


def _hidden() -> SafeString:
    return format_html(' <span class="tag">{}<span class="vh">{}</span></span>', icon("eye-off"), _("hidden"))


def _figures(who: CombatantView) -> SafeString:
    seen = ((stat["label"], minus(stat["value"])) for stat in (who.get("stats") or ())[:IN_SIGHT])
    return maybe('<span class="fighter__dv">{}</span>', format_html_join("/", NAMED + "<b>{}</b>", seen))


def _resources(who: CombatantView) -> str:
    if who["out"]:
        return who["out"]
    tracks = ((track["label"], track["current"]) for track in who.get("tracks") or ())
    return format_html_join(" + ", NAMED + "{}", tracks) or (_("extra") if who["extra"] else "")


def draw_group(place: Mapping[str, Any], away: str, rows: Sequence[SafeString]) -> SafeString:
    """Draw all who act at one moment, under its figure, with the system's own word or how far it is `away`."""
    at, label = place["at"], place["label"]
    id = "rest" if at is None else "-".join(map(str, (at, *place["ids"][:1])))
    figure = '<b><span class="vh">{}</span><span aria-hidden="true">{}</span></b>'
    return format_html(
        GROUP,
        " is-nowtick" if place["now"] else "", id, EMPTY if at is None else format_html(figure, label, minus(at)),
        place["note"] or away, join(rows),
    )  # fmt: skip


def draw_groups(groups: Sequence[SafeString]) -> SafeString:
    """Draw the whole list."""
    return format_html('<ol class="order">\n{}\n</ol>', join(groups))
