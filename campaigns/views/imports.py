"""Characters out to a file, and in from one: first a look at what would come, then the character."""

import json
from typing import Any

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.forms import ImportForm
from campaigns.imports import KNOWN, MAX_BYTES, own, read_file
from campaigns.imports.draft import Draft, encode_draft
from campaigns.models import Membership, Series, User
from campaigns.phrases import tell
from campaigns.refusals import Refused
from campaigns.sheet_pdf import can_make_pdf, make_pdf
from campaigns.views.gate import signed_in
from campaigns.views.sending import answer_once, read_posted
from rules.errors import BadInput

SALT = "campaigns.import"
PATIENCE = 24 * 3600
"""Seconds for which a draft may be confirmed."""


@signed_in("GET")
def character_export(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Our own file of a character, for those who may read the sheet."""
    character, membership = access.get_sheet_for(user, pk)
    text = json.dumps(own.write(character, access.is_storyteller(membership)), ensure_ascii=False, indent=1)
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(character.name) or "character"}.json"'
    return answer


@signed_in("GET")
def character_pdf(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """The sheet as a PDF, for those who may read it, where the host has installed what sets it."""
    character, _membership = access.get_sheet_for(user, pk)
    if not can_make_pdf():
        raise Refused(_("This server sets no PDF sheets: its host installs requirements-pdf.txt for that."), status=404)
    answer = HttpResponse(make_pdf(character), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{slugify(character.name) or "character"}.pdf"'
    return answer


@signed_in("GET", "POST")
def character_import(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Choose a file, look at what it would make, and confirm. Nothing is saved before."""
    series, membership = access.get_series_to_play(user, pk)
    if "draft" in request.POST:
        return _confirm(request, user, membership)
    form = ImportForm(read_posted(request), request.FILES or None)
    context: dict[str, Any] = {"form": form, "series": series, "known": KNOWN.get(series.system, "Storywheel")}
    if request.method == "POST" and form.is_valid():
        try:
            draft = read_file(series.system, form.cleaned_data["file"].read(MAX_BYTES + 1))
        except Refused as refusal:
            form.add_error("file", refusal.sentence)
        else:
            look = {**context, "draft": draft, "signed": sign_draft(series, draft)}
            return render(request, "campaigns/import_look.html", look)
    status = 422 if request.method == "POST" else 200
    return render(request, "campaigns/import.html", context, status=status)


def sign_draft(series: Series, draft: Draft) -> str:
    """A draft on its way through the browser: it comes back as it was, to this series, or not at all."""
    return signing.dumps({"character": encode_draft(draft), "series": series.pk}, salt=SALT, compress=True)


def _confirm(request: HttpRequest, user: User, membership: Membership) -> HttpResponse:
    series: Series = membership.series
    try:
        draft = signing.loads(request.POST["draft"], salt=SALT, max_age=PATIENCE)
    except signing.BadSignature as error:
        raise Refused(_("This look has grown old. Choose the file or paste the text again."), status=422) from error
    if draft["series"] != series.pk:
        raise Refused(_("This look belongs to another series. Choose the file or paste the text again."), status=422)
    name = " ".join(request.POST.get("name", "").replace("\0", "").split())[:80] or draft["character"]["name"]

    def make() -> str:
        character = services.import_character(membership, **{**draft["character"], "name": name})
        messages.success(request, _("%(name)s is here.") % {"name": character.name})
        return reverse("character", args=[character.pk])

    try:
        return answer_once(request, user, make)
    except BadInput as error:
        raise Refused(
            _("The rules refuse this sheet. %(sentence)s") % {"sentence": tell(error.sentence)}, status=422
        ) from error
