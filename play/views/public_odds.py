"""The odds of every roll of every game, for everybody: no account is needed, and each address is for good."""

from dataclasses import fields, replace
from functools import lru_cache
from threading import Lock
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from campaigns.core.decorators import require_methods
from campaigns.core.give_way import give_way
from play.commands.forms import parse_fields
from play.html.public_odds import Side, Strike, Together, compare, draw_extended, draw_side, draw_strike
from rules import SYSTEMS, get_system
from rules.errors import RulesError
from rules.system import CommandRules, StrikeRules, System
from rules.text import EMPTY, Text

PREFIXES = ("", "vs.")
"""What stands before the names of the first and the second roll in an address."""
MAX_DRAWN = 256
"""The most pages that a process remembers: the largest takes 50 ms of the processor, and 40 kB of memory."""
STRIKE = "hit."
"""What stands there before those of an attack."""
_drawing = Lock()
"""Odds are drawn one at a time, and wait for clicks between their parts: they ask the database for nothing, which is
where other pages wait."""


@require_methods("GET")
def choose_odds(request: HttpRequest) -> HttpResponse:
    """Go to the odds of the first game."""
    return redirect("public_odds", next(iter(SYSTEMS)))


@require_methods("GET")
def show_odds(request: HttpRequest, system: str) -> HttpResponse:
    """Show the odds of one roll, or of two beside each other. The address holds all of it."""
    if system not in SYSTEMS:
        raise Http404
    rolls = _list_given(get_system(system), request.GET)
    main, status = draw_main(system, rolls, get_language() or "")
    return render(request, "play/public_odds.html", {"name": SYSTEMS[system], "main": main}, status=status)


def _list_given(game: System, query: QueryDict) -> str:
    """Return what the address says of the rolls, and nothing else, as a query in one order."""
    parts = [(prefix, game.command.numbers) for prefix in PREFIXES]
    parts += [("", Together), *([(STRIKE, game.strike.numbers)] if game.strike else [])]
    names = sorted({f"{prefix}{field.name}" for prefix, numbers in parts for field in fields(numbers)})
    return urlencode([(name, value) for name in names for value in query.getlist(name)])


@lru_cache(maxsize=MAX_DRAWN)
def draw_main(system: str, rolls: str, language: str) -> tuple[SafeString, int]:
    """Return the main part of the page and its status. They are the same for everybody who reads that language."""
    with _drawing, override(language):
        game, query = get_system(system), QueryDict(rolls)
        sides = [_parse_side(system, game.command, query, prefix) for prefix in PREFIXES]
        given, refusal = _parse(Together, query)
        give_way()
        extended = draw_extended(given, sides[0].odds, refusal)
        strike = _parse_attack(game.strike, query) if game.strike else None
        give_way()
        context = {
            "games": SYSTEMS,
            "system": system,
            "sides": sides,
            "extended": extended,
            "strike": strike,
            "comparison": compare(*(side.odds for side in sides)),
        }
        refusals = (*(side.refusal for side in sides), extended.refusal, strike.refusal if strike else EMPTY)
        give_way()
        return render_to_string("play/_public_odds.html", context), 400 if any(refusals) else 200


def _parse_side(key: str, command: CommandRules, query: QueryDict, prefix: str) -> Side:
    """Return one roll of the page. An error stands beside its form."""
    given, refusal = _parse(command.numbers, query, prefix)
    give_way()
    side = draw_side(key, command, given, prefix)
    return replace(side, refusal=refusal) if refusal else side


def _parse_attack(rules: StrikeRules, query: QueryDict) -> Strike:
    """Return the attack of the page."""
    given, refusal = _parse(rules.numbers, query, STRIKE)
    return draw_strike(rules, given, STRIKE, refusal)


def _parse(numbers: type[Any], query: QueryDict, prefix: str = "") -> tuple[dict[str, Any], Text]:
    """Return the numbers that the address gives, or none and why they cannot be read."""
    try:
        return parse_fields(numbers, query, prefix), EMPTY
    except RulesError as refusal:
        return {}, refusal.sentence
