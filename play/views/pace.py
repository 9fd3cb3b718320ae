"""How a scene by post moves, and the nudge."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from campaigns.core.access import get_part_for, get_part_to_run, is_storyteller
from campaigns.core.decorators import login_required
from campaigns.models import Scene, User
from play.commands.nudge import nudge as nudge_player
from play.seats.pace import count_weeks, list_awaited_in, measure_pace
from play.table.newest import load_states
from rules.text import isolate_name


@login_required("GET")
def pace(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Show who is awaited in a scene, how long people took, and what each week brought."""
    scene, membership = get_part_for(Scene, user, scene_id)
    scenes = [scene] if scene.is_open else []
    context = {
        "scene": scene,
        "series": scene.series,
        "storyteller": is_storyteller(membership),
        "awaited": list_awaited_in(membership, scenes, load_states(scenes)),
        "people": measure_pace(scene, membership),
        "weeks": count_weeks(scene, membership),
    }
    return render(request, "play/pace.html", context)


@login_required("POST")
def nudge(request: HttpRequest, user: User, scene_id: int, wait_id: int) -> HttpResponse:
    """Nudge the player whom a scene waits for."""
    scene, membership = get_part_to_run(Scene, user, scene_id)
    name = nudge_player(membership, scene, wait_id)
    messages.success(request, _("Nudge sent to %(name)s.") % {"name": isolate_name(name)})
    return redirect("pace", scene_id)
