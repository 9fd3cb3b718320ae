"""Vectors of kind pool: the six steps, several actions at once, teamwork, partial actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from rules.battle import Json
from rules.dice import Roller
from rules.errors import BadInput
from rules.exalted2e.actions.extended import act_partially
from rules.exalted2e.actions.teamwork import Member, assist
from rules.exalted2e.conformance.given import Result, dispatch, in_range, read
from rules.exalted2e.pools import (
    bonus,
    essence_floor,
    multiple_action,
    multiple_action_penalty,
    order_modifiers,
    penalty,
    specialty_dice,
    unskilled_penalty,
    wound_penalty,
)
from rules.exalted2e.traits import Being
from rules.pool import Pool, Term

MAX_ACTIONS = 50


@dataclass(frozen=True, slots=True)
class Order:
    """Keys of op order."""

    base: int
    essence: int = 1
    being: Being = "exalt"
    ability_dots: int | None = None
    nonmagic_bonus: Mapping[str, int] = field(default_factory=dict)
    specialty: int = 0
    wound: int = 0
    multi: int = 0
    other: int = 0
    magic_bonus: int = 0
    magic_penalty: int = 0
    bonus_successes: int = 0


@dataclass(frozen=True, slots=True)
class Multi:
    """Keys of op multi."""

    actions: int
    bases: tuple[int, ...]
    essence: int = 1
    being: Being = "exalt"
    wound: int = 0


@dataclass(frozen=True, slots=True)
class Teamwork:
    """Keys of op teamwork."""

    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Partial:
    """Keys of op partial: num/den is the share done."""

    pool: int
    num: int
    den: int
    mode: Literal["penalty", "proportional"] = "penalty"
    successes: int = 0


def order(given: Mapping[str, Json], roller: Roller) -> Result:
    """One pool through all six steps."""
    asked = read(Order, given)
    named = {name: dice for name, dice in asked.nonmagic_bonus.items() if name != "specialty"}
    dots = asked.specialty + asked.nonmagic_bonus.get("specialty", 0)
    pool = order_modifiers(
        "Pool",
        (Term("Base", asked.base, "base", "2E-035"),),
        essence=asked.essence,
        bonuses=(*(bonus(name, dice, name) for name, dice in named.items()), *specialty_dice(dots)),
        penalties=(
            *wound_penalty(asked.wound),
            *multiple_action(asked.multi),
            *((penalty("Other", asked.other),) if asked.other else ()),
            *(() if asked.ability_dots is None else unskilled_penalty(asked.being, asked.ability_dots)),
        ),
        magic_bonuses=(bonus("Magic", asked.magic_bonus, "magic bonus", "2E-102"),) if asked.magic_bonus else (),
        magic_penalties=(penalty("Magic", asked.magic_penalty, "magic penalty", "2E-103"),)
        if asked.magic_penalty
        else (),
        successes=(Term("Bonus", asked.bonus_successes, "other", "2E-109"),) if asked.bonus_successes else (),
    )
    return {**_steps(pool), "floor": essence_floor(asked.essence, asked.base, asked.wound + asked.multi)}


def _steps(pool: Pool) -> dict[str, Json]:
    after = {f"after{number}": pool.steps[number].after for number in range(1, 5)}
    return {**after, "pool": pool.total, "can_roll": pool.can_roll}


def multi(given: Mapping[str, Json], roller: Roller) -> Result:
    """Several actions at once."""
    asked = read(Multi, given)
    in_range("actions", asked.actions, 1, MAX_ACTIONS)
    if len(asked.bases) != asked.actions:
        raise BadInput("wrong_length", "'bases' needs one pool per action.", key="bases")
    penalties = [multiple_action_penalty(asked.actions, index) for index in range(1, asked.actions + 1)]
    pools = [
        order_modifiers(
            "Pool",
            (Term("Base", base, "base", "2E-035"),),
            essence=asked.essence,
            penalties=(*wound_penalty(asked.wound), *multiple_action(dice)),
        ).total
        for base, dice in zip(asked.bases, penalties, strict=True)
    ]
    return {"penalties": penalties, "pools": pools}


def teamwork(given: Mapping[str, Json], roller: Roller) -> Result:
    """One rolls, the others assist."""
    members = read(Teamwork, given).members
    if not members:
        raise BadInput("no_members", "'members' names nobody.", key="members")
    found = assist(members)
    return {"roller": found.roller, "bonus": found.bonus, "pool": found.pool}


def partial(given: Mapping[str, Json], roller: Roller) -> Result:
    """An interrupted action."""
    asked = read(Partial, given)
    in_range("num", asked.num, 0, in_range("den", asked.den, 1, 1_000_000))
    share = Fraction(asked.num, asked.den)
    found = act_partially(asked.pool, share, asked.successes, penalized=asked.mode == "penalty")
    return {"pool": found.pool, "effect": found.effect}


KINDS = {"pool": dispatch({"order": order, "multi": multi, "teamwork": teamwork, "partial": partial})}
