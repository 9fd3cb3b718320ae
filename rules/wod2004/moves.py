"""The moves that a person can make in a battle."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.battle import Choice, Kinds, Move, moves
from rules.battle.declare import Own, Seen, ask, move
from rules.battle.guards import MAX_NAME
from rules.battle.moves import SwitchOff, SwitchOn
from rules.text import Text, word
from rules.wod2004.actions.rolls import MAX_SUCCESSES
from rules.wod2004.attack.circumstances import CONCEALMENT
from rules.wod2004.attack.grapple import MANEUVERS
from rules.wod2004.pools import MODIFIER_LIMIT

STANCES = {
    "defense": Text("Defense"),
    "dodge": Text("Dodge: double Defense, the action is used"),
    "none": Text("No Defense"),
}
MISHAPS = {
    "nothing": Text("Nothing more"),
    "drop": Text("The weapon falls"),
    "jam": Text("The weapon jams"),
    "fall": Text("The attacker falls"),
}


def _choices(known: Mapping[str, Text]) -> tuple[Choice, ...]:
    return tuple(Choice(key, label) for key, label in known.items())


def _modifier() -> Any:
    """Return the field for the Storyteller's modifier of a roll (WD-043)."""
    return ask("Bonus or penalty", -MODIFIER_LIMIT, MODIFIER_LIMIT, default=0, required=False,
               help="Tools and circumstances, −5 to +5.")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledMove(Move):
    """What a person adds to any roll: a point of Willpower, the Storyteller's modifier, powers."""

    willpower: bool = ask("Willpower", default=False, required=False)
    modifier: int = _modifier()
    powers: tuple[str, ...] = ()


@move(storyteller=True, in_setup=True)
class CheckSurprise(Move):
    """The Storyteller has a combatant roll Wits + Composure to notice an ambush (WD-165)."""

    actor: Seen
    modifier: int = _modifier()


@move(storyteller=True, in_setup=True)
class SetCover(Move):
    """The Storyteller sets how well a combatant is concealed, and behind what (WD-193, WD-195)."""

    actor: Seen
    concealment: str = ask(
        "Concealment", choices=_choices({grade: word(grade.title()) for grade in CONCEALMENT}), default="none"
    )
    durability: int = ask("Full cover, Durability", 0, 20, default=0, required=False, help="0 for none.")
    structure: int = ask("Its Structure", 0, 60, default=0, required=False, help="0 where nobody counts.")


@move(storyteller=True, in_setup=True)
class SetDefense(Move):
    """The Storyteller stores a defense that was made before; a challenger must roll more (WD-111)."""

    actor: Seen
    name: str = ask("Its name", high=MAX_NAME)
    successes: int = ask("Successes stored", 0, MAX_SUCCESSES, default=1)


@move(storyteller=True, in_setup=True)
class DropDefense(Move):
    """The Storyteller removes a stored defense."""

    defense: str


@move(storyteller=True)
class PassMinutes(Move):
    """The Storyteller lets minutes pass; dying combatants get worse (WD-176)."""

    minutes: int = ask("Minutes", 1, 24 * 60, default=1)


@move
class Attack(RolledMove):
    """Attack one or several targets with a weapon in hand (WD-180 to WD-205)."""

    actor: Own
    weapon: str
    targets: tuple[Seen, ...] = ask("Targets", 1)
    range: str = ask("Range", default="close")
    burst: str = "single"
    spot: str = ask("Specified target", default="", required=False)
    all_out: bool = ask("All-out: +2, no Defense this turn", default=False, required=False)
    off_hand: bool = ask("Off hand: −2", default=False, required=False)
    one_hand: bool = ask("In one hand", default=False, required=False)
    bystanders: int = ask("People to avoid", 0, 5, default=0, required=False)
    specialty: bool = ask("Specialty", default=False, required=False)


@move
class Grapple(RolledMove):
    """Take hold of a combatant (WD-208)."""

    actor: Own
    target: Seen = ask("Target")


@move
class BreakFree(RolledMove):
    """Break out of a grapple (WD-209, WD-211)."""

    actor: Own


@move
class Overpower(RolledMove):
    """Overpower the opponent of a grapple (WD-210)."""

    actor: Own


@move
class Dodge(Move):
    """Double Defense for the rest of the turn; also before one's place in the order (WD-187, WD-188)."""

    actor: Own


@move
class Aim(Move):
    """Aim at a target (WD-191)."""

    actor: Own
    target: Seen = ask("Target")


@move
class Draw(Move):
    """Draw a weapon, or clear a jammed one (WD-166)."""

    actor: Own
    weapon: str = ask("Weapon")


@move
class StandUp(Move):
    """Stand up (WD-166)."""

    actor: Own


@move
class DropProne(Move):
    """Drop prone (WD-166)."""

    actor: Own


@move
class Walk(Move):
    """Move up to Speed, beside the action (WD-164)."""

    actor: Own
    yards: int = ask("Yards", 1, 999)


@move
class Run(Move):
    """Run up to twice Speed, which takes the action (WD-164)."""

    actor: Own
    yards: int = ask("Yards", 1, 999)


@move
class Treat(RolledMove):
    """Care for a dying combatant: Dexterity + Medicine (WD-179)."""

    actor: Own
    target: Seen = ask("Patient")


@move
class TakeAction(RolledMove):
    """Roll any other instant action (WD-061): an Attribute with a Skill, another Attribute or nothing.

    `tools`: dice of gear (WD-045). `resistance`: a trait of the other side, which is subtracted (WD-047). `store`: the
    name under which the successes are stored as a defense. `against`: the stored defense that must be beaten (WD-111).
    """

    actor: Own
    attribute: str
    skill: str = ""
    specialty: bool = False
    tools: int = 0
    resistance: int = 0
    store: str = ask("Store the successes as a defense", high=MAX_NAME, default="", required=False,
                     help="Its name, as barricade; whoever challenges it must roll more.")  # fmt: skip
    against: str = ask("Stored defense to beat", default="", required=False)


@move
class Delay(Move):
    """Act later, right after another combatant; the new place stays (WD-163)."""

    actor: Own
    after: Seen = ask("Act after")


@move
class EndTurn(Move):
    """End one's turn."""

    actor: Own


@move(anytime=True)
class AnswerDefense(Move):
    """Meet an attack: with Defense, by dodging, or not at all; Willpower adds 2 (WD-053, WD-187, WD-191)."""

    prompt: str
    stance: str = ask("The answer", choices=_choices(STANCES))
    willpower: bool = ask("Willpower", default=False, required=False)
    powers: tuple[str, ...] = ()


@move(anytime=True)
class ChooseManeuver(Move):
    """Choose a maneuver against an overpowered opponent (WD-210)."""

    prompt: str
    maneuver: str = ask("Maneuver", choices=_choices(MANEUVERS))
    weapon: str | None = ask("Weapon to draw", default=None, required=False)


@move(anytime=True)
class StayConscious(Move):
    """Roll Stamina to stay awake, with Willpower or without (WD-175)."""

    prompt: str
    willpower: bool = ask("Willpower", default=False, required=False)


@move(storyteller=True, anytime=True)
class RuleMishap(Move):
    """The Storyteller rules what a dramatic failure on an attack does (WD-207)."""

    prompt: str
    mishap: str = ask("What happens", choices=_choices(MISHAPS))


MOVES: Kinds[Move] = Kinds(
    CheckSurprise, SetCover, SetDefense, DropDefense, PassMinutes, Attack, Grapple, BreakFree, Overpower, Dodge, Aim,
    Draw, StandUp, DropProne, Walk, Run, Treat, TakeAction, Delay, EndTurn, SwitchOn, SwitchOff, AnswerDefense,
    ChooseManeuver, StayConscious, RuleMishap, *moves.SHARED,
)  # fmt: skip
