"""Harm that is no attack: poison and environmental hazards (3E-303 to 3E-305)."""

from dataclasses import replace

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.pool import Term

from .. import events as ev
from .. import moves as mv
from ..apply.play import Play
from ..attack.harm import mark_levels, take_out
from ..pools import build_pool
from ..state import Combatant, Poison
from ..timing import initiative
from ..timing.turns import check_in_play
from ..traits import DAMAGE_TYPES
from .guards import check_choice, check_number, check_storyteller, find_seen

SOURCES = ("poison", "hazard")


def inflict_harm(play: Play, seat: Seat, move: mv.InflictHarm) -> None:
    """Poison or an environmental hazard (3E-303 to 3E-305)."""
    check_storyteller(seat)
    actor = find_seen(play.state, seat, move.actor)
    check_in_play(actor)
    check_choice("source", move.source, SOURCES)
    check_choice("damage", move.damage, DAMAGE_TYPES)
    check_number("dice", move.dice, 0, 50)
    for name, value in (("difficulty", move.difficulty), ("rounds", move.rounds), ("penalty", move.penalty)):
        check_number(name, value, 0, 20)
    by = find_seen(play.state, seat, move.by).id if move.by else ""
    if actor.group is not None:
        raise IllegalMove("no_group", "A battle group suffers harm as Magnitude; set it by Override.")
    if move.source == "poison":
        poison = Poison(move.dice, move.damage, move.rounds, move.penalty, by)
        if poison.rounds or not poison.dice:
            play.emit(ev.Poisoned(**play.about(actor), poison=poison if poison.rounds else None))
        _suffer(play, play.get(actor.id), poison)
    else:
        _hazard(play, actor, move)
    take_out(play, actor.id)


def suffer_poison(play: Play, id: str) -> None:
    """A poison at work rolls again as the round ends, until its rounds are over (3E-303)."""
    actor = play.get(id)
    if actor.poison is None or not actor.is_in_play:
        return
    left = replace(actor.poison, rounds=actor.poison.rounds - 1)
    _suffer(play, actor, actor.poison)
    play.emit(ev.Poisoned(**play.about(actor), poison=left if left.rounds else None))
    take_out(play, id)


def _suffer(play: Play, actor: Combatant, poison: Poison) -> None:
    """Initiative while not Crashed, health while Crashed; tens double only on Initiative (3E-303)."""
    thrown = play.throw_dice(poison.dice, doubles=not actor.is_crashed)
    note = f"{thrown.total} {'levels' if actor.is_crashed else 'Initiative'}"
    about = play.about(actor)
    play.emit(
        ev.HarmRolled(**about, source="poison", dice=thrown.dice, successes=thrown.total, difficulty=None, note=note)
    )
    if actor.is_crashed:
        if thrown.total:
            mark_levels(play, actor.id, poison.damage, thrown.total)
        return
    initiative.change_initiative(play, actor.id, -thrown.total, initiative.Cause("other", "poison", "3E-303"))
    if poison.by and play.get(actor.id).is_crashed:
        prompt = play.prompt("award", "", actor.id, blocking=False, options=(poison.by,))
        question = f"Poison Crashed {actor.name}. Who gains the Break?"
        play.emit(ev.PromptRaised(audience=(), prompt=prompt, who_name="", question=question))


def _hazard(play: Play, actor: Combatant, move: mv.InflictHarm) -> None:
    """Stamina + Resistance, or the damage is taken; soak and Hardness do not help (3E-305)."""
    wounds = (Term("wounds", -actor.wound, "wound", "3E-264"),) if actor.wound else ()
    base = (Term("Stamina + Resistance", actor.resistance, "pool", "3E-305"),)
    thrown = play.throw(build_pool("Hazard", base, wounds))
    resists = thrown.total >= move.difficulty
    note = "resisted" if resists else f"{move.dice} levels"
    play.emit(
        ev.HarmRolled(
            **play.about(actor),
            source="hazard",
            dice=thrown.dice,
            successes=thrown.total,
            difficulty=move.difficulty,
            note=note,
        )
    )
    if not resists and move.dice:
        mark_levels(play, actor.id, move.damage, move.dice)
