"""The settings of a series: every `opt.*` that the rules leave to the Storyteller, with the default of the rules."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Options:
    """Campaign settings (2E-004).

    `bashing_wrap`: bashing beyond a full track turns the leftmost bashing mark into lethal (R:33).
    `botch_ignores_charm_successes`: bonus successes of Charms do not prevent a botch (R:03, the strict reading).
    `dash_in_flurry`: a Dash may be part of a flurry, once (2E-310).
    `dodge_mdv_round_down`: Dodge MDV is rounded down for everyone (2E-513).
    `dv_stunt`: a stunt's dice are added to a DV as they are, or rolled for successes (2E-198).
    `dv_stunt_covers_flurry`: one defensive stunt covers every attack of a flurry (R:43).
    `internal_to_dv`: internal penalties that the table of DV modifiers does not name lower DV too (2E-358).
    `min_speed`: no attack or Charm action is faster than this (2E-269).
    `month_days`: days of a month of training or healing (2E-019).
    `mundane_stabilize`: mundane care may stabilize the dying (2E-409).
    `parallel_training`: several trainings of one character run at once (2E-457).
    `stunt_cap`: the highest rating of a stunt in this series.
    `stunt_xp`: a natural 3-die stunt may earn an experience point (2E-185).
    `tie`: who wins a resisted roll with equal results: nobody, or the second side, which resists (2E-124).
    `vision_external`: bad sight takes successes, not dice (2E-490).
    """

    bashing_wrap: bool = True
    botch_ignores_charm_successes: bool = False
    dash_in_flurry: bool = True
    dodge_mdv_round_down: bool = False
    dv_stunt: Literal["flat", "rolled"] = "flat"
    dv_stunt_covers_flurry: bool = True
    internal_to_dv: bool = False
    min_speed: int = 3
    month_days: int = 28
    mundane_stabilize: bool = False
    parallel_training: bool = False
    stunt_cap: int = 3
    stunt_xp: bool = False
    tie: Literal["none", "defender"] = "none"
    vision_external: bool = False


DEFAULTS = Options()
