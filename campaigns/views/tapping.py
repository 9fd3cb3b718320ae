"""A tap on a sheet between scenes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.models import User
from campaigns.refusals import Refused
from campaigns.services.tapping import tap_sheet
from campaigns.views.decorators import login_required
from rules.wounds import HARMS

MARK = "mark"
"""What a tap on an empty box says: it takes the kind of harm that the switch beside it has."""
STEPS = {"1": 1, "-1": -1}


@login_required("POST")
def character_tap(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change a health box or a point on the sheet, while no scene is open."""
    character, membership = access.get_character_to_edit(user, pk)
    _who, what, step = [*request.POST.get("tap", "").split(" "), "", "", ""][:3]
    harm = request.POST.get("harm", "lethal")
    if not what or step not in STEPS or harm not in HARMS:
        raise Refused(_("Tap a box, or plus or minus beside a pool."), status=422)
    tap_sheet(membership, character, harm if what == MARK else what, STEPS[step])
    return redirect(f"{reverse('character', args=[pk])}#play")
