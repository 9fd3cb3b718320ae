"""The preview of an import, before anything is saved.

The file or text is kept for a while, so that the preview has a URL and the back button leads to it.
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

from campaigns.core import access
from campaigns.core.refusals import Refused
from campaigns.imports import Draft, Question, parse_file
from campaigns.imports.draft import encode_draft
from campaigns.imports.kinds import list_kinds
from campaigns.models import Membership, Series, User
from campaigns.quick_text import parse_text
from campaigns.sheets.services import list_players

DRAFT = "campaigns.import"
MAX_AGE_SECONDS = 24 * 3600
"""Seconds for which a preview may be confirmed."""
KEPT_SECONDS = 3600
"""Seconds for which the source of a preview is kept."""
MAX_KEPT = 5
"""The most sources that are kept for one person: the newest ones."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's bytes, or a pasted text as UTF-8."""

    kind: str
    data: bytes

    def parse(self, system: str, kind: str = "") -> Draft | Question:
        """Return the draft, or the question what kind of being it is. Raises `Refused` if it cannot be read."""
        if self.kind == "text":
            return parse_text(system, self.data.decode(), kind)
        return parse_file(system, self.data, kind)


def redirect_to_preview(user: User, series: Series, source: Source) -> HttpResponse:
    """Keep the source and redirect to its preview. Raises `Refused` if it cannot be read."""
    source.parse(series.system)
    token = secrets.token_urlsafe(12)
    looks = {**cache.get(_key(user), {}), token: (series.pk, source.kind, zlib.compress(source.data, 9))}
    cache.set(_key(user), dict(list(looks.items())[-MAX_KEPT:]), KEPT_SECONDS)
    return redirect("import_look", series.pk, token)


def find_source(user: User, series: Series, token: str) -> Source:
    """Return a source that this person has sent for this series. Raises `Refused` if it is not there, or too old."""
    place, kind, data = cache.get(_key(user), {}).get(token, (0, "", b""))
    if place != series.pk:
        raise Refused(_("This preview has expired. Choose the file or paste the text again."), status=404)
    return Source(kind, zlib.decompress(data))


def render_preview(request: HttpRequest, membership: Membership, source: Source, kind: str = "") -> HttpResponse:
    """Return the page that previews the character, or asks the question. Raises `Refused` if it cannot be read."""
    series = membership.series
    found = source.parse(series.system, kind)
    context: dict[str, Any] = {"series": series, "way": source.kind, "storyteller": access.is_storyteller(membership)}
    if isinstance(found, Question):
        return render(request, "campaigns/import_ask.html", {**context, "question": found, "choices": found.choices})
    if context["storyteller"]:
        context["players"] = list_players(series)
    if kind:
        context |= {"choices": list_kinds(series.system).items(), "kind": kind}
    return render(
        request, "campaigns/import_preview.html", {**context, "draft": found, "signed": sign_draft(series, found)}
    )


def sign_draft(series: Series, draft: Draft) -> str:
    """Return the draft signed, for its way through the browser. It is valid for this series only."""
    return signing.dumps({"character": encode_draft(draft), "series": series.pk}, salt=DRAFT, compress=True)


def load_signed_draft(series: Series, signed: str) -> dict[str, Any]:
    """Return the character of a signed draft. Raises `Refused` if it is old, forged or of another series."""
    try:
        found: dict[str, Any] = signing.loads(signed, salt=DRAFT, max_age=MAX_AGE_SECONDS)
    except signing.BadSignature as error:
        raise Refused(_("This preview has expired. Choose the file or paste the text again."), status=422) from error
    if found["series"] != series.pk:
        raise Refused(_("This preview belongs to another series. Choose the file or paste the text again."), status=422)
    character: dict[str, Any] = found["character"]
    return character


def _key(user: User) -> str:
    return f"import-looks:{user.pk}"
