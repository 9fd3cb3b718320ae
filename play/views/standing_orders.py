"""A standing order in words, while the form that plans it is filled in."""

from django.http import HttpResponse, QueryDict

from campaigns.core.access import get_part_for
from campaigns.core.decorators import login_required
from campaigns.core.language import translate
from campaigns.models import Membership, Role, Scene, User
from play.commands.context import CommandContext
from play.commands.forms import parse_move
from play.commands.moves import GiveStanding
from play.commands.standing_orders.give import make_order
from play.commands.tasks.chances import load_context
from play.views.table import TableRequest
from rules.battle.standing_orders import StandingOrder, say
from rules.errors import BadInput, RulesError
from rules.text import Text


@login_required("GET", in_utc=True)
def say_order(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Return a standing order in words as plain text, or why it can't be given. Nothing is stored."""
    scene, membership = get_part_for(Scene, user, scene_id)
    context = load_context(scene, membership)
    try:
        words = say(context.system.battle, _parse_order(context, membership, request.GET))
    except RulesError as refusal:
        words = refusal.sentence
    return HttpResponse(translate(words), content_type="text/plain; charset=utf-8")


def _parse_order(context: CommandContext, membership: Membership, data: QueryDict) -> StandingOrder:
    """Return the order that a form asks for. Raises `RulesError` where it can't be given."""
    move = parse_move(context.system, data)
    if not isinstance(move, GiveStanding) or membership.role == Role.SPECTATOR:
        raise BadInput("unknown_move", Text("That can’t be planned. Choose something from the list."))
    return make_order(context, move)
