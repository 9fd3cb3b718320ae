"""The Storyteller's library: the characters without a player, to find and to put into the scene."""

import uuid

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.chronicle.tree import open_scene
from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.language import translate
from campaigns.models import Character, User
from rules import get_system
from rules.errors import RulesError

A_PAGE = 40
FIGURES = 4
"""The number of values of a sheet in a line of the library."""
KINDS = {"extras": {"extra": True}, "persons": {"extra": False}, "hidden": {"hidden": True}}


@login_required("GET")
def library(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List and search the Storyteller's characters. One click puts one into the open scene's fight."""
    series, membership = access.get_series_to_run(user, pk)
    asked = " ".join(request.GET.get("q", "").replace("\0", "").split())[:80]
    kind = request.GET.get("kind", "")
    found = access.visible_characters(membership).filter(owner=None, name__icontains=asked, **KINDS.get(kind, {}))
    page = Paginator(found.select_related("series"), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "series": series,
        "asked": asked,
        "kind": kind if kind in KINDS else "",
        "page": page,
        "rows": [(character, describe_figures(character), character.fate, uuid.uuid4()) for character in page],
        "scene": open_scene(membership),
    }
    return render(request, "campaigns/library.html", context)


def describe_figures(character: Character) -> str:
    """Return the first derived values of a sheet in a line. Empty if the rules cannot read the sheet."""
    try:
        values = get_system(character.series.system).sheets.derived(character.parsed_sheet())
    except RulesError:
        return ""
    return " · ".join(f"{translate(value.title)} {value.total}" for value in values[:FIGURES])
