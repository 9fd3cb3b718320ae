"""Export characters to a file, and import them from one, with a preview."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_once, posted_data
from campaigns.core.language import translate
from campaigns.core.refusals import Refused
from campaigns.imports import KNOWN, MAX_BYTES, storywheel_file
from campaigns.imports.forms import ImportForm
from campaigns.imports.preview import Source, find_source, load_signed_draft, redirect_to_preview, render_preview
from campaigns.models import Membership, Series, User
from campaigns.sheets.json import with_values
from campaigns.sheets.pdf import can_make_pdf, make_pdf
from campaigns.sheets.services import ImportedCharacter, import_character
from rules.errors import BadInput
from rules.names import clean_name
from rules.text import isolate_name


@login_required("GET")
def character_export(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the character as a file of our own, for people who may read the sheet."""
    character, membership = access.get_sheet_for(user, pk)
    text = json.dumps(storywheel_file.write(character, access.is_storyteller(membership)), ensure_ascii=False, indent=1)
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slugify(character.name) or "character"}.json"'
    return answer


@login_required("GET")
def character_pdf(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the sheet as a PDF, for people who may read it, if the host has installed typst."""
    character, _membership = access.get_sheet_for(user, pk)
    if not can_make_pdf():
        raise Refused(_("This server can’t make PDFs. Its host can install requirements-pdf.txt."), status=404)
    answer = HttpResponse(make_pdf(character), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{slugify(character.name) or "character"}.pdf"'
    return answer


@login_required("GET", "POST")
def character_import(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Choose a file, which leads to its preview, and confirm that. Nothing is saved before."""
    series, membership = access.get_series_to_play(user, pk)
    if "draft" in request.POST:
        return _confirm(request, user, membership)
    form = ImportForm(posted_data(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect_to_preview(user, series, Source("file", form.cleaned_data["file"].read(MAX_BYTES + 1)))
        except Refused as refusal:
            form.add_error("file", refusal.sentence)
    context: dict[str, Any] = {"form": form, "series": series, "known": KNOWN.get(series.system, "Storywheel")}
    status = 422 if request.method == "POST" else 200
    return render(request, "campaigns/import.html", context, status=status)


@login_required("GET")
def import_look(request: HttpRequest, user: User, pk: int, token: str) -> HttpResponse:
    """Show the preview of a file or text to the person who sent it. `kind` says what kind of being it is."""
    series, membership = access.get_series_to_play(user, pk)
    return render_preview(request, membership, find_source(user, series, token), request.GET.get("kind", ""))


def _confirm(request: HttpRequest, user: User, membership: Membership) -> HttpResponse:
    series: Series = membership.series
    said = request.POST
    character = load_signed_draft(series, said["draft"])
    answers = _parse_answers(character.pop("asked", ()), said)
    is_needed = "opening" in said or not access.is_storyteller(membership)
    opening = _parse_opening(character.get("opening", (0, 0)), said, is_needed=is_needed)
    sheet = with_values(character["sheet"], answers)
    made = ImportedCharacter(**{**character, "sheet": sheet, "opening": opening})
    name = clean_name(said.get("name", "")) or made.name
    made = replace(made, name=name, extra="extra" in said, hidden="hidden" in said)
    made = replace(made, is_public="tell" in said, has_ledger="ledger" in said, has_opening="opening" in said)
    made = replace(made, owner=_parse_owner(said))

    def make() -> str:
        character = import_character(membership, made)
        messages.success(request, _("%(name)s was added.") % {"name": isolate_name(character.name)})
        return reverse("character", args=[character.pk])

    try:
        return answer_once(request, user, make)
    except BadInput as error:
        raise Refused(
            _("The rules reject this sheet. %(sentence)s") % {"sentence": translate(error.sentence)}, status=422
        ) from error


def _parse_owner(said: QueryDict) -> int | None:
    """Return the key of the member who plays it, or None for the Storyteller."""
    typed = said.get("owner", "").strip()
    if not typed:
        return None
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 18):
        raise Refused(_("That person does not play in this series."), status=422)
    return int(typed)


def _parse_answers(asked: Sequence[Sequence[Any]], said: QueryDict) -> dict[str, int]:
    """Return the numbers that the preview has asked for, by trait. Raises `Refused` if one of them is missing."""
    answers: dict[str, int] = {}
    for path, low, high in asked:
        number = said.get(f"answer:{path}", "").strip()
        if not (number.isascii() and number.isdecimal() and low <= int(number[:4]) <= high):
            raise Refused(_("Answer every question of the preview first: a trait is still open."), status=422)
        answers[path] = int(number)
    return answers


def _parse_opening(offered: Sequence[int | None], said: QueryDict, *, is_needed: bool) -> tuple[int, int]:
    """Return what was earned and spent before: as it was typed, or else as the source says.

    Raises `Refused` where nobody has said what was spent, and it is to be written or asked for.
    """
    typed = [said.get(f"opening-{part}", "").strip() for part in ("earned", "spent")]
    earned, spent = (
        int(words[:4]) if words.isascii() and words.isdecimal() else number
        for words, number in zip(typed, offered, strict=True)
    )
    if spent is None and is_needed:
        raise Refused(_("Write how much experience was spent before: the file does not say it."), status=422)
    return earned or 0, min(spent or 0, earned or 0)
