"""Show a handout from its page, and hide it again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.converters import read_key
from campaigns.core.decorators import login_required
from campaigns.handouts.showing import hide_handout, show_handout
from campaigns.handouts.visible import get_handout_to_run
from campaigns.models import User
from rules.text import isolate_name

EVERYBODY = "all"


@login_required("POST")
def handout_show(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show a handout to everybody, or to the players of the characters that were ticked."""
    handout, membership = get_handout_to_run(user, pk)
    keys = [key for one in request.POST.getlist("character") if (key := read_key(one)) is not None]
    show_handout(membership, handout, None if request.POST.get("to") == EVERYBODY else keys)
    messages.success(request, _("%(title)s is shown.") % {"title": isolate_name(handout.title)})
    return redirect(f"{reverse('handouts', args=[handout.series_id])}#handout-{pk}")


@login_required("POST")
def handout_hide(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Hide a handout that was shown from its page."""
    handout, membership = get_handout_to_run(user, pk)
    hide_handout(membership, handout)
    messages.success(request, _("%(title)s is hidden.") % {"title": isolate_name(handout.title)})
    return redirect(f"{reverse('handouts', args=[handout.series_id])}#handout-{pk}")
