"""The parts of a series: show, create, edit, order, open and close."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.chronicle.between import open_between
from campaigns.chronicle.forms import FORMS, PlaceForm
from campaigns.chronicle.page import chronicle_context
from campaigns.chronicle.parts import is_empty
from campaigns.chronicle.recaps.visible import find_visible_recap
from campaigns.chronicle.services import move_part, place_part, set_open
from campaigns.chronicle.story_end import end_story
from campaigns.chronicle.tree import About, build_tree, find_next_scene, walk
from campaigns.core import access
from campaigns.core.access import get_series_for
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form, posted_data
from campaigns.core.parts import KINDS, Part, kind_of
from campaigns.core.records.form import RecordForm
from campaigns.core.records.pages import RecordPages
from campaigns.core.refusals import Refused
from campaigns.downtime.day_activities import ask_days, parse_activity
from campaigns.downtime.page import build_page
from campaigns.handouts.private_notes.services import find_note
from campaigns.handouts.visible import handouts_of
from campaigns.models import Downtime, Episode, Membership, Scene, Series, Story, User
from campaigns.sessions.visible import list_sessions_of, say_session
from campaigns.threads.visible import threads_of
from rules import get_system
from rules.text import isolate_name

Place = Series | Story | Episode


ENDS = "end"
"""What the form of a story sends to end it, with what its end gives back."""


@login_required("GET")
def part(
    request: HttpRequest, user: User, kind: str, pk: int, about: Callable[[Membership], About] | None = None
) -> HttpResponse:
    """Show one part: its notes, what lies inside, and links to the parts before and after it.

    `about`: what else of the scenes inside is shown to a member, as `build_tree` takes it.
    """
    part, membership = access.get_part_for(KINDS[kind], user, pk)
    holds_scenes = isinstance(part, Story | Episode)
    branches = walk(build_tree(membership, about(membership) if about and holds_scenes else None))
    here = next((place for place, branch in enumerate(branches) if branch.part == part), None)
    if here is None:
        raise Http404  # somebody has just taken it out
    context = {
        "branch": branches[here],
        "before": branches[here - 1] if here else None,
        "after": branches[here + 1] if here + 1 < len(branches) else None,
        "following": find_next_scene(part, membership),
        **_part_context(part, membership),
    }
    if isinstance(part, Downtime):
        return render(request, "campaigns/downtime.html", context | build_page(part, membership))
    if isinstance(part, Scene | Episode):
        context["recap"] = find_visible_recap(part, membership)
    if isinstance(part, Story) and part.is_open:
        context["story_help"] = get_system(membership.series.system).recovery.story_help
    if isinstance(part, Story | Scene):
        context["threads"] = threads_of(part, membership)
    if isinstance(part, Scene):
        context |= {"handouts": handouts_of(part, membership), "my_note": find_note(membership, part)}
        context["sessions"] = [(session.pk, say_session(session)) for session in list_sessions_of(part)]
        context["day_ways"] = ask_days(membership.series, part.begins_at) if part.planned else []
    return render(request, "campaigns/part.html", context)


class PartPages(RecordPages[Any]):
    """The pages that make, change and delete a part. `inside`: the kind of what a new one lies in."""

    name = "part"
    asks_to_remove = "campaigns/part_remove.html"

    def __init__(self, kind: str, inside: str = "") -> None:
        super().__init__(partial(access.get_part_to_run, KINDS[kind]))
        self.kind, self.inside, self.form = kind, inside, FORMS[kind]

    def begin(self, request: HttpRequest, user: User, pk: int) -> tuple[Part, Membership]:
        """Return a blank part inside the one with this key."""
        place, membership = _get_place(user, self.inside, pk)
        return _blank(self.kind, place), membership

    def find_way_on(self, row: Part, form: RecordForm) -> str:
        """Go on to the part; from a new one to where it stands in the chronicle."""
        if form.instance.pk:
            return reverse("part", args=[self.kind, row.pk])
        here = f"{self.kind}-{row.pk}"
        return f"{reverse('series', args=[row.series.pk])}?at={here}#{here}"

    def find_way_back(self, row: Part) -> str:
        """Go back to the series."""
        return reverse("series", args=[row.series.pk])

    def say_removed(self, row: Part) -> str:
        """Say that it was deleted."""
        return _("%(title)s deleted.") % {"title": isolate_name(row.title)}

    def form_context(self, row: Part | None, blank: Part, membership: Membership) -> dict[str, Any]:
        """Show beside the form whether the part can be deleted."""
        removable = row is not None and is_empty(row)
        return self._context(membership, blank) | {"new": row is None, "removable": removable}

    def _context(self, membership: Membership, row: Part | None = None) -> dict[str, Any]:
        return super()._context(membership, row) | {"kind": self.kind}


NEW = {
    (inside, kind): PartPages(kind, inside).new_view
    for inside, kind in (
        ("series", "story"),
        ("story", "episode"),
        ("story", "downtime"),
        ("episode", "scene"),
        ("episode", "downtime"),
    )
}
"""The pages that make a part, by the kind of what it lies in and its own."""
PAGES = {kind: PartPages(kind) for kind in KINDS}


@login_required("GET", "POST")
def part_edit(request: HttpRequest, user: User, kind: str, pk: int) -> HttpResponse:
    """Edit a part."""
    return PAGES[kind].edit_view(request, pk)


@login_required("GET", "POST")
def part_remove(request: HttpRequest, user: User, kind: str, pk: int) -> HttpResponse:
    """Ask, then delete an empty part."""
    return PAGES[kind].remove_view(request, pk)


@login_required("POST")
def part_move(request: HttpRequest, user: User, kind: str, pk: int) -> HttpResponse:
    """Move a part one place up or down, across the borders of episodes and stories."""
    part, membership = access.get_part_to_run(KINDS[kind], user, pk)
    steps = {"up": -1, "down": 1}
    if (step := steps.get(request.POST.get("to", ""))) is None:
        raise Refused(_("Only up or down is possible."), status=422)
    sentence = ""
    if not move_part(membership, part, step):
        end = _("“%(title)s” is already first.") if step < 0 else _("“%(title)s” is already last.")
        sentence = end % {"title": isolate_name(part.title)}
    if getattr(request, "htmx", False):
        context = {**chronicle_context(membership, arranging=True, at=(kind, pk)), "told": sentence}
        return render(request, "campaigns/_chronicle.html", context)
    if sentence:
        messages.info(request, sentence)
    return redirect(f"{reverse('series', args=[membership.series_id])}?arrange=1&at={kind}-{pk}#{kind}-{pk}")


@login_required("GET", "POST")
def part_place(request: HttpRequest, user: User, kind: str, pk: int) -> HttpResponse:
    """Move a part into another episode or story of the series."""
    part, membership = access.get_part_to_run(KINDS[kind], user, pk)
    form = PlaceForm(part, posted_data(request))

    def change() -> str:
        place_part(membership, part, form.chosen())
        return f"{reverse('series', args=[membership.series_id])}?arrange=1&at={kind}-{pk}#{kind}-{pk}"

    def draw(status: int) -> HttpResponse:
        context = {"form": form, **_part_context(part, membership)}
        return render(request, "campaigns/part_place.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def part_open(request: HttpRequest, user: User, kind: str, pk: int) -> HttpResponse:
    """Open or close a part. A planned scene that is opened is shown at its table."""
    part, membership = access.get_part_to_run(KINDS[kind], user, pk)
    if isinstance(part, Story) and request.POST.get("open") == ENDS:
        end_story(membership, part)
        return redirect("part", kind, pk)
    wanted = {"yes": True, "no": False}
    if (is_open := wanted.get(request.POST.get("open", ""))) is None:
        raise Refused(_("Only open or closed is possible."), status=422)
    set_open(membership, part, is_open, parse_activity(request.POST.get("way", "")))
    if is_open and isinstance(part, Scene) and part.planned:
        return redirect("table", pk)
    return redirect("part", kind, pk)


def _get_place(user: User, inside: str, pk: int) -> tuple[Place, Membership]:
    if inside == "series":
        return access.get_series_to_run(user, pk)
    if inside == "story":
        return access.get_part_to_run(Story, user, pk)
    return access.get_part_to_run(Episode, user, pk)


def _blank(kind: str, place: Place) -> Part:
    if isinstance(place, Series):
        return Story(series=place)
    if isinstance(place, Story):
        return Episode(story=place) if kind == "episode" else Downtime(story=place)
    return Scene(episode=place) if kind == "scene" else Downtime(story=place.story, episode=place)


def _part_context(part: Part, membership: Membership) -> dict[str, object]:
    return {
        "part": part,
        "kind": kind_of(part),
        "series": membership.series,
        "storyteller": access.is_storyteller(membership),
    }


@login_required("POST")
def series_between(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Lead to the place between scenes. Sent twice, it leads to the same."""
    _series, membership = get_series_for(user, pk)
    return redirect("table", open_between(membership).pk)
