"""What a table may settle for itself; the defaults are the rulings of the specification."""

from dataclasses import dataclass
from typing import Literal

from rules.settings import NumbersOptions, option
from rules.text import Text

BotchMode = Literal["rolled", "net"]
ContestMode = Literal["race", "margin"]
ResistedFrom = Literal["pool", "traits"]


@dataclass(frozen=True, slots=True)
class Options(NumbersOptions):
    """The switches of the Dark Ages."""

    botch_mode: Literal["rolled", "net"] = option(
        "rolled",
        "What makes a botch, besides a 1.",
        words={"rolled": Text("no die reached the difficulty"), "net": Text("no successes left")},
        rule="V20-033, 035",
    )
    botch_ends: bool = option(
        False, "A botch ends an extended action instead of starting it over.", rule="V20-103, 104"
    )
    clinch_binds: bool = option(
        True, "While in a clinch, both can take only clinch actions until one is free.", rule="V20-168", former=False
    )
    contest_mode: Literal["race", "margin"] = option(
        "race",
        "What each roll adds in a resisted and extended action.",
        words={"race": Text("each side adds its own net successes"), "margin": Text("the winner adds the margin")},
        rule="V20-117, 119",
    )
    resisted_from: Literal["pool", "traits"] = option(
        "pool",
        "What sets the difficulty of the other side in a resisted action.",
        words={"pool": Text("the pool as it is rolled"), "traits": Text("the traits without modifiers")},
        rule="V20-340, 343",
        former="pool",
    )
    cards: Literal["face_down", "open"] = option(
        "face_down",
        "How actions are declared.",
        words={"face_down": Text("face down, all at once"), "open": Text("openly, from the lowest initiative up")},
        rule="V20-143",
        former="face_down",
    )
    turns_end_themselves: bool = option(
        True,
        "Declarations are revealed automatically once everyone has declared, and the next turn "
        "starts automatically when no one has anything left to do.",
        rule="V20-143",
        former=False,
    )
    hunt_blood: int = option(0, "Blood points per night of hunting. 0: fills the pool.", 0, 50)
    feeds_as_usual: bool = option(True, "Living as usual, a vampire feeds enough to replace the blood spent on waking.")
    willpower_on_waking: bool = option(
        True, "Waking gives a point of Willpower each night.", rule="V20-356", former=False
    )
    willpower_story_end: bool = option(
        True, "All Willpower returns at the end of a story.", rule="V20-356", former=False
    )
    extra_attacks: bool = option(
        True, "An extra action from a power can be an attack, in addition to the turn’s attack.", rule="V20-055"
    )
    disciplines: Literal[3, 4] = option(
        3, "Discipline dots at creation; 4 in an older book.", words={3: Text("3"), 4: Text("4")}, rule="V20-012"
    )


DEFAULTS = Options()
