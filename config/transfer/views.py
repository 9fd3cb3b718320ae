"""Pages that export and import a whole series with its tables."""

import secrets

from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_once, was_sent
from campaigns.core.quotas import require_series_room
from campaigns.core.refusals import Refused
from campaigns.models import User
from config import transfer
from rules.text import isolate_name

LOOK_SECONDS = 900
"""Seconds for which the file of a preview is kept."""


class SeriesFileForm(forms.Form):
    """The file of a series."""

    file = forms.FileField(label=gettext_lazy("File"), help_text=gettext_lazy("A file exported from a series page."))


@login_required("GET")
def series_export(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the whole series as a file. Only the owner may have it: it holds every secret."""
    series, _membership = access.get_series_to_run(user, pk)
    if series.owner_id != user.pk:
        raise PermissionDenied(_("Only the owner can export the whole series."))
    answer = HttpResponse(transfer.write(series), content_type="application/gzip")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(series.name) or "series"}.storywheel.gz"'
    return answer


@login_required("GET", "POST")
def series_import(request: HttpRequest, user: User) -> HttpResponse:
    """Choose a file, preview it, and confirm. Nothing is saved before."""
    if "look" in request.POST:
        return _bring_in(request, user)
    form = SeriesFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        content = form.cleaned_data["file"].read(transfer.MAX_BYTES + 1)
        try:
            preview = transfer.preview_series(transfer.parse(content))
            require_series_room(user)
        except Refused as refusal:
            form.add_error("file", refusal.sentence)
        else:
            token = secrets.token_urlsafe(16)
            cache.set(_preview_key(user), (token, content), LOOK_SECONDS)
            return render(request, "campaigns/series_import_preview.html", {"preview": preview, "token": token})
    status = 422 if request.method == "POST" else 200
    return render(request, "campaigns/series_import.html", {"form": form}, status=status)


def _bring_in(request: HttpRequest, user: User) -> HttpResponse:
    """Import the series of the preview. It belongs to the person; its players must be invited again."""
    content = _find_previewed(request, user)
    data = transfer.parse(content) if content and not was_sent(request, user) else None

    def make() -> str:
        if data is None or not _find_previewed(request, user):
            raise Refused(gettext("This preview has expired. Choose the file again."), status=422)
        cache.delete(_preview_key(user))
        series = transfer.import_series(user, data)
        sentence = _("%(name)s is yours. Invite your players, then assign their characters.")
        messages.success(request, sentence % {"name": isolate_name(series.name)})
        return reverse("series", args=[series.pk])

    return answer_once(request, user, make)


def _find_previewed(request: HttpRequest, user: User) -> bytes:
    """Return the file of the preview that a form confirms. Empty if it is gone."""
    token, content = cache.get(_preview_key(user), ("", b""))
    return content if token and token == request.POST["look"] else b""


def _preview_key(user: User) -> str:
    return f"series-import:{user.pk}"
