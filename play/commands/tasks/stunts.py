"""Stunts outside combat: awarded before or after a roll, judged, and rewarded."""

from collections.abc import Sequence
from dataclasses import replace

from campaigns.models import Character
from play.commands import moves
from play.commands.context import CommandContext
from play.commands.figures import open_figures
from play.commands.rolls import audience_for, find_award, new_id, pay_reward, reward_stunt
from play.table.task_events import StuntChanged
from rules.battle import Event
from rules.errors import BadInput, IllegalMove
from rules.tasks import Stunt
from rules.text import Text


def award_stunt(context: CommandContext, move: moves.AwardStunt) -> Sequence[Event]:
    """Award a stunt for the next roll, or reward one that was rolled. A rating of 0 takes a claim or an award back."""
    context.require_storyteller()
    rules = context.system.tasks.stunts
    if rules is None:
        raise IllegalMove("no_stunts", Text("This game has no stunts."))
    character = context.take_character(move.character)
    known = _known_stunt(context, move, character)
    lowest = 0 if known else 1
    if not lowest <= move.rating <= rules.highest:
        raise BadInput(
            "out_of_range",
            Text("Rate a stunt {lowest} to {highest}.", lowest=lowest, highest=rules.highest),
            key="rating",
        )
    if known and not move.rating:
        return [StuntChanged(replace(known, state="done"), refused=True, audience=())]
    if known and known.state == "earned":
        raise IllegalMove("judged", Text("That stunt is rated; choose its reward."))
    fresh = known or Stunt(new_id(), str(character.pk), character.name, move.rating, "awarded")
    stunt = replace(fresh, rating=move.rating)
    if move.after or stunt.state == "claimed":
        return reward_stunt(open_figures(context, character), stunt, audience_for(character))
    return [StuntChanged(stunt, audience=audience_for(character))]


def _known_stunt(context: CommandContext, move: moves.AwardStunt, character: Character) -> Stunt | None:
    """Return the stunt that the move is about: the one that it names, or the one that waits for the next roll."""
    if not move.claim:
        return None if move.after else find_award(context, character)
    stunt = context.state.work.stunt(move.claim)
    if stunt.character != str(character.pk):
        raise IllegalMove("no_stunt", Text("That stunt no longer exists."))
    return stunt


def take_reward(context: CommandContext, move: moves.TakeReward) -> Sequence[Event]:
    """Choose what a stunt earns."""
    stunt = context.state.work.stunt(move.stunt)
    if not context.seat.controls(stunt.character) or stunt.state != "earned":
        raise IllegalMove("no_stunt", Text("That stunt no longer exists."))
    return pay_reward(context, context.take_character(stunt.character), stunt, move.choice)
