"""The scene's page without scripts: simple to look at, with everything that its reader can do."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.decorators import login_required
from campaigns.core.timezone import get_timezone
from campaigns.models import Membership, User
from play.plain.opened import make_opened
from play.plain.page import list_parts
from play.plain.refused import fill_part
from play.plain.table import OPEN, PlainTable
from play.plain.talk import list_log, make_speech
from play.seats.facts import TableFacts, get_facts_for, seat_at
from play.seats.gather import gather_board
from play.seats.unread import load_personal
from play.stage.labels import list_labels
from play.stage.personal import make_personal


@login_required("GET", in_utc=True)
def show_plain(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Show the page. The query says what stands opened on it."""
    return draw_plain(request, *get_facts_for(user, scene_id))


def draw_plain(
    request: HttpRequest, facts: TableFacts, membership: Membership, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """Draw the page of a member. A refusal has its sentence first, and the form that was sent as it was sent."""
    table = PlainTable(facts, gather_board(facts, seat_at(facts, membership)), get_timezone(request))
    wanted = request.GET.get(OPEN, "")
    opened = make_opened(table, wanted) if wanted else None
    if wanted and opened is None and not refusal:
        refusal, status = _("This is not possible now."), HTTPStatus.CONFLICT
    personal = make_personal(load_personal(membership, facts.scene, table.board.seat, table.board.count))
    handouts = table.facts.get("handouts")
    context = {
        "place": table.facts["place"],
        "count": table.facts["count"],
        "command": table.board.command_url,
        "words": list_labels(),
        "here": table.address,
        "table": table.base,
        "whole_log": table.board.count and reverse("table_log", args=[facts.scene.pk, table.board.count]),
        "refusal": refusal,
        "opened": opened and fill_part(opened, request.POST),
        "opened_by": urlencode({OPEN: wanted}),
        "parts": [fill_part(part, request.POST) for part in list_parts(table, personal)],
        "handouts": [handouts["cards"][id] for id in handouts["order"]] if handouts else [],
        "speech": fill_part(make_speech(table), request.POST),
        "log": list_log(table, membership.user_id),
    }
    return render(request, "play/plain.html", context, status=status)
