"""A look at what an import would make, before anything is saved: what kind of being it is, and what stands where."""

import base64
import zlib
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.imports import Draft, Question, read_file
from campaigns.imports.draft import encode_draft
from campaigns.imports.kinds import list_kinds
from campaigns.models import Membership, Series
from campaigns.quick_text import read_text
from campaigns.refusals import Refused

DRAFT, SOURCE = "campaigns.import", "campaigns.import.source"
PATIENCE = 24 * 3600
"""Seconds for which a look may be confirmed."""
MAX_CARRIED = 700_000
"""Characters of a file on its way through the browser: a form holds no more."""


@dataclass(frozen=True, slots=True)
class Source:
    """What somebody has chosen or pasted: a file's bytes, or a text as UTF-8."""

    way: str
    data: bytes

    def read(self, system: str, kind: str = "") -> Draft | Question:
        """The draft, or the question what kind of being it is. Raises `Refused`."""
        if self.way == "text":
            return read_text(system, self.data.decode(), kind)
        return read_file(system, self.data, kind)


def show_look(request: HttpRequest, membership: Membership, source: Source, kind: str = "") -> HttpResponse:
    """The page of what would be made, or of the question first. Raises `Refused` for what cannot be read."""
    series = membership.series
    found = source.read(series.system, kind)
    context: dict[str, Any] = {"series": series, "way": source.way, "storyteller": access.is_storyteller(membership)}
    if isinstance(found, Question):
        asked = {**context, "question": found, "choices": found.choices, "source": sign_source(series, source)}
        return render(request, "campaigns/import_ask.html", asked)
    if kind:
        context |= {"choices": list_kinds(series.system).items(), "kind": kind, "source": sign_source(series, source)}
    return render(
        request, "campaigns/import_look.html", {**context, "draft": found, "signed": sign_draft(series, found)}
    )


def sign_draft(series: Series, draft: Draft) -> str:
    """A draft on its way through the browser: it comes back as it was, to this series, or not at all."""
    return signing.dumps({"character": encode_draft(draft), "series": series.pk}, salt=DRAFT, compress=True)


def open_draft(series: Series, signed: str) -> dict[str, Any]:
    """What makes the character, of a signed draft. Raises `Refused`."""
    character: dict[str, Any] = _open(series, signed, DRAFT)["character"]
    return character


def sign_source(series: Series, source: Source) -> str:
    """A file or text on its way through the browser while its kind is asked."""
    packed = base64.b64encode(zlib.compress(source.data, 9)).decode()
    if len(packed) > MAX_CARRIED:
        raise Refused(_("This file is too large to be asked about. Take pictures out of it."), status=413)
    return signing.dumps({"way": source.way, "data": packed, "series": series.pk}, salt=SOURCE)


def open_source(series: Series, signed: str) -> Source:
    """The file or text as it was. Raises `Refused`."""
    found = _open(series, signed, SOURCE)
    return Source(found["way"], zlib.decompress(base64.b64decode(found["data"])))


def _open(series: Series, signed: str, salt: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = signing.loads(signed, salt=salt, max_age=PATIENCE)
    except signing.BadSignature as error:
        raise Refused(_("This look has grown old. Choose the file or paste the text again."), status=422) from error
    if found["series"] != series.pk:
        raise Refused(_("This look belongs to another series. Choose the file or paste the text again."), status=422)
    return found
