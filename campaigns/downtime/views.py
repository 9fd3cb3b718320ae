"""A downtime: put days in, resolve, change results, publish, recall. `chronicle.part` shows the downtime itself."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh
from kombu.exceptions import OperationalError

from campaigns.core import access
from campaigns.core.converters import parse_key
from campaigns.core.decorators import login_required
from campaigns.core.form_views import add_refusal, answer_form, answer_form_once, answer_once, posted_data
from campaigns.core.records.pages import save_form
from campaigns.core.refusals import Refused
from campaigns.downtime.day_activities import parse_activity
from campaigns.downtime.forms import MomentForm, PlanForm, ResultForm
from campaigns.downtime.living import start_run
from campaigns.downtime.page import (
    describe_result,
    find_run,
    list_doings,
    load_days,
    preview_days,
    preview_recall,
    takes_plans,
)
from campaigns.downtime.planning import draft_doing, put_in, set_deadline, take_out
from campaigns.downtime.publishing import publish, publish_at
from campaigns.downtime.recalling import find_hindrance, recall
from campaigns.downtime.resolution import list_stretches
from campaigns.downtime.running import open_again
from campaigns.models import Character, Doing, Downtime, Membership, ProposalState, RunState, User
from campaigns.tasks import work_out_downtime
from rules import get_system
from rules.recovery import REST


@login_required("GET", "POST")
def downtime_days(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """The days of one character: preview what they would give, and put something in."""
    part, membership = access.get_part_for(Downtime, user, pk)
    asked = request.POST if request.method == "POST" else request.GET
    character = _find_character(user, membership, asked.get("character", ""))
    if request.method == "GET" and getattr(request, "htmx", False):
        return _render_preview(request, part, character)
    form = (
        PlanForm(part, character, request.POST) if request.method == "POST" else _blank_plan(request, part, character)
    )

    def make() -> str:
        put_in(membership, part, character, form.plan)
        sentence = (
            _("Planned for day %(first)s.") if form.plan.days == 1 else _("Planned for days %(first)s to %(last)s.")
        )
        messages.success(request, sentence % form.cleaned_data)
        return reverse("part", args=["downtime", pk])

    def draw(status: int) -> HttpResponse:
        context = {
            "part": part,
            "character": character,
            "series": membership.series,
            "storyteller": access.is_storyteller(membership),
            "days": load_days(part, character, membership),
            "takes_plans": takes_plans(part),
            "projects": character.projects.filter(outcome=""),
            "form": form,
            "ways": get_system(membership.series.system).recovery.activities,
            "preview": preview_days(
                part, character, _planned(part, character, form if form.is_bound else form.as_sent)
            ),
        }
        return render(request, "campaigns/downtime_days.html", context, status=status)

    return answer_form_once(request, user, form, make, draw)


def _blank_plan(request: HttpRequest, part: Downtime, character: Character) -> PlanForm:
    """Return a plan for the days asked for, or else for the first free ones.

    It is for the project asked for; else for training, if the character trains, because no other days count for it;
    else for rest.
    """
    first, last, project = (parse_key(request.GET.get(name, "")) for name in ("first", "last", "project"))
    if first is None:
        stretches = list_stretches(list_doings(part, character), part.days)
        first, days = next(((first, days) for first, days, doing in stretches if doing is None), (1, part.days))
        last = first + days - 1
    trains = character.proposals.filter(state=ProposalState.TRAINING).exists()
    kind = Doing.PROJECT if project is not None else Doing.TRAIN if trains else REST
    return PlanForm(part, character, first=first, last=last or part.days, kind=kind, project=project)


def _render_preview(request: HttpRequest, part: Downtime, character: Character) -> HttpResponse:
    """Return the preview of the days with what the form holds so far."""
    form = PlanForm(part, character, request.GET)
    context = {"preview": preview_days(part, character, _planned(part, character, form)), "form": form, "asked": True}
    return render(request, "campaigns/_downtime_preview.html", context)


def _planned(part: Downtime, character: Character, form: PlanForm) -> list[Doing]:
    """Return what was put in, and what the form would add. If that is refused, the form says why."""
    doings = list_doings(part, character)
    if form.is_valid():
        try:
            doings.append(draft_doing(part, character, form.plan))
        except Refused as refusal:
            add_refusal(form, refusal)
    return doings


def _find_character(user: User, membership: Membership, text: str) -> Character:
    """Return the character with this id, or else the person's first one. Raises 403 if the person may not edit it."""
    if (key := parse_key(text)) is not None:
        character, other = access.get_character_to_edit(user, key)
        if other != membership:
            raise Http404
        return character
    mine = access.visible_characters(membership).filter(owner=user).select_related("series").first()
    if mine is None:
        access.require_storyteller(membership)
        raise Refused(_("Choose a character."), status=422)
    access.require_editor(mine, membership)
    return mine


@login_required("POST")
def doing_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Delete what was put in."""
    doing, membership = access.get_doing_to_edit(user, pk)
    take_out(membership, doing)
    sentence = (
        _("Plan for day %(first)s removed.") if doing.days == 1 else _("Plan for days %(first)s to %(last)s removed.")
    )
    messages.success(request, sentence % {"first": doing.first, "last": doing.last})
    return redirect("part", "downtime", doing.downtime_id)


@login_required("POST")
def downtime_act(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Carry out a Storyteller's action: deadline, resolve, open again, publish now or later."""
    part, membership = access.get_part_to_run(Downtime, user, pk)
    act = _ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise Refused(_("Use one of the buttons on the downtime page."), status=422)
    messages.success(request, act(request, part, membership))
    return redirect("part", "downtime", pk)


def _run(request: HttpRequest, part: Downtime, membership: Membership) -> str:
    started = start_run(membership, part, parse_activity(request.POST.get("way", "")))
    _queue(started.pk)
    return _("Resolving the downtime. No sheet changes until you publish.")


def _queue(run_id: int) -> None:
    """Start the task. If the broker is away, the periodic task finds the run later."""
    with suppress(OperationalError):
        work_out_downtime.delay_on_commit(run_id)


def _open(request: HttpRequest, part: Downtime, membership: Membership) -> str:
    open_again(membership, part)
    return _("Open for plans again. The dice stay as rolled.")


def _publish(request: HttpRequest, part: Downtime, membership: Membership) -> str:
    publish(membership, part)
    return _("Published: sheets, clock and trainings are updated.")


def _publish_at(request: HttpRequest, part: Downtime, membership: Membership) -> str:
    moment = _parse_moment(request)
    publish_at(membership, part, moment)
    return _("It will be published automatically.") if moment else _("It is waiting for you to publish it.")


def _deadline(request: HttpRequest, part: Downtime, membership: Membership) -> str:
    moment = _parse_moment(request)
    set_deadline(membership, part, moment)
    return _("It closes automatically.") if moment else _("You close it yourself.")


def _parse_moment(request: HttpRequest) -> datetime | None:
    form = MomentForm(request.POST)
    if not form.is_valid():
        raise Refused(form.fault, status=422, field="moment")
    moment: datetime | None = form.cleaned_data["moment"]
    return moment


_ACTS: dict[str, Callable[[HttpRequest, Downtime, Membership], str]] = {
    "run": _run,
    "open": _open,
    "publish": _publish,
    "publish_at": _publish_at,
    "deadline": _deadline,
}


@login_required("GET", "POST")
def downtime_recall(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Ask, then recall a published downtime, or say what stands in the way."""
    part, membership = access.get_part_to_run(Downtime, user, pk)

    def take_back() -> str:
        recall(membership, part)
        messages.success(request, _("Taken back: review it, edit it, publish it again."))
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
        "hindrance": find_hindrance(membership, part),
        **preview_recall(run),
    }
    return render(request, "campaigns/downtime_recall.html", context)


@login_required("GET")
def downtime_progress(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return how far the run has come. Once it is done, the whole page reloads."""
    part, _membership = access.get_part_to_run(Downtime, user, pk)
    run = find_run(part)
    if not getattr(request, "htmx", False):
        return redirect("part", "downtime", pk)
    if run is None or run.state != RunState.RUNNING:
        return HttpResponseClientRefresh()
    return render(request, "campaigns/_downtime_progress.html", {"run": run, "part": part})


@login_required("GET", "POST")
def downtime_result(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show the result for one character, and let the Storyteller change it and add words."""
    result, membership = access.get_result_to_run(user, pk)
    part = result.run.downtime
    form = ResultForm(membership, result, posted_data(request))

    def change() -> str:
        save_form(form)
        return reverse("part", args=["downtime", part.pk])

    def draw(status: int) -> HttpResponse:
        context = {
            "part": part,
            "series": membership.series,
            "character": result.character,
            "told": describe_result(result),
            "days": load_days(part, result.character, membership),
            "form": form,
            "traits": form.traits,
            "can_change": result.run.state == RunState.LOOK,
        }
        return render(request, "campaigns/downtime_result.html", context, status=status)

    return answer_form(request, form, change, draw)
