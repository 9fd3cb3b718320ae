"""Vectors of extended and contested actions, and of teamwork."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from rules.conformance import Fields, Result, has_faces, pick
from rules.dice import Roller
from rules.errors import BadInput
from rules.tasks import Side
from rules.text import Text
from rules.wod2004.actions import instant
from rules.wod2004.actions.contested import challenge, compare
from rules.wod2004.actions.extended import add_roll, has_extra_benefit
from rules.wod2004.actions.extended_contested import add_stage, judge, may_roll
from rules.wod2004.actions.teamwork import help_bonus, help_penalty
from rules.wod2004.conformance.pools import Again, Signed, make_kinds
from rules.wod2004.options import Options
from rules.wod2004.pools import build_pool, circumstance, is_chance, trait

kind = make_kinds()
Policy = Literal["fails_utterly", "opponent_exceptional"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """Successive rolls with one pool for all, or with a list of pools, which may run out."""

    target: int
    pool: Signed | None = None
    pools: tuple[Signed, ...] | None = None
    max_rolls: int | None = None
    start_total: int = 0
    delicate: bool = False
    again: Again = 10
    rote: bool = False

    def __post_init__(self) -> None:
        """Raise `BadInput` unless there is either `pool` or `pools`."""
        if (self.pools is None) == (self.pool is None):
            raise BadInput("missing_key", Text("A roll needs either 'pool' or 'pools'."), key="pool")

    def begin(self) -> Side:
        """Return the action before its first roll."""
        return Side("", "", target=self.target, total=self.start_total, max_rolls=self.max_rolls)

    def has(self, number: int) -> bool:
        """Return whether roll `number`, counted from 0, has a pool."""
        return self.pools is None or number < len(self.pools)

    def roll(self, number: int, roller: Roller) -> instant.Result:
        """Make roll `number`."""
        total = self.pool if self.pools is None else self.pools[number]
        return instant.roll_dice(total or 0, roller, instant.Quality(self.again, self.rote))


@kind("extended")
def _extended(
    roller: Roller, *, interval: int = 0, unit: str = "turn", **attempt: Annotated[Any, Fields(Attempt)]
) -> Result:
    """Roll an extended action as long as faces are left."""
    pools = Attempt(**attempt)
    side = pools.begin()
    while side.standing == "in_progress" and pools.has(len(side.gains)) and has_faces(roller):
        side = add_roll(side, pools.roll(len(side.gains), roller), delicate=pools.delicate)
    used = len(side.gains)
    return {
        "per_roll": ["dramatic_failure" if gained is None else gained for gained in side.gains],
        **pick(side, "total", status="standing"),
        "rolls_used": used,
        "elapsed": used * interval,
        "exceptional_rolls": _list_exceptional(side),
        "extra_benefit": has_extra_benefit(side),
        **({"needs_change": True} if None in side.gains and not side.ruined else {}),
    }


def _list_exceptional(side: Side) -> list[int]:
    """Return the numbers (from 1) of the rolls with five or more successes (WD-089)."""
    return [n for n, gained in enumerate(side.gains, 1) if (gained or 0) >= instant.EXCEPTIONAL]


@dataclass(frozen=True, slots=True)
class _Side:
    """The roll of a side or a helper."""

    pool: Signed = 0
    again: Again = 10
    rote: bool = False

    def roll(self, roller: Roller) -> instant.Result:
        """Roll the pool."""
        return instant.roll_dice(self.pool, roller, instant.Quality(self.again, self.rote))


@kind("contested")
def _contested(roller: Roller, *, a: _Side, b: _Side, df_policy: Policy = "fails_utterly") -> Result:
    """Roll once for both sides."""
    rolled_a, rolled_b = a.roll(roller), b.roll(roller)
    contest = compare(rolled_a, rolled_b, Options(dramatic_contest=df_policy))
    return {
        "a_successes": rolled_a.successes,
        "b_successes": rolled_b.successes,
        **pick(contest, "winner", "winner_successes", "outcome_a", "outcome_b"),
    }


@kind("preset")
def _preset(roller: Roller, *, stored: int = 0, **side: Annotated[Any, Fields(_Side)]) -> Result:
    """Roll a challenge to stored successes."""
    result = _Side(**side).roll(roller)
    outcome = challenge(stored, result)
    return {"successes": result.successes, "beaten": outcome != "loss", "outcome": outcome}


@kind("extended_contested")
def _extended_contested(
    roller: Roller,
    *,
    a: Attempt,
    b: Attempt,
    simultaneous: Literal["draw", "continue", "void"] = "draw",
    df_policy: Policy = "fails_utterly",
) -> Result:
    """Gather successes for both sides; side A rolls first in each stage."""
    options = Options(dramatic_contest=df_policy, simultaneous=simultaneous)
    sides, stages, status, winner = (a.begin(), b.begin()), list[tuple[int, int]](), "in_progress", "none"
    while status == "in_progress" and has_faces(roller):
        stage, rolls_a, rolls_b = len(stages), may_roll(sides[0]), may_roll(sides[1])
        if (rolls_a and not a.has(stage)) or (rolls_b and not b.has(stage)):
            break
        rolled_a = a.roll(stage, roller) if rolls_a else None
        rolled_b = b.roll(stage, roller) if rolls_b else None
        sides, gained = add_stage(sides, (rolled_a, rolled_b), options, (a.delicate, b.delicate))
        stages.append(gained)
        status, winner = judge(sides, gained, options)
    return {
        "stages": [list(stage) for stage in stages],
        "stage_winners": ["a" if first > other else "b" if other > first else "none" for first, other in stages],
        "totals": [side.total for side in sides],
        "winner": winner,
        "status": status,
        "exceptional_rolls": [_list_exceptional(side) for side in sides],
        "extra_benefit": [has_extra_benefit(side) for side in sides],
    }


@dataclass(frozen=True, slots=True)
class Primary:
    """The primary actor of teamwork."""

    base: int = 0
    bonuses: tuple[Signed, ...] = ()
    penalties: tuple[Signed, ...] = ()
    again: Again = 10
    rote: bool = False


@kind("teamwork")
def _teamwork(roller: Roller, *, primary: Primary, helpers: tuple[_Side, ...] = ()) -> Result:
    """Roll for the helpers in order, then for the primary actor."""
    bonuses = [circumstance(Text("Bonus"), amount) for amount in primary.bonuses]
    penalties = [circumstance(Text("Penalty"), -amount) for amount in primary.penalties]
    helped = [helper.roll(roller) for helper in helpers]
    bonus = help_bonus(sum(helper.successes for helper in helped))
    penalty = help_penalty(sum(helper.is_dramatic for helper in helped))
    pool = build_pool(Text("Teamwork"), [trait(Text("Base"), primary.base)], [*bonuses, bonus], [*penalties, penalty])
    result = instant.roll_dice(pool.total, roller, instant.Quality(primary.again, primary.rote))
    return {
        "helper_successes": [helper.successes for helper in helped],
        "bonus": bonus.amount,
        "penalty": -penalty.amount,
        "primary_pool": pool.dice,
        "chance": is_chance(pool),
        **pick(result, "successes", "outcome"),
    }
