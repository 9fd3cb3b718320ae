"""The picture: Initiative from high to low, who Crashed whom, who is immune to Break, range bands."""

from collections.abc import Sequence
from typing import Any

from ..state import SELF, Combatant, State, distance
from ..timing.initiative import CRASH_TURNS, is_in_window
from ..timing.ticks import acts_on
from ..traits import band_of


def draw_ladder(state: State, seen: Sequence[Combatant], own_side: str | None) -> dict[str, Any]:
    """Data for the ladder, of the combatants that the seat sees, and nobody else."""
    fighters = [c for c in seen if c.is_in_play]
    return {
        "kind": "ladder",
        "rows": _rows(state, fighters, own_side),
        "crash": [_crash(c, seen) for c in fighters if c.is_crashed],
        "immune": [
            {"id": c.id, "until_round": (c.recovered_round or 0) + 1}
            for c in fighters
            if is_in_window(state, c) and not c.is_crashed
        ],
        "positions": [{"id": c.id, "at": c.position, "cover": c.cover} for c in fighters],
        "bands": [
            {"ids": [one.id, other.id], "bands": distance(one, other), "name": band_of(distance(one, other))}
            for number, one in enumerate(fighters)
            for other in fighters[number + 1 :]
        ],
        "difficult_terrain": state.difficult_terrain,
    }


def _rows(state: State, fighters: Sequence[Combatant], own_side: str | None) -> list[dict[str, Any]]:
    values = sorted({c.initiative for c in fighters if c.initiative is not None}, reverse=True)
    rows = []
    for value in values:
        here = [c for c in fighters if c.initiative == value]
        rows.append(
            {
                "value": value,
                "crashed": value <= 0,
                "ids": [c.id for c in here],
                "own": [c.id for c in here if c.side == own_side],
                "other": [c.id for c in here if c.side != own_side],
                "now": [c.id for c in here if state.current == c.id],
                "acted": [c.id for c in here if c.acted],
                "ticks": {c.id: None if c.is_delaying else acts_on(state, c) for c in here},
            }
        )
    return rows


def _crash(fallen: Combatant, seen: Sequence[Combatant]) -> dict[str, Any]:
    """Who Crashed it, as far as the seat knows that one, and the turns left until it recovers by itself."""
    by = fallen.crashed_by
    known = by is not None and any(c.id == by for c in seen)
    return {
        "id": fallen.id,
        "by": by if known else None,
        "self": by == SELF,
        "turns": fallen.crash_turns,
        "turns_left": max(0, CRASH_TURNS - fallen.crash_turns),
    }
