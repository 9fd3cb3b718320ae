"""The region of a scene without a running fight: everybody who is there."""

from functools import partial

from django.utils.safestring import SafeString

from play.html.fingerprint import fingerprint
from play.html.markup import fill, join
from play.html.markup.party import draw_member
from play.html.offer_cards import Draw
from play.seats.board import Board, PartyMember

MANY = 4
"""With more characters than that to touch, they stand closed."""


def draw_party(board: Board, draw: Draw) -> SafeString:
    """Draw the region: own characters first, the others in their order, and the Storyteller's way to bring in more."""
    party = board.party
    if not (party.members or party.absent):
        return draw("_nothing", "party", {"id": "party"})
    touched = [one for one in party.members if one.may_touch]
    is_open = len(touched) <= MANY
    cards = [_draw_member(board, draw, one, is_open=is_open) for one in party.members]
    context = {
        "touched": bool(touched),
        "absent": party.absent if board.storyteller else (),
        "members": bool(cards),
        "url": board.command_url,
    }
    return fill(draw("_party", tuple(context.values()), context), cards=join(cards))


def _draw_member(board: Board, draw: Draw, member: PartyMember, *, is_open: bool) -> SafeString:
    shown = (
        fingerprint(member.who), member.character, member.owner, member.is_own, member.may_touch, member.has_boxes,
        member.nature, member.pools, member.others, member.favorites, member.conditions,
    )  # fmt: skip
    told = (is_open, board.storyteller, board.command_url)
    drawn = partial(draw_member, member, is_open=is_open, may_send=board.storyteller, url=board.command_url)
    return draw("member", (*shown, *told), drawn)
