"""The moves that people may ask for, named in the imperative."""

from collections.abc import Iterable
from dataclasses import KW_ONLY

from rules.battle import Choice, Kinds, Move, moves
from rules.battle.declare import Own, Seen, ask, move, ruled
from rules.battle.moves import SwitchOff, SwitchOn
from rules.exalted3e.actions.request import MAX_BONUS, MAX_DIFFICULTY
from rules.exalted3e.actions.social import ACTIONS
from rules.exalted3e.attack.plan import TAG_COSTS
from rules.exalted3e.traits import COVERS, DAMAGE_TYPES, INTENSITIES, TABLES
from rules.text import Text, word

GAMBITS = ("", *TABLES["gambits"], "other")
MAX_STUNT = 3
MAX_TEXT = 200
UP, DOWN = "@up", "@down"
"""Landmarks at both ends of the field."""


def choices(keys: Iterable[str], none: str = "none") -> tuple[Choice, ...]:
    """Return values that are their own labels; `none` names the empty one."""
    return tuple(Choice(key, word(key or none)) for key in keys)


WAYS = (Choice(UP, Text("up the field")), Choice(DOWN, Text("down the field")))
SMASHES = (Choice("prone", Text("prone")), Choice("back", Text("back a band")))
INTIMACIES = choices(("", *INTENSITIES))
ANSWERS = (
    Choice("accept", Text("Give in")),
    Choice("refuse", Text("Refuse, for 1 Willpower")),
    Choice("unacceptable", Text("Unacceptable: refuse freely")),
)


@move
class Effort(Move):
    """A roll to which one may add a stunt as the Storyteller rated it, Willpower, and powers by key.

    See 3E-014 to 3E-018 and 3E-345.
    """

    _: KW_ONLY
    stunt: int = ask(
        "Stunt", 0, MAX_STUNT, default=0, required=False,
        help="+2 dice; +1 success and Willpower from two points on.",
    )  # fmt: skip
    willpower: bool = ask("Spend Willpower", default=False, required=False, help="+1 success")
    powers: tuple[str, ...] = ()


@move
class Acting(Effort):
    """A roll of the actor's own action."""

    actor: Own


@move
class Attack(Acting):
    """Attack, withering or decisive (3E-062). `weapon` "" is the one in hand. `gambit` makes a decisive attack a
    gambit.

    `tag` uses a tag of the weapon (`smash`: prone or back), `motes` buys dice by excellency, `hold` is savage or throw
    in a clinch. The last fields are the Storyteller's: `bonus` dice, surprise or ambush, `magic` that waives aim
    (spell) or needs neither turn nor action (reflexive), `staged` "no" to let an attack on an ally count, `forced` for
    an unaimed shot or a blow through full cover.
    """

    target: Seen = ask("Target")
    attack: str = ask("Attack", choices=choices(("withering", "decisive")))
    weapon: str = ""
    _: KW_ONLY
    specialty: bool = ask("Specialty", default=False, required=False, help="+1 die")
    motes: int = ask("Motes", 0, MAX_BONUS, default=0, required=False, help="A die each.")
    tag: str = ask("Weapon tag", default="", choices=choices(("", *TAG_COSTS)))
    smash: str = ask("Smashing knocks the target", default="prone", choices=SMASHES)
    gambit: str = ask("Gambit", default="", choices=choices(GAMBITS))
    difficulty: int = ask("Difficulty", 0, 10, default=0, required=False)
    ally: Seen = ask("Ally who profits", default="")
    hold: str = ask("Hold", default="", choices=choices(("", "savage", "throw")))
    rounds: int = ask("Rounds given up", 0, MAX_BONUS, default=0, required=False)
    bonus: int = ruled("Bonus dice", -10, 10, default=0, help="The Storyteller's ruling; darkness is −3.")
    surprise: str = ruled("Surprise", default="", choices=choices(("", "surprise", "ambush")))
    magic: str = ruled("Magic", default="", choices=choices(("", "spell", "reflexive")))
    unblockable: bool = ruled("Unblockable", default=False)
    undodgeable: bool = ruled("Undodgeable", default=False)
    staged: str = ruled("Staged attack", default="", choices=choices(("", "yes", "no"), "as the sides say"))
    forced: bool = ruled("Forced", default=False)


@move
class DeclareFlurry(Move):
    """Announce two combat actions for this turn (3E-155)."""

    actor: Own
    first: str
    second: str = ask("Second action")


@move
class Aim(Move):
    """Aim at a target (3E-164)."""

    actor: Own
    target: Seen = ask("Target")


@move
class DefendOther(Move):
    """Stand before an ally (3E-171)."""

    actor: Own
    ward: Seen = ask("Ward")


@move
class DrawWeapon(Move):
    """Draw, ready or swap a weapon (3E-180)."""

    actor: Own
    weapon: str = ask("Weapon")


@move
class FullDefense(Move):
    """+2 Defense for 1 Initiative (3E-181)."""

    actor: Own


@move
class Miscellaneous(Move):
    """Take an action of a few seconds without a roll (3E-183)."""

    actor: Own
    note: str = ask("What", high=MAX_TEXT, default="", required=False)


@move
class TakeAction(Acting):
    """Take a miscellaneous action with a roll of Attribute + Ability against the Storyteller's difficulty (3E-183).

    `motes` buys dice by excellency; `bonus` are dice that the Storyteller gives or takes.
    """

    attribute: str = ask("Attribute")
    ability: str = ask("Ability")
    specialty: bool = False
    difficulty: int = ask(
        "Difficulty", 0, MAX_DIFFICULTY, default=1, required=False, help="As the Storyteller sets it."
    )
    _: KW_ONLY
    motes: int = ask("Motes", 0, MAX_BONUS, default=0, required=False, help="A die each.")
    bonus: int = ruled("Bonus dice", -10, 10, default=0, help="The Storyteller's ruling; darkness is −3.")
    note: str = ask("What", high=MAX_TEXT, default="", required=False)


@move
class Influence(Acting):
    """Take a social influence action in the fight (3E-184), rolled against the target's Resolve.

    `action`: instill and inspire change a feeling, persuade, bargain and threaten ask for a task (3E-329 to 3E-332).
    `opposing` and `supporting` are the strongest Intimacies in play: minor, major, defining or "" (3E-324 to 3E-326).
    """

    target: Seen = ask("Target")
    note: str = ask("What", high=MAX_TEXT, default="", required=False)
    _: KW_ONLY
    opposing: str = ask("Strongest opposing Intimacy", default="", choices=INTIMACIES)
    supporting: str = ask("Strongest supporting Intimacy", default="", choices=INTIMACIES)
    action: str = ask("Action", default=ACTIONS[0], choices=choices(ACTIONS))


@move
class OrderGroup(Acting):
    """Give a battle group an order (3E-320)."""

    target: Seen = ask("Battle group")


@move
class RallyGroup(Acting):
    """Bring a battle group that routed back into the fight (3E-307)."""

    target: Seen = ask("Battle group")


@move
class Restrain(Move):
    """Spend two rounds of control: the victim loses its turn (3E-294)."""

    actor: Own


@move
class RegainSurprise(Acting):
    """Slip out of sight: Dexterity + Stealth against everyone's Perception + Awareness (3E-275, 3E-278)."""


@move
class UseCharm(Move):
    """Use magic in one's own words: its cost, and what it changes until the next turn (3E-095, 3E-105, 3E-342).

    `counter`: it answers the next attack with a counterattack (3E-297).
    """

    actor: Own
    charm: str = ask("Charm", high=60, default="", required=False)
    motes: int = ask("Motes", 0, 100, default=0, required=False)
    muted: bool = ask("Muted", default=False, required=False)
    willpower: bool = ask("Spend Willpower", default=False, required=False)
    initiative: int = ask("Initiative", 0, 20, default=0, required=False)
    perilous: bool = ask("Perilous", default=False, required=False)
    simple: bool = ask("Simple", default=False, required=False)
    changes: str = ask(
        "Changes until the next turn", default="",
        choices=choices(("", "defense", "parry", "evasion", "soak", "hardness"), "nothing"),
    )  # fmt: skip
    amount: int = ask("By", -5, 5, default=0, required=False)
    counter: bool = ask(
        "Counterattack", default=False, required=False, help="Answers the next attack before its damage."
    )


@move
class MoveBand(Move):
    """Move one range band toward someone, or "@up" or "@down" the field (3E-209).

    `open_ground` makes it harder to stay in hiding on the way (3E-279); `powers` aid that roll.
    """

    actor: Own
    toward: str = ask("Toward")
    open_ground: bool = ask("Open ground", default=False, required=False, help="−3 dice to stay hidden")
    powers: tuple[str, ...] = ()


@move
class Rush(Acting):
    """Chase an opponent (3E-211)."""

    target: Seen = ask("Opponent")


@move
class Disengage(Acting):
    """Get away from close range (3E-218): "@up" or "@down" the field."""

    toward: str = ask("Toward", default=UP, choices=WAYS)


@move
class Rise(Acting):
    """Rise from prone (3E-225)."""


@move
class TakeCover(Acting):
    """Take cover, against the Storyteller's difficulty (3E-226)."""

    level: str = ask("Cover", default="light", choices=choices(COVERS[1:]))
    difficulty: int = ask("Difficulty", 0, 10, default=1, required=False, help="As the Storyteller sets it.")


@move
class Withdraw(Acting):
    """Leave the battlefield, a band at a time (3E-232)."""


@move
class Delay(Move):
    """Delay the turn (3E-198). `tick` None keeps the tick open."""

    actor: Own
    tick: int | None = ask("Tick", -1000, 1000, default=None, required=False, help="Or leave it open.")


@move
class TakeDelayedTurn(Move):
    """Take an open delayed turn now, on the running tick (3E-199)."""

    actor: Own


@move
class EndTurn(Move):
    """End the turn."""

    actor: Own


@move(anytime=True)
class AnswerTie(Move):
    """Act first on the tick, or yield (3E-051)."""

    prompt: str
    first: bool = ask("Act first", default=True)


@move(anytime=True)
class AnswerClash(Effort):
    """Clash with a withering or decisive attack, or do not: "" (3E-295)."""

    prompt: str
    attack: str = ask("Answer", default="")


@move(anytime=True)
class AnswerDefense(Effort):
    """Add to the Defense against this attack (3E-014, 3E-018, 3E-345).

    `counter`: magic declared now will answer the attack roll with a counterattack (3E-297).
    """

    prompt: str
    _: KW_ONLY
    stunt: int = ask("Stunt", 0, MAX_STUNT, default=0, required=False, help="Adds its points to Defense.")
    willpower: bool = ask("Spend Willpower", default=False, required=False, help="+1 Defense")
    motes: int = ask("Motes", 0, MAX_BONUS, default=0, required=False, help="Two motes for +1 Defense.")
    counter: bool = ask("Counterattack", default=False, required=False, help="By magic, before the damage is rolled.")


@move(anytime=True)
class AnswerCounter(Effort):
    """Counterattack, withering or decisive, before the attack's damage, or do not: "" (3E-297)."""

    prompt: str
    attack: str = ask("Answer", default="")


@move(anytime=True)
class AnswerGuard(Move):
    """Strike the guardian, or try for the ward (3E-173, 3E-174)."""

    prompt: str
    strike: str = ask("Strike")


@move(anytime=True)
class AnswerContest(Move):
    """Contest an opponent's disengage, or let it go (3E-218)."""

    prompt: str
    contest: bool = ask("Contest it", default=True, help="Dexterity + Athletics against the disengage.")
    powers: tuple[str, ...] = ()


@move(anytime=True)
class AnswerInfluence(Move):
    """Give in to influence (accept), refuse it for a point of Willpower, or call it unacceptable (the Storyteller).

    Refusing a task needs another Intimacy, as strong as `intimacy` (3E-334, 3E-335).
    """

    prompt: str
    answer: str = ask("Answer", default="accept", choices=ANSWERS)
    intimacy: str = ask("The Intimacy that speaks against it", default="")


@move(anytime=True)
class AnswerShift(Move):
    """Act again at once after a Shift out of turn, or let it go (3E-125)."""

    prompt: str
    act: bool = ask("Act now", default=True)


@move(anytime=True)
class AwardBreak(Move):
    """Name who gains the Break of a self-crash, or nobody: "" (3E-113)."""

    prompt: str
    to: Seen = ask("To", default="")


@move(anytime=True)
class AnswerBeaten(Move):
    """Say whether a Crashed foe has no hope left (3E-098)."""

    prompt: str
    beaten: bool = ask("No hope is left", default=False, required=False)


@move(storyteller=True)
class DeclareBeaten(Move):
    """Hold a Crashed foe for beaten (3E-098)."""

    actor: Seen


@move(storyteller=True, in_setup=True, anytime=True)
class CatchUnready(Move):
    """Ambush a combatant: only its natural weapons are ready (3E-280)."""

    actor: Seen


@move(storyteller=True, in_setup=True, anytime=True)
class SetCover(Move):
    """Set what a combatant stands behind, as the scene changes (3E-229)."""

    actor: Seen
    level: str = ask("Cover", choices=choices(COVERS))


@move(storyteller=True, in_setup=True, anytime=True)
class SetTerrain(Move):
    """Set whether the field is difficult terrain (3E-239)."""

    difficult: bool


@move(storyteller=True)
class InflictHarm(Move):
    """Inflict poison or an environmental hazard (3E-303, 3E-305).

    A poison rolls `dice` (Initiative, or levels of `damage` while Crashed, credited to `by`), again at the end of each
    of `rounds`, and takes `penalty` dice from every roll meanwhile; one without dice and rounds ends it. A hazard asks
    for Stamina + Resistance against `difficulty`, or it does `dice` levels of `damage`.
    """

    actor: Seen
    source: str = ask("Source", choices=choices(("poison", "hazard")))
    dice: int = ask("Dice or levels", 0, 20, default=1)
    damage: str = ask("Damage", default="lethal", choices=choices(DAMAGE_TYPES))
    difficulty: int = ask("Difficulty", 0, 10, default=1)
    by: Seen = ask("Poisoned by", default="")
    rounds: int = ask("Rounds more", 0, 20, default=0, required=False)
    penalty: int = ask("Dice lost meanwhile", 0, 10, default=0, required=False)


MOVES: Kinds[Move] = Kinds(
    Attack, DeclareFlurry, Aim, DefendOther, DrawWeapon, FullDefense, Miscellaneous, TakeAction, Influence, OrderGroup,
    RallyGroup, Restrain, RegainSurprise, MoveBand, Rush, Disengage, Rise, TakeCover, Withdraw, Delay, TakeDelayedTurn,
    EndTurn, UseCharm, SwitchOn, SwitchOff, AnswerTie, AnswerClash, AnswerDefense, AnswerCounter, AnswerGuard,
    AnswerContest, AnswerInfluence, AnswerShift, AwardBreak, AnswerBeaten, DeclareBeaten, SetCover, SetTerrain,
    InflictHarm, CatchUnready, *moves.SHARED,
)  # fmt: skip
