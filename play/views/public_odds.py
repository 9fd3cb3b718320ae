"""The odds of every roll of every game, for everybody: no account is needed, and each address is for good."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from campaigns.views.decorators import require_methods
from play.commands.forms import read_fields
from play.html.public_odds import Side, Strike, Together, compare, draw_extended, draw_side, draw_strike
from rules import SYSTEMS, get_system
from rules.errors import RulesError
from rules.system import CommandRules, StrikeRules
from rules.text import EMPTY, Text

PREFIXES = ("", "vs.")
"""What stands before the names of the first and the second roll in an address."""
STRIKE = "hit."
"""What stands there before those of an attack."""


@require_methods("GET")
def choose_odds(request: HttpRequest) -> HttpResponse:
    """Go to the odds of the first game."""
    return redirect("public_odds", next(iter(SYSTEMS)))


@require_methods("GET")
def show_odds(request: HttpRequest, system: str) -> HttpResponse:
    """Show the odds of one roll, or of two beside each other. The address holds all of it."""
    if system not in SYSTEMS:
        raise Http404
    game, query = get_system(system), request.GET
    sides = [_read_side(system, game.command, query, prefix) for prefix in PREFIXES]
    given, refusal = _read(Together, query)
    extended = draw_extended(given, sides[0].odds, refusal)
    strike = _read_strike(game.strike, query) if game.strike else None
    context = {
        "games": SYSTEMS,
        "system": system,
        "name": SYSTEMS[system],
        "sides": sides,
        "extended": extended,
        "strike": strike,
        "comparison": compare(*(side.odds for side in sides)),
    }
    refusals = (*(side.refusal for side in sides), extended.refusal, strike.refusal if strike else EMPTY)
    status = 400 if any(refusals) else 200
    return render(request, "play/public_odds.html", context, status=status)


def _read_side(key: str, command: CommandRules, query: QueryDict, prefix: str) -> Side:
    """Return one roll of the page. What cannot be read is told beside its form."""
    given, refusal = _read(command.numbers, query, prefix)
    side = draw_side(key, command, given, prefix)
    return replace(side, refusal=refusal) if refusal else side


def _read_strike(rules: StrikeRules, query: QueryDict) -> Strike:
    """Return the attack of the page."""
    given, refusal = _read(rules.numbers, query, STRIKE)
    return draw_strike(rules, given, STRIKE, refusal)


def _read(numbers: type[Any], query: QueryDict, prefix: str = "") -> tuple[dict[str, Any], Text]:
    """Return the numbers that the address gives, or none and why they cannot be read."""
    try:
        return read_fields(numbers, query, prefix), EMPTY
    except RulesError as refusal:
        return {}, refusal.sentence
