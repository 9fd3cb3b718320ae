"""Vectors with a script (crash, break, shift, movement, aim, flurry, sequence): the battle's own actions, the order
forced by the script."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.battle import STORYTELLER
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import moves as mv
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.conformance.fighters import read_fighter
from rules.exalted3e.conformance.keys import Given, check_keys, flag, items, number, text
from rules.exalted3e.conformance.ops import OPS, Op, find
from rules.exalted3e.conformance.telling import tell_events, tell_state
from rules.exalted3e.decide.combat import check_flurry, declare_flurry
from rules.exalted3e.state.board import State
from rules.exalted3e.timing.play import Play

COMMON = ("do", "who")


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of a script, checked for unknown keys."""

    op: Op
    given: Given


def read_action(item: object, within_flurry: str = "") -> Action:
    """Read one event. `within_flurry` is who acts."""
    named = item.get("do") if isinstance(item, Mapping) else item
    if not isinstance(item, Mapping) or not isinstance(named, str) or named not in OPS:
        known = ", ".join((*OPS, "flurry"))
        raise BadInput("unknown_op", f"A script knows no event {named!r}. Known: {known}.", op=str(named))
    op = OPS[str(item["do"])]
    given = check_keys(item, (*COMMON, *op.keys), f"event {item['do']}")
    return Action(op, {**given, "who": within_flurry} if within_flurry else given)


def check_script(given: Given, roller: Roller) -> dict[str, Any]:
    """One vector with a script. `steps` has one entry per event of the script, in order, each with its `step`."""
    check_keys(given, ("combatants", "script", "difficult_terrain", "round"), "script")
    fighters = tuple(read_fighter(item) for item in items(given, "combatants"))
    terrain = flag(given, "difficult_terrain")
    state = State(phase="running", round=number(given, "round", 1), combatants=fighters, difficult_terrain=terrain)
    steps = []
    for index, item in enumerate(items(given, "script"), 1):
        state, told = _take_step(state, roller, item)
        steps.append({"step": index, **told, **tell_state(state)})
    return {"steps": steps}


def _take_step(state: State, roller: Roller, item: object) -> tuple[State, dict[str, Any]]:
    play = Play(BATTLE, state, STORYTELLER, roller, asks=False)
    try:
        if isinstance(item, Mapping) and item.get("do") == "flurry":
            told = _flurry(play, item)
        else:
            action = read_action(item)
            action.op.run(play, action.given)
            told = {**tell_events(play.events), **action.op.tell(play, action.given)}
    except IllegalMove as refusal:
        return state, {"error": refusal.code}
    return play.state, told


def _flurry(play: Play, item: Given) -> dict[str, Any]:
    """Two actions; refused whole if either is illegal (3E-155)."""
    check_keys(item, (*COMMON, "actions"), "event flurry")
    who = text(item, "who")
    actions = [read_action(part, who) for part in items(item, "actions")]
    names = tuple(action.op.flurry_name or str(action.given["do"]) for action in actions)
    check_flurry(names, find(play, who))
    for action in actions:
        action.op.check(play, action.given)
    declare_flurry(play, mv.DeclareFlurry(who, *names))
    told, subs = tell_events(play.events), []
    for action in actions:
        start = len(play.events)
        try:
            action.op.run(play, action.given)
            subs.append({**tell_events(play.events[start:]), **action.op.tell(play, action.given)})
        except IllegalMove as refusal:
            subs.append({"error": refusal.code})
    return {**told, **tell_events(play.events), "sub": subs}
