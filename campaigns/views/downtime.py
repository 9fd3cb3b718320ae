"""A downtime: what players put in, how it is worked out, looked at and published. Its own page is that of the part."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh
from kombu.exceptions import OperationalError

from campaigns import access
from campaigns.downtime_forms import MomentForm, PlanForm, ResultForm
from campaigns.downtime_page import (
    ResultTraits,
    find_run,
    look_ahead,
    read_days,
    read_recall,
    takes_plans,
    tell_result,
)
from campaigns.models import Character, Doing, Downtime, Membership, RunState, User
from campaigns.refusals import Refused
from campaigns.services import downtime as service
from campaigns.tasks import work_out_downtime
from campaigns.views.gate import signed_in
from campaigns.views.sending import answer_once, blame, read_command
from rules import get_system


@signed_in("GET", "POST")
def downtime_days(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """The days of one character: see what they would give, and put something in."""
    part, membership = access.get_part_for(Downtime, user, pk)
    asked = request.POST if request.method == "POST" else request.GET
    character = _find_character(user, membership, asked.get("character", ""))
    if request.method == "POST":
        return _put_in(request, user, part, character, membership)
    if getattr(request, "htmx", False):
        form = PlanForm(part, character, request.GET)
        doings = [*_doings(part, character), *_unsaved(form, part, character)]
        context = {"look": look_ahead(part, character, doings), "form": form, "asked": True}
        return render(request, "campaigns/_downtime_look.html", context)
    first, last = _number(request.GET.get("first", "")), _number(request.GET.get("last", ""))
    free = next((one for one in read_days(part, character, membership).stretches if one.doing is None), None)
    first, last = (first or 1, last or part.days) if first or not free else (free.first, free.last)
    form = PlanForm(part, character, first=first, last=last, kind="rest")
    return _days_page(request, part, character, membership, form)


def _put_in(
    request: HttpRequest, user: User, part: Downtime, character: Character, membership: Membership
) -> HttpResponse:
    form, status = PlanForm(part, character, request.POST), 422

    def put() -> str:
        service.put_in(membership, part, character, read_command(request), form.plan)
        messages.success(request, _("Put in for days %(first)s to %(last)s.") % form.cleaned_data)
        return reverse("part", args=["downtime", part.pk])

    if form.is_valid():
        try:
            return answer_once(request, user, put)
        except Refused as refusal:
            status = blame(form, refusal)
    return _days_page(request, part, character, membership, form, status)


def _days_page(
    request: HttpRequest,
    part: Downtime,
    character: Character,
    membership: Membership,
    form: PlanForm,
    status: int = 200,
) -> HttpResponse:
    context = {
        "part": part,
        "character": character,
        "series": membership.series,
        "storyteller": access.is_storyteller(membership),
        "days": read_days(part, character, membership),
        "takes_plans": takes_plans(part),
        "projects": character.projects.filter(outcome=""),
        "form": form,
        "ways": get_system(membership.series.system).recovery.ways,
        "look": look_ahead(part, character, _doings(part, character)),
    }
    return render(request, "campaigns/downtime_days.html", context, status=status)


def _doings(part: Downtime, character: Character) -> list[Doing]:
    return list(Doing.objects.filter(downtime=part, character=character).select_related("project"))


def _unsaved(form: PlanForm, part: Downtime, character: Character) -> list[Doing]:
    """What is being filled in, as if it were put in; nothing where it does not fit."""
    if not form.is_valid() or form.cleaned_data["last"] > part.days:
        return []
    plan, taken = form.plan, _doings(part, character)
    last = plan.first + plan.days - 1
    if any(doing.first <= last and plan.first <= doing.last for doing in taken):
        form.add_error("first", _("Some of these days are taken already."))
        return []
    project = character.projects.filter(pk=plan.project or 0).first()
    return [Doing(kind=plan.kind, first=plan.first, days=plan.days, project=project)]


def _find_character(user: User, membership: Membership, text: str) -> Character:
    """The character that is named, or the person's first one. 403 where the person may not change it."""
    if text.isascii() and text.isdecimal() and len(text) < 18:
        character, other = access.get_character_to_edit(user, int(text))
        if other.series_id == membership.series_id:
            return character
    mine = access.visible_characters(membership).filter(owner=user).select_related("series").first()
    if mine is None:
        access.require_storyteller(membership)
        raise Refused(_("Choose whose days they are."), status=422)
    access.require_editor(mine, membership)
    return mine


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 6 else None


@signed_in("POST")
def doing_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Take back what was put in."""
    doing, membership = access.get_doing_to_edit(user, pk)
    service.take_out(membership, doing)
    messages.success(
        request, _("Days %(first)s to %(last)s are free again.") % {"first": doing.first, "last": doing.last}
    )
    return redirect("part", "downtime", doing.downtime_id)


@signed_in("POST")
def downtime_act(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """What the Storyteller does with a downtime: deadline, work it out, open it again, publish now or at a moment."""
    part, membership = access.get_part_to_run(Downtime, user, pk)
    act = _ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise Refused(_("Use one of the buttons of the downtime."), status=422)
    messages.success(request, act(request, part, membership))
    return redirect("part", "downtime", pk)


def _run(request: HttpRequest, part: Downtime, membership: Membership) -> str:
    started = service.start_run(membership, part)
    _queue(started.pk)
    return _("It is being worked out. Nothing touches a sheet before you publish it.")


def _queue(run_id: int) -> None:
    """Begin at once; where the broker is away, the minute's clock finds what stands still."""
    with suppress(OperationalError):
        work_out_downtime.delay_on_commit(run_id)


def _open(request: HttpRequest, part: Downtime, membership: Membership) -> str:
    service.open_again(membership, part)
    return _("It is open for plans again. The dice stay as they fell.")


def _publish(request: HttpRequest, part: Downtime, membership: Membership) -> str:
    service.publish(membership, part)
    return _("It is published: sheets, clock and trainings have moved on.")


def _publish_at(request: HttpRequest, part: Downtime, membership: Membership) -> str:
    moment = _read_moment(request)
    service.publish_at(membership, part, moment)
    return _("It will be published by itself.") if moment else _("It waits for you to publish it.")


def _deadline(request: HttpRequest, part: Downtime, membership: Membership) -> str:
    moment = _read_moment(request)
    service.set_deadline(membership, part, moment)
    return _("It closes by itself.") if moment else _("It closes when you say so.")


def _read_moment(request: HttpRequest) -> datetime | None:
    form = MomentForm(request.POST)
    if not form.is_valid():
        raise Refused(_("Give a day and an hour, as 2026-12-24 18:00."), status=422, field="moment")
    moment: datetime | None = form.cleaned_data["moment"]
    return moment


_ACTS: dict[str, Callable[[HttpRequest, Downtime, Membership], str]] = {
    "run": _run,
    "open": _open,
    "publish": _publish,
    "publish_at": _publish_at,
    "deadline": _deadline,
}


@signed_in("GET", "POST")
def downtime_recall(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Ask, then take a published downtime back; or say what stands in the way."""
    part, membership = access.get_part_to_run(Downtime, user, pk)

    def take_back() -> str:
        service.recall(membership, part, read_command(request))
        messages.success(request, _("It is taken back: look at it, change it, publish it anew."))
        return reverse("part", args=["downtime", pk])

    if request.method == "POST":
        return answer_once(request, user, take_back)
    run = find_run(part)
    if run is None or run.state != RunState.PUBLISHED:
        return redirect("part", "downtime", pk)
    context = {
        "part": part,
        "series": membership.series,
        "run": run,
        "hindrance": service.find_hindrance(membership, part),
        **read_recall(run),
    }
    return render(request, "campaigns/downtime_recall.html", context)


@signed_in("GET")
def downtime_progress(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """How far the work has come; the whole page once it is done."""
    part, _membership = access.get_part_to_run(Downtime, user, pk)
    run = find_run(part)
    if not getattr(request, "htmx", False):
        return redirect("part", "downtime", pk)
    if run is None or run.state != RunState.RUNNING:
        return HttpResponseClientRefresh()
    return render(request, "campaigns/_downtime_progress.html", {"run": run, "part": part})


@signed_in("GET", "POST")
def downtime_result(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """What came of it for one character: the Storyteller looks, changes what she likes, adds words."""
    result, membership = access.get_result_to_run(user, pk)
    posted = request.POST if request.method == "POST" else None
    form, traits, refusal = ResultForm(result, posted), ResultTraits(result, posted), ""
    if posted is not None and form.is_valid():
        refusal = traits.refusal
        try:
            if not refusal:
                words = form.cleaned_data
                service.change_result(
                    membership, result, words["words"], words["secret_words"], traits.values, traits.begun
                )
                return redirect("part", "downtime", result.run.downtime_id)
        except Refused as error:
            refusal = error.sentence
    part = result.run.downtime
    context = {
        "part": part,
        "series": membership.series,
        "character": result.character,
        "told": tell_result(result, result.character),
        "days": read_days(part, result.character, membership),
        "form": form,
        "traits": traits,
        "refusal": refusal,
        "can_change": result.run.state == RunState.LOOK,
    }
    return render(request, "campaigns/downtime_result.html", context, status=422 if posted is not None else 200)
