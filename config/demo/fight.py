"""The demo's fight, at the point where the demo begins."""

import uuid

from campaigns.models import Character, Membership, Scene, Series
from config.demo.characters import DERUVIN, FERRYMAN, GUARD, OSKEL, WREN, YSANE
from config.demo.opening import play_opening
from config.demo.people import PLAYERS, STORYTELLER, People
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.commands.submit import submit
from rules.battle import Move
from rules.dice import Roller


def make_fight(
    series: Series, scene: Scene, characters: dict[str, Character], people: People, roller: Roller | None
) -> None:
    """Bring everybody to the bridge and have them join battle."""

    def keys(*names: str) -> tuple[str, ...]:
        return tuple(str(characters[name].pk) for name in names)

    def member(name: str) -> Membership:
        return Membership.objects.select_related("user", "series").get(series=series, user=people[name])

    storyteller, mira = member(STORYTELLER), member(PLAYERS[0])
    (ysane,), (deruvin,) = keys(YSANE), keys(DERUVIN)
    moves: list[tuple[Membership, Move]] = [
        (storyteller, Say("The winch groans. A chain comes up out of the water and hangs, dripping, across your way.")),
        (storyteller, Say("A talent of salt for each of you. The *lantern* pays double.", speaker=deruvin)),
        (mira, Say("We paid at the landing. **Lower** the chain.", speaker=ysane)),
        (mira, Say("/me sets one foot on the rail.", speaker=ysane)),
        *(
            (storyteller, move)
            for move in (
                OpenBattle(),
                BringIn(keys(YSANE, OSKEL, WREN), "travellers"),
                BringIn(keys(DERUVIN), "toll company"),
                BringIn(keys(GUARD), "toll company", copies=2),
                BringIn(keys(FERRYMAN), "the river", hidden=True),
                BattleMove({"kind": "StartBattle"}),
            )
        ),
    ]
    for who, move in moves:
        submit(who, scene, uuid.uuid4(), None, move, roller)
    if roller is None:
        play_opening(storyteller, scene, keys(YSANE, OSKEL, WREN))
