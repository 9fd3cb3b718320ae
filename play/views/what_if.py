"""The page of a line of the log: what if other dice had fallen, or something else had been chosen?"""

from functools import partial
from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from campaigns.core.access import require_player
from campaigns.core.decorators import login_required
from campaigns.core.language import translate
from campaigns.models import User
from play.commands.forms import parse_move
from play.commands.moves import BattleMove
from play.html.what_if import make_context
from play.seats.facts import TableFacts, get_facts_for, seat_at
from play.seats.guesses import list_archetypes
from play.seats.what_if import Step, begin_branch, find_fork, parse_dice, parse_steps, play_branch, with_dice
from play.stage.labels import list_labels
from play.views.table import TableRequest
from rules.dice import SystemRoller
from rules.errors import BadInput, IllegalMove, RulesError
from rules.text import Text


@login_required("GET", "POST", in_utc=True)
def what_if(request: TableRequest, user: User, scene_id: int, entry: int) -> HttpResponse:
    """Show what came of an entry's command, and a branch of it. A POST says which branch; it changes nothing.

    The query holds as what a player takes those whose figures she does not know.
    """
    facts, membership = get_facts_for(user, scene_id)
    require_player(membership)
    seat, _is_spectator = seat_at(facts, membership)
    scene, status = facts.scene, HTTPStatus.OK
    shown: dict[str, object] = {"query": request.GET.urlencode()}
    try:
        fork, fresh = find_fork(facts, entry, seat, request.GET.dict()), SystemRoller()
        url = f"{reverse('table_what_if', args=[scene.pk, entry])}?{shown['query']}".rstrip("?")
        draw = partial(make_context, fork, url=url)
        shown |= {"before": fork.before, "after": fork.after, "archetypes": list_archetypes(facts.system)}
        shown |= {"words": list_labels()}
        shown |= draw(begin_branch(facts, fork, fresh))
        if request.method == "POST":
            shown |= draw(play_branch(facts, fork, _parse_steps(request, facts), fresh))
    except RulesError as refusal:
        shown["refusal"] = translate(refusal.sentence)
        status = HTTPStatus.CONFLICT if isinstance(refusal, IllegalMove) else HTTPStatus.BAD_REQUEST
    return render(request, "play/what_if.html", {"scene": scene, "entry": entry, **shown}, status=status)


def _parse_steps(request: TableRequest, facts: TableFacts) -> tuple[Step, ...]:
    """Return the branch that a form asks for: its steps with other dice in the last one, or with one more move."""
    steps = parse_steps(request.POST.get("steps") or "[]")
    if "move" not in request.POST:
        return with_dice(steps, () if "anew" in request.POST else parse_dice(request.POST.get("dice", "")))
    move = parse_move(facts.system, request.POST)
    if not isinstance(move, BattleMove):
        raise BadInput("unknown_move", Text("A branch can include only moves of people in the fight."))
    return (*steps, Step(move.move, ()))
