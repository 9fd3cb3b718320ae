"""A character out of a pasted text: first a look at what was understood, then the character."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns import access
from campaigns.forms import QuickTextForm
from campaigns.models import User
from campaigns.quick_text import EXAMPLES, read_text
from campaigns.refusals import Refused
from campaigns.sheets import extra_sheet
from campaigns.views.gate import signed_in
from campaigns.views.imports import sign_draft
from campaigns.views.sending import read_posted


@signed_in("GET", "POST")
def character_text(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Paste a text and look at what it would make. The look is confirmed where files are. Nothing is saved here."""
    series, membership = access.get_series_to_play(user, pk)
    form = QuickTextForm(membership, read_posted(request))
    context: dict[str, Any] = {"form": form, "series": series, "example": EXAMPLES.get(series.system, "")}
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            draft = read_text(series.system, values["text"])
        except Refused as refusal:
            form.add_error("text", refusal.sentence)
        else:
            if values.get("extra"):
                draft = replace(draft, sheet=extra_sheet(series.system, draft.sheet), extra=True)
            draft = replace(draft, hidden=values.get("hidden", False))
            look = {**context, "draft": draft, "signed": sign_draft(series, draft)}
            return render(request, "campaigns/import_look.html", look)
    return render(request, "campaigns/character_text.html", context, status=422 if request.method == "POST" else 200)
