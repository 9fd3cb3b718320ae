"""One attack that could be made now, with all that its damage hangs on, as far as the seat may know it (3E-062 on)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from rules.exalted3e import moves as mv
from rules.exalted3e.attack.chances import list_hits, spread_damage
from rules.exalted3e.attack.meeting import MetDefense, face, meet
from rules.exalted3e.attack.plan import Plan, find_arm, initiative_cost
from rules.exalted3e.attack.rolls import open_exchange
from rules.exalted3e.decide.attacks import build_plan
from rules.exalted3e.defense import compute_hardness, compute_soak
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.exalted3e.state.exchange import Exchange
from rules.exalted3e.timing.play import Play
from rules.odds import Odds
from rules.spread import Spread, average, mix

USUAL_STAMINA = range(2, 5)
USUAL_ARMOR = ((0, 0), (3, 0), (5, 0), (5, 4), (8, 7))
"""Soak and Hardness of what people usually wear: nothing, light and medium armor, and that of artifacts (3E-247)."""


@dataclass(frozen=True, slots=True)
class Case:
    """One attack that could be made now. `guards`: soak and Hardness that `target` may have, all as likely.

    `attacker` has paid for the attack. `target` is who is struck: the guardian, if someone guards and the attacker
    does not try for the ward (3E-173). `odds` are those to strike it.
    """

    play: Play
    plan: Plan
    exchange: Exchange
    arm: Arm
    attacker: Combatant
    target: Combatant
    odds: Odds
    dice: int
    met: MetDefense
    cost: int
    guards: Sequence[tuple[int, int]]
    is_known: bool

    @property
    def hit(self) -> float:
        """The chance to strike the target."""
        return float(self.odds.success)

    @property
    def hits(self) -> Spread:
        """The threshold successes of those rolls that hit."""
        return list_hits(self.odds, self.met.for_target if self.exchange.choice == "ward" else self.met.needed)

    def count_sure(self, dice: int) -> int:
        """Return the successes of a stunt on a damage roll, if the series' options give them."""
        return self.exchange.auto if self.play.state.options.stunts_help_damage and dice > 0 else 0

    def roll(self, dice: int, *, doubles: bool) -> Spread:
        """Return the successes of a damage roll."""
        return spread_damage(dice, doubles=doubles, sure=self.count_sure(dice))

    def after(self, hit: Callable[[int, int, int], Spread], missed: Spread) -> Spread:
        """Return a number after the attack: `hit` gives it for a threshold, soak and Hardness; `missed` for a miss."""
        struck = average(
            mix((chance, hit(threshold, *guard)) for threshold, chance in self.hits.items()) for guard in self.guards
        )
        return mix(((1.0, struck), (1 - self.hit, missed)))


def open_cases(play: Play, move: mv.Attack) -> list[Case]:
    """Return the attack as it would be resolved now; on someone guarded, as it strikes the guardian and the ward."""
    state, weighed = play.state, play.battle.weigh(play.state, play.seat, move)
    plan = build_plan(state, move)
    actor, target = state.get(plan.attacker), state.get(plan.target)
    arm = find_arm(actor, plan)
    exchange = open_exchange("", actor, target, plan, arm)
    met = meet(state, exchange)
    exchange = face(exchange, met)
    cost = initiative_cost(plan, arm) + plan.power_cost
    paid = replace(actor, initiative=(actor.initiative or 0) - cost)

    def make(struck: Combatant, exchange: Exchange, odds: Odds) -> Case:
        guards, is_known = list(_list_guards(play, exchange, struck)), play.seat.controls(struck.character)
        return Case(play, plan, exchange, arm, paid, struck, odds, weighed.pool.dice, met, cost, guards, is_known)

    if met.guardian is None:
        return [make(target, exchange, weighed.odds)]
    past = Fraction(0) if exchange.automatic_miss else weighed.odds.at_least(met.for_target)
    return [
        make(met.guardian, exchange, weighed.odds),
        make(target, replace(exchange, choice="ward"), replace(weighed.odds, success=past)),
    ]


def _list_guards(play: Play, exchange: Exchange, struck: Combatant) -> Iterator[tuple[int, int]]:
    """Yield soak and Hardness, or those that are usual for a seat that may not know them.

    Of these the seat sees Size, and Crash, in which Hardness does not count (3E-093, 3E-306).
    """
    if play.seat.controls(struck.character):
        yield compute_soak(struck, exchange.soak_reduction).total, compute_hardness(struck, exchange.hardness_reduction)
        return
    size = struck.group.size if struck.group else 0
    for stamina, (armor, hardness) in product(USUAL_STAMINA, USUAL_ARMOR):
        soak = stamina + size + armor - min(exchange.soak_reduction, armor)
        yield soak, 0 if struck.is_crashed else max(0, hardness - exchange.hardness_reduction)
