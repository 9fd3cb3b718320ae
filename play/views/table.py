"""The live page of a scene, and the one address that acts on it."""

import re
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from campaigns.core.access import get_part_for
from campaigns.core.decorators import login_required
from campaigns.core.language import translate
from campaigns.core.seats import get_seat
from campaigns.models import Scene, User
from play.commands.forms import check_text, is_blind, parse_command, parse_move
from play.commands.moves import MAX_VALUE, ActNature, NextScene, SetCondition, Tap
from play.commands.submit import Answer, submit
from play.seats.facts import SeatClass, TableFacts, get_facts_for, load_room
from play.server.threads import carry_out
from play.table.people import get_scene_for
from play.views.plain import draw_plain
from rules import get_system
from rules.errors import IllegalMove, RulesError

PLAIN = "plain"
"""What the forms of the page without scripts send as `back`: their answers lead to that page."""


class TableRequest(HttpRequest):
    """A request of a person who is signed in."""

    user: User
    htmx: HtmxDetails


@login_required("POST", in_utc=True)
def command(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Carry out one move. An accepted move is answered with the new number, a refused one with a sentence (4xx)."""
    try:
        answer = carry_out(partial(_act, user, scene_id, request.POST))
    except RulesError as refusal:
        if sheet := _find_sheet(request.POST):
            messages.error(request, translate(refusal.sentence))
            return redirect(sheet)
        return _refuse(request, user, scene_id, refusal)
    next_address = _find_next(request, scene_id)
    if not request.htmx:
        return redirect(next_address or find_page(request, scene_id))
    if next_address:
        return HttpResponse(headers={"HX-Redirect": next_address})
    moved = f'{{"table:moved": {{"number": {answer.count}}}}}'
    return HttpResponse(_describe_blind(user, scene_id, request.POST), headers={"HX-Trigger": moved})


def find_page(request: HttpRequest, scene_id: int) -> str:
    """Return the address of the scene's page to which a form leads back: without scripts it is the plain one."""
    return reverse("table_plain" if request.POST.get("back") == PLAIN else "table", args=[scene_id])


def _find_next(request: TableRequest, scene_id: int) -> str:
    """Return the scene to which a command led, or the sheet on which boxes were tapped; "" for the table itself."""
    data = request.POST
    if data.get("move") in (Tap.__name__, SetCondition.__name__, ActNature.__name__):
        return _find_sheet(data)
    if data.get("move") != NextScene.__name__:
        return ""
    following = Scene.objects.values_list("next_scene", flat=True).get(pk=scene_id)
    return find_page(request, following) if following else ""


def _find_sheet(data: QueryDict) -> str:
    """Return the page of the sheet on which a button was pressed; "" for a button of the table."""
    sheet = (data.get("tap") or data.get("favorite") or data.get("condition") or data.get("character", "")).partition(
        " "
    )[0]
    is_there = data.get("back") == "sheet" and re.fullmatch(r"[0-9]{1,9}", sheet)
    return reverse("character", args=[sheet]) + "#play" if is_there else ""


def _describe_blind(user: User, scene_id: int, data: QueryDict) -> str:
    """Return the sentence for a player whose roll goes to the Storyteller alone, where no log of theirs has it."""
    if is_blind(data) and not get_seat(get_part_for(Scene, user, scene_id)[1]).storyteller:
        return _("Rolled. Only the Storyteller sees the dice.")
    return ""


def _act(user: User, scene_id: int, data: QueryDict) -> Answer:
    scene, membership = get_scene_for(user, scene_id)
    key, shown = parse_command(data)
    drawn_at = None if _find_sheet(data) else shown
    move, why = parse_move(get_system(scene.series.system), data), check_text(data.get("why", "")[:MAX_VALUE], "why")
    return submit(membership, scene, key, drawn_at, move, why=why)


def _refuse(request: TableRequest, user: User, scene_id: int, refusal: RulesError) -> HttpResponse:
    status = HTTPStatus.CONFLICT if isinstance(refusal, IllegalMove) else HTTPStatus.BAD_REQUEST
    return show_refusal(request, user, scene_id, translate(refusal.sentence), status)


def show_refusal(request: TableRequest, user: User, scene_id: int, sentence: str, status: int) -> HttpResponse:
    """Answer with the sentence; a browser without scripts gets the page with it."""
    if request.htmx:
        return render(request, "play/_refusal.html", {"sentence": sentence}, status=status)
    return draw_plain(request, *get_facts_for(user, scene_id), sentence, status)


def sit_down(user: User, scene_id: int) -> tuple[TableFacts, SeatClass]:
    """Return a scene's table as it is now, and how a person sits at it. 404 for those who may not see it."""
    seats, facts = load_room(scene_id, [user.pk])
    if facts is None:
        raise Http404
    return facts, seats[user.pk]
