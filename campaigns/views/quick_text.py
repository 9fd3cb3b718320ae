"""A character out of a pasted text: first a look at what was understood, then the character."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns import access
from campaigns.forms import QuickTextForm
from campaigns.models import User
from campaigns.quick_text import EXAMPLES
from campaigns.refusals import Refused
from campaigns.views.gate import signed_in
from campaigns.views.import_look import Source, lead_to_look
from campaigns.views.sending import read_posted


@signed_in("GET", "POST")
def character_text(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Paste a text, which leads to its look. The look is confirmed where files are. Nothing is saved here."""
    series, _membership = access.get_series_to_play(user, pk)
    form = QuickTextForm(read_posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            return lead_to_look(user, series, Source("text", form.cleaned_data["text"].encode()))
        except Refused as refusal:
            form.add_error("text", refusal.sentence)
    context = {"form": form, "series": series, "example": EXAMPLES.get(series.system, "")}
    return render(request, "campaigns/character_text.html", context, status=422 if request.method == "POST" else 200)
