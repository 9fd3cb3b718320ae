"""Multiple, extended, resisted and teamwork actions."""

from dataclasses import dataclass

from rules.conformance import Kinds, Result, has_faces, pick
from rules.dice import Roller
from rules.errors import BadInput
from rules.tasks import Side
from rules.text import Text
from rules.v20da.actions import rolling
from rules.v20da.actions.extended import add_roll
from rules.v20da.actions.multiple import PlannedAction, allot, find_offenders
from rules.v20da.actions.resisted import add_round, compare, judge, resisted_difficulty, roll_resisted
from rules.v20da.actions.rolling import check_roll, degree_of, roll_dice
from rules.v20da.actions.teamwork import Part, work_together
from rules.v20da.options import ContestMode, ResistedFrom

kind = Kinds()


@kind("multi")
def _multi(roller: Roller, *, actions: tuple[PlannedAction, ...]) -> Result:
    """Return several actions in a turn (V20-050 to 058). They are rolled if the vector gives dice."""
    if not actions:
        raise BadInput("no_actions", Text("'actions' must name at least one action."), key="actions")
    if offenders := find_offenders(actions):
        return {"allowed": False, "offenders": [pick(offender, "index", "code") for offender in offenders]}
    allotted = allot(actions)
    result = {"allowed": True, "actions": [pick(action, "dice", "difficulty") for action in allotted]}
    if not has_faces(roller):
        return result
    results = [roll_dice(action.dice, action.difficulty, roller) for action in allotted]
    return {**result, "results": [pick(result, "net", "outcome") for result in results]}


@kind("extended")
def _extended(
    roller: Roller,
    *,
    pool: int = 0,
    difficulty: int | None = None,
    required: int = 0,
    max_rolls: int | None = None,
    interval: int = 0,
    unit: str = "",
    botch_ends: bool = False,
    start_total: int = 0,
    willpower_rolls: tuple[int, ...] = (),
) -> Result:
    """Roll an extended action (V20-089, 100 to 106) as long as faces are left."""
    check_roll(pool, difficulty)
    side = Side("", "", target=required, total=start_total, max_rolls=max_rolls)
    while side.standing == "in_progress" and has_faces(roller):
        result = roll_dice(pool, difficulty, roller, willpower=len(side.gains) + 1 in willpower_rolls)
        side = add_roll(side, result, botch_ends=botch_ends)
    used = len(side.gains)
    return {
        "per_roll": ["botch" if gained is None else gained for gained in side.gains],
        **pick(side, "total", status="standing"),
        "rolls_used": used,
        "elapsed": used * interval,
    }


def _word(result: rolling.Result) -> int | str:
    return "botch" if result.outcome == "botch" else result.net


@dataclass(frozen=True, slots=True)
class _Side:
    """A side of kind `resisted`.

    `helpers`: dice that helpers give. `traits`: its unmodified traits. `difficulty_from`: the number from which its
    difficulty comes, in place of what the other side has.
    """

    pool: int = 0
    helpers: int = 0
    traits: int | None = None
    willpower: bool = False
    difficulty_from: int | None = None

    @property
    def dice(self) -> int:
        """The pool as it is rolled, with the helpers' dice (V20-342)."""
        return self.pool + self.helpers

    def opposing_dice(self, source: ResistedFrom) -> int:
        """Return the number that sets the other side's difficulty (V20-340, V20-343)."""
        return self.traits if source == "traits" and self.traits is not None else self.dice


@kind("resisted")
def _resisted(roller: Roller, *, a: _Side, b: _Side, resisted_from: ResistedFrom = "pool") -> Result:
    """Roll once for both sides (V20-110 to 116, V20-340 to 346)."""
    difficulties = [
        resisted_difficulty(
            other.opposing_dice(resisted_from) if side.difficulty_from is None else side.difficulty_from
        )
        for side, other in ((a, b), (b, a))
    ]
    rolled_a, rolled_b = (
        roll_resisted(side.dice, difficulty, roller, willpower=side.willpower)
        for side, difficulty in zip((a, b), difficulties, strict=True)
    )
    winner, margin = compare(rolled_a.net, rolled_b.net)
    return {
        "difficulty_a": difficulties[0],
        "difficulty_b": difficulties[1],
        "net_a": rolled_a.net,
        "net_b": rolled_b.net,
        "winner": winner,
        "margin": margin,
        "degree": degree_of(margin),
        "botch_a": rolled_a.outcome == "botch",
        "botch_b": rolled_b.outcome == "botch",
    }


@kind("resisted_extended")
def _resisted_extended(roller: Roller, *, a: Part, b: Part, required: int = 0, mode: ContestMode = "race") -> Result:
    """Gather successes for both sides (V20-117 to 121) as long as faces are left."""
    for side in (a, b):
        check_roll(side.pool, side.difficulty)
    sides, rounds = (Side("", "", target=required), Side("", "", target=required)), []
    while judge(sides)[0] == "in_progress" and has_faces(roller):
        rolled_a, rolled_b = (roll_dice(side.pool, side.difficulty, roller) for side in (a, b))
        sides = add_round(sides, rolled_a, rolled_b, mode)
        rounds.append([_word(rolled_a), _word(rolled_b)])
    status, winner = judge(sides)
    return {"rounds": rounds, "totals": [side.total for side in sides], "winner": winner, "status": status}


@kind("teamwork")
def _teamwork(roller: Roller, *, primary: Part, helpers: tuple[Part, ...] = (), limit: int | None = None) -> Result:
    """Roll for the helpers, then for the primary actor (V20-130 to 136)."""
    work = work_together(helpers, primary, limit, roller)
    return {
        "helper_nets": [helper.net for helper in work.helpers],
        **pick(work.primary, "net", "outcome"),
        **pick(work, "primary_pool", **{"raise": "raised"}),
    }
