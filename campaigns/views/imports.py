"""Characters out to a file, and in from one: first a look at what would come, then the character."""

import json
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.forms import ImportForm
from campaigns.imports import KNOWN, MAX_BYTES, own
from campaigns.models import Membership, Series, User
from campaigns.phrases import tell
from campaigns.refusals import Refused
from campaigns.sheet_pdf import can_make_pdf, make_pdf
from campaigns.views.gate import signed_in
from campaigns.views.import_look import Source, find_source, lead_to_look, open_draft, show_look
from campaigns.views.sending import answer_once, read_posted
from rules.errors import BadInput


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
    """Choose a file, which leads to its look, and confirm that. Nothing is saved before."""
    series, membership = access.get_series_to_play(user, pk)
    if "draft" in request.POST:
        return _confirm(request, user, membership)
    form = ImportForm(read_posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            return lead_to_look(user, series, Source("file", form.cleaned_data["file"].read(MAX_BYTES + 1)))
        except Refused as refusal:
            form.add_error("file", refusal.sentence)
    context: dict[str, Any] = {"form": form, "series": series, "known": KNOWN.get(series.system, "Storywheel")}
    status = 422 if request.method == "POST" else 200
    return render(request, "campaigns/import.html", context, status=status)


@signed_in("GET")
def import_look(request: HttpRequest, user: User, pk: int, token: str) -> HttpResponse:
    """The look at a file or a text, for the person who has chosen it; `kind` says what kind of being it is."""
    series, membership = access.get_series_to_play(user, pk)
    return show_look(request, membership, find_source(user, series, token), request.GET.get("kind", ""))


def _confirm(request: HttpRequest, user: User, membership: Membership) -> HttpResponse:
    series: Series = membership.series
    made = services.Imported(**open_draft(series, request.POST["draft"]))
    said = request.POST
    name = " ".join(said.get("name", "").replace("\0", "").split())[:80] or made.name
    made = replace(made, name=name, extra="extra" in said, hidden="hidden" in said)
    made = replace(made, is_told="tell" in said, has_ledger="ledger" in said)

    def make() -> str:
        character = services.import_character(membership, made)
        messages.success(request, _("%(name)s is here.") % {"name": character.name})
        return reverse("character", args=[character.pk])

    try:
        return answer_once(request, user, make)
    except BadInput as error:
        raise Refused(
            _("The rules refuse this sheet. %(sentence)s") % {"sentence": tell(error.sentence)}, status=422
        ) from error
