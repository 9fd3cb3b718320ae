"""The live page of a scene, and the one address that acts on it."""

import uuid
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST
from django_htmx.middleware import HtmxDetails

from campaigns.access import get_part_for
from campaigns.models import Membership, Scene, User
from play import render as drawing
from play.forms import read_command, read_move
from play.frames import draw, whole_frame
from play.services.commands import submit
from play.services.reading import read_board, read_facts, read_names, seat_class_of
from rules import get_system
from rules.errors import IllegalMove, RulesError


class TableRequest(HttpRequest):
    """A request of somebody who is signed in."""

    user: User
    htmx: HtmxDetails


@login_required
@require_GET
def show_table(request: TableRequest, scene_id: int) -> HttpResponse:
    """The scene's page, whole and readable without any script."""
    scene, membership = get_part_for(Scene, request.user, scene_id)
    return _page(request, scene, membership)


@login_required
@require_POST
def command(request: TableRequest, scene_id: int) -> HttpResponse:
    """Carry out one move. An accepted one answers with the new number, a refused one with a sentence (4xx)."""
    scene, membership = get_part_for(Scene, request.user, scene_id)
    try:
        key, drawn_at = read_command(request.POST)
        answer = submit(membership, scene, key, drawn_at, read_move(get_system(scene.series.system), request.POST))
    except RulesError as refusal:
        return _refuse(request, scene, membership, refusal)
    if not request.htmx:
        return redirect(reverse("table", args=[scene_id]))
    return HttpResponse(headers={"HX-Trigger": f'{{"table:moved": {{"number": {answer.last}}}}}'})


@login_required
@require_GET
def frame(request: TableRequest, scene_id: int) -> HttpResponse:
    """The whole board as one frame, for a page whose socket is away."""
    scene, membership = get_part_for(Scene, request.user, scene_id)
    board = read_board(read_facts(scene.pk), seat_class_of(membership))
    return HttpResponse(whole_frame(draw(board)), content_type="application/json")


def _refuse(request: TableRequest, scene: Scene, membership: Membership, refusal: RulesError) -> HttpResponse:
    status = HTTPStatus.CONFLICT if isinstance(refusal, IllegalMove) else HTTPStatus.BAD_REQUEST
    if request.htmx:
        return render(request, "play/_refusal.html", {"sentence": refusal.sentence}, status=status)
    return _page(request, scene, membership, refusal=refusal.sentence, status=status)


def _page(
    request: TableRequest, scene: Scene, membership: Membership, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    board = read_board(read_facts(scene.pk), seat_class_of(membership))
    context = {
        "board": board,
        "pieces": drawing.pieces(board),
        "lines": drawing.log_lines(board),
        "presence": drawing.presence(read_names(scene.pk, [request.user.pk])),
        "csrf": drawing.CSRF_MARK,
        "command": drawing.COMMAND_MARK,
        "number": board.number,
        "refusal": refusal,
        "socket": f"/ws/scenes/{scene.pk}/",
    }
    page = render(request, "play/scene.html", context, status=status)
    html = page.content.decode().replace(drawing.CSRF_MARK, get_token(request))
    while drawing.COMMAND_MARK in html:
        html = html.replace(drawing.COMMAND_MARK, str(uuid.uuid4()), 1)
    page.content = html.encode()
    return page
