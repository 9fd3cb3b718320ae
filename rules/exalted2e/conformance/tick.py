"""Vectors of kind tick: joining, the tick line, flurries, Aim, coordinated attacks, movement."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.battle import Json
from rules.dice import Roller
from rules.errors import BadInput
from rules.exalted2e.actions.rolling import TARGET, plain_rule, roll
from rules.exalted2e.conformance.given import Result, dispatch, in_range, read
from rules.exalted2e.health.track import levels, movement_wound
from rules.exalted2e.timing import (
    ACTIONS,
    Act,
    Component,
    end_aim,
    get_coordination,
    get_coordination_difficulty,
    get_first_tick,
    get_pace,
    plan_flurry,
    play_out,
)

MAX_TICKS = 10_000


@dataclass(frozen=True, slots=True)
class Joiner:
    """A combatant of op join: with her total, or with n dice to roll."""

    id: str
    total: int | None = None
    n: int | None = None
    rule_of_10: bool = True
    tn: int = TARGET
    bonus_successes: int = 0
    tick: int = 0


@dataclass(frozen=True, slots=True)
class Join:
    """Keys of op join; those of `late` join on their tick."""

    combatants: tuple[Joiner, ...]
    late: tuple[Joiner, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """One action of op sequence; `after`: the action before it is broken off that many ticks after it began."""

    type: str = "misc"
    speed: int = 0
    dv: int = 0
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Sequence:
    """Keys of op sequence."""

    start: Mapping[str, int]
    actions: Mapping[str, tuple[Taken, ...]]
    until: int


@dataclass(frozen=True, slots=True)
class Part:
    """One component of op flurry."""

    type: str
    speed: int = 0
    dv: int = 0
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Flurry:
    """Keys of op flurry."""

    components: tuple[Part, ...]
    rates: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Aim:
    """Keys of op aim."""

    ticks_aimed: int = 0
    attack_target: bool = False


@dataclass(frozen=True, slots=True)
class Coordinate:
    """Keys of op coordinate."""

    participants: int
    pool: int
    rule_of_10: bool = True
    tn: int = TARGET


@dataclass(frozen=True, slots=True)
class Movement:
    """Keys of op move."""

    dexterity: int = 0
    wound: int = 0
    mobility: int = 0
    strength: int = 0
    athletics: int = 0


def join(given: Mapping[str, Json], roller: Roller) -> Result:
    """Reaction count and first ticks."""
    asked = read(Join, given)
    if not asked.combatants:
        raise BadInput("no_combatants", "'combatants' names nobody.", key="combatants")
    totals = {one.id: _get_total(one, roller) for one in asked.combatants}
    reaction = max(totals.values())
    first = {id: get_first_tick(reaction, total) for id, total in totals.items()}
    late = {one.id: one.tick + get_first_tick(reaction, _get_total(one, roller)) for one in asked.late}
    return {"reaction_count": reaction, "first": {**first, **late}}


def _get_total(one: Joiner, roller: Roller) -> int:
    if (one.total is None) == (one.n is None):
        raise BadInput("missing_key", f"{one.id!r} has either a total or n dice to roll.", key="combatants")
    if one.n is None:
        return max(0, one.total or 0)
    rule = plain_rule(one.rule_of_10, one.tn)
    return roll(max(1, one.n), rule, roller, bonus=one.bonus_successes).total  # at least one die (2E-264)


def sequence(given: Mapping[str, Json], roller: Roller) -> Result:
    """Who acts when, and the DV penalty of her own actions on every tick."""
    asked = read(Sequence, given)
    in_range("until", asked.until, 0, MAX_TICKS)
    for id in asked.actions:
        if id not in asked.start:
            raise BadInput("unknown_id", f"{id!r} acts, but has no start.", key=f"actions.{id}")
    lives = {id: play_out(tick, _read_acts(id, asked.actions.get(id, ()))) for id, tick in asked.start.items()}
    ticks = range(asked.until + 1)
    called = [[tick, [id for id, life in lives.items() if tick in life.acted]] for tick in ticks]
    return {
        "timeline": [[tick, ids] for tick, ids in called if ids],
        "dv_at": {f"{tick}:{id}": life.get_penalty(tick) for id, life in lives.items() for tick in ticks},
        "next": {id: life.get_next(asked.until) for id, life in lives.items()},
    }


def _read_acts(id: str, taken: tuple[Taken, ...]) -> tuple[Act, ...]:
    for action in taken:
        in_range(f"actions.{id}.speed", action.speed, 0, MAX_TICKS)
        if action.after is not None and action.after < 1:
            raise BadInput("bad_after", "An action is broken off at least 1 tick after it began.", key=f"actions.{id}")
    return tuple(Act(action.type, action.speed, action.dv, action.after) for action in taken)


def flurry(given: Mapping[str, Json], roller: Roller) -> Result:
    """A flurry's Speed, DV penalty, multiple-action penalties, and whether it may be done."""
    asked = read(Flurry, given)
    parts = [Component(part.type, part.speed, part.dv, part.weapon) for part in asked.components]
    plan = plan_flurry(parts, asked.rates)
    return {"speed": plan.speed, "dv": plan.penalty, "map": list(plan.dice), "legal": not plan.reason}


def aim(given: Mapping[str, Json], roller: Roller) -> Result:
    """What follows when an Aim ends; the action that replaces it has a DV penalty of 1."""
    asked = read(Aim, given)
    end = end_aim(in_range("ticks_aimed", asked.ticks_aimed, 0, MAX_TICKS), asked.attack_target)
    penalty = 1 if end.refresh else ACTIONS["aim"].penalty + 1
    return {"bonus_dice": end.bonus, "penalty_dice": end.penalty, "refresh": end.refresh, "dv_penalty": penalty}


def coordinate(given: Mapping[str, Json], roller: Roller) -> Result:
    """A leader's roll."""
    asked = read(Coordinate, given)
    difficulty = get_coordination_difficulty(in_range("participants", asked.participants, 0, 1000))
    counted = roll(asked.pool, plain_rule(asked.rule_of_10, asked.tn), roller, difficulty=difficulty)
    return {
        "difficulty": difficulty,
        "success": counted.is_success,
        "dv_reduction": get_coordination(counted.total, asked.participants),
    }


def move(given: Mapping[str, Json], roller: Roller) -> Result:
    """Yards moved, dashed and jumped."""
    asked = read(Movement, given)
    # A penalty that the standard track does not know is an extra's (2E-030, 2E-032).
    wound = movement_wound(asked.wound, extra=asked.wound not in levels("standard"))
    pace = get_pace(asked.dexterity, asked.strength, asked.athletics, wound, asked.mobility)
    return {"move": pace.move, "dash": pace.dash, "jump_up": pace.jump_up, "jump_across": pace.jump_across}


KINDS = {
    "tick": dispatch(
        {
            "join": join,
            "sequence": sequence,
            "flurry": flurry,
            "aim": aim,
            "coordinate": coordinate,
            "move": move,
        }
    )
}
