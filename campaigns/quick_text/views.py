"""Import a character from a pasted text, with a preview."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import posted_data
from campaigns.core.refusals import Refused
from campaigns.imports.preview import Source, redirect_to_preview
from campaigns.models import User
from campaigns.quick_text import EXAMPLES
from campaigns.quick_text.forms import QuickTextForm


@login_required("GET", "POST")
def character_text(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Paste a text, which leads to its preview. The preview is confirmed at `character_import`."""
    series, _membership = access.get_series_to_play(user, pk)
    form = QuickTextForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            return redirect_to_preview(user, series, Source("text", form.cleaned_data["text"].encode()))
        except Refused as refusal:
            form.add_error("text", refusal.sentence)
    context = {"form": form, "series": series, "example": EXAMPLES.get(series.system, "")}
    return render(request, "campaigns/character_text.html", context, status=422 if request.method == "POST" else 200)
