"""The Storyteller's offers in every game: beginning and ending, hiding, leaving, and every live number."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rules.battle.board import Sight
from rules.battle.moves import EndBattle, Hide, Leave, Override, Reveal, StartBattle
from rules.battle.numbers import list_number_fields
from rules.battle.offers import LazySequence, Offer, offer_move
from rules.text import EMPTY, Text

SET_NUMBER = Text("Set a number")


def offer_begin_and_end(battle: Any, sight: Sight[Any]) -> list[Offer]:
    """Return the offers to start the battle once it is set up, and to end it at any time."""
    found = []
    if sight.state.phase == "setup":
        reason = battle.why_not_start(sight.state)
        name, leads_to = battle.name_start(sight.state)
        hint = _warn(battle, sight.state) or leads_to
        found.append(offer_move(StartBattle, name, None, group="storyteller", hint=hint, reason=reason))
    return [*found, offer_move(EndBattle, Text("End battle"), None, group="storyteller")]


def _warn(battle: Any, state: Any) -> Text:
    """Return what the Storyteller should know before the start: that no one is there to fight; else an empty text."""
    sides = {combatant.side for combatant in state.combatants if not battle.has_left(combatant)}
    return Text("Everyone is on the same side: there is no one to fight.") if len(sides) == 1 else EMPTY


def offer_rulings(battle: Any, sight: Sight[Any], actor: Any) -> list[Offer]:
    """Return the offers that the Storyteller has for any combatant."""
    offer: Callable[..., Offer] = partial(offer_move, actor=actor, group="storyteller")
    if actor.hidden:
        found = [offer(Reveal, Text("Reveal {who}", who=actor.name))]
    else:
        reason = battle.why_not_hide(sight.state, actor)
        found = [offer(Hide, Text("Hide {who}", who=actor.name), reason=reason)]
    if not battle.why_not_leave(sight.state, actor):
        found.append(offer(Leave, Text("{who} leaves the fight", who=actor.name)))
    fields = LazySequence(lambda: list_number_fields(battle.list_numbers(sight.state, actor), actor))
    return [*found, offer(Override, SET_NUMBER, fields=fields)]
