"""A look at what an import would make, before anything is saved: what kind of being it is, and what stands where.

What somebody has chosen or pasted is kept for a while, so that its look has an address and Back leads to it.
"""

import secrets
import zlib
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.imports import Draft, Question, read_file
from campaigns.imports.draft import encode_draft
from campaigns.imports.kinds import list_kinds
from campaigns.models import Membership, Series, User
from campaigns.quick_text import read_text
from campaigns.refusals import Refused

DRAFT = "campaigns.import"
PATIENCE = 24 * 3600
"""Seconds for which a look may be confirmed."""
KEPT_SECONDS = 3600
"""For which a look can be asked for again."""
MAX_KEPT = 5
"""Looks of one person that are kept, the newest ones."""


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


def lead_to_look(user: User, series: Series, source: Source) -> HttpResponse:
    """Keep a source that can be read, and lead to its look. Raises `Refused` for what cannot be read."""
    source.read(series.system)
    token = secrets.token_urlsafe(12)
    looks = {**cache.get(_key(user), {}), token: (series.pk, source.way, zlib.compress(source.data, 9))}
    cache.set(_key(user), dict(list(looks.items())[-MAX_KEPT:]), KEPT_SECONDS)
    return redirect("import_look", series.pk, token)


def find_source(user: User, series: Series, token: str) -> Source:
    """What this person has chosen or pasted for this series. Raises `Refused` for looks of others and old ones."""
    place, way, data = cache.get(_key(user), {}).get(token, (0, "", b""))
    if place != series.pk:
        raise Refused(_("This look has grown old. Choose the file or paste the text again."), status=404)
    return Source(way, zlib.decompress(data))


def show_look(request: HttpRequest, membership: Membership, source: Source, kind: str = "") -> HttpResponse:
    """The page of what would be made, or of the question first. Raises `Refused` for what cannot be read."""
    series = membership.series
    found = source.read(series.system, kind)
    context: dict[str, Any] = {"series": series, "way": source.way, "storyteller": access.is_storyteller(membership)}
    if isinstance(found, Question):
        return render(request, "campaigns/import_ask.html", {**context, "question": found, "choices": found.choices})
    if kind:
        context |= {"choices": list_kinds(series.system).items(), "kind": kind}
    return render(
        request, "campaigns/import_look.html", {**context, "draft": found, "signed": sign_draft(series, found)}
    )


def sign_draft(series: Series, draft: Draft) -> str:
    """A draft on its way through the browser: it comes back as it was, to this series, or not at all."""
    return signing.dumps({"character": encode_draft(draft), "series": series.pk}, salt=DRAFT, compress=True)


def open_draft(series: Series, signed: str) -> dict[str, Any]:
    """What makes the character, of a signed draft. Raises `Refused`."""
    try:
        found: dict[str, Any] = signing.loads(signed, salt=DRAFT, max_age=PATIENCE)
    except signing.BadSignature as error:
        raise Refused(_("This look has grown old. Choose the file or paste the text again."), status=422) from error
    if found["series"] != series.pk:
        raise Refused(_("This look belongs to another series. Choose the file or paste the text again."), status=422)
    character: dict[str, Any] = found["character"]
    return character


def _key(user: User) -> str:
    return f"import-looks:{user.pk}"
