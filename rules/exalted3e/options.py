"""The settings of an Exalted Third Edition series: the rulings that a table may switch, with the spec's defaults."""

from dataclasses import dataclass
from typing import Literal

from rules.settings import NumbersOptions, option
from rules.text import Text

OWN_TIES = {
    "die": Text("one die each, rolled secretly"),
    "choose": Text("the Storyteller is asked who acts first"),
    "added": Text("in the order in which they joined"),
}


@dataclass(frozen=True, slots=True)
class Options(NumbersOptions):
    """Every named setting; the numbers in brackets are the rulings of the rules file."""

    missed_decisive_is_self_crash: bool = option(
        True, "A miss that drops the attacker to 0 or less is a Crash by their own action: another −5.", rule="A1"
    )
    break_before_base: bool = option(
        True, "In a Shift the Break bonus comes before the return to base Initiative.", rule="A2"
    )
    equal_initiative_is_late: bool = option(
        True, "A character whose Initiative rises exactly to the current tick acts on the next one.", rule="A9"
    )
    felled_takes_its_turn: bool = option(
        True,
        "A character defeated on the tick of their turn still takes that turn first.",
        rule="3E-580",
        former=False,
    )
    felled_keeps_wounds: bool = option(
        True, "That turn uses the wound penalty from before the tick.", rule="3E-580", former=False
    )
    own_ties: Literal["die", "choose", "added"] = option(
        "die",
        "Who acts first when the Storyteller’s characters share a tick.",
        words=OWN_TIES,
        rule="3E-583",
        former="added",
    )
    ask_every_tie: bool = option(
        False,
        "On a shared tick everyone is asked who acts first, the Storyteller too; otherwise the first answer decides.",
        rule="3E-051",
        former=True,
    )
    turns_end_themselves: bool = option(
        True, "A turn ends automatically when nothing is left to do.", rule="3E-042", former=False
    )
    gambit_doubles_tens: bool = option(True, "A gambit’s Initiative roll counts tens twice.", rule="A14")
    gambit_pays_after_roll: bool = option(
        True, "A gambit’s Initiative roll uses the Initiative before the gambit is paid.", rule="A14"
    )
    botch_at_difficulty_zero: bool = option(False, "A roll against difficulty 0 can be a botch.", rule="A17")
    ward_always_takes_onslaught: bool = option(
        False, "A guarded ward also suffers onslaught when the guardian is hit or blocks.", rule="A18"
    )
    stunts_help_damage: bool = option(
        False, "Stunt and Willpower successes of an attack also add to its damage or Initiative roll.", rule="3E-019"
    )
    routed_groups_flee: bool = option(
        False,
        "A battle group that routs flees one range band each turn until rallied; otherwise it dissolves at once.",
        rule="3E-318",
        former=False,
    )
    unified_costs: bool = option(False, "The later book’s flat experience costs.", rule="3E-357")
    cover_of_places: bool = option(
        True,
        "A place keeps the cover you rule for it. A character who moves a range band away loses that cover.",
        rule="3E-229",
        former=False,
    )
    ask_defender: bool = option(
        True, "A defender who can spend Willpower or motes is asked before the attack is rolled.", rule="3E-298"
    )
    ask_clash: bool = option(True, "An opponent on the same tick is asked whether to clash.", rule="3E-295")
    ask_contest: bool = option(
        True,
        "Each opponent at close range is asked whether to contest a disengage; otherwise all of them do.",
        rule="3E-218",
    )
    ask_influence: bool = option(
        True, "If influence beats the target’s Resolve, the target is asked whether to refuse.", rule="3E-334"
    )
    ask_beaten: bool = option(True, "The Storyteller is asked whether a foe is beyond recovery.", rule="3E-098")
    beaten_at_crash: bool = option(
        False,
        "The Storyteller is asked that at every Crash; otherwise when a withering attack hits a "
        "foe who is already in Crash.",
        rule="3E-098",
        former=True,
    )
