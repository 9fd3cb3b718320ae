"""The Storyteller's forecast of a table's fight."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns.access import get_part_to_run
from campaigns.language import tell
from campaigns.models import Scene, User
from campaigns.refusals import Refused
from campaigns.views.decorators import login_required
from play.html.forecast import draw_forecast
from play.seats.facts import TableFacts, read_facts
from play.seats.forecasts import Asked, ask_for_forecast, find_forecast, find_refusal, give_up_forecast, list_sides
from rules.errors import BadInput
from rules.forecast import DEFAULT, TACTICS


@login_required("GET", "POST")
def forecast(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Show who would win the fight, and how; a POST asks for that, or ends it. `HX-Request`: the answer alone."""
    scene, _membership = get_part_to_run(Scene, user, scene_id)
    facts = read_facts(scene.pk)
    if request.method == "POST":
        if "stop" in request.POST:
            give_up_forecast(user)
        else:
            _ask(request, user, facts)
        return redirect("forecast", scene_id)
    shown = _show(facts, find_forecast(user, scene))
    if request.headers.get("HX-Request"):
        return render(request, "play/_forecast.html", shown)
    return render(request, "play/forecast.html", {**shown, "series": scene.series, "tactics": TACTICS.values()})


def _ask(request: HttpRequest, user: User, facts: TableFacts) -> None:
    sides = list_sides(facts)
    tactics = {side: request.POST.get(f"tactic-{place}", "") for place, (side, _names) in enumerate(sides)}
    try:
        ask_for_forecast(user, facts, tactics)
    except BadInput as refusal:
        raise Refused(str(tell(refusal.sentence)), status=409) from None


def _show(facts: TableFacts, asked: Asked | None) -> dict[str, object]:
    shown: dict[str, object] = {"scene": facts.scene, "asked": asked, "why_not": None}
    chosen = asked.tactics if asked else {}
    shown["sides"] = [(side, names, chosen.get(side, DEFAULT.key)) for side, names in list_sides(facts)]
    if asked is None:
        return {**shown, "why_not": find_refusal(facts)}
    told = asked.read()
    return {
        **shown,
        "is_stale": asked.number != facts.table.number,
        "refusal": asked.read_refusal(),
        "picture": told and draw_forecast(facts.system.get_forecaster(), told, asked.read_numbers()),
    }
