"""Poison and environmental hazards (3E-303 to 3E-305)."""

from dataclasses import replace

from rules.battle.play import about
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.count import ThrownDice
from rules.exalted3e.attack.harm import mark_levels, take_out
from rules.exalted3e.pools import build_pool
from rules.exalted3e.state.combatant import Combatant, Poison
from rules.exalted3e.timing import initiative
from rules.exalted3e.timing.play import Play, raise_prompt, throw, throw_dice
from rules.exalted3e.timing.turns import check_in_play
from rules.pool import Term
from rules.text import Text


def inflict_harm(play: Play, move: mv.InflictHarm) -> None:
    """Apply a poison or an environmental hazard (3E-303 to 3E-305)."""
    actor = play.state.get(move.actor)
    check_in_play(actor)
    if actor.group is not None:
        raise IllegalMove("no_group", Text("A battle group takes damage as Magnitude; set it with Override."))
    if move.source == "poison":
        poison = Poison(move.dice, move.damage, move.rounds, move.penalty, move.by)
        if poison.rounds or not poison.dice:
            play.emit(ev.Poisoned(**about(actor), poison=poison if poison.rounds else None))
        _suffer(play, play.state.get(actor.id), poison)
    else:
        _hazard(play, actor, move)
    take_out(play, actor.id)


def suffer_poison(play: Play, id: str) -> None:
    """Roll an active poison again as the round ends, until its rounds are over (3E-303)."""
    actor = play.state.get(id)
    if actor.poison is None or not actor.is_in_play:
        return
    left = replace(actor.poison, rounds=actor.poison.rounds - 1)
    _suffer(play, actor, actor.poison)
    play.emit(ev.Poisoned(**about(actor), poison=left if left.rounds else None))
    take_out(play, id)


def _suffer(play: Play, actor: Combatant, poison: Poison) -> None:
    """Take Initiative, or health while Crashed; tens double only on Initiative (3E-303)."""
    thrown = throw_dice(play, poison.dice, actor, doubles=not actor.is_crashed)
    amount = thrown.total
    note = Text("{n} levels", n=amount) if actor.is_crashed else Text("{n} Initiative", n=amount)
    _log_harm(play, actor, "poison", thrown, note)
    if actor.is_crashed:
        if thrown.total:
            mark_levels(play, actor.id, poison.damage, thrown.total)
        return
    initiative.change_initiative(play, actor.id, -thrown.total, initiative.Cause("other", Text("poison"), "3E-303"))
    if poison.by and play.state.get(actor.id).is_crashed:
        question = Text("Poison Crashed {who}. Who gains the Break?", who=actor.name)
        raise_prompt(play, "award", "", actor.id, question, options=(poison.by,))


def _hazard(play: Play, actor: Combatant, move: mv.InflictHarm) -> None:
    """Roll Stamina + Resistance against the damage; soak and Hardness do not help (3E-305)."""
    base = (Term(Text("Stamina + Resistance"), actor.resistance, "pool", "3E-305"),)
    thrown = throw(play, build_pool(Text("Hazard"), base, actor.wound_terms), actor)
    resists = thrown.total >= move.difficulty
    note = Text("resisted") if resists else Text("{n} levels", n=move.dice)
    _log_harm(play, actor, "hazard", thrown, note, move.difficulty)
    if not resists and move.dice:
        mark_levels(play, actor.id, move.damage, move.dice)


def _log_harm(
    play: Play, actor: Combatant, source: str, thrown: ThrownDice, note: Text, difficulty: int | None = None
) -> None:
    dice, successes = thrown.dice, thrown.total
    play.emit(
        ev.HarmRolled(**about(actor), source=source, dice=dice, successes=successes, difficulty=difficulty, note=note)
    )
