"""Torpor, Final Death, death and the stake: what outlasts a fight (V20-185 to V20-189)."""

from dataclasses import replace
from typing import Final, cast

from rules.v20da.health.levels import BOXES, Condition, Health, parse_track, settle
from rules.v20da.sheet.model import Sheet

STAKED: Final = "staked"
LASTING: Final = ("torpor", "dead", "final_death")
"""The conditions of a body that stay when the boxes are healed."""


def find_fate(sheet: Sheet) -> str:
    """Return the fate that counts: what the sheet says, or torpor for want of blood (V20-189)."""
    condition = make_body(sheet).condition
    return condition if condition in LASTING else sheet.fate


def list_marks(sheet: Sheet) -> tuple[str, ...]:
    """Return what lasts in addition to the fate: the stake in the heart, which leaves what it found (V20-162)."""
    return (STAKED,) if sheet.staked else ()


def is_incapacitated(sheet: Sheet) -> bool:
    """Return whether no action is possible: for the wounds (V20-180) or the stake (V20-162)."""
    return sheet.staked or make_body(sheet).condition != "ok"


def make_body(sheet: Sheet) -> Health:
    """Return the body of a sheet: its boxes, and the condition that its fate or the boxes say."""
    health = settle(parse_track(sheet.being, sheet.health), sheet.blood)
    return give_condition(health, sheet.fate) if sheet.fate in LASTING else health


def end_life(health: Health, *, aggravated: bool) -> Health:
    """Return the body after a wound that found no empty box: torpor or Final Death, or the death of a mortal."""
    if health.being == "mortal":
        return give_condition(health, "dead")
    return give_condition(health, "final_death" if aggravated or health.condition == "final_death" else "torpor")


def give_condition(health: Health, condition: str) -> Health:
    """Return the body with one of the lasting conditions; for another word with what its boxes alone say."""
    if condition in LASTING:
        return replace(health, condition=cast(Condition, condition))
    return replace(health, condition="incapacitated" if len(health.track) == BOXES else "ok")
