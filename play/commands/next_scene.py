"""Go on in the next scene: close this one, and open a planned scene or a new one."""

from collections.abc import Sequence
from functools import partial

from campaigns.chronicle import next_scene
from campaigns.core.refusals import Refused
from campaigns.models import Membership
from play.commands.context import CommandContext
from play.commands.fight import close_battle
from play.commands.moves import CloseBattle, NextScene
from play.table.events import SceneClosed
from rules.battle import Event
from rules.errors import BadInput, IllegalMove
from rules.text import Text, word

UNPROCESSABLE = 422


def go_on(context: CommandContext, move: NextScene) -> Sequence[Event]:
    """Close the scene. A fight that runs must be ended, or end with it."""
    context.require_storyteller()
    if context.scene.planned:
        raise IllegalMove("planned", Text("This scene is still planned. Open it first."))
    wanted = next_scene.NextScene(move.title, move.planned, move.episode, move.way)
    context.afterwards.append(partial(_turn_to, context, wanted))  # the powers are renewed after the fight was written
    return [*_end_fight(context, move), SceneClosed()]


def _end_fight(context: CommandContext, move: NextScene) -> Sequence[Event]:
    battle = context.state.battle
    if battle is None:
        return ()
    if not move.end_fight and context.system.battle.view(battle, context.seat)["phase"] == "running":
        raise IllegalMove(
            "battle_open", Text("A fight is in progress. End it first, or tick “End the fight with this scene”.")
        )
    return close_battle(context, CloseBattle())


def _turn_to(context: CommandContext, wanted: next_scene.NextScene) -> None:
    membership = Membership.objects.select_related("series", "user").get(pk=context.membership.pk)
    try:
        next_scene.go_on(membership, context.scene, wanted)
    except Refused as refusal:
        kind = BadInput if refusal.status == UNPROCESSABLE else IllegalMove
        raise kind("next_scene", word(refusal.sentence)) from refusal
