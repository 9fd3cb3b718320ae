"""Vectors of kind `order`: one round on the scheduler, with what happens when each acts."""

from collections.abc import Mapping
from typing import Any

from rules.battle import STORYTELLER
from rules.battle.play import about
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.conformance.keys import Given, check_keys, items, number, part, text
from rules.exalted3e.state.board import State
from rules.exalted3e.state.fighters import Combatant
from rules.exalted3e.timing.initiative import Cause, change_initiative
from rules.exalted3e.timing.play import Play
from rules.exalted3e.timing.ticks import begin_round, next_tick, open_delays, reach_tick
from rules.exalted3e.timing.turns import begin_turn, delay_turn, end_turn, resume_turn

MANY = 1000


def check_order(given: Given, roller: Roller) -> dict[str, Any]:
    """One `order` vector."""
    check_keys(given, ("combatants", "on_act", "joins", "tie_order", "round"), "order")
    fighters = tuple(_read_fighter(item) for item in items(given, "combatants"))
    on_act = check_keys(part(given, "on_act"), part(given, "on_act"), "on_act")
    acts = {name: check_keys(act, ("change", "removes", "delay_to"), "on_act") for name, act in on_act.items()}
    start = State(phase="running", combatants=fighters)
    play = Play(BATTLE, start, STORYTELLER, roller, asks=False)
    begin_round(play, number(given, "round", 1))
    turns: list[dict[str, Any]] = []
    try:
        while (found := next_tick(play.state)) and len(turns) < MANY:
            actors = _play_tick(play, given, acts, *found)
            if actors:
                turns.append({"tick": found[0], "actors": sorted(actors)})
    except IllegalMove as refusal:
        return {"error": refusal.code}
    crashed = [e.actor for e in play.events if isinstance(e, ev.InitiativeChanged) and e.crashed and e.cause == "own"]
    return {
        "turns": turns,
        "initiative": {c.name: c.initiative for c in play.state.combatants},
        "pending": list(open_delays(play.state)),
        "self_crash": crashed,
    }


def _read_fighter(item: object) -> Combatant:
    given = check_keys(item, ("name", "initiative", "when"), "combatants")
    name = text(given, "name")
    return Combatant(id=name, name=name, side=name, initiative=number(given, "initiative"))


def _play_tick(play: Play, given: Given, acts: Mapping[str, Given], tick: int, due: tuple[str, ...]) -> list[str]:
    wished = [str(name) for name in items(given, "tie_order")]
    order = sorted(due, key=lambda name: wished.index(name) if name in wished else len(wished))
    reach_tick(play, tick, tuple(order))
    acted = []
    for name in order:
        if play.state.get(name).is_in_play and _take_turn(play, name, acts.get(name, {}), given):
            acted.append(name)
    return acted


def _take_turn(play: Play, name: str, act: Given, given: Given) -> bool:
    """Take or delay the turn; returns whether it was taken."""
    actor = play.state.get(name)
    if actor.is_delaying:
        resume_turn(play, name)
    else:
        begin_turn(play, name)
        if "delay_to" in act:
            delay_turn(play, name, None if act["delay_to"] is None else number(act, "delay_to"))
            return False
    _act(play, name, act)
    for joiner in items(given, "joins"):
        if text(check_keys(joiner, ("when", "name", "initiative"), "joins"), "when") == name:
            play.emit(ev.CombatantAdded(combatant=_read_fighter(joiner)))
    if play.state.get(name).is_in_play:
        end_turn(play, name)
    return True


def _act(play: Play, name: str, act: Given) -> None:
    changes = part(act, "change")
    for other in check_keys(changes, changes, "change"):
        _known(play, other)
        change_initiative(play, other, number(changes, other), Cause("other", "the action", "3E-043"))
    removed = act.get("removes") or []
    for other in [removed] if isinstance(removed, str) else removed:
        _known(play, other)
        play.emit(ev.WentOut(**about(play.state.get(other)), why="defeated"))


def _known(play: Play, name: object) -> None:
    if not isinstance(name, str) or play.state.find(name) is None:
        raise BadInput("unknown_combatant", f"There is no combatant {name!r}.", name=str(name))
