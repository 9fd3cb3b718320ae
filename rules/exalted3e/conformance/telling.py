"""What a step of a script is compared with: the state's maps by name, and what the events tell."""

from typing import Any

from rules.battle import Event
from rules.exalted3e import events as ev
from rules.exalted3e.conformance.attacks import find, health_of, read_attack
from rules.exalted3e.defense import read_defense
from rules.exalted3e.state.board import State
from rules.exalted3e.timing.ticks import read_order


def tell_state(state: State) -> dict[str, Any]:
    """The maps by name. `defense` has the combatant's own cover in it."""
    everyone = state.combatants
    return {
        "initiative": {c.name: c.initiative for c in everyone},
        "position": {c.name: c.position for c in everyone},
        "defense": {c.name: read_defense(c).defense for c in everyone},
        "onslaught": {c.name: c.onslaught for c in everyone},
        "crash_turns": {c.name: c.crash_turns for c in everyone},
        "crashed": {c.name: c.is_crashed for c in everyone},
        "health": {c.name: health_of(c) for c in everyone},
        "cover": {c.name: c.cover for c in everyone},
        "prone": {c.name: c.prone for c in everyone},
        "order": [state.get(id).name for id in read_order(state)],
    }


def tell_events(events: list[Event]) -> dict[str, Any]:
    """What happened in one event of the script."""
    crashes = [e for e in events if isinstance(e, ev.InitiativeChanged) and e.crashed and e.cause == "own"]
    gone = {e.why: e.actor_name for e in events if isinstance(e, ev.WentOut)}
    found = {
        **read_attack(events),
        "self_crash": crashes[0].actor_name if crashes else None,
        "incapacitated": gone.get("incapacitated"),
        "defeated": gone.get("defeated"),
        "escaped": "escaped" in gone,
        "reset": any(isinstance(e, ev.CrashReset) or _returned_to_base(e) for e in events),
        "reflexive": [[e.actor_name, e.now] for e in events if isinstance(e, ev.Moved) and e.how in REFLEXIVE],
        "aim_wasted": [e.actor_name for e in events if isinstance(e, ev.AimWasted)],
        "half": any(isinstance(e, ev.Moved) and e.half is not None for e in events),
    }
    return {**found, **_tell_shift(events), **_tell_contest(events), **_tell_rest(events)}


REFLEXIVE = ("follow", "retreat")


def _returned_to_base(event: Event) -> bool:
    """A decisive attack that hit, whatever the Initiative was (3E-088)."""
    return isinstance(event, ev.DamageRolled) and event.attack == "decisive"


def _tell_shift(events: list[Event]) -> dict[str, Any]:
    rolled = find(events, ev.ShiftRolled)
    return {"shift": False} if rolled is None else {"shift": True, "join_battle": rolled.successes}


def _tell_contest(events: list[Event]) -> dict[str, Any]:
    rolled = find(events, ev.ContestRolled)
    if rolled is None:
        return {}
    contested = rolled.action in ("rush", "disengage")
    found: dict[str, Any] = {
        "success": rolled.works,
        "successes": [rolled.successes, *rolled.opponent_successes] if contested else rolled.successes,
    }
    if rolled.progress is not None:
        found |= {"progress": rolled.progress, "goal": rolled.goal}
    return found


def _tell_rest(events: list[Event]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if joined := find(events, ev.BattleJoined):
        found["successes"] = joined.successes
    if aimed := find(events, ev.Aimed):
        found["aim_count"] = aimed.count
    return found
