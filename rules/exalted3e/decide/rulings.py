"""Rulings of the Storyteller (ambushes, beaten foes, awards, difficult terrain), and Shifts and Charms."""

from typing import cast

from rules.battle.play import about
from rules.battle.roster import find_seen
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.counter import check_magic
from rules.exalted3e.decide.combat import check_perilous, lose_hope
from rules.exalted3e.decide.resources import (
    check_motes,
    check_willpower,
    spend_initiative,
    spend_motes,
    spend_willpower,
)
from rules.exalted3e.state.board import State, are_enemies, list_stretches
from rules.exalted3e.state.combatant import Applies, Combatant, Modifier
from rules.exalted3e.timing import initiative
from rules.exalted3e.timing.play import Play, close_prompt, find_prompt
from rules.exalted3e.timing.turns import check_in_play
from rules.text import EMPTY, Text, verbatim

APPLIES = {"soak": "3E-147", "hardness": "3E-151"}
"""The rules for changes by a Charm of other values than Defense, Parry and Evasion (3E-134)."""


def catch_unready(play: Play, move: mv.CatchUnready) -> None:
    """Take the weapon from an ambushed combatant's hand, natural weapons excepted (3E-061, 3E-280)."""
    actor = play.state.get(move.actor)
    check_unready(play.state, actor)
    play.emit(ev.ActionTaken(**about(actor), action="ambushed", weapon="", free=True))


def check_unready(state: State, actor: Combatant) -> None:
    """Refuse for a combatant that holds no weapon, or has had time to draw."""
    check_in_play(actor)
    if not actor.weapon or actor.arm.is_natural:
        sentence = Text("{who} has no weapon in hand that needs readying.", who=actor.name)
        raise IllegalMove("nothing_in_hand", sentence)
    if actor.turn_begun or state.round > 1:
        sentence = Text("{who} has already acted; an ambush is possible only at the very start.", who=actor.name)
        raise IllegalMove("no_ambush_now", sentence)


def declare_beaten(play: Play, move: mv.DeclareBeaten) -> None:
    """Declare that a foe has no hope left (3E-098)."""
    actor = play.state.get(move.actor)
    if actor.no_hope:
        raise IllegalMove("already_beaten", Text("{who} has already been called defeated.", who=actor.name))
    lose_hope(play, actor.id)


def answer_beaten(play: Play, move: mv.AnswerBeaten) -> None:
    """Answer whether a Crashed foe has no hope left."""
    prompt = find_prompt(play, move.prompt, "beaten")
    fallen = play.state.get(prompt.about)
    close_prompt(play, prompt, EMPTY if move.beaten else Text("{who} can still recover.", who=fallen.name))
    if move.beaten and fallen.is_crashed and fallen.is_in_play:
        lose_hope(play, fallen.id)


def award_break(play: Play, move: mv.AwardBreak) -> None:
    """Give the Break of a self-crash to its provoker (3E-113)."""
    prompt = find_prompt(play, move.prompt, "award")
    if not move.to:
        close_prompt(play, prompt, Text("No one gains the Break."))
        return
    gainer = play.state.get(move.to)
    check_in_play(gainer)
    if not are_enemies(gainer, play.state.get(prompt.about)):
        raise IllegalMove("not_an_opponent", Text("The Break must go to an opponent."))
    close_prompt(play, prompt)
    initiative.award_break(play, gainer.id, prompt.about)


def answer_shift(play: Play, move: mv.AnswerShift) -> None:
    """Act again at once after a Shift out of turn, or not (3E-125)."""
    prompt = find_prompt(play, move.prompt, "shift")
    actor, target = play.state.get(prompt.who), play.state.get(prompt.about)
    close_prompt(play, prompt, EMPTY if move.act else Text("{who} does not use the Shift’s turn.", who=actor.name))
    if move.act and actor.is_in_play:
        initiative.refresh_turn(play, actor, target, play.state.current != actor.id)


def use_charm(play: Play, move: mv.UseCharm) -> None:
    """Pay for magic and keep what it changes until the next turn (3E-095, 3E-105, 3E-162)."""
    actor = play.state.get(move.actor)
    check_in_play(actor)
    if move.perilous:
        check_perilous(actor)
    if move.simple and actor.flurry:
        raise IllegalMove("flurry_no_simple_charm", Text("A Simple Charm can’t be in a flurry."))
    check_motes(actor, move.motes)
    if move.willpower:
        check_willpower(actor)
    if move.counter:
        check_magic(actor, play.seat)
    play.emit(ev.CharmUsed(**about(actor), charm=move.charm, perilous=move.perilous, simple=move.simple))
    _pay_charm(play, actor, move)


def _pay_charm(play: Play, actor: Combatant, move: mv.UseCharm) -> None:
    reason = verbatim(move.charm) if move.charm else Text("a Charm")
    if move.motes:
        spend_motes(play, actor.id, move.motes, reason, move.muted)
    if move.willpower:
        spend_willpower(play, actor.id, reason)
    if move.changes and move.amount:
        rule = APPLIES.get(move.changes, "3E-134")
        modifier = Modifier(Text("Charm"), move.amount, rule, cast(Applies, move.changes))
        play.emit(ev.ModifierGained(**about(play.state.get(actor.id)), modifier=modifier))
    if move.counter:
        play.emit(ev.CounterReadied(**about(play.state.get(actor.id))))
    spend_initiative(play, actor.id, move.initiative, reason)


def set_terrain(play: Play, move: mv.SetTerrain) -> None:
    """Make the whole field difficult terrain, or clear it (3E-237)."""
    play.emit(ev.TerrainSet(difficult=move.difficult))


def set_ground(play: Play, move: mv.SetGround) -> None:
    """Make the way from a combatant difficult terrain, such as an obstacle, or clear it (3E-239)."""
    actor = play.state.get(move.actor)
    if move.toward in (mv.UP, mv.DOWN):
        there = actor.position if move.toward == mv.UP else actor.position - 1
        play.emit(ev.GroundSet(**about(actor), stretches=(there,), difficult=move.difficult, way=move.toward))
        return
    other = find_seen(play.state, play.seat, move.toward)
    stretches = list_stretches(actor.position, other.position)
    if not stretches:
        sentence = Text("{who} and {whom} are at close range.", who=actor.name, whom=other.name)
        raise IllegalMove("nothing_between", sentence)
    names = about(actor, other)
    play.emit(ev.GroundSet(**names, stretches=stretches, difficult=move.difficult, target_name=other.name))
