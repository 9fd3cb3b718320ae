"""The page on which a Storyteller watches a rehearsal: the table's own, without its forms."""

from dataclasses import replace

from django.contrib import messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.access import is_storyteller
from campaigns.core.decorators import login_required
from campaigns.models import User
from play.live.rehearsal import Rehearsal, may_rehearse, say_title
from play.seats.facts import get_facts_for
from play.seats.gather import gather_board
from play.seats.unread import load_personal
from play.stage.labels import list_labels
from play.stage.personal import make_personal
from play.stage.pictures import list_labels as list_picture_labels
from play.stage.shape import VERSION
from play.stage.words import active_language, list_properties
from play.views.table import TableRequest
from rules import get_system
from rules.battle import STORYTELLER


@login_required("GET", in_utc=True)
def show_rehearsal(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Show the fight of a scene as it is now; the page's socket plays a copy of it to its end. 404 for all but the
    Storytellers.
    """
    table, membership = get_facts_for(user, scene_id)
    if not is_storyteller(membership):
        raise Http404
    if not may_rehearse(table):
        messages.error(request, _("There is no fight to rehearse. Start one in this scene first."))
        return redirect("table", scene_id)
    board = gather_board(table, (STORYTELLER, True))
    board = replace(board, place=replace(board.place, title=say_title(board.place.title)))
    rehearsal = Rehearsal(table, active_language())
    personal = load_personal(membership, table.scene, board.seat, board.count)
    base = reverse("rehearsal", args=[scene_id])
    context = {
        "board": board,
        "mine": make_personal(replace(personal, missed=None)),
        "facts": {**rehearsal.make_facts(), "v": VERSION, "n": 0},
        "face": list_properties(get_system(board.system).face),
        "is_apart": not getattr(staticfiles_storage, "joins_modules", False),
        "words": {**list_labels(), **list_picture_labels()},
        "stage": {"socket": f"/ws/scenes/{scene_id}/rehearsal/", "command": f"{base}command/", "base": base},
    }
    rehearsal.close()
    return render(request, "play/stage.html", context)
