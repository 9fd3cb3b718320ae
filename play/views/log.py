"""A stretch of a scene's log on a page of its own, and how far a person has read."""

from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.access import get_part_for, get_series_for
from campaigns.core.decorators import login_required
from campaigns.core.offline import mark_offline
from campaigns.core.seats import get_seat
from campaigns.models import Membership, Scene, User
from campaigns.notices.read_marks import mark_all_read, mark_read
from campaigns.series.awaited import list_played
from play.html.log import draw_lines
from play.seats.facts import get_facts_for, seat_at
from play.seats.log import load_lines_from, load_side_scene
from play.seats.mentioned import load_names
from play.seats.translate import translate_lines
from play.seats.unread import find_first_unread, find_newest, find_unread_number, list_unread
from play.seats.what_if import find_what_if
from play.table.rows import find_table
from play.table.seat_log import find_number
from play.views.table import find_page

ABOVE = 20
"""How many older lines of a log are shown with the one that was looked for."""
MAX_LINES = 400
"""How many lines of a side scene its page shows at most, the newest."""
MAX_LENGTH = 9
"""The most digits of a line's number that a page sends."""


@login_required("GET")
def show_log(request: HttpRequest, user: User, scene_id: int, count: int) -> HttpResponse:
    """Show a stretch of a scene's log as the member reads it, around the line that they call `count`.

    If it begins where the member has stopped reading, all of it is read then.
    """
    facts, membership = get_facts_for(user, scene_id)
    seat, _is_spectator = seat_at(facts, membership)
    total, lines = load_lines_from(facts, seat, max(1, count - ABOVE))
    if not lines or lines[0].count < count:
        raise Http404
    newest, oldest = lines[0], lines[-1]
    unread = find_unread_number(membership, facts.scene, seat)
    if unread is not None and oldest.number <= unread <= newest.number:
        mark_read(membership, facts.scene, newest.number)
    newer = newest.count + 1 if newest.count < total else None
    ask = partial(find_what_if, facts, seat)
    drawn = draw_lines(translate_lines(lines), load_names(facts, seat, lines), found=count, find_what_if=ask)
    context = {"scene": facts.scene, "lines": drawn, "newer": newer}
    return mark_offline(request, render(request, "play/log.html", context), user, membership)


@login_required("GET")
def show_unread(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Lead to the first line of a log that the member has not read; to the table where there is none."""
    scene, membership = get_part_for(Scene, user, scene_id)
    count = find_first_unread(membership, scene)
    if count is None:
        return redirect("table", scene.pk)
    return redirect(f"{reverse('table_log', args=[scene.pk, count])}#entry-{count}")


@login_required("POST")
def keep_mark(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Note how far a person has read whose page of the table is open: up to the line that they call `count`."""
    scene, membership = get_part_for(Scene, user, scene_id)
    sent, table = request.POST.get("count", ""), find_table(scene.pk)
    is_count = sent.isascii() and sent.isdecimal() and len(sent) <= MAX_LENGTH
    if table is not None and is_count and (number := find_number(table, get_seat(membership), int(sent))):
        mark_read(membership, scene, number)
    if "back" in request.POST:  # the button below what was missed
        return HttpResponse() if getattr(request, "htmx", False) else redirect(find_page(request, scene.pk))
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@login_required("POST")
def mark_logs_read(request: HttpRequest, user: User, pk: int | None = None) -> HttpResponse:
    """Mark all logs of a series as read, or those of all the person's series, and lead back to their list."""
    if pk is None:
        memberships = list(Membership.objects.filter(user=user).select_related("series"))
    else:
        memberships = [get_series_for(user, pk)[1]]
    unread = list_unread(user, memberships, list_played(memberships))
    by_series = {membership.series_id: membership for membership in memberships}
    for series, numbers in find_newest(unread).items():
        mark_all_read(by_series[series], numbers)
    messages.success(request, _("Everything is marked as read."))
    return redirect("series_list") if pk is None else redirect("series", pk)


@login_required("GET")
def show_side_scene(request: HttpRequest, user: User, scene_id: int, side_scene: str) -> HttpResponse:
    """Show one side scene on a page of its own, as far as the member reads it. 404 for all others."""
    facts, membership = get_facts_for(user, scene_id)
    seat, _is_spectator = seat_at(facts, membership)
    lines = load_side_scene(facts, seat, side_scene, MAX_LINES)
    name = lines[0].side_scene if lines else None
    if name is None:
        raise Http404
    names = load_names(facts, seat, lines)
    context = {"scene": facts.scene, "strand": name, "lines": draw_lines(translate_lines(lines), names)}
    return render(request, "play/strand.html", context)
