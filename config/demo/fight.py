"""The demo's fight, at the point where the demo begins."""

import uuid

from campaigns.models import Character, Membership, Scene, Series
from config.demo.characters import DERUVIN, FERRYMAN, GUARD, OSKEL, WREN, YSANE
from config.demo.people import STORYTELLER, People
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.commands.submit import submit
from rules.battle import Move


def make_fight(series: Series, scene: Scene, characters: dict[str, Character], people: People) -> None:
    """Bring everybody to the bridge and have them join battle."""

    def keys(*names: str) -> tuple[str, ...]:
        return tuple(str(characters[name].pk) for name in names)

    moves: list[Move] = [
        Say("The winch groans. A chain comes up out of the water and hangs there, dripping, across your way."),
        OpenBattle(),
        BringIn(keys(YSANE, OSKEL, WREN), "travellers"),
        BringIn(keys(DERUVIN), "toll company"),
        BringIn(keys(GUARD), "toll company", copies=2),
        BringIn(keys(FERRYMAN), "the river", hidden=True),
        BattleMove({"kind": "StartBattle"}),
    ]
    storyteller = Membership.objects.select_related("user").get(series=series, user=people[STORYTELLER])
    for move in moves:
        submit(storyteller, scene, uuid.uuid4(), None, move)
