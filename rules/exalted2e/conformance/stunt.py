"""Vectors of kind stunt: dice and rewards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from rules.battle import Json
from rules.dice import Roller
from rules.exalted2e.actions.stunts import MAX_STUNT, Reward, best_stunt, pay, rate_stunt, stunted_dv
from rules.exalted2e.conformance.given import Result, dispatch, in_range, read
from rules.exalted2e.options import Options
from rules.exalted2e.traits import Being

CHOICES: Final[Mapping[str, Reward]] = {"motes": "motes", "wp": "willpower", "xp": "experience"}


@dataclass(frozen=True, slots=True)
class One:
    """Keys of op one."""

    rating: int
    being: Being = "exalt"
    motivation: bool = False
    has_pool: bool = False
    opt_xp: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """Keys of op action."""

    ratings: tuple[int, ...]
    being: Being = "exalt"
    choice: Literal["motes", "wp", "xp"] = "motes"
    has_pool: bool = False
    motivation: bool = False
    opt_xp: bool = False


@dataclass(frozen=True, slots=True)
class Dv:
    """Keys of op dv."""

    dv: int
    rating: int
    being: Being = "exalt"
    motivation: bool = False


def one(given: Mapping[str, Json], roller: Roller) -> Result:
    """One stunt."""
    asked = read(One, given)
    found = rate_stunt(
        asked.being,
        in_range("rating", asked.rating, 0, MAX_STUNT),
        motivation=asked.motivation,
        has_pool=asked.has_pool,
        options=Options(stunt_xp=asked.opt_xp),
    )
    return {
        "effective": found.effective,
        "dice": found.dice,
        "motes": found.motes,
        "wp_option": found.willpower,
        "xp_option": found.experience,
    }


def action(given: Mapping[str, Json], roller: Roller) -> Result:
    """The reward of a whole action: for its best stunt."""
    asked = read(Action, given)
    options = Options(stunt_xp=asked.opt_xp)
    best = best_stunt(
        rate_stunt(
            asked.being,
            in_range("ratings", rating, 0, MAX_STUNT),
            motivation=asked.motivation,
            has_pool=asked.has_pool,
            options=options,
        )
        for rating in asked.ratings
    )
    motes, points, _ = pay(best, CHOICES[asked.choice])
    return {"motes": motes, "wp": points}


def dv(given: Mapping[str, Json], roller: Roller) -> Result:
    """A static value with a stunt."""
    asked = read(Dv, given)
    rating = in_range("rating", asked.rating, 0, MAX_STUNT)
    return {"dv": stunted_dv(asked.dv, rate_stunt(asked.being, rating, motivation=asked.motivation))}


KINDS = {"stunt": dispatch({"one": one, "action": action, "dv": dv})}
