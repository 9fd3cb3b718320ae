"""Vectors of kind tick: joining, the tick line, flurries, Aim, coordinated attacks, movement."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from rules.conformance import Range, Result, pick
from rules.dice import Roller
from rules.errors import BadInput
from rules.exalted2e import timing
from rules.exalted2e.actions.rolling import TARGET, plain_rule, roll
from rules.exalted2e.conformance.pool import make_kinds
from rules.exalted2e.health.track import levels, movement_wound
from rules.text import Text

kind = make_kinds()
Ticks = Annotated[int, Range(0, 10_000)]


@dataclass(frozen=True, slots=True)
class Joiner:
    """A combatant of op join, with a total or with n dice to roll."""

    id: str
    total: int | None = None
    n: int | None = None
    rule_of_10: bool = True
    tn: int = TARGET
    bonus_successes: int = 0
    tick: int = 0

    def roll(self, roller: Roller) -> int:
        """Return the total of Join Battle. At least one die is rolled (2E-264)."""
        if (self.total is None) == (self.n is None):
            sentence = Text("{name} needs either a total or n dice to roll.", name=repr(self.id))
            raise BadInput("missing_key", sentence, key="combatants")
        if self.n is None:
            return max(0, self.total or 0)
        return roll(max(1, self.n), plain_rule(self.rule_of_10, self.tn), roller, bonus=self.bonus_successes).total


@kind("tick", op="join")
def _join(roller: Roller, *, combatants: tuple[Joiner, ...], late: tuple[Joiner, ...] = ()) -> Result:
    """Return the reaction count and the first ticks. Combatants in `late` join on their own tick."""
    if not combatants:
        raise BadInput("no_combatants", Text("'combatants' is empty."), key="combatants")
    totals = {combatant.id: combatant.roll(roller) for combatant in combatants}
    reaction = max(totals.values())
    first = {id: timing.get_first_tick(reaction, total) for id, total in totals.items()}
    later = {
        combatant.id: combatant.tick + timing.get_first_tick(reaction, combatant.roll(roller)) for combatant in late
    }
    return {"reaction_count": reaction, "first": {**first, **later}}


@dataclass(frozen=True, slots=True)
class TakenAction:
    """One action of op sequence. `after`: the action before it is broken off that many ticks after its start."""

    type: str = "misc"
    speed: Ticks = 0
    dv: int = 0
    after: int | None = None


@kind("tick", op="sequence")
def _sequence(*, start: Mapping[str, int], actions: Mapping[str, tuple[TakenAction, ...]], until: Ticks) -> Result:
    """Return who acts when, and the DV penalty of each combatant's own actions on every tick."""
    if strangers := actions.keys() - start.keys():
        sentence = Text("{name} acts but has no start.", name=repr(min(strangers)))
        raise BadInput("unknown_id", sentence, key="actions")
    if any(act.after is not None and act.after < 1 for acts in actions.values() for act in acts):
        raise BadInput("bad_after", Text("An action can be broken off 1 tick after it started, or later."), key="after")
    planned = {id: [timing.Act(act.type, act.speed, act.dv, act.after) for act in acts] for id, acts in actions.items()}
    lives = {id: timing.play_out(tick, planned.get(id, ())) for id, tick in start.items()}
    ticks = range(until + 1)
    called = [[tick, [id for id, life in lives.items() if tick in life.acted]] for tick in ticks]
    return {
        "timeline": [[tick, ids] for tick, ids in called if ids],
        "dv_at": {f"{tick}:{id}": life.get_penalty(tick) for id, life in lives.items() for tick in ticks},
        "next": {id: life.get_next(until) for id, life in lives.items()},
    }


@dataclass(frozen=True, slots=True)
class Part:
    """A component of op flurry."""

    type: str
    speed: int = 0
    dv: int = 0
    weapon: str = ""


@kind("tick", op="flurry")
def _flurry(*, components: tuple[Part, ...], rates: Mapping[str, int] = {}) -> Result:
    """Return a flurry's Speed, DV penalty and multiple-action penalties, and whether it is legal."""
    plan = timing.plan_flurry(
        [timing.Component(part.type, part.speed, part.dv, part.weapon) for part in components], rates
    )
    return {**pick(plan, "speed", dv="penalty"), "map": list(plan.dice), "legal": not plan.reason}


@kind("tick", op="aim")
def _aim(*, ticks_aimed: Ticks = 0, attack_target: bool = False) -> Result:
    """Return the bonus when an Aim ends. The action that replaces it has a DV penalty of 1."""
    end = timing.end_aim(ticks_aimed, attack_target)
    penalty = 1 if end.refresh else timing.ACTIONS["aim"].penalty + 1
    return {**pick(end, "refresh", bonus_dice="bonus", penalty_dice="penalty"), "dv_penalty": penalty}


@kind("tick", op="coordinate")
def _coordinate(
    roller: Roller,
    *,
    participants: Annotated[int, Range(0, 1000)],
    pool: int,
    rule_of_10: bool = True,
    tn: int = TARGET,
) -> Result:
    """Roll for the leader of a coordinated attack."""
    difficulty = timing.get_coordination_difficulty(participants)
    counted = roll(pool, plain_rule(rule_of_10, tn), roller, difficulty=difficulty)
    reduction = timing.get_coordination(counted.total, participants)
    return {"difficulty": difficulty, "success": counted.is_success, "dv_reduction": reduction}


@kind("tick", op="move")
def _move(*, dexterity: int = 0, wound: int = 0, mobility: int = 0, strength: int = 0, athletics: int = 0) -> Result:
    """Return the yards of a Move, a Dash and jumps."""
    # A penalty that the standard track does not have belongs to an extra (2E-030, 2E-032).
    hurt = movement_wound(wound, extra=wound not in levels("standard"))
    pace = timing.get_pace(dexterity, strength, athletics, hurt, mobility)
    return pick(pace, "move", "dash", "jump_up", "jump_across")
