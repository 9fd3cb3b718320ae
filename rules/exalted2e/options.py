"""The settings of a series: every `opt.*` that the rules leave to the Storyteller, with the default of the rules."""

from dataclasses import dataclass
from typing import Literal

from rules.settings import NumbersOptions, option
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Options(NumbersOptions):
    """Campaign settings (2E-004)."""

    aim_whole_flurry: bool = option(
        False, "Aim dice apply to every attack of a flurry against the target, not only the first.", rule="2E-296"
    )
    bashing_wrap: bool = option(
        True, "Bashing beyond a full track turns the leftmost bashing mark into lethal.", rule="R:33"
    )
    botch_ignores_charm_successes: bool = option(
        False, "Bonus successes of Charms do not prevent a botch.", rule="R:03, the strict reading"
    )
    dash_in_flurry: bool = option(True, "A flurry can include one Dash.", rule="2E-310")
    dodge_mdv_round_down: bool = option(False, "Dodge MDV is rounded down for everyone.", rule="2E-513")
    drain_limit: int = option(
        2, "The most Willpower that resisting natural influence can cost a character per scene.", 1, 10, rule="2E-515"
    )
    dv_stunt: Literal["flat", "rolled"] = option(
        "flat",
        "What a stunt’s dice add to DV.",
        words={"flat": Text("the number of dice"), "rolled": Text("the successes rolled with them")},
        rule="2E-198",
    )
    dv_stunt_covers_flurry: bool = option(
        True, "One defensive stunt counts against every attack in a flurry.", rule="R:43"
    )
    internal_to_dv: bool = option(
        False, "Internal penalties missing from the DV modifier table also lower DV.", rule="2E-358"
    )
    join_war_magnitude: bool = option(True, "Join War loses a die for each Magnitude of the unit.", rule="2E-690")
    magnitude_levels: int = option(7, "Levels of damage per point of Magnitude a unit loses.", 1, 20, rule="2E-501")
    min_speed: int = option(3, "No attack or Charm action can be faster than this.", 1, 6, rule="2E-269")
    month_days: int = option(28, "Days of a month of training or healing.", 25, 35, rule="2E-019")
    mundane_stabilize: bool = option(False, "Mundane care can stabilize the dying.", rule="2E-409")
    parallel_training: bool = option(False, "One character can train several traits at once.", rule="2E-457")
    performance_rate: int = option(
        1, "How many Performance attacks one social flurry can contain.", 1, 5, rule="2E-511"
    )
    rout_check: bool = option(True, "A unit that loses Magnitude checks morale at once.", rule="2E-485")
    stunt_cap: int = option(3, "Highest stunt rating in this series.", 0, 3)
    solo_war_limit: bool = option(
        True,
        "War also limits the combat dice of a character without a unit who attacks a unit.",
        rule="2E-697",
        former=False,
    )
    stunt_xp: bool = option(False, "A 3-die stunt (before bonuses) can earn an experience point.", rule="2E-185")
    tie: Literal["none", "defender"] = option(
        "none",
        "Ties in a resisted roll.",
        words={"none": Text("no winner"), "defender": Text("the defender wins")},
        rule="2E-124",
    )
    war_limit: Literal["ability", "pool"] = option(
        "ability",
        "What the commander’s War limits in an attack.",
        words={"ability": Text("combat Ability dice"), "pool": Text("the whole pool before modifiers")},
        rule="2E-504",
    )
    unskilled_botch: bool = option(
        False, "A botch is worse for an unskilled character: the result says so.", rule="2E-048", former=False
    )
    vision_external: bool = option(False, "Poor visibility costs successes, not dice.", rule="2E-490")


DEFAULTS = Options()
