"""What a person may ask for in a 2e battle."""

from dataclasses import dataclass
from typing import Any

from rules.battle import Choice, Kinds, Move, moves
from rules.battle.declare import Own, Seen, ask, move, ruled
from rules.battle.moves import SwitchOff, SwitchOn
from rules.exalted2e.actions.morale import FOES
from rules.exalted2e.actions.requests import MAX_DIFFICULTY
from rules.exalted2e.actions.stunts import MAX_STUNT
from rules.exalted2e.timing import ACTIONS
from rules.exalted2e.traits import VIRTUES, label

MAX_DICE = 10
"""The most dice or successes of magic told in figures."""
MAX_DAMAGE = 20
MAX_COST = 100
MAX_PARTS = 10
MAX_TICKS = ACTIONS["aim"].speed
MAX_CONTESTS = 5
"""As many contests as anybody could want in one flurry; no source gives a number."""
WILLPOWER = (Choice("", "None"), Choice("success", "1 success"), *(Choice(virtue, label(virtue)) for virtue in VIRTUES))
RATINGS = tuple(Choice(str(rating), str(rating)) for rating in range(MAX_STUNT + 1))
MANEUVERS = (
    Choice("", "A plain blow"),
    Choice("sweep", "Sweep", "−2 dice, a hit calls for a knockdown check"),
    Choice("tackle", "Tackle", "a hit calls for knockdown checks of both"),
)
SURPRISES = (Choice("", "In the open"), Choice("roll", "From hiding"), Choice("unaware", "On an unaware target"))
DEFENSES = (
    Choice("dodge", "Dodge"), Choice("parry", "Parry"), Choice("lent", "A guardian parries"),
    Choice("none", "No defense"),
)  # fmt: skip
CLINCHES = (
    Choice("crush", "Crush"), Choice("hold", "Hold"), Choice("release", "Let go"), Choice("throw_away", "Throw away"),
    Choice("throw_down", "Throw down"),
)  # fmt: skip


def _number(label: str, high: int, low: int = 0, default: int | None = None, help: str = "") -> Any:
    """A number that need not be filled in."""
    return ask(label, low, high, default=low if default is None else default, help=help, required=False)


def _text(label: str, high: int = 500) -> Any:
    """A text that may stay empty."""
    return ask(label, high=high, default="", required=False, lines=True)


def _flag(label: str, help: str = "") -> Any:
    """A yes or no that begins at no."""
    return ask(label, default=False, help=help, required=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicMove(Move):
    """Magic in figures: one named effect, and its cost."""

    magic: str = _text("Magic", 80)
    motes: int = _number("Motes", MAX_COST)
    magic_willpower: int = _number("Willpower for the magic", MAX_COST)


@dataclass(frozen=True, slots=True, kw_only=True)
class AidedMove(MagicMove):
    """What may aid a roll: a stunt in words, a point of Willpower, magic.

    `willpower` is "success" to buy one, or the Virtue to channel instead (2E-160..162). `powers` are the keys of those
    of the sheet that are switched on.
    """

    stunt_text: str = _text("Stunt")
    willpower: str = ask("Willpower", default="", choices=WILLPOWER, required=False)
    magic_dice: int = _number("Magic dice", MAX_DICE)
    magic_successes: int = _number("Magic successes", MAX_DICE)
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledMove(AidedMove):
    """What the Storyteller gives to a roll: dice, and successes (`external`)."""

    bonus: int = ruled("Bonus dice", 0, 10)
    penalty: int = ruled("Penalty dice", 0, 10)
    magic_penalty: int = ruled("Dice that magic takes", 0, 10)
    external: int = ruled("External penalty", 0, 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikingMove(RuledMove):
    """What one attack or several may have. `distance` in yards.

    `magic_late` holds more magic back until the blow has hit (2E-331).
    """

    specialty: int = _number("Specialty dice", 3)
    distance: int = _number("Distance in yards", 10_000)
    magic_damage: int = _number("Raw damage", MAX_DAMAGE)
    magic_post_damage: int = _number("Damage after soak", MAX_DAMAGE)
    magic_reroll: bool = _flag("May reroll")
    magic_late: bool = _flag("More once it hits", "Only for Charms that may wait for the defense.")
    unblockable: bool = _flag("Unblockable")
    undodgeable: bool = _flag("Undodgeable")


@move
class DeclareAttack(StrikingMove):
    """Step 1: attack a target with a weapon at hand (2E-330).

    `stunt` is proposed by a player and rated by the Storyteller. `maneuver`: "", "sweep" or "tackle" (2E-389).
    `surprise`: "", "roll" (from hiding) or "unaware", which the Storyteller alone says.
    """

    actor: Own
    weapon: str
    target: Seen = ask("Target")
    ability: str = ask("Ability", default="", required=False)
    stunt: int = _number("Stunt rating", MAX_STUNT)
    off_hand: bool = _flag("In the off hand")
    maneuver: str = ask("Maneuver", default="", choices=MANEUVERS, required=False)
    surprise: str = ask("Surprise", default="", choices=SURPRISES, required=False)


@move
class DeclareFlurry(StrikingMove):
    """Several actions on one tick, in order (2E-305).

    Each part is "attack:weapon:target", "ready:weapon" or one of dash, jump, rise, misc, act, act2; those of `also`
    come first, those of `then` last. "act" is a plain action with a roll, told in the fields that begin so, as is
    "act2". `specialty` dice aid every attack whose Ability has them.
    `stunts` are the ratings of attacks and rolls in order, shorter lists meaning 0. `willpower` aids the first of
    them, one point being all that an action allows (2E-163); the magic aids all attacks and is paid once.
    """

    actor: Own
    parts: tuple[str, ...] = ask("Attacks, in order", high=MAX_PARTS)
    also: tuple[str, ...] = ()
    then: tuple[str, ...] = ask("Attacks with the other hand", high=MAX_PARTS, default=())
    stunts: tuple[str, ...] = ask(
        "Stunt ratings, in order", high=MAX_PARTS, default=(), choices=RATINGS, required=False
    )
    act_text: str = _text("What you do")
    act_attribute: str = ""
    act_ability: str = ""
    act_specialty: int = _number("Specialty dice", 3)
    act_difficulty: int = _number("Difficulty", MAX_DIFFICULTY, 1)
    act2_text: str = _text("What you do, second action")
    act2_attribute: str = ""
    act2_ability: str = ""
    act2_specialty: int = _number("Specialty dice, second action", 3)
    act2_difficulty: int = _number("Difficulty, second action", MAX_DIFFICULTY, 1)


@move
class TellStunt(Move):
    """A stunt on an action that is neither an attack nor a defense: no dice, but it counts for the reward (2E-193)."""

    actor: Own
    stunt: int = _number("Stunt rating", MAX_STUNT, 1)
    stunt_text: str = _text("Stunt")


@move
class TakeGuard(Move):
    """Guard; asked for the word again after `ticks` (2E-295)."""

    actor: Own
    ticks: int = _number("Ask me again after so many ticks", MAX_TICKS, 1, MAX_TICKS)


@move
class TakeAim(Move):
    """Aim at a target; asked for the word again after `ticks` (2E-296)."""

    actor: Own
    target: Seen = ask("Target")
    ticks: int = _number("Ask me again after so many ticks", MAX_TICKS, 1, MAX_TICKS)


@move
class KeepOn(Move):
    """Go on with the Aim or Guard that one might break off now."""

    actor: Own


@move
class TakeDash(Move):
    """Dash (2E-298); climbing or swimming one gets less far (2E-299)."""

    actor: Own
    climbing: bool = _flag("Climbing or swimming")


@move
class TakeMove(Move):
    """Move a few yards, reflexively; half as far when climbing or swimming (2E-299)."""

    actor: Own
    yards: int = _number("Yards", 10_000, 1)
    climbing: bool = False


@move
class ReadyWeapon(Move):
    """Take a weapon in hand, or put all away with an empty key (2E-281). `keep` holds on to what is in hand."""

    actor: Own
    weapon: str
    keep: bool = _flag("Keep what is in hand")


@move
class Rise(Move):
    """Rise from prone (2E-289)."""

    actor: Own


@move
class Jump(Move):
    """Jump (2E-288)."""

    actor: Own


@move
class TakeMisc(Move):
    """Any other action, with the Speed and the DV penalty that the Storyteller gives it (2E-290).

    `is_long`: the Speed is in long ticks (2E-017).
    """

    actor: Own
    text: str = _text("What you do")
    speed: int = _number("Speed", 20, 1, ACTIONS["misc"].speed)
    penalty: int = _number("DV penalty", 10, default=ACTIONS["misc"].penalty)
    is_long: bool = _flag("Speed in long ticks", "A minute each.")


@move
class TakeAction(RuledMove):
    """A plain action with a roll: leap, search, shout, climb (2E-290).

    `attribute` may be a Virtue, which is rolled alone. `failures`: earlier tries that failed (2E-088).
    `is_long`: the Speed is in long ticks (2E-017).
    """

    actor: Own
    attribute: str = ""
    ability: str = ""
    text: str = _text("What you do")
    specialty: int = _number("Specialty dice", 3)
    difficulty: int = _number("Difficulty", MAX_DIFFICULTY, 1)
    stunt: int = _number("Stunt rating", MAX_STUNT)
    failures: int = _number("Failed tries before", 10)
    speed: int = _number("Speed", 20, 1, ACTIONS["misc"].speed)
    dv_penalty: int = _number("DV penalty", 10, default=ACTIONS["misc"].penalty)
    is_long: bool = _flag("Speed in long ticks", "A minute each.")


@move
class UseCharm(Move):
    """A Simple Charm by name, with its cost (2E-291); or as `powers` of the sheet have it.

    `is_long`: the Speed is in long ticks (2E-017).
    """

    actor: Own
    text: str = _text("The Charm")
    speed: int = _number("Speed", 20, 1, ACTIONS["charm"].speed)
    penalty: int = _number("DV penalty", 10, default=ACTIONS["charm"].penalty)
    motes: int = _number("Motes", MAX_COST)
    willpower: int = _number("Willpower for the magic", MAX_COST)
    powers: tuple[str, ...] = ()
    is_long: bool = _flag("Speed in long ticks", "A minute each.")


@move(storyteller=True, in_setup=True)
class SetScale(Move):
    """The Storyteller counts the battle in long ticks from now on, or in ticks again (2E-018)."""

    is_long: bool


@move
class Stabilize(Move):
    """Keep a dying combatant from death: by magic with its cost, or by care where the series allows it (2E-409)."""

    actor: Own
    target: Seen = ask("Who dies")
    text: str = _text("The healing")
    magical: bool = True
    motes: int = _number("Motes", MAX_COST)
    willpower: int = _number("Willpower for the magic", MAX_COST)


@move(storyteller=True)
class CheckValor(Move):
    """The Storyteller calls for a Valor check against this foe; `improved`: things have become better (2E-485)."""

    actor: Own
    difficulty: int = _number(
        "Difficulty", max(FOES), min(FOES), help="; ".join(f"{number} {foe}" for number, foe in FOES.items())
    )
    improved: bool = _flag("Things have improved", "The better result counts.")


@move
class CoordinateAttack(Move):
    """Lead others against one target on the next action tick (2E-300); bonus and penalty are the Storyteller's."""

    actor: Own
    target: Seen = ask("Target")
    attackers: tuple[str, ...] = ask("Who attacks with you", high=40)
    bonus: int = ruled("Bonus dice", 0, 10)
    penalty: int = ruled("Penalty dice", 0, 10)


@move
class DefendOther(Move):
    """Lend one's Parry DV to an adjacent ward until one's next action (2E-303)."""

    actor: Own
    ward: Seen = ask("Ward")


@move
class ContestClinch(Move):
    """Hold on to the clinch that one controls: both roll, the winner chooses (2E-392); `times` in a flurry (2E-393).

    `bonus` and `penalty` are dice that the Storyteller gives the controller for the first contest.
    """

    actor: Own
    times: int = _number("Contests, as a flurry", MAX_CONTESTS, 1)
    bonus: int = ruled("Bonus dice", 0, 10)
    penalty: int = ruled("Penalty dice", 0, 10)


@move(anytime=True)
class AnswerDefense(AidedMove):
    """Step 2: how to meet the attack (2E-332).

    `mode`: dodge, parry, lent (a guardian's parry) or none. The success of Willpower adds 1 DV; a Virtue's and the
    magic's dice are rolled in step 5, a success adding 1 DV; `third` is a Third Excellency's Ability.
    `enables`: a stunt or magic lifts a mundane bar to this mode (2E-341). `counter` pays for a counterattack, and
    `magic_late` holds magic back until the damage has been rolled (2E-380).
    """

    prompt: str
    mode: str = ask("Defense", choices=DEFENSES)
    stunt: int = _number("Stunt rating", MAX_STUNT)
    third: int = _number("Ability of the Third Excellency", 10)
    soak: int = _number("Soak", MAX_DAMAGE)
    hardness: int = _number("Hardness", MAX_DAMAGE)
    enables: bool = _flag("Lifts a mundane bar to this defense")
    counter: bool = _flag("May strike back")
    magic_late: bool = _flag("More once the damage is rolled")


@move(storyteller=True, anytime=True)
class RateStunt(Move):
    """The Storyteller rates a stunt, 0 to 3 (2E-180); furthering the Motivation raises a 1 or 2 (2E-182).

    `difficulty`: that of a plain action whose stunt it is; None leaves what was told.
    """

    prompt: str
    rating: int = ask("Rating", 0, MAX_STUNT)
    motivation: bool = _flag("Riskily furthers the Motivation", "Raises 1 and 2 by one.")
    difficulty: int | None = ask("Difficulty", 1, MAX_DIFFICULTY, default=None, required=False)


@move(anytime=True)
class AnswerReroll(Move):
    """Use the reroll that was declared, or keep what there is (steps 4 and 6)."""

    prompt: str
    reroll: bool


@move(anytime=True)
class AnswerMagic(MagicMove):
    """Step 7: activate what could wait until the blow has hit, with its cost; or, all left empty, nothing (2E-331)."""

    prompt: str
    magic_damage: int = _number("Raw damage", MAX_DAMAGE)
    magic_post_damage: int = _number("Damage after soak", MAX_DAMAGE)


@move(anytime=True)
class AnswerWard(MagicMove):
    """Step 8: take health levels off the damage that was rolled, before it is applied; or none (2E-380)."""

    prompt: str
    levels: int = _number("Levels warded off", 30)


@move(anytime=True)
class AnswerCounter(Move):
    """Step 9: strike back with a weapon at hand, or with an empty key not at all (2E-383)."""

    prompt: str
    weapon: str = ask("Strike back with", required=False)


@move(storyteller=True, anytime=True)
class AnswerBystander(Move):
    """The Storyteller says whom a botched attack hits instead, if anybody, and whether she saw it coming (2E-363)."""

    prompt: str
    target: str = ask("Bystander", required=False)
    aware: bool = _flag("Saw it coming")


@move(anytime=True)
class AnswerClinch(Move):
    """Who controls a clinch chooses what to do with it (2E-391)."""

    prompt: str
    choice: str = ask("Choice", choices=CLINCHES)


@move(anytime=True)
class TakeReward(Move):
    """Take a stunt's reward as motes, willpower or experience (2E-183..186)."""

    prompt: str
    reward: str = ask("Reward")


MOVES: Kinds[Move] = Kinds(
    *moves.SHARED, DeclareAttack, DeclareFlurry, TakeGuard, TakeAim, KeepOn, TakeDash, TakeMove, ReadyWeapon, Rise,
    Jump, TakeMisc, TakeAction, UseCharm, SwitchOn, SwitchOff, TellStunt, Stabilize, CheckValor, SetScale,
    CoordinateAttack, DefendOther, ContestClinch, AnswerDefense, RateStunt, AnswerReroll, AnswerMagic, AnswerWard,
    AnswerCounter, AnswerBystander, AnswerClinch, TakeReward,
)  # fmt: skip
