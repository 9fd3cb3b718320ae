"""Vectors of extended and contested actions, and of teamwork."""

from rules.codec import decode
from rules.dice import Roller
from rules.errors import BadInput
from rules.wod2004.actions.contested import challenge, compare
from rules.wod2004.actions.extended import (
    Progress,
    Project,
    add_roll,
    begin,
    elapsed,
    has_extra_benefit,
)
from rules.wod2004.actions.extended_contested import Race, add_stage, may_roll
from rules.wod2004.actions.instant import Result, roll_dice
from rules.wod2004.actions.teamwork import help_bonus, help_penalty
from rules.wod2004.conformance.keys import MOST, QUALITY, Answer, Given, Reader
from rules.wod2004.conformance.pools import modifier_error
from rules.wod2004.options import DEFAULTS, Options
from rules.wod2004.pools import build_pool, circumstance, is_chance, trait

EXTENDED = ("pool", "pools", "target", "interval", "unit", "max_rolls", "start_total", "delicate", *QUALITY)
SIDE = ("pool", "pools", "target", "max_rolls", "start_total", "delicate", *QUALITY)
POLICIES = ("fails_utterly", "opponent_exceptional")
TIES = ("draw", "continue", "void")


class _Pools:
    """The pools of successive rolls: one for all of them, or a list that may run out."""

    def __init__(self, given: Reader) -> None:
        self._listed = given.numbers("pools") if given.has("pools") else None
        self._pool = given.number("pool", low=-MOST) if given.has("pool") else None
        self._quality = given.quality()
        if (self._listed is None) == (self._pool is None):
            raise BadInput("missing_key", "A roll needs either 'pool' or 'pools'.", key="pool")

    def has(self, number: int) -> bool:
        """Whether roll `number`, counted from 0, has a pool."""
        return self._listed is None or number < len(self._listed)

    def roll(self, number: int, roller: Roller) -> Result:
        """Make roll `number`."""
        total = self._pool if self._listed is None else self._listed[number]
        return roll_dice(total or 0, roller, self._quality)


def _is_used_up(roller: Roller) -> bool:
    """Whether a script ends here, between two rolls: then no further roll was made."""
    return getattr(roller, "left", None) == 0


def _project(given: Reader, unit: str = "turn") -> Project:
    return Project(
        given.needed("target"), given.number("interval"), unit, given.optional("max_rolls"), given.flag("delicate")
    )


def check_extended(given: Given, roller: Roller) -> Answer:
    """An attempt at an extended action, roll by roll."""
    read = Reader(given, EXTENDED, "extended")
    project, pools = _project(read, read.text("unit", "turn")), _Pools(read)
    progress = begin(project, read.number("start_total"))
    while progress.status == "in_progress" and pools.has(progress.rolls_used) and not _is_used_up(roller):
        progress = add_roll(progress, project, pools.roll(progress.rolls_used, roller))
    answer: Answer = {
        "per_roll": ["dramatic_failure" if gained is None else gained for gained in progress.per_roll],
        "total": progress.total,
        "status": progress.status,
        "rolls_used": progress.rolls_used,
        "elapsed": elapsed(progress, project),
        "exceptional_rolls": list(progress.exceptional_rolls),
        "extra_benefit": has_extra_benefit(progress, project),
    }
    if progress.needs_change:
        answer["needs_change"] = True
    return answer


def _options(policy: str, simultaneous: str = DEFAULTS.simultaneous) -> Options:
    return decode(Options, {"dramatic_contest": policy, "simultaneous": simultaneous})


def check_contested(given: Given, roller: Roller) -> Answer:
    """Both sides roll once."""
    read = Reader(given, ("a", "b", "df_policy"), "contested")
    options = _options(read.text("df_policy", DEFAULTS.dramatic_contest, POLICIES))
    sides = [read.inner(side, ("pool", *QUALITY)) for side in ("a", "b")]
    a, b = (_roll_side(side, roller) for side in sides)
    contest = compare(a, b, options)
    return {
        "a_successes": a.successes,
        "b_successes": b.successes,
        "winner": contest.winner,
        "winner_successes": contest.winner_successes,
        "outcome_a": contest.outcome_a,
        "outcome_b": contest.outcome_b,
    }


def _roll_side(side: Reader, roller: Roller) -> Result:
    return roll_dice(side.number("pool", low=-MOST), roller, side.quality())


def check_preset(given: Given, roller: Roller) -> Answer:
    """A challenge to stored successes."""
    read = Reader(given, ("stored", "pool", *QUALITY), "preset")
    result = _roll_side(read, roller)
    outcome = challenge(read.number("stored"), result)
    return {"successes": result.successes, "beaten": outcome != "loss", "outcome": outcome}


def check_extended_contested(given: Given, roller: Roller) -> Answer:
    """Both sides gather successes, side A first in each stage."""
    read = Reader(given, ("a", "b", "simultaneous", "df_policy"), "extended_contested")
    sides = [read.inner(side, SIDE) for side in ("a", "b")]
    pools_a, pools_b = (_Pools(side) for side in sides)
    race = Race(
        _project(sides[0]),
        _project(sides[1]),
        _options(read.text("df_policy", DEFAULTS.dramatic_contest, POLICIES), read.text("simultaneous", "draw", TIES)),
        Progress(sides[0].number("start_total")),
        Progress(sides[1].number("start_total")),
    )
    while race.status == "in_progress" and not _is_used_up(roller):
        stage = len(race.stages)
        rolls_a, rolls_b = may_roll(race.progress_a), may_roll(race.progress_b)
        if (rolls_a and not pools_a.has(stage)) or (rolls_b and not pools_b.has(stage)):
            break
        a = pools_a.roll(stage, roller) if rolls_a else None
        b = pools_b.roll(stage, roller) if rolls_b else None
        race = add_stage(race, a, b)
    return {
        "stages": [list(stage) for stage in race.stages],
        "stage_winners": list(race.stage_winners),
        "totals": list(race.totals),
        "winner": race.winner,
        "status": race.status,
        "exceptional_rolls": [list(side.exceptional_rolls) for side in (race.progress_a, race.progress_b)],
        "extra_benefit": [
            has_extra_benefit(race.progress_a, race.a),
            has_extra_benefit(race.progress_b, race.b),
        ],
    }


def check_teamwork(given: Given, roller: Roller) -> Answer:
    """Helpers roll in their order, then the primary actor."""
    read = Reader(given, ("helpers", "primary"), "teamwork")
    primary = read.inner("primary", ("base", "bonuses", "penalties", *QUALITY))
    try:
        bonuses = [circumstance("Bonus", amount) for amount in primary.numbers("bonuses")]
        penalties = [circumstance("Penalty", -amount) for amount in primary.numbers("penalties")]
    except BadInput as refusal:
        return modifier_error(refusal)
    helpers = [
        _roll_side(Reader(helper, ("pool", *QUALITY), "teamwork.helpers"), roller) for helper in read.items("helpers")
    ]
    bonus = help_bonus(sum(helper.successes for helper in helpers))
    penalty = help_penalty(sum(helper.is_dramatic for helper in helpers))
    base = [trait("Base", primary.number("base"))]
    pool = build_pool("Teamwork", base, [*bonuses, bonus], [*penalties, penalty])
    result = roll_dice(pool.total, roller, primary.quality())
    return {
        "helper_successes": [helper.successes for helper in helpers],
        "bonus": bonus.amount,
        "penalty": -penalty.amount,
        "primary_pool": pool.dice,
        "chance": is_chance(pool),
        "successes": result.successes,
        "outcome": result.outcome,
    }
