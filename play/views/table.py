"""The live page of a scene, and the one address that acts on it."""

import uuid
from functools import partial
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST
from django_htmx.middleware import HtmxDetails

from campaigns.access import get_part_for, get_part_to_run
from campaigns.models import Membership, Scene, User
from play import render as drawing
from play.crew import read, write
from play.forms import read_command, read_move
from play.frames import draw, whole_frame
from play.services.commands import Answer, submit
from play.services.facts import read_facts, read_names, seat_class_of
from play.services.log import preview_rewind
from play.services.reading import read_board
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


@require_POST
async def command(request: TableRequest, scene_id: int) -> HttpResponse:
    """Carry out one move. An accepted one answers with the new number, a refused one with a sentence (4xx)."""
    user = await request.auser()
    if not user.is_authenticated:
        return redirect_to_login(reverse("table", args=[scene_id]))
    try:
        answer = await write(partial(_act, user, scene_id, request.POST))
    except RulesError as refusal:
        return await read(partial(_refuse, request, user, scene_id, refusal))
    if not request.htmx:
        return redirect(reverse("table", args=[scene_id]))
    return HttpResponse(headers={"HX-Trigger": f'{{"table:moved": {{"number": {answer.last}}}}}'})


def _act(user: User, scene_id: int, data: QueryDict) -> Answer:
    scene, membership = get_part_for(Scene, user, scene_id)
    membership.user = user  # known already
    key, drawn_at = read_command(data)
    return submit(membership, scene, key, drawn_at, read_move(get_system(scene.series.system), data))


@login_required
@require_GET
def rewind_preview(request: TableRequest, scene_id: int, entry: int) -> HttpResponse:
    """What taking an entry back would undo, for the Storyteller to look at first."""
    scene, _membership = get_part_to_run(Scene, request.user, scene_id)
    try:
        preview = preview_rewind(read_facts(scene.pk), entry)
    except RulesError as refusal:
        return render(request, "play/_refusal.html", {"sentence": refusal.sentence}, status=HTTPStatus.CONFLICT)
    return render(request, "play/_rewind.html", {"preview": preview})


def _refuse(request: TableRequest, user: User, scene_id: int, refusal: RulesError) -> HttpResponse:
    status = HTTPStatus.CONFLICT if isinstance(refusal, IllegalMove) else HTTPStatus.BAD_REQUEST
    if request.htmx:
        return render(request, "play/_refusal.html", {"sentence": refusal.sentence}, status=status)
    scene, membership = get_part_for(Scene, user, scene_id)
    return _page(request, scene, membership, refusal=refusal.sentence, status=status)


@login_required
@require_GET
def frame(request: TableRequest, scene_id: int) -> HttpResponse:
    """The whole board as one frame, for a page whose socket is away."""
    scene, membership = get_part_for(Scene, request.user, scene_id)
    board = read_board(read_facts(scene.pk), seat_class_of(membership))
    return HttpResponse(whole_frame(draw(board)), content_type="application/json")


def _page(
    request: TableRequest, scene: Scene, membership: Membership, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    board = read_board(read_facts(scene.pk), seat_class_of(membership))
    context = {
        "board": board,
        "pieces": drawing.pieces(board),
        "lines": drawing.log_lines(board),
        "presence": drawing.presence(list(read_names(scene.pk, [request.user.pk]).values())),
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
