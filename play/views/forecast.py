"""The forecast of a table's fight: the Storyteller's, and each player's own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns.core.access import require_player
from campaigns.core.decorators import login_required
from campaigns.core.language import translate
from campaigns.core.refusals import Refused
from campaigns.models import User
from play.html.forecast import draw_forecast, list_guesses
from play.seats.facts import TableFacts, get_facts_for, seat_at
from play.seats.forecasts import (
    ForecastQuestion,
    ask_for_forecast,
    find_forecast,
    find_guesses,
    give_up_forecast,
    list_sides,
    why_not_forecast,
)
from play.seats.guesses import FIELD, list_archetypes, take
from play.table.seat_log import count_entries
from rules.battle import Seat
from rules.errors import BadInput
from rules.forecast import DEFAULT, Tactic


@login_required("GET", "POST")
def forecast(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Show who would win the fight, and how; a POST asks for that, or ends it. `HX-Request`: the answer alone."""
    facts, membership = get_facts_for(user, scene_id)
    require_player(membership)
    seat, _is_spectator = seat_at(facts, membership)
    if request.method == "POST":
        if "stop" in request.POST:
            give_up_forecast(user)
        else:
            _ask(request, user, facts, seat)
        return redirect("forecast", scene_id)
    shown = _show(facts, seat, find_forecast(user, facts.scene, seat))
    if request.headers.get("HX-Request"):
        return render(request, "play/_forecast.html", shown)
    return render(
        request, "play/forecast.html", {**shown, "series": facts.scene.series, "tactics": _list_tactics(facts)}
    )


def _list_tactics(facts: TableFacts) -> list[Tactic]:
    """Return the tactics of the game; none for a game without forecasts."""
    return list(facts.system.forecaster.tactics.values()) if facts.system.forecaster else []


def _ask(request: HttpRequest, user: User, facts: TableFacts, seat: Seat) -> None:
    tactics = {side: request.POST.get(f"tactic-{place}", "") for place, side in enumerate(list_sides(facts, seat))}
    taken = take(find_guesses(facts, seat, request.POST.dict()))
    try:
        ask_for_forecast(user, facts, seat, tactics, taken)
    except BadInput as refusal:
        raise Refused(str(translate(refusal.sentence)), status=409) from None


def _show(facts: TableFacts, seat: Seat, asked: ForecastQuestion | None) -> dict[str, object]:
    shown: dict[str, object] = {"scene": facts.scene, "asked": asked, "storyteller": seat.storyteller, "why_not": None}
    tactics, taken = (asked.tactics, asked.taken) if asked else ({}, {})
    sides = list_sides(facts, seat).items()
    shown["sides"] = [(side, names, tactics.get(side, DEFAULT.key)) for side, names in sides]
    shown["guesses"] = find_guesses(facts, seat, {f"{FIELD}{id}": archetype for id, archetype in taken.items()})
    shown["archetypes"] = list_archetypes(facts.system)
    if asked is None:
        return {**shown, "why_not": why_not_forecast(facts, seat)}
    forecast = asked.decode_forecast()
    return {
        **shown,
        "is_stale": asked.number != count_entries(facts.table, seat),
        "refusal": asked.decode_refusal(),
        "picture": forecast and draw_forecast(facts.system.get_forecaster(), forecast, asked.decode_numbers()),
        "taken": forecast and list_guesses(facts.system, forecast, taken),
    }
