"""Moves of social combat (2E-510 to 2E-516)."""

from rules.battle import Choice
from rules.battle.declare import AnswerMove, Seen, ask, rated
from rules.exalted2e.actions.social import ABILITIES, ATTRIBUTES
from rules.exalted2e.actions.stunts import MAX_STUNT
from rules.exalted2e.moves.aids import MAX_DICE, MAX_NAMED, RuledMove
from rules.exalted2e.traits import label
from rules.text import Text

PURPOSES = (
    Choice("act", Text("Comply")),
    Choice("build", Text("Build Intimacy")),
    Choice("erode", Text("Erode an Intimacy")),
)
STANCES = (
    Choice("dodge", Text("Dodge MDV")),
    Choice("parry", Text("Parry MDV")),
    Choice("none", Text("No defense")),
)
LEANINGS = (Choice("0", Text("neither")), Choice("1", Text("opposes it")), Choice("-1", Text("supports it")))
MAX_PLEA = 200
MAX_OTHER = 5


class Persuade(RuledMove, kw_only=True):
    """Attack someone's mind with words; several targets are a flurry, whose first attack the aids are for (2E-511)."""

    ability: str = ask("Ability", choices=[Choice(name, label(name)) for name in ABILITIES])
    attribute: str = ask("Attribute", choices=[Choice(name, label(name)) for name in ATTRIBUTES])
    targets: tuple[Seen, ...] = ask("Targets", 1, MAX_DICE)
    purpose: str = ask("Goal", choices=PURPOSES, default="act")
    text: str = ask("Request or Intimacy", high=MAX_PLEA)
    specialties: tuple[str, ...] = ask("Specialties", high=MAX_NAMED, default=(), required=False)
    specialty: int = ask("Specialty dice", 0, 3, default=0, required=False)
    stunt: int = rated("Stunt rating", 0, MAX_STUNT)
    excellency: int = ask("Excellency", 0, MAX_DICE, default=0, required=False, source="power")


class RuleLeaning(AnswerMove, storyteller=True):
    """Rule how the words stand to the target's mind (2E-514). `other` raises the MDV, or lowers it."""

    intimacy: str = ask("An Intimacy", choices=LEANINGS, default="0")
    virtue: str = ask("A Virtue of 3 or more", choices=LEANINGS, default="0")
    motivation: str = ask("Motivation", choices=LEANINGS, default="0")
    other: int = ask("Other MDV modifiers", -MAX_OTHER, MAX_OTHER, default=0, required=False)
    which: str = ask("Intimacy targeted", high=MAX_PLEA, default="", required=False)


class MeetInfluence(AnswerMove):
    """Choose the Mental Defense Value that meets the words (2E-512)."""

    stance: str = ask("Defense", choices=STANCES, decides=True)


class AnswerInfluence(AnswerMove):
    """Give in to words that have hit, or resist them, mostly for a point of Willpower (2E-515)."""

    resist: bool
