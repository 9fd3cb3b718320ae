"""The Storyteller's rulings: surprise, cover, stored defenses, and passing minutes."""

from rules.battle.guards import refuse
from rules.battle.play import Play, about
from rules.text import EMPTY, Text
from rules.wod2004 import events as ev
from rules.wod2004 import moves as mv
from rules.wod2004.actions.instant import roll_dice
from rules.wod2004.decide.plain import find_defense, store_defense
from rules.wod2004.decide.resolving import bled
from rules.wod2004.decide.rolling import rolled, ruling_terms
from rules.wod2004.state.battle import State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.timing import surprise_pool, turns_lost


def check_surprise(play: Play[State], move: mv.CheckSurprise) -> None:
    """Roll to notice an ambush, before the combatant acts (WD-165)."""
    state, actor = play.state, play.state.get(move.actor)
    refuse("no_surprise", no_surprise(actor))
    bonuses, penalties = ruling_terms(move.modifier)
    pool = surprise_pool(actor.dots("wits"), actor.dots("composure"), bonuses, [*actor.penalties(), *penalties])
    mates = [c for c in state.combatants if c.side == actor.side and c.surprised and c.id != actor.id]
    result = roll_dice(pool.total, play.dice(actor, *mates))
    warned: list[Combatant] = []
    if result.outcome == "exceptional":
        warned = mates
    turns = turns_lost(result, state.options.dramatic_surprise_turns)
    ids = tuple(combatant.id for combatant in warned)
    play.emit(ev.SurpriseRolled(**about(actor, *warned), roll=rolled(pool, result), turns=turns, warned=ids))


def no_surprise(actor: Combatant) -> Text:
    """Return why this combatant cannot be surprised now, or an empty text."""
    if actor.acted or actor.done:
        return Text("{who} has acted this turn and is no longer surprised.", who=actor.name)
    return Text("{who} is out: {out}.", who=actor.name, out=actor.out) if actor.out else EMPTY


def set_cover(play: Play[State], move: mv.SetCover) -> None:
    """Set the concealment of a combatant and the cover before it (WD-193, WD-195)."""
    fields, structure = about(play.state.get(move.actor)), move.structure if move.durability else 0
    play.emit(ev.CoverSet(**fields, concealment=move.concealment, durability=move.durability, structure=structure))


def set_defense(play: Play[State], move: mv.SetDefense) -> None:
    """Store a defense that was made before the battle (WD-111)."""
    store_defense(play, play.state.get(move.actor), move.name, move.successes, is_open=False)


def drop_defense(play: Play[State], move: mv.DropDefense) -> None:
    """Remove a stored defense."""
    stored = find_defense(play.state, play.seat, move.defense)
    play.emit(ev.DefenseDropped(**about(play.state.get(stored.maker)), defense=stored.id, name=stored.name))


def pass_minutes(play: Play[State], move: mv.PassMinutes) -> None:
    """Let minutes pass; dying combatants get worse (WD-176)."""
    dying = [bled(c, move.minutes) for c in play.state.combatants if c.is_dying]
    play.emit(ev.MinutesPassed(minutes=move.minutes), *dying)
