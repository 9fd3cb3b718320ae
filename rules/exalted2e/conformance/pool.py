"""Vectors of kinds pool and stunt."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Annotated, Literal

from rules.conformance import MAX_NUMBER, Kinds, Range, Result, pick
from rules.errors import BadInput
from rules.exalted2e import pools
from rules.exalted2e.actions.extended import act_partially
from rules.exalted2e.actions.stunts import MAX_STUNT, Reward, best_stunt, pay, rate_stunt, stunted_dv
from rules.exalted2e.actions.teamwork import Member, assist
from rules.exalted2e.options import Options
from rules.exalted2e.traits import Being
from rules.pool import BARE, Term
from rules.text import Text, word

MANY = 1_000_000
make_kinds = partial(Kinds, -MAX_NUMBER, MAX_NUMBER)
"""Bounds wide enough for all vectors: the rules limit what they roll, and keys may declare narrower bounds."""
kind = make_kinds()
Rating = Annotated[int, Range(0, MAX_STUNT)]
REWARDS: Mapping[str, Reward] = {"motes": "motes", "wp": "willpower", "xp": "experience"}


def base_pool(dice: int, essence: int, wound: int, multi: int, step1: int = 0) -> int:
    """Return a pool with a bonus of step 1, under wounds and the multiple-action penalty."""
    base, bonuses = Term(word("Base"), dice, "base", "2E-035"), (pools.bonus(word("Step 1"), step1, "equipment"),)
    penalties = (*pools.wound_terms(wound), *pools.multiple_action(multi))
    return pools.order_modifiers(BARE, (base,), essence=essence, bonuses=bonuses, penalties=penalties).total


@kind("pool", op="order")
def _order(
    *,
    base: int,
    essence: int = 1,
    being: Being = "exalt",
    ability_dots: int | None = None,
    nonmagic_bonus: Mapping[str, int] = {},
    specialty: int = 0,
    wound: int = 0,
    multi: int = 0,
    other: int = 0,
    magic_bonus: int = 0,
    magic_penalty: int = 0,
    bonus_successes: int = 0,
) -> Result:
    """Return one pool after all six steps."""
    named = [pools.bonus(word(name), dice, name) for name, dice in nonmagic_bonus.items() if name != "specialty"]
    pool = pools.order_modifiers(
        BARE,
        (Term(word("Base"), base, "base", "2E-035"),),
        essence=essence,
        bonuses=(*named, *pools.specialty_dice(specialty + nonmagic_bonus.get("specialty", 0))),
        penalties=(
            *pools.wound_terms(wound),
            *pools.multiple_action(multi),
            pools.penalty(word("Other"), other),
            *(() if ability_dots is None else pools.unskilled_penalty(being, ability_dots)),
        ),
        magic_bonuses=(pools.bonus(word("Magic"), magic_bonus, "magic bonus", "2E-102"),),
        magic_penalties=(pools.penalty(word("Magic"), magic_penalty, "magic penalty", "2E-103"),),
        successes=(Term(word("Bonus"), bonus_successes, "other", "2E-109"),),
    )
    after = {f"after{number}": pool.steps[number].after for number in range(1, 5)}
    floor = pools.essence_floor(essence, base, wound + multi)
    return {**after, **pick(pool, "can_roll", pool="total"), "floor": floor}


@kind("pool", op="multi")
def _multi(
    *,
    actions: Annotated[int, Range(1, 50)],
    bases: tuple[int, ...],
    essence: int = 1,
    being: Being = "exalt",
    wound: int = 0,
) -> Result:
    """Return the pools of several actions at once."""
    if len(bases) != actions:
        raise BadInput("wrong_length", Text("'bases' needs one pool per action."), key="bases")
    penalties = [pools.multiple_action_penalty(actions, index) for index in range(1, actions + 1)]
    totals = [base_pool(base, essence, wound, dice) for base, dice in zip(bases, penalties, strict=True)]
    return {"penalties": penalties, "pools": totals}


@kind("pool", op="teamwork")
def _teamwork(*, members: tuple[Member, ...]) -> Result:
    """Return the pool of teamwork: one character rolls, the rest assist."""
    if not members:
        raise BadInput("no_members", Text("'members' is empty."), key="members")
    return pick(assist(members), "roller", "bonus", "pool")


@kind("pool", op="partial")
def _interrupted(
    *,
    pool: int,
    num: int,
    den: Annotated[int, Range(1, MANY)],
    mode: Literal["penalty", "proportional"] = "penalty",
    successes: int = 0,
) -> Result:
    """Return the result of an interrupted action of which num/den is done."""
    if not 0 <= num <= den:
        raise BadInput("out_of_range", Text("'num' must be 0 to {n}, not {n2}.", n=den, n2=num), key="num")
    return pick(act_partially(pool, Fraction(num, den), successes, penalized=mode == "penalty"), "pool", "effect")


@kind("stunt", op="one")
def _rate_stunt(
    *, rating: Rating, being: Being = "exalt", motivation: bool = False, has_pool: bool = False, opt_xp: bool = False
) -> Result:
    """Return what one stunt brings."""
    found = rate_stunt(being, rating, motivation=motivation, has_pool=has_pool, options=Options(stunt_xp=opt_xp))
    return pick(found, "effective", "dice", "motes", wp_option="willpower", xp_option="experience")


@kind("stunt", op="action")
def _action(
    *,
    ratings: tuple[Rating, ...],
    being: Being = "exalt",
    choice: Literal["motes", "wp", "xp"] = "motes",
    has_pool: bool = False,
    motivation: bool = False,
    opt_xp: bool = False,
) -> Result:
    """Return the reward of a whole action, which is that of its best stunt."""
    options = Options(stunt_xp=opt_xp)
    best = best_stunt(
        rate_stunt(being, rating, motivation=motivation, has_pool=has_pool, options=options) for rating in ratings
    )
    motes, points, _ = pay(best, REWARDS[choice])
    return {"motes": motes, "wp": points}


@kind("stunt", op="dv")
def _dv(*, dv: int, rating: Rating, being: Being = "exalt", motivation: bool = False) -> Result:
    """Return a DV with the dice of a stunt."""
    return {"dv": stunted_dv(dv, rate_stunt(being, rating, motivation=motivation))}
