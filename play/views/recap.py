"""The recap of a scene as a seat saw it, and the Storyteller's pages on which recaps are written and published."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.calendar import format_duration
from campaigns.chronicle import in_order
from campaigns.edit_conflict import SEEN_FIELD
from campaigns.models import Episode, Scene, User
from campaigns.recap_forms import RecapForm
from campaigns.recaps import RECAP, find_recap, list_awards
from campaigns.refusals import Refused, Stale
from campaigns.views.decorators import login_required
from campaigns.views.form_views import answer_form, posted_data
from play.recap.draft import write_draft
from play.recap.read import EVERYBODY, read_recap

MINUTE = 60
WAYS = {"publish": True, "draft": False}
"""What a form asks for, and whether all members read the recap from then."""
KINDS: dict[str, type[Scene] | type[Episode]] = {"scene": Scene, "episode": Episode}


@login_required("GET")
def scene_recap(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Show a scene as the person's seat saw it; to the Storyteller on request as everybody saw it.

    Pages that fold it ask for it by htmx, and get it without the page around it.
    """
    scene, membership = access.get_part_for(Scene, user, scene_id)
    as_everybody = request.GET.get("as") == "everybody"
    seat = EVERYBODY if as_everybody else access.get_seat(membership)
    recap = read_recap(scene, seat)
    context = {
        "scene": scene,
        "recap": recap,
        "played": format_duration(recap.played // MINUTE * MINUTE) if recap.played >= MINUTE else "",
        "passed": format_duration(recap.passed) if recap.passed else "",
        "awards": [] if as_everybody else list_awards(scene, membership),
        "storyteller": access.is_storyteller(membership),
        "as_everybody": as_everybody,
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
    form = RecapForm(recap, _draft(part) if is_fresh else "", posted_data(request))

    def change() -> str:
        if (published := WAYS.get(request.POST.get("do", ""))) is None:
            raise Refused(_("Publish the recap, or keep it as a draft."), status=422)
        text, seen = form.cleaned_data["text"], form.cleaned_data[SEEN_FIELD]
        try:
            services.write_recap(membership, part, text, seen, published=published)
        except Stale:
            form.show_theirs(find_recap(part), RECAP)
            raise
        if published and text:
            messages.success(request, _("All members can read it now."))
        return reverse("part", args=[kind, pk])

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "part": part, "kind": kind, "recap": recap, "series": membership.series}
        return render(request, "play/recap_form.html", context, status=status)

    return answer_form(request, form, change, draw)


def _draft(part: Scene | Episode) -> str:
    """Return the draft of a part. That of an episode leaves out the scenes that players may not know of."""
    if isinstance(part, Scene):
        return _draft_scene(part)
    scenes = [scene for scene in in_order(part.scenes.all()) if not (scene.hidden or scene.planned)]
    drafts = [(scene.title, _draft_scene(scene)) for scene in scenes]
    return "\n\n".join(f"## {title}\n\n{draft}" for title, draft in drafts if draft)


def _draft_scene(scene: Scene) -> str:
    return write_draft(read_recap(scene, EVERYBODY, in_public=True))
