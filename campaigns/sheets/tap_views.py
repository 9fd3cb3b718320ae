"""Taps on a sheet between scenes."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_once
from campaigns.core.language import tell
from campaigns.core.refusals import Refused
from campaigns.models import User
from campaigns.sheets.taps import tap_sheet
from rules.errors import BadInput
from rules.sheets.touch import BAD_TAP, parse_tap


@login_required("POST")
def character_tap(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change a health box or a point of a pool on the sheet."""
    character, membership = access.get_character_to_edit(user, pk)
    try:
        touched = parse_tap(request.POST.get("tap", ""), request.POST.get("harm", "lethal"), 1)
    except BadInput as error:
        raise Refused(tell(error.sentence), status=422) from error
    if touched.who != str(pk):
        raise Refused(tell(BAD_TAP), status=422)

    def change() -> str:
        tap_sheet(membership, character, touched)
        return f"{reverse('character', args=[pk])}#play"

    return answer_once(request, user, change)
