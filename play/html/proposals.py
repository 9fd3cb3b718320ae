"""Numbers that players propose: the Storyteller's card with each of them, and the player's own."""

from functools import partial

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from play.commands.forms import RULED
from play.html.markup import format_html, join
from play.html.offer_cards import Draw
from play.offers.fields import make_input
from play.seats.board import Board, ProposalCard
from play.templatetags.inputs import EMPTY, form_tokens, inputs, maybe
from rules.text import isolate_name

CARD = (
    '<section class="mine proposal" id="proposal-{0}" aria-labelledby="proposal-{0}-h">\n'
    '<div class="mine__head"><h2 id="proposal-{0}-h">{1}</h2></div>\n<p class="proposal__what"><b>{2}</b> '
    '<span class="q">{3}</span></p>{4}\n{5}</section>'
)
FORM = (
    '<form class="proposal__form" id="proposal-{0}-{1}" method="post" action="{2}" hx-post="{2}" hx-target="#refusal" '
    'hx-swap="innerHTML">{3}<input type="hidden" name="proposal" value="{0}">{4}</form>'
)
STRIKE = (
    '<form class="proposal__strike" method="post" action="{0}" hx-post="{0}" hx-target="#refusal" '
    'hx-swap="innerHTML">{1}<input type="hidden" name="entry" value="{2}"><button class="btn btn--small" '
    'title="{3}">{4}</button></form>'
)


def draw_cards(board: Board, draw: Draw) -> SafeString:
    """Draw the cards of a board, in the order in which they were proposed."""
    url = board.command_url
    return join([draw("proposal", (card, url), partial(_draw, card, url)) for card in board.proposals])


def _draw(card: ProposalCard, url: str) -> SafeString:
    reason = maybe("<p>“{}”</p>", card.reason)
    if not card.is_mine:
        title = _("%(name)s asks for a ruling") % {"name": isolate_name(card.name)}
        forms = _answer(card, url)
    elif card.is_refused:
        title = _("The Storyteller said no")
        forms = _own(card, url, "GoWithout", _("Go on without"), is_first=True) + _own(
            card, url, "TakeProposalBack", _("Take back")
        )
    else:
        title = _("Waiting for the Storyteller")
        forms = _own(card, url, "TakeProposalBack", _("Take back"))
    what = f"{card.who}: {card.what}" if card.who else str(card.what)
    return format_html(CARD, card.id, title, card.numbers, what, reason, forms)


def _answer(card: ProposalCard, url: str) -> SafeString:
    fields = inputs([make_input(field, f"{RULED}{field.name}", f"proposal-{card.id}") for field in card.fields])
    buttons = format_html(
        '<p class="offer__go"><button class="btn" name="allow" value="false">{}</button>'
        '<button class="btn btn--go" name="allow" value="true">{}</button></p>',
        _("Refuse"),
        _("Allow"),
    )
    return format_html(FORM, card.id, "answer", url, form_tokens("AnswerProposal"), fields + buttons)


def _own(card: ProposalCard, url: str, move: str, label: str, *, is_first: bool = False) -> SafeString:
    button = format_html('<button class="btn{}">{}</button>', " btn--go" if is_first else "", label)
    return format_html(FORM, card.id, move, url, form_tokens(move), button)


def draw_strike(url: str, entry: int) -> SafeString:
    """Draw the button by which the Storyteller strikes numbers that counted at once; nothing without an address."""
    if not url:
        return EMPTY
    hint = _("Works the result out again from the same dice")
    return format_html(STRIKE, url, form_tokens("StrikeNumbers"), entry, hint, _("Strike"))
