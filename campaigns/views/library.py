"""The Storyteller's library: everybody in the series whom no player plays, to find and to put into the scene."""

import uuid

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns import access
from campaigns.chronicle import open_scene
from campaigns.models import Character, User
from campaigns.phrases import tell
from campaigns.views.decorators import login_required
from rules import get_system
from rules.errors import RulesError

A_PAGE = 40
FIGURES = 4
"""How many values of a sheet a line of the library shows."""
KINDS = {"extras": {"extra": True}, "persons": {"extra": False}, "hidden": {"hidden": True}}


@login_required("GET")
def library(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List and search the Storyteller's characters; each goes into the open scene's fight with one tap."""
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
        "rows": [(character, describe_figures(character), uuid.uuid4()) for character in page],
        "scene": open_scene(membership),
    }
    return render(request, "campaigns/library.html", context)


def describe_figures(character: Character) -> str:
    """The first values that follow from a sheet, in a line; nothing where the rules cannot read it any more."""
    try:
        values = get_system(character.series.system).sheets.derived(character.parsed_sheet())
    except RulesError:
        return ""
    return " · ".join(f"{tell(value.title)} {value.total}" for value in values[:FIGURES])
