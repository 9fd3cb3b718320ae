"""Cards: what somebody is asked or may do, framed and open, or closed under its head."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from play.html.markup import format_html, format_html_join, join
from play.html.markup.tokens import chip
from play.offers.cards import Card
from play.templatetags.inputs import EMPTY, lazy_details, maybe
from play.templatetags.table import dice
from rules.battle import Offer

FEW_OFF = 3
"""At most this many greyed offers need no closed details."""
CARD = (
    '<section class="mine" id="{0}" aria-labelledby="{0}-h">\n'
    '<div class="mine__head">{1}<div><h2 id="{0}-h">{2}</h2>{3}</div></div>\n'
    '{4}<div class="mine__body">\n{5}\n{6}</div>\n</section>'
)
HEAD = (
    '<details class="prompt" id="{}"><summary>{}<span class="prompt__what"><b>{}</b>{}</span>'
    '<span class="btn btn--small" aria-hidden="true">{}</span></summary>{}</details>'
)
FOLD = '<details class="foldable" id="{}"><summary><span class="turn"></span>{}</summary>\n{}\n</details>\n'
OFF = (
    '<div class="choice is-off"><span></span><span class="choice__what">{}</span><span class="choice__when">{}</span>'
    '<span class="choice__more">{}</span></div>'
)
STEP_BAR = '<ol class="tenbar" aria-label="{}">{}</ol>'


def draw_card(card: Card, choices: SafeString, exchange: SafeString | None) -> SafeString:
    """Draw the card of what is asked now, framed: its `choices`, and what is greyed."""
    off, greyed = len(card.greyed), draw_off(card.greyed[:FEW_OFF])
    if off > FEW_OFF:
        greyed = _draw_lazily(f"{card.id}-off", _("Not possible now (%(off)s)") % {"off": off})
    return format_html(
        CARD,
        card.id, chip(card.fighter, 40) if card.fighter else EMPTY, card.title, maybe("<p>{}</p>", card.detail),
        EMPTY if exchange is None else format_html('<div class="mine__way">{}</div>\n', exchange), choices,
        greyed,
    )  # fmt: skip


def draw_card_head(card: Card, verb: str) -> SafeString:
    """Draw a card that comes later or is somebody else's, closed."""
    token = chip(card.fighter, 28) if card.fighter else EMPTY
    detail = maybe(' <span class="q">{}</span>', card.detail)
    return format_html(HEAD, card.id, token, card.title, detail, verb, lazy_details(card.id))


def draw_card_body(card: Card, choices: SafeString) -> SafeString:
    """Draw the details of a card, named for those who listen."""
    pattern = '<div class="prompt__body"><h3 class="vh" id="{}-h">{}</h3>\n{}\n</div>'
    return format_html(pattern, card.id, card.title, choices)


def draw_idle(who: Mapping[str, Any], forms: Sequence[str], off: Sequence[Offer], later: Sequence[Offer]) -> SafeString:
    """Draw what an own combatant may do at any time, and what it could do on its turn."""
    head = '<div class="sec"><h2><bdi>{}</bdi>, {}</h2></div>\n{}\n{}'
    drawn = format_html(head, who["name"], _("at any time"), join(forms), draw_off(off)) if forms or off else EMPTY
    turn = format_html("<bdi>{}</bdi>, {}", who["name"], _("on your turn"))
    waits = _draw_lazily(f"later-{who['id']}", turn) if later else EMPTY
    return format_html('<section class="idle" id="idle-{}">{}\n{}</section>', who["id"], drawn, waits)


def _draw_lazily(id: str, head: str) -> SafeString:
    """Draw closed details whose rows are fetched when somebody opens them."""
    return format_html(FOLD, id, head, lazy_details(id))


def draw_gathered(who: Mapping[str, Any], waits: str, forms: Sequence[str]) -> SafeString:
    """Draw an own combatant before the fight starts: what is awaited; leaving waits in closed details."""
    other = format_html(FOLD, f"before-{who['id']}", _("Something else"), join(forms)) if forms else EMPTY
    head = '<div class="sec"><h2>{}</h2></div>\n<p class="calm">{}</p>\n{}'
    drawn = format_html(head, who["name"], waits, other)
    return format_html('<section class="idle" id="idle-{}">{}</section>', who["id"], drawn)


def draw_off(offers: Sequence[Offer]) -> SafeString:
    """Draw what is greyed, with the reason."""
    return format_html_join("", OFF, ((offer.label, offer.cost, offer.reason) for offer in offers))


def draw_exchange(exchange: Mapping[str, Any], bar: Sequence[int]) -> SafeString:
    """Draw how far an attack has come by the book's steps, with the last of them."""
    step, steps = exchange.get("step"), exchange["steps"]
    drawn = EMPTY
    if bar and step:
        states = ((("is-done" if n < step else "is-here" if n == step else ""), _current(n == step), n) for n in bar)
        items = format_html_join("", '<li class="{}"{}>{}</li>', states)
        drawn = format_html(STEP_BAR, _("Step %(step)s of 10") % {"step": step}, items)
    if len(steps) < 2:
        return drawn
    last = steps[-1]
    thrown = dice(last["dice"]) if last.get("dice") else EMPTY
    return format_html('{}<p class="hint">{}: {}</p>{}', drawn, last["name"], last["text"], thrown)


def draw_under_way(exchange: Mapping[str, Any], bar: Sequence[int]) -> SafeString:
    """Draw how far an attack has come, for those who are not asked themselves."""
    pattern = '<div class="under-way" id="exchange"><p><b>{}</b></p>{}</div>'
    return format_html(pattern, exchange["title"], draw_exchange(exchange, bar))


def _current(is_here: bool) -> SafeString:
    return SafeString(' aria-current="step"') if is_here else EMPTY


def draw_awaited(rows: Sequence[tuple[str, str, str]]) -> list[SafeString]:
    """Draw those that the table waits for and this seat cannot answer for: id, name and what is asked."""
    pattern = '<p class="prompt" id="{}"><b><bdi>{}</bdi></b> <span class="q">{}</span></p>'
    return [format_html(pattern, *row) for row in rows]
