"""What a result changed for somebody, on the result card and in the log: states, health and figures."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from play.html.markup import EMPTY, maybe, minus
from play.html.markup.health import changed_health
from rules.view import ChangeView, FigureChange

NOW = '{}<span class="came__now">{}{}</span>'
FIGURE = '<span class="came__figure">{} <s>{}</s><span class="vh">, {}</span> <b>{}</b></span>'


def draw_change(change: ChangeView) -> SafeString:
    """Draw how one person is afterwards; boxes that were marked stand out."""
    boxes = change.get("boxes")
    return format_html(
        NOW,
        maybe(' <b class="came__state">{}</b>', ", ".join(change["states"])),
        changed_health(boxes, change.get("boxes_before", boxes)) if boxes else EMPTY,
        format_html_join("", "{}", ((_figure(figure),) for figure in change["figures"])),
    )


def _figure(figure: FigureChange) -> SafeString:
    return format_html(FIGURE, figure["label"], minus(figure["was"]), _("now"), minus(figure["now"]))
