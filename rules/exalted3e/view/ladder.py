"""The picture: Initiative from high to low, who Crashed whom, who is immune to Break, range bands."""

from collections.abc import Sequence
from typing import Literal, TypedDict

from rules.battle.board import Sight
from rules.battle.guards import refusal
from rules.exalted3e.attack.plan import Plan, check_attackable, check_decisive
from rules.exalted3e.state.board import State, are_enemies, distance
from rules.exalted3e.state.combatant import SELF, Combatant
from rules.exalted3e.timing.initiative import CRASH_TURNS, is_in_window
from rules.exalted3e.timing.ticks import acts_on
from rules.exalted3e.timing.turns import check_action
from rules.exalted3e.traits import band_of


class LadderRow(TypedDict):
    """Who is at one Initiative, by their ids. `ticks`: when each acts, None for one that delays."""

    value: int
    crashed: bool
    ids: list[str]
    own: list[str]
    other: list[str]
    now: list[str]
    acted: list[str]
    ticks: dict[str, int | None]


class CrashView(TypedDict):
    """Someone in Crash: `by` whom, None if the seat does not see that one; `self`: by its own action."""

    id: str
    by: str | None
    self: bool
    turns: int
    turns_left: int


class ImmunityView(TypedDict):
    """Someone whom no one can break again before a round."""

    id: str
    until_round: int


class PositionView(TypedDict):
    """Where someone stands, counted in range bands, and in which cover."""

    id: str
    at: int
    cover: str


class BandView(TypedDict):
    """The range bands between two combatants, and the name of that range."""

    ids: list[str]
    bands: int
    name: str


class LadderView(TypedDict):
    """The ladder of Initiative.

    `rough`: the stretches of difficult terrain. `decisive`: who is open to a decisive attack.
    """

    kind: Literal["ladder"]
    rows: list[LadderRow]
    crash: list[CrashView]
    immune: list[ImmunityView]
    positions: list[PositionView]
    bands: list[BandView]
    difficult_terrain: bool
    rough: list[int]
    decisive: list[str]


def draw_ladder(sight: Sight[State]) -> LadderView:
    """Return the data of the ladder: the combatants that the seat sees, and no one else."""
    state = sight.state
    fighters = [c for c in sight.seen if c.is_in_play]
    return {
        "kind": "ladder",
        "rows": _rows(sight, fighters),
        "crash": [_crash(sight, c) for c in fighters if c.is_crashed],
        "immune": [
            {"id": c.id, "until_round": (c.recovered_round or 0) + 1}
            for c in fighters
            if is_in_window(state, c) and not c.is_crashed
        ],
        "positions": [{"id": c.id, "at": c.position, "cover": c.cover} for c in fighters],
        "bands": [
            {
                "ids": [fighter.id, other.id],
                "bands": distance(fighter, other),
                "name": band_of(distance(fighter, other)),
            }
            for number, fighter in enumerate(fighters)
            for other in fighters[number + 1 :]
        ],
        "difficult_terrain": state.difficult_terrain,
        "rough": list(state.rough),
        "decisive": _struck_decisively(sight, fighters),
    }


def _rows(sight: Sight[State], fighters: Sequence[Combatant]) -> list[LadderRow]:
    state = sight.state
    values = sorted({c.initiative for c in fighters if c.initiative is not None}, reverse=True)
    rows: list[LadderRow] = []
    for value in values:
        here = [c for c in fighters if c.initiative == value]
        rows.append(
            {
                "value": value,
                "crashed": value <= 0,
                "ids": [c.id for c in here],
                "own": [c.id for c in here if sight.is_home(c)],
                "other": [c.id for c in here if not sight.is_home(c)],
                "now": [c.id for c in here if state.current == c.id],
                "acted": [c.id for c in here if c.acted],
                "ticks": {c.id: None if c.is_delaying else acts_on(state, c) for c in here},
            }
        )
    return rows


def _struck_decisively(sight: Sight[State], fighters: Sequence[Combatant]) -> list[str]:
    """Return the foes that the one whose turn it is may strike decisively with its weapon; only for its own seat."""
    state, actor = sight.state, sight.find(sight.state.current)
    if actor is None or not sight.is_mine(actor) or actor.group is not None or state.blocking:
        return []
    plan = Plan(actor.id, actor.id, "decisive", weapon=actor.arm.name)
    if refusal(check_action, state, actor, "attack") or refusal(check_decisive, actor, plan, actor.arm):
        return []
    foes = (fighter for fighter in fighters if are_enemies(fighter, actor))
    return [foe.id for foe in foes if not refusal(check_attackable, state, plan, actor, foe, actor.arm)]


def _crash(sight: Sight[State], fallen: Combatant) -> CrashView:
    """Return who Crashed it, if the seat sees that one, and the turns left until it recovers by itself."""
    by = fallen.crashed_by
    return {
        "id": fallen.id,
        "by": by if sight.find(by) else None,
        "self": by == SELF,
        "turns": fallen.crash_turns,
        "turns_left": max(0, CRASH_TURNS - fallen.crash_turns),
    }
