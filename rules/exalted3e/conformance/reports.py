"""The results of an attack or a step of a script for comparison: from the events, and from the state."""

from typing import Any, TypeVar

from rules.battle import Event
from rules.conformance import pick
from rules.exalted3e import events as ev
from rules.exalted3e.defense import compute_defense
from rules.exalted3e.health import is_incapacitated
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play
from rules.exalted3e.timing.ticks import list_by_initiative

E = TypeVar("E", bound=Event)


def find(events: list[Event], kind: type[E]) -> E | None:
    """Return the first event of a kind, or None."""
    return next((event for event in events if isinstance(event, kind)), None)


def _find_self_crash(events: list[Event]) -> str | None:
    changes = (event for event in events if isinstance(event, ev.InitiativeChanged))
    return next((change.actor_name for change in changes if change.crashed and change.cause == "own"), None)


def _report_attack(events: list[Event]) -> dict[str, Any]:
    """Return the result of an attack's events, in the keys that all kinds share."""
    found: dict[str, Any] = {}
    if rolled := find(events, ev.AttackRolled):
        found = {"attack_pool": rolled.pool.dice, "guard_parry": rolled.attack.guard_parry}
        found |= pick(rolled, "successes", attack_successes="successes")
        if rolled.attack.gambit:
            found["gambit_success"] = False
    if resolved := find(events, ev.AttackResolved):
        found |= {**pick(resolved, "hit", "threshold"), "struck": resolved.struck_name or None}
        if not resolved.hit:
            found |= {"damage_dice": 0, "damage" if resolved.attack == "withering" else "levels": 0}
    if damage := find(events, ev.DamageRolled):
        found |= {"damage_dice": max(0, damage.pool), "stopped_by_hardness": damage.stopped_by_hardness}
        found |= {"damage" if damage.attack == "withering" else "levels": damage.amount}
        if damage.attack == "withering":
            found["raw_damage"] = damage.raw.total
        else:
            found |= pick(damage, "hardness", stopped="stopped_by_hardness")
    if gambit := find(events, ev.GambitRolled):
        found |= pick(gambit, initiative_roll="successes", gambit_success="works", damage_dice="pool")
    found["break"] = any(isinstance(event, ev.BreakGained) and not event.blocked for event in events)
    return found


def report_attack_result(start: State, play: Play) -> dict[str, Any]:
    """Return the result of one attack. Health and wounds are those of the struck combatant."""
    before, attacker, found = start.get("attacker"), play.state.get("attacker"), _report_attack(play.events)
    resolved = find(play.events, ev.AttackResolved)
    struck = play.state.get(resolved.struck if resolved and resolved.struck else "target")
    full, marked = is_incapacitated(struck.health), find(play.events, ev.HealthMarked)
    found |= {
        "perfect": "none",  # no power is perfect yet (3E-500)
        "damage_successes": found.get("damage"),
        "damage_levels": marked.levels if marked else found.get("levels", 0),
        "attacker_initiative": attacker.initiative,
        "target_initiative": struck.initiative,
        "target_crashed": struck.is_crashed,
        "attacker_crashed": attacker.is_crashed,
        "attacker_left_crash": before.is_crashed and not attacker.is_crashed,
        "target_onslaught": play.state.get("target").onslaught,
        "self_crash": _find_self_crash(play.events) is not None,
        "target_health": _report_health(struck),
        "wound_penalty": "inc" if full else struck.health.wound_penalty(),
        "incapacitated": full,
    }
    if struck.group:
        lost = find(play.events, ev.MagnitudeMarked)
        size_lost = lost.size_lost if lost else 0
        found |= {"size_lost": size_lost, "break": bool(size_lost)}
        found |= pick(struck.group, group_size="size", group_damage="damage", group_max="maximum")
    return found


def _report_health(actor: Combatant) -> dict[str, Any]:
    return pick(actor.health, "bashing", "lethal", "aggravated")


def report_state(state: State) -> dict[str, Any]:
    """Return the state's values by name of combatant. `defense` includes the combatant's own cover."""
    everyone = state.combatants
    names = ("initiative", "position", "onslaught", "crash_turns", "cover", "prone")
    return {
        **{name: {c.name: getattr(c, name) for c in everyone} for name in names},
        "defense": {c.name: compute_defense(c).defense for c in everyone},
        "crashed": {c.name: c.is_crashed for c in everyone},
        "health": {c.name: _report_health(c) for c in everyone},
        "order": [state.get(id).name for id in list_by_initiative(state)],
    }


def report_events(events: list[Event]) -> dict[str, Any]:
    """Return what happened in one event of the script."""
    gone = {e.why: e.actor_name for e in events if isinstance(e, ev.WentOut)}
    moves = [e for e in events if isinstance(e, ev.Moved)]
    return {
        **_report_attack(events),
        "self_crash": _find_self_crash(events),
        "incapacitated": gone.get("incapacitated"),
        "defeated": gone.get("defeated"),
        "escaped": "escaped" in gone,
        "reset": any(isinstance(e, ev.CrashReset) or _returned_to_base(e) for e in events),
        "reflexive": [[e.actor_name, e.now] for e in moves if e.how in ("follow", "retreat")],
        "aim_wasted": [e.actor_name for e in events if isinstance(e, ev.AimWasted)],
        "half": any(e.half is not None for e in moves),
        **_report_rolls(events),
    }


def _returned_to_base(event: Event) -> bool:
    """Return whether it is a decisive attack that hit, at whatever Initiative (3E-088)."""
    return isinstance(event, ev.DamageRolled) and event.attack == "decisive"


def _report_rolls(events: list[Event]) -> dict[str, Any]:
    shift = find(events, ev.ShiftRolled)
    found: dict[str, Any] = {"shift": False} if shift is None else {"shift": True, "join_battle": shift.successes}
    if rolled := find(events, ev.ContestRolled):
        contested = rolled.action in ("rush", "disengage")
        found["success"] = rolled.works
        found["successes"] = [rolled.successes, *rolled.opponent_successes] if contested else rolled.successes
        if rolled.progress is not None:
            found |= pick(rolled, "progress", "goal")
    if joined := find(events, ev.BattleJoined):
        found["successes"] = joined.successes
    if aimed := find(events, ev.Aimed):
        found["aim_count"] = aimed.count
    return found
