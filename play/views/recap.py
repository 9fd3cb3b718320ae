"""Recaps of scenes and episodes as a seat saw them, and the Storyteller's pages to write and publish them."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.calendar.calendar import MINUTE, format_duration
from campaigns.chronicle.awards import list_awards
from campaigns.chronicle.recaps.forms import MAX_LETTERS, RecapForm
from campaigns.chronicle.recaps.visible import find_recap
from campaigns.chronicle.tree import in_order
from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form, posted_data
from campaigns.core.parts import kind_of
from campaigns.core.records.pages import save_form
from campaigns.core.refusals import Refused
from campaigns.core.seats import get_seat
from campaigns.models import Episode, Membership, Scene, User
from play.recap.draft import write_draft, write_episode
from play.recap.load import EVERYBODY, load_recap, load_recaps
from play.recap.model import Recap, SceneRecap, sum_recaps
from rules.battle import Seat

WAYS = {"publish": True, "draft": False}
"""What a form asks for, and whether all members read the recap from then."""
KINDS: dict[str, type[Scene] | type[Episode]] = {"scene": Scene, "episode": Episode}


@login_required("GET")
def scene_recap(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Show a scene as the person's seat saw it; to the Storyteller on request as everybody saw it."""
    scene, membership = access.get_part_for(Scene, user, scene_id)
    return _show(request, scene, membership, load_recap(scene, _find_seat(request, membership)))


@login_required("GET")
def episode_recap(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show an episode like a scene: the sum of its scenes, and each by itself. Scenes that the person may not know of
    are left out."""
    episode, membership = access.get_part_for(Episode, user, pk)
    is_public = _as_everybody(request)
    known = [scene for scene in _list_scenes(episode, membership) if not (is_public and scene.hidden)]
    recaps = load_recaps(known, _find_seat(request, membership))
    scenes = [SceneRecap(*pair) for pair in zip(known, recaps, strict=True) if not pair[1].is_empty]
    return _show(request, episode, membership, sum_recaps(recaps), scenes)


def _as_everybody(request: HttpRequest) -> bool:
    return request.GET.get("as") == "everybody"


def _find_seat(request: HttpRequest, membership: Membership) -> Seat:
    return EVERYBODY if _as_everybody(request) else get_seat(membership)


def _list_scenes(episode: Episode, membership: Membership) -> list[Scene]:
    """Return the scenes of an episode that were played, as far as the member may know of them, in order."""
    scenes = in_order(access.visible_parts(episode.scenes.filter(planned=False), membership))
    for scene in scenes:
        scene.episode = episode
    return scenes


def _show(
    request: HttpRequest, part: Scene | Episode, membership: Membership, recap: Recap, scenes: Sequence[SceneRecap] = ()
) -> HttpResponse:
    """Draw a recap. Pages that fold it ask for it by htmx, and get it without the page around it."""
    kind = kind_of(part)
    context = {
        "series": membership.series,
        "part": part,
        "kind": kind,
        "address": reverse(f"{kind}_recap", args=[part.pk]),
        "recap": recap,
        "scenes": scenes,
        "played": format_duration(recap.played // MINUTE * MINUTE) if recap.played >= MINUTE else "",
        "passed": format_duration(recap.passed) if recap.passed >= MINUTE else "",
        "awards": [] if _as_everybody(request) else list_awards(part, membership),
        "storyteller": access.is_storyteller(membership),
        "as_everybody": _as_everybody(request),
    }
    page = "play/_recap.html" if getattr(request, "htmx", False) else "play/recap.html"
    return render(request, page, context)


@login_required("GET", "POST")
def recap_edit(request: HttpRequest, user: User, kind: str, pk: int) -> HttpResponse:
    """Write the recap of a scene or an episode, from a draft of what everybody saw, and publish it."""
    if kind not in KINDS:
        raise Http404
    part, membership = access.get_part_to_run(KINDS[kind], user, pk)
    recap = find_recap(part)
    is_fresh = not recap.text and request.method == "GET"
    draft = {"text": _draft(part, membership)} if is_fresh else None
    form = RecapForm(membership, recap, posted_data(request), initial=draft)

    def change() -> str:
        if (published := WAYS.get(request.POST.get("do", ""))) is None:
            raise Refused(_("Choose to publish the recap or save it as a draft."), status=422)
        save_form(form, published=published)
        if published and form.cleaned_data["text"]:
            messages.success(request, _("All members can read it now."))
        return reverse("part", args=[kind, pk])

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "part": part, "kind": kind, "recap": recap, "series": membership.series}
        return render(request, "play/recap_form.html", context, status=status)

    return answer_form(request, form, change, draw)


def _draft(part: Scene | Episode, membership: Membership) -> str:
    """Return the draft of a part. That of an episode leaves out the scenes that players may not know of."""
    if isinstance(part, Scene):
        return write_draft(load_recap(part, EVERYBODY, in_public=True), MAX_LETTERS)
    scenes = [scene for scene in _list_scenes(part, membership) if not scene.hidden]
    recaps = load_recaps(scenes, EVERYBODY, in_public=True)
    drafts = [(scene.title, recap) for scene, recap in zip(scenes, recaps, strict=True)]
    return write_episode(drafts, MAX_LETTERS)
