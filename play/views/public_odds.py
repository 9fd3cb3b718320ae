"""The odds of every roll of every game, for everybody: no account is needed, and each address is for good."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from campaigns.views.decorators import require_methods
from play.commands.forms import read_fields
from play.html.public_odds import Side, compare, draw_side
from rules import SYSTEMS, get_system
from rules.errors import RulesError
from rules.system import CommandRules

PREFIXES = ("", "vs.")
"""What stands before the names of the first and the second roll in an address."""


@require_methods("GET")
def choose_odds(request: HttpRequest) -> HttpResponse:
    """Go to the odds of the first game."""
    return redirect("public_odds", next(iter(SYSTEMS)))


@require_methods("GET")
def show_odds(request: HttpRequest, system: str) -> HttpResponse:
    """Show the odds of one roll, or of two beside each other. The address holds all of it."""
    if system not in SYSTEMS:
        raise Http404
    command = get_system(system).command
    sides = [_read_side(system, command, request.GET, prefix) for prefix in PREFIXES]
    context = {
        "games": SYSTEMS,
        "system": system,
        "name": SYSTEMS[system],
        "sides": sides,
        "comparison": compare(*(side.odds for side in sides)),
    }
    status = 400 if any(side.refusal for side in sides) else 200
    return render(request, "play/public_odds.html", context, status=status)


def _read_side(key: str, command: CommandRules, query: QueryDict, prefix: str) -> Side:
    """Return one roll of the page. What cannot be read is told beside its form."""
    given: dict[str, Any] = {}
    try:
        given = read_fields(command.numbers, query, prefix)
    except RulesError as refusal:
        return Side(prefix, draw_side(key, command, {}, prefix).rows, refusal.sentence)
    return draw_side(key, command, given, prefix)
