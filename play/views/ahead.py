"""The preview of what somebody is about to leave ahead: the order in words, with the buttons that leave it."""

from http import HTTPStatus

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse

from campaigns.access import get_part_for
from campaigns.language import tell
from campaigns.models import Membership, Role, Scene, User
from campaigns.views.decorators import login_required
from play.commands.context import CommandContext
from play.commands.forms import read_move
from play.commands.moves import GiveStanding
from play.commands.orders import END_TURN
from play.commands.standing import make_order
from play.commands.tasks.chances import read_context
from play.table.seat_log import count_entries
from play.views.table import TableRequest, fill_page
from rules.battle.standing import StandingOrder, say
from rules.errors import BadInput, IllegalMove, RulesError
from rules.text import Text

OWN = ("csrfmiddlewaretoken", "command", "number", "move")
"""What a form carries of its person, and is not passed on."""


@login_required("GET", in_utc=True)
def preview_order(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Show a standing order in words, and how to leave it. Nothing is stored."""
    scene, membership = get_part_for(Scene, user, scene_id)
    context, status = read_context(scene, membership), HTTPStatus.OK
    shown: dict[str, object] = {"scene": scene, "url": reverse("table_command", args=[scene.pk])}
    try:
        order = _read_order(context, membership, request.GET)
        is_turn = order.when in context.system.battle.ahead.turns and bool(order.move)
        shown |= {
            "words": tell(say(context.system.battle, order)),
            "fields": [(key, value) for key, values in request.GET.lists() if key not in OWN for value in values],
            "may_lay": is_turn,
            "has_turns": END_TURN in context.system.battle.moves.classes and order.move.get("kind") != END_TURN,
        }
    except RulesError as refusal:
        shown["refusal"] = tell(refusal.sentence)
        status = HTTPStatus.CONFLICT if isinstance(refusal, IllegalMove) else HTTPStatus.BAD_REQUEST
    status = HTTPStatus.OK if request.htmx else status  # a script shows what it is answered only then
    page = render(request, "play/_ahead_said.html" if request.htmx else "play/ahead.html", shown, status=status)
    return fill_page(request, page, count_entries(context.table, context.seat))


@login_required("GET", in_utc=True)
def say_order(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Return a standing order in words as plain text, or why it can't be given. Nothing is stored."""
    scene, membership = get_part_for(Scene, user, scene_id)
    context = read_context(scene, membership)
    try:
        words = say(context.system.battle, _read_order(context, membership, request.GET))
    except RulesError as refusal:
        words = refusal.sentence
    return HttpResponse(tell(words), content_type="text/plain; charset=utf-8")


def _read_order(context: CommandContext, membership: Membership, data: QueryDict) -> StandingOrder:
    """Return the order that a form asks for. Raises `RulesError` where it can't be given."""
    move = read_move(context.system, data)
    if not isinstance(move, GiveStanding) or membership.role == Role.SPECTATOR:
        raise BadInput("unknown_move", Text("That can’t be planned. Choose something from the list."))
    return make_order(context, move)
