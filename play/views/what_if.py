"""The Storyteller's page of a line of the log: what if other dice had fallen, or something else had been chosen?"""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns.access import get_part_to_run
from campaigns.language import tell
from campaigns.models import Scene
from play.commands.forms import read_move
from play.commands.moves import BattleMove
from play.html.what_if import make_context
from play.seats.facts import TableFacts, read_facts
from play.seats.what_if import Fork, Step, find_fork, read_dice, read_steps, tell_branch, with_dice
from play.table.seat_log import count_entries
from play.views.table import TableRequest, fill_page
from rules.battle import STORYTELLER
from rules.dice import SystemRoller
from rules.errors import BadInput, IllegalMove, RulesError
from rules.text import Text


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def what_if(request: TableRequest, scene_id: int, entry: int) -> HttpResponse:
    """Show what came of an entry's command, and a branch of it. A POST says which branch; it changes nothing."""
    scene, _membership = get_part_to_run(Scene, request.user, scene_id)
    facts, status, shown = read_facts(scene.pk), HTTPStatus.OK, dict[str, object]()
    try:
        fork = find_fork(facts, entry)
        shown |= {"before": fork.before, "after": fork.after} | _draw(facts, fork, entry, _plain(fork))
        if request.method == "POST":
            shown |= _draw(facts, fork, entry, _read_steps(request, facts))
    except RulesError as refusal:
        shown["refusal"] = tell(refusal.sentence)
        status = HTTPStatus.CONFLICT if isinstance(refusal, IllegalMove) else HTTPStatus.BAD_REQUEST
    page = render(request, "play/what_if.html", {"scene": scene, "entry": entry, **shown}, status=status)
    return fill_page(request, page, count_entries(facts.table, STORYTELLER))


def _plain(fork: Fork) -> tuple[Step, ...]:
    return (Step(None, fork.dice),)


def _draw(facts: TableFacts, fork: Fork, entry: int, steps: tuple[Step, ...]) -> dict[str, object]:
    told = tell_branch(facts, fork, steps, SystemRoller())
    url = reverse("table_what_if", args=[facts.scene.pk, entry])
    return make_context(fork, told, url, facts.system.battle.count_time(fork.state))


def _read_steps(request: TableRequest, facts: TableFacts) -> tuple[Step, ...]:
    """Return the branch that a form asks for: its steps with other dice in the last one, or with one more move."""
    steps = read_steps(request.POST.get("steps") or "[]")
    if "move" not in request.POST:
        return with_dice(steps, () if "anew" in request.POST else read_dice(request.POST.get("dice", "")))
    move = read_move(facts.system, request.POST)
    if not isinstance(move, BattleMove):
        raise BadInput("unknown_move", Text("A branch makes only moves of those who fight."))
    return (*steps, Step(move.move, ()))
