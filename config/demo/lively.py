"""Seats of the demo's fights that play themselves, so that a lone visitor sees a table move."""

import uuid

from campaigns.models import Membership, Series
from config.demo.chronicle import SYSTEM
from config.demo.people import STORYTELLER, People
from play.commands.moves import STEPS, LetPlay
from play.commands.submit import submit
from play.models import Table
from play.table.newest import load_state
from rules import get_system
from rules.battle import STORYTELLER as SEAT
from rules.view import BattleView


def let_seats_play(series: Series, people: People) -> None:
    """Let the combatants in the running fights of a series play themselves; heroes do so while their players are away.

    In the demo's own game that is everyone, so a visitor who only watches sees it move. In the other games, the
    combatants that the table waits for are left out, so a visitor has something to answer.
    """
    system = get_system(series.system)
    storyteller = Membership.objects.select_related("user", "series").get(series=series, user=people[STORYTELLER])
    tables = Table.objects.filter(scene__episode__story__series=series).select_related("scene__episode__story__series")
    for table in tables:
        battle = load_state(system, table).battle
        if battle is None or battle.phase != "running":
            continue
        view = system.battle.view(battle, SEAT)
        awaited = set() if series.system == SYSTEM else _list_awaited(view)
        actors = [who["id"] for who in view["combatants"] if not who["out"] and who["id"] not in awaited]
        submit(storyteller, table.scene, uuid.uuid4(), None, LetPlay((STEPS, *actors)))


def _list_awaited(view: BattleView) -> set[str]:
    """Return the ids of those who must answer first; where nobody must, of those whose turn it is."""
    asked = {prompt["who"] for prompt in view["pending"]}
    return asked or {who["id"] for who in view["combatants"] if who["acts_now"]}
