"""Multiple, extended, resisted and teamwork actions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.dice import Roller
from rules.errors import BadInput
from rules.v20da.actions.extended import Extended, add_roll
from rules.v20da.actions.multiple import Planned, allot, find_offenders
from rules.v20da.actions.resisted import Contest, add_round, compare, resisted_difficulty
from rules.v20da.actions.rolling import Result, check_pool, check_roll, degree_of, roll_dice
from rules.v20da.actions.teamwork import Part, work_together
from rules.v20da.conformance.reading import has_faces
from rules.v20da.options import ContestMode


@dataclass(frozen=True, slots=True)
class MultiGiven:
    actions: tuple[Planned, ...]


def check_multi(given: MultiGiven, roller: Roller) -> dict[str, Any]:
    """`multi` (V20-050 to 058); the actions are rolled where dice are given."""
    if not given.actions:
        raise BadInput("no_actions", "'actions' names at least one action.", key="actions")
    offenders = find_offenders(given.actions)
    if offenders:
        return {"allowed": False, "offenders": [{"index": o.index, "code": o.code} for o in offenders]}
    allotted = allot(given.actions)
    told: dict[str, Any] = {
        "allowed": True,
        "actions": [{"dice": action.dice, "difficulty": action.difficulty} for action in allotted],
    }
    if has_faces(roller):
        results = [roll_dice(action.dice, action.difficulty, roller) for action in allotted]
        told["results"] = [{"net": result.net, "outcome": result.outcome} for result in results]
    return told


@dataclass(frozen=True, slots=True)
class ExtendedGiven:
    pool: int = 0
    difficulty: int | None = None
    required: int = 0
    max_rolls: int | None = None
    interval: int = 0
    unit: str = ""
    botch_ends: bool = False
    start_total: int = 0
    willpower_rolls: tuple[int, ...] = ()


def check_extended(given: ExtendedGiven, roller: Roller) -> dict[str, Any]:
    """`extended` (V20-089, 100 to 106); rolls go on while faces are left."""
    check_roll(given.pool, given.difficulty)
    action = Extended(given.required, given.start_total, 0, given.max_rolls, given.interval, given.botch_ends)
    per_roll: list[int | str] = []
    while action.status == "in_progress" and has_faces(roller):
        willpower = action.rolls + 1 in given.willpower_rolls
        result = roll_dice(given.pool, given.difficulty, roller, willpower=willpower)
        action = add_roll(action, result)
        per_roll.append(_word(result))
    return {"per_roll": per_roll, "total": action.total, "status": action.status, "rolls_used": action.rolls,
            "elapsed": action.elapsed}  # fmt: skip


def _word(result: Result) -> int | str:
    return "botch" if result.outcome == "botch" else result.net


@dataclass(frozen=True, slots=True)
class ResistedSide:
    pool: int = 0
    difficulty_from: int = 0


@dataclass(frozen=True, slots=True)
class ResistedGiven:
    a: ResistedSide
    b: ResistedSide


def check_resisted(given: ResistedGiven, roller: Roller) -> dict[str, Any]:
    """`resisted` (V20-110 to 116)."""
    check_pool(given.b.pool)
    difficulties = [resisted_difficulty(side.difficulty_from) for side in (given.a, given.b)]
    a = roll_dice(given.a.pool, difficulties[0], roller)
    b = roll_dice(given.b.pool, difficulties[1], roller)
    winner, margin = compare(a.net, b.net)
    return {
        "difficulty_a": difficulties[0], "difficulty_b": difficulties[1], "net_a": a.net, "net_b": b.net,
        "winner": winner, "margin": margin, "degree": degree_of(margin),
        "botch_a": a.outcome == "botch", "botch_b": b.outcome == "botch",
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class ResistedExtendedGiven:
    a: Part
    b: Part
    required: int = 0
    mode: ContestMode = "race"


def check_resisted_extended(given: ResistedExtendedGiven, roller: Roller) -> dict[str, Any]:
    """`resisted_extended` (V20-117 to 121); rounds go on while faces are left."""
    for side in (given.a, given.b):
        check_roll(side.pool, side.difficulty)
    contest, rounds = Contest(given.required, given.mode), list[list[int | str]]()
    while contest.status == "in_progress" and has_faces(roller):
        a = roll_dice(given.a.pool, given.a.difficulty, roller)
        b = roll_dice(given.b.pool, given.b.difficulty, roller)
        contest = add_round(contest, a, b)
        rounds.append([_word(a), _word(b)])
    return {"rounds": rounds, "totals": [contest.total_a, contest.total_b], "winner": contest.winner,
            "status": contest.status}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TeamworkGiven:
    primary: Part
    helpers: tuple[Part, ...] = ()
    limit: int | None = None


def check_teamwork(given: TeamworkGiven, roller: Roller) -> dict[str, Any]:
    """`teamwork` (V20-130 to 136)."""
    work = work_together(given.helpers, given.primary, given.limit, roller)
    return {"raise": work.raised, "helper_nets": [helper.net for helper in work.helpers],
            "primary_pool": work.primary_pool, "net": work.primary.net, "outcome": work.primary.outcome}  # fmt: skip


KINDS: Mapping[str, Callable[[Any, Roller], dict[str, Any]]] = {
    "multi": check_multi,
    "extended": check_extended,
    "resisted": check_resisted,
    "resisted_extended": check_resisted_extended,
    "teamwork": check_teamwork,
}
