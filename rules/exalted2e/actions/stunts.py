"""Stunts: their dice and rewards (chapter 9)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Literal

from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.traits import Being, is_magical
from rules.text import Text

Reward = Literal["motes", "willpower", "experience"]

MAX_STUNT = 3
MOTES_PER_RATING = 2


@dataclass(frozen=True, slots=True)
class Stunt:
    """A rated stunt. `effective` is the rating with Motivation, before the reduction for mortals.

    `motes` are the reward; `willpower`, `experience`: whether it may be 1 Willpower or 1 experience point instead.
    """

    effective: int
    dice: int
    motes: int
    willpower: bool
    experience: bool


def rate_stunt(
    being: Being, rating: int, *, motivation: bool = False, has_pool: bool = False, options: Options = DEFAULTS
) -> Stunt:
    """Return the stunt of a natural rating (2E-180 to 2E-192); 0 is no stunt, or a stale one (2E-200)."""
    highest = min(MAX_STUNT, options.stunt_cap)
    natural = min(rating, highest)
    effective = min(natural + 1, highest) if motivation and 0 < natural < MAX_STUNT else natural
    whole = natural == MAX_STUNT
    if is_magical(being):
        earned = whole and (options.stunt_xp or motivation)
        return Stunt(effective, effective, MOTES_PER_RATING * effective, effective >= 2, earned)
    if being == "heroic_mortal":
        reduced = max(0, effective - 1)
        motes = MOTES_PER_RATING * reduced if has_pool else 0
        return Stunt(effective, reduced, motes, effective == MAX_STUNT, whole and motivation)
    return Stunt(effective, 0, 0, False, False)


def best_stunt(stunts: Iterable[Stunt]) -> Stunt | None:
    """Return the stunt of an action that is rewarded: the highest rated (2E-194, 2E-195)."""
    return max(stunts, key=lambda stunt: (stunt.effective, stunt.experience), default=None)


def rewards(stunt: Stunt) -> tuple[Reward, ...]:
    """Return the rewards that the player may choose from."""
    choices: list[Reward] = ["motes"] if stunt.motes else []
    if stunt.willpower:
        choices.append("willpower")
    if stunt.experience:
        choices.append("experience")
    return tuple(choices)


def name_reward(stunt: Stunt, reward: Reward) -> Text:
    """Return a reward in words: "4 motes"."""
    if reward == "motes":
        return Text("{n} mote", "{n} motes", n=stunt.motes)
    return Text("1 Willpower") if reward == "willpower" else Text("1 experience point")


def name_rewards(stunt: Stunt) -> Text:
    """Return the rewards of a stunt that has some in words: "4 motes or 1 Willpower"."""
    return reduce(
        lambda first, other: Text("{one} or {other}", one=first, other=other),
        (name_reward(stunt, reward) for reward in rewards(stunt)),
    )


def pay(stunt: Stunt | None, choice: Reward) -> tuple[int, int, int]:
    """Return the motes, Willpower and experience of a reward; motes if the stunt does not have that reward."""
    if stunt is None:
        return 0, 0, 0
    if choice == "willpower" and stunt.willpower:
        return 0, 1, 0
    if choice == "experience" and stunt.experience:
        return 0, 0, 1
    return stunt.motes, 0, 0


def stunted_dv(dv: int, stunt: Stunt) -> int:
    """Return a static value with a stunt: its dice are added as they are (2E-197)."""
    return dv + stunt.dice
