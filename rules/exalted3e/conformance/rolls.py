"""Vectors of kind `roll`: plain, Join Battle, opposed, extended and social rolls."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.conformance import NO_KEYS, Fields, Keys, Kinds, Range, Result
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.exalted3e.actions import social
from rules.exalted3e.actions.count import is_botch, is_success, threshold_over, throw_pool
from rules.exalted3e.actions.extended import add_progress
from rules.exalted3e.pools import build_pool, stunt_successes, stunt_terms, stunt_willpower
from rules.exalted3e.timing.initiative import BASE
from rules.exalted3e.traits import INTENSITIES
from rules.pool import Pool, Term
from rules.text import Text

kind = Kinds(key="mode")
Stunt = Annotated[int, Range(0, 3)]
"""The points of a stunt (3E-014 to 3E-016)."""


@dataclass(frozen=True, slots=True)
class PoolSpec:
    """The pool of a roll and its options (3E-010 to 3E-018)."""

    pool: int | None = None
    attribute: int = 0
    ability: int = 0
    specialty: bool = False
    stunt: Stunt = 0
    bonus: int = 0
    penalty: int = 0
    auto: int = 0
    willpower_spent: bool = False
    willpower: int | None = None
    difficulty: int = 1
    double_10s: bool = True

    def build(self, *extra: Term) -> Pool:
        """Return the pool with its automatic successes; `extra` are further modifiers."""
        traits = [Term(Text("pool"), self.pool or 0, "pool", "3E-010")]
        if self.pool is None:
            traits = [
                Term(Text("attribute"), self.attribute, "attribute", "3E-010"),
                Term(Text("ability"), self.ability, "ability", "3E-010"),
            ]
        if self.specialty:
            traits.append(Term(Text("specialty"), 1, "specialty", "3E-011"))
        given = (
            Term(Text("bonus"), self.bonus, "bonus", "3E-024"),
            Term(Text("penalty"), -self.penalty, "penalty", "3E-024"),
        )
        auto = self.auto + stunt_successes(self.stunt) + self.willpower_spent
        return build_pool(Text("Roll"), traits, [*stunt_terms(self.stunt), *extra, *given], auto)

    def roll(self, roller: Roller, difficulty: int, *extra: Term, can_botch: bool = True) -> dict[str, Any]:
        """Roll the pool, and return the result for comparison."""
        pool, willpower = self.build(*extra), self._spend_willpower()
        thrown = throw_pool(pool, roller, doubles=self.double_10s)
        return {
            "dice_rolled": len(thrown.dice),
            "successes": thrown.total,
            "success": is_success(thrown.total, difficulty),
            "threshold": threshold_over(thrown.total, difficulty),
            "botch": can_botch and is_botch(thrown, difficulty),
            **willpower,
        }

    def _spend_willpower(self) -> dict[str, int]:
        if self.willpower is None:
            return {}
        left = self.willpower - self.willpower_spent
        if left < 0:
            raise IllegalMove("no_willpower", Text("There is no Willpower to spend."))
        return {"willpower_after": stunt_willpower(left, self.stunt)}


Rolled = Annotated[Any, Fields(PoolSpec)]


@kind("roll")
@kind("roll", op="simple")
def _simple(roller: Roller, **asked: Rolled) -> Result:
    """Roll once. This is also the mode of a vector without one."""
    return PoolSpec(**asked).roll(roller, asked["difficulty"])


@kind("roll", op="join_battle")
def _join_battle(roller: Roller, **asked: Rolled) -> Result:
    """Roll Join Battle."""
    result = PoolSpec(**asked).roll(roller, 1, can_botch=False)
    return {**result, "initiative": result["successes"] + BASE}


@kind("roll", op="opposed")
def _opposed(roller: Roller, *, initiator_pool: int = 0, opponent_pool: int = 0, double_10s: bool = True) -> Result:
    """Roll once for both sides."""
    pools = [
        build_pool(Text("Roll"), (Term(Text("pool"), dice, "pool", "3E-020"),))
        for dice in (initiator_pool, opponent_pool)
    ]
    initiator, other = (throw_pool(pool, roller, doubles=double_10s).total for pool in pools)
    return {
        "initiator_successes": initiator,
        "opponent_successes": other,
        "initiator_wins": initiator > other,
        "margin": abs(initiator - other),
    }


@kind("roll", op="extended")
def _extended(roller: Roller, *, goal: int = 0, rolls: int = 0, **asked: Rolled) -> Result:
    """Roll until the goal is reached, or the rolls run out."""
    pool, progress, totals = PoolSpec(**asked).build(), 0, list[int]()
    while len(totals) < rolls and not (totals and progress >= goal):
        thrown = throw_pool(pool, roller, doubles=asked["double_10s"])
        progress = add_progress(progress, thrown, asked["difficulty"])
        totals.append(progress)
    return {"progress": totals, "complete": progress >= goal, "rolls_made": len(totals)}


Intensity = Annotated[str, ("", "none", *INTENSITIES)]


Target = Annotated[Mapping[str, Any], Keys(lambda: _make_listener)]
Traits = Annotated[Any, Fields(social.Listener, "wits", "integrity", "manipulation", "socialize", "unaware")]


def _make_listener(
    *,
    opposing: Intensity = "",
    supporting: Intensity = "",
    specialty: bool = False,
    wound_penalty: int = 0,
    **traits: Traits,
) -> social.Listener:
    """Return the target of influence, whose specialty fits Resolve and Guile alike."""
    return social.Listener(
        **traits,
        resolve_specialty=specialty,
        guile_specialty=specialty,
        wound=wound_penalty,
        opposing=opposing.replace("none", "") or None,
        supporting=supporting.replace("none", "") or None,
    )


@kind("roll", op="influence")
def _influence(
    roller: Roller,
    *,
    target: Target = NO_KEYS,
    appearance: int = 0,
    action: Annotated[str, social.ACTIONS] = "other",
    **asked: Rolled,
) -> Result:
    """Roll influence against the Resolve of one target."""
    listener = kind.call(_make_listener, target)
    resolve, dice = (
        social.compute_resolve(listener).total,
        social.appearance_dice(action, appearance, social.base_resolve(listener)),
    )
    rolled = PoolSpec(**asked).roll(roller, resolve, Term(Text("Appearance"), dice, "bonus", "3E-327"))
    return {**rolled, "resolve": resolve, "appearance_dice": dice}


@kind("roll", op="read")
def _roll_read_intentions(roller: Roller, *, target: Target = NO_KEYS, **asked: Rolled) -> Result:
    """Roll to read intentions against Guile."""
    guile = social.compute_guile(kind.call(_make_listener, target)).total
    return {**PoolSpec(**asked).roll(roller, guile), "guile": guile}


@kind("roll", op="group")
def _group(roller: Roller, *, resolves: Mapping[str, int] = {}, **asked: Rolled) -> Result:
    """Roll influence once against several targets."""
    several = Term(Text("several targets"), -social.GROUP_PENALTY, "circumstance", "3E-333")
    result = PoolSpec(**asked).roll(roller, min(resolves.values(), default=1), several)
    return {**result, "affected": [name for name in resolves if is_success(result["successes"], resolves[name])]}
