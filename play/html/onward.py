"""Where play goes on: the way from a closed scene to the next one, and the Storyteller's form that leads there."""

from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from play.html.cast_forms import list_day_ways
from play.html.markup import format_html
from play.html.offer_cards import Draw
from play.seats.board import Board, Onward
from play.templatetags.inputs import EMPTY, lazy_details
from rules.text import isolate_name

NEXT_SCENE = "nextscene"
"""The id of the region with the Storyteller's form, and of the form as lazy details."""
REGION = '<div id="onward" class="region onward">{}</div>'
WAY = (
    '<p class="onward__way">{} <a href="{}"{}>{}</a></p>\n'
    '<div class="onward__ask" role="alert"><p>{}</p><a class="btn btn--go" href="{}" data-carry>{}</a></div>'
)
PLANNED = '<p class="onward__planned">{} <a href="{}">{}</a></p>'
FORM = (
    '<section id="nextscene" class="region">'
    '<details class="foldable" id="nextscene-fold" data-enters="next-title"><summary>'
    '<span class="turn"></span>{}</summary>{}</details></section>'
)


def draw_onward(board: Board, draw: Draw) -> SafeString:
    """Draw the way to the next scene, or the way to the page of a planned or hidden one, or nothing."""
    place = board.place
    if place.onward is not None:
        return draw("onward", place.onward, lambda: _way(place.onward))
    if place.is_planned:
        return draw("planned", place.scene, lambda: _planned(place.scene))
    if place.is_hidden and place.is_open:
        return draw("hidden", place.scene, lambda: _hidden(place.scene))
    return SafeString(REGION.format(""))


def _way(onward: Onward | None) -> SafeString:
    if onward is None:
        return EMPTY
    is_open = SafeString(" data-next") if onward.is_open else EMPTY
    asked = _("The next scene is open: %(title)s.") % {"title": isolate_name(onward.title)}
    return format_html(
        REGION,
        format_html(WAY, _("Continues in"), onward.url, is_open, onward.title, asked, onward.url, _("Go there")),
    )


def _planned(scene: int) -> SafeString:
    said = _("Planned: players can’t see this scene until you open it.")
    way = format_html(PLANNED, said, reverse("part", args=["scene", scene]), _("Open it on its page"))
    return format_html(REGION, way)


def _hidden(scene: int) -> SafeString:
    said = _("Hidden: players can’t see this scene or come to it.")
    return format_html(REGION, format_html(PLANNED, said, reverse("part", args=["scene", scene]), _("To its page")))


def draw_next_scene(board: Board, draw: Draw) -> SafeString:
    """Draw the closed form with which the Storyteller goes on in the next scene. It is fetched when it is opened."""
    place = board.place
    if not board.storyteller or not place.is_open or place.is_planned:
        return draw("_nothing", NEXT_SCENE, {"id": NEXT_SCENE})
    return draw("nextscene", "", lambda: format_html(FORM, _("Next scene"), lazy_details(NEXT_SCENE)))


def draw_next_form(board: Board) -> str | None:
    """Draw the form of the next scene, with the scenes that are planned; None for those who may not use it."""
    if not board.storyteller or not board.place.is_open or board.place.is_planned:
        return None
    fighting = board.battle is not None and board.battle["phase"] == "running"
    is_asked = any(scene.is_days_ahead for scene in board.planned)
    context = {
        "planned": board.planned,
        "day_ways": list_day_ways(board.system) if is_asked else (),
        "url": board.command_url,
        "fighting": fighting,
    }
    return str(get_template("play/_next_scene.html").render(context))
