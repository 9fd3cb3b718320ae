"""Where visitors of a public demo take a seat, and where they see the link of their table."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.decorators import require_methods
from campaigns.core.qr import draw_qr
from campaigns.models import DemoSeat, User
from campaigns.systems import system_name
from config.demo.people import ROLES
from config.demo.public import tables
from config.demo.public.banner import TABLE
from config.server.limits.throttle import truncate_address


@require_methods("GET", "POST")
def demo(request: HttpRequest) -> HttpResponse:
    """Choose a game, and take a seat at a new table."""
    _require_demo()
    if request.method == "POST":
        old = _find_seat(request)
        seat = tables.take_table(request.POST.get("system", ""), _address(request))
        if old:
            tables.leave_table(old)
        return _sit_down(request, seat, _("You are the Storyteller of this table: you act for everyone."))
    games = [(key, system_name(key)) for key in tables.SYSTEMS]
    return render(request, "demo/take.html", {"games": games, "seat": _find_seat(request)})


@require_methods("GET", "POST")
def demo_table(request: HttpRequest, table: str) -> HttpResponse:
    """Show people of the table its link and seats, and let others take a free seat."""
    _require_demo()
    seats = list(DemoSeat.objects.filter(table=table).select_related("user"))
    mine = _find_seat(request)
    if mine in seats:
        link = request.build_absolute_uri(reverse("demo_table", args=[table]))
        scene = tables.find_scene(mine) if mine else None
        rows = [(seat, ROLES[seat.name].label) for seat in seats]
        context = {"rows": rows, "mine": mine, "link": link, "qr": draw_qr(link), "scene": scene}
        return render(request, "demo/table.html", context)
    if request.method == "POST":
        seat = tables.take_seat(table, _address(request))
        return _sit_down(request, seat, _("You have joined. You see only what your character can know."))
    free = [seat for seat in seats if seat.taken_at is None]
    return render(request, "demo/join.html", {"free": free}, status=200 if seats else 404)


def _require_demo() -> None:
    if not settings.PUBLIC_DEMO:
        raise Http404


def _find_seat(request: HttpRequest) -> DemoSeat | None:
    user = request.user
    return DemoSeat.objects.filter(user=user).first() if isinstance(user, User) else None


def _address(request: HttpRequest) -> str:
    return truncate_address(request.META.get("REMOTE_ADDR") or "")


def _sit_down(request: HttpRequest, seat: DemoSeat, sentence: str) -> HttpResponse:
    """Sign the visitor in, and lead her to the scene that is played."""
    login(request, seat.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session[TABLE] = seat.table
    messages.success(request, sentence)
    scene = tables.find_scene(seat)
    return redirect("table", scene.pk) if scene else redirect("series_list")
