"""The moves that a person can make in a battle."""

from collections.abc import Mapping
from typing import Any

from rules.battle import Choice, Move
from rules.battle.declare import AnswerMove, OwnMove, RulingMove, Seen, ask, known, ruled
from rules.battle.guards import MAX_NAME
from rules.text import Text, word
from rules.wod2004.actions.request import MAX_ATTEMPTS, MAX_SUCCESSES, RESISTING
from rules.wod2004.attack.circumstances import CONCEALMENT
from rules.wod2004.attack.grapple import MANEUVERS
from rules.wod2004.pools import MODIFIER_LIMIT

MAX_RESISTANCE = 20
STANCES = {
    "defense": Text("Defense"),
    "dodge": Text("Dodge: double Defense, uses the action"),
    "none": Text("No Defense"),
}
MISHAPS = {
    "nothing": Text("Nothing more"),
    "drop": Text("Weapon is dropped"),
    "jam": Text("Weapon jams"),
    "fall": Text("Attacker is knocked down"),
}


def _choices(known: Mapping[str, Text]) -> tuple[Choice, ...]:
    return tuple(Choice(key, label) for key, label in known.items())


def _modifier() -> Any:
    """Return the field for the Storyteller's modifier of a roll (WD-043)."""
    return ruled(
        "Bonus or penalty",
        -MODIFIER_LIMIT,
        MODIFIER_LIMIT,
        worse="less",
        small="dice",
        help="Tools and circumstances, −5 to +5.",
    )


class RolledMove(OwnMove, kw_only=True):
    """What a person adds to any roll: a point of Willpower, the Storyteller's modifier, powers."""

    willpower: bool = ask("Willpower", default=False, required=False)
    modifier: int = _modifier()
    powers: tuple[str, ...] = ()


class CheckSurprise(RulingMove, in_setup=True, rank="sometimes"):
    """The Storyteller has a combatant roll Wits + Composure to notice an ambush (WD-165)."""

    modifier: int = _modifier()


class SetCover(RulingMove, in_setup=True, rank="sometimes"):
    """The Storyteller sets how well a combatant is concealed, and behind what (WD-193, WD-195)."""

    concealment: str = ask(
        "Concealment", choices=_choices({grade: word(grade.title()) for grade in CONCEALMENT}), default="none"
    )
    durability: int = ask("Full cover, Durability", 0, 20, default=0, required=False, help="0 for none.")
    structure: int = ask("Structure", 0, 60, default=0, required=False, help="0: Structure is not tracked.")


class SetDefense(RulingMove, in_setup=True, rank="rare"):
    """The Storyteller stores a defense that was made before; a challenger must roll more (WD-111)."""

    name: str = ask("Name", high=MAX_NAME)
    successes: int = ask("Successes stored", 0, MAX_SUCCESSES, default=1)


class DropDefense(Move, storyteller=True, in_setup=True, rank="rare"):
    """The Storyteller removes a stored defense."""

    defense: str


class PassMinutes(Move, storyteller=True, rank="rare"):
    """The Storyteller lets minutes pass; dying combatants get worse (WD-176)."""

    minutes: int = ask("Minutes", 1, 24 * 60, default=1)


class Attack(RolledMove):
    """Attack one or several targets with a weapon in hand (WD-180 to WD-205)."""

    weapon: str
    targets: tuple[Seen, ...] = ask("Targets", 1)
    range: str = ask("Range", default="close")
    burst: str = "single"
    spot: str = ask("Specified target", default="", required=False)
    all_out: bool = ask("All-out: +2, no Defense this turn", default=False, required=False)
    off_hand: bool = ask("Off hand: −2", default=False, required=False)
    one_hand: bool = ask("In one hand", default=False, required=False)
    bystanders: int = ask("Bystanders to avoid", 0, 5, default=0, required=False)
    specialty: bool = ask("Specialty", default=False, required=False)


class Grapple(RolledMove, rank="sometimes"):
    """Take hold of a combatant (WD-208)."""

    target: Seen = ask("Target")


class BreakFree(RolledMove):
    """Break out of a grapple (WD-209, WD-211)."""


class Overpower(RolledMove):
    """Overpower the opponent of a grapple (WD-210)."""


class Dodge(OwnMove):
    """Double Defense for the rest of the turn; also before one's place in the order (WD-187, WD-188)."""


class Aim(OwnMove):
    """Aim at a target (WD-191)."""

    target: Seen = ask("Target")


class Draw(OwnMove, rank="sometimes"):
    """Draw a weapon, or clear a jammed one (WD-166)."""

    weapon: str = ask("Weapon")


class StandUp(OwnMove):
    """Stand up (WD-166)."""


class DropProne(OwnMove, rank="rare"):
    """Drop prone (WD-166)."""


class Walk(OwnMove):
    """Move up to Speed, in addition to the action (WD-164)."""

    yards: int = ask("Yards", 1, 999)


class Run(OwnMove, rank="sometimes"):
    """Run up to twice Speed, which takes the action (WD-164)."""

    yards: int = ask("Yards", 1, 999)


class Treat(RolledMove, rank="sometimes"):
    """Care for a dying combatant: Dexterity + Medicine (WD-179)."""

    target: Seen = ask("Patient")


class TakeAction(RolledMove, rank="sometimes"):
    """Roll any other instant action (WD-061): an Attribute with a Skill, another Attribute or nothing.

    `tool`: a tool of the sheet, by name; `tools`: other dice of gear (WD-045). `target`: the combatant who resists,
    `resists`: with which trait, which is read from its sheet (WD-335); `resistance`: other dice that resist, as
    someone says (WD-047). `retry`: it tries again what failed, for the time that `attempt` says, which the table
    counts (WD-142). `store`: the name under which the successes are stored as a defense. `against`: the stored defense
    that must be beaten (WD-111).
    """

    attribute: str
    skill: str = ""
    specialty: bool = False
    tools: int = known("Tools and gear", -MODIFIER_LIMIT, MODIFIER_LIMIT, worse="less", small="dice")
    resistance: int = ruled("The other side’s resistance", 0, MAX_RESISTANCE, worse="more")
    tool: str = ask("Tool", default="", required=False)
    target: Seen = ask("Target", default="", required=False)
    resists: str = ask(
        "The target resists with",
        choices=RESISTING[1:],
        default="",
        required=False,
        help="Only where a target is chosen.",
    )
    retry: bool = ask("Trying again", default=False, required=False, help="The table counts the failed attempts.")
    attempt: int = ask("Attempt number", 1, MAX_ATTEMPTS, default=1, required=False)
    store: str = ask(
        "Store successes as a defense",
        high=MAX_NAME,
        default="",
        required=False,
        help="Its name, such as barricade; a challenger must roll more successes.",
    )
    against: str = ask("Stored defense to beat", default="", required=False)


class Delay(OwnMove, rank="sometimes"):
    """Act later, right after another combatant; the new place stays (WD-163)."""

    after: Seen = ask("Act after")


class EndTurn(OwnMove):
    """End one's turn."""


class AnswerDefense(AnswerMove):
    """Meet an attack: with Defense, by dodging, or not at all; Willpower adds 2 (WD-053, WD-187, WD-191)."""

    stance: str = ask("Response", choices=_choices(STANCES))
    willpower: bool = ask("Willpower", default=False, required=False)
    powers: tuple[str, ...] = ()


class ChooseManeuver(AnswerMove):
    """Choose a maneuver against an overpowered opponent (WD-210)."""

    maneuver: str = ask("Maneuver", choices=_choices(MANEUVERS), decides=True)
    weapon: str | None = ask("Weapon to draw", default=None, required=False)


class StayConscious(AnswerMove):
    """Roll Stamina to stay awake, with Willpower or without (WD-175)."""

    willpower: bool = ask("Willpower", default=False, required=False)


class RuleMishap(AnswerMove, storyteller=True):
    """The Storyteller rules what a dramatic failure on an attack does (WD-207)."""

    mishap: str = ask("Result", choices=_choices(MISHAPS), decides=True)
