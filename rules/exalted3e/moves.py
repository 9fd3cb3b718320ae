"""What people may ask for, named in the imperative. Field values come from browsers: `decide` checks them all."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Json, Kinds, Move


@dataclass(frozen=True, slots=True)
class AddCombatant(Move):
    """Bring someone to the battle; once it runs, Join Battle is rolled at once (3E-059)."""

    id: str
    name: str
    side: str
    character: str | None
    sheet: Mapping[str, Json]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class StartBattle(Move):
    """Call Join Battle for everyone (3E-039)."""


@dataclass(frozen=True, slots=True)
class EndBattle(Move):
    """End it (3E-053)."""


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """Take someone out of the battle."""

    actor: str


@dataclass(frozen=True, slots=True)
class Reveal(Move):
    """Bring someone out of hiding."""

    actor: str


@dataclass(frozen=True, slots=True)
class Hide(Move):
    """Put someone into hiding."""

    actor: str


@dataclass(frozen=True, slots=True)
class Override(Move):
    """Set a live number of someone."""

    actor: str
    what: str
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class Attack(Move):
    """Attack, withering or decisive (3E-062). `weapon` "" is the one in hand. `gambit` makes a decisive attack one.

    `tag` uses a tag of the weapon, `motes` buys dice by excellency, `hold` is savage or throw in a clinch. The last
    fields are the Storyteller's: `bonus` dice, surprise or ambush, `magic` that waives aim (spell) or needs neither
    turn nor action (reflexive), `staged` "no" to let an attack on an ally count, `forced` for an unaimed shot.
    """

    actor: str
    target: str
    kind: str
    weapon: str = ""
    stunt: int = 0
    willpower: bool = False
    specialty: bool = False
    motes: int = 0
    tag: str = ""
    gambit: str = ""
    difficulty: int = 0
    ally: str = ""
    hold: str = ""
    rounds: int = 0
    bonus: int = 0
    surprise: str = ""
    magic: str = ""
    unblockable: bool = False
    undodgeable: bool = False
    staged: str = ""
    forced: bool = False


@dataclass(frozen=True, slots=True)
class DeclareFlurry(Move):
    """Announce two combat actions for this turn (3E-155)."""

    actor: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Aim(Move):
    """Aim at a target (3E-164)."""

    actor: str
    target: str


@dataclass(frozen=True, slots=True)
class DefendOther(Move):
    """Stand before an ally (3E-171)."""

    actor: str
    ward: str


@dataclass(frozen=True, slots=True)
class DrawWeapon(Move):
    """Draw, ready or swap a weapon (3E-180)."""

    actor: str
    weapon: str


@dataclass(frozen=True, slots=True)
class FullDefense(Move):
    """+2 Defense for 1 Initiative (3E-181)."""

    actor: str


@dataclass(frozen=True, slots=True)
class Miscellaneous(Move):
    """Anything else that takes seconds (3E-183)."""

    actor: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Influence(Move):
    """A social influence action in the fight (3E-184), rolled against the target's Resolve."""

    actor: str
    target: str
    note: str = ""
    stunt: int = 0


@dataclass(frozen=True, slots=True)
class OrderGroup(Move):
    """A commander's order to a battle group (3E-320)."""

    actor: str
    target: str
    stunt: int = 0


@dataclass(frozen=True, slots=True)
class Restrain(Move):
    """Spend two rounds of control: the victim loses its turn (3E-294)."""

    actor: str


@dataclass(frozen=True, slots=True)
class RegainSurprise(Move):
    """Slip out of sight again: Dexterity + Stealth against everyone's Perception + Awareness (3E-275, 3E-278)."""

    actor: str
    stunt: int = 0


@dataclass(frozen=True, slots=True)
class MoveBand(Move):
    """Move one range band toward someone, or "@up" or "@down" the field (3E-209)."""

    actor: str
    toward: str


@dataclass(frozen=True, slots=True)
class Rush(Move):
    """Chase an opponent (3E-211)."""

    actor: str
    target: str


@dataclass(frozen=True, slots=True)
class Disengage(Move):
    """Get away from close range (3E-218): "@up" or "@down" the field."""

    actor: str
    toward: str = "@up"


@dataclass(frozen=True, slots=True)
class Rise(Move):
    """Rise from prone (3E-225)."""

    actor: str


@dataclass(frozen=True, slots=True)
class TakeCover(Move):
    """Take cover, against the Storyteller's difficulty (3E-226)."""

    actor: str
    level: str
    difficulty: int = 1


@dataclass(frozen=True, slots=True)
class Withdraw(Move):
    """Leave the battlefield, a band at a time (3E-232)."""

    actor: str


@dataclass(frozen=True, slots=True)
class Delay(Move):
    """Put the turn off (3E-198). `tick` None keeps the tick open."""

    actor: str
    tick: int | None = None


@dataclass(frozen=True, slots=True)
class TakeDelayedTurn(Move):
    """Take an open delayed turn now, on the running tick (3E-199)."""

    actor: str


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """The turn is over."""

    actor: str


@dataclass(frozen=True, slots=True)
class UseCharm(Move):
    """Magic in its owner's words: what it costs, and what it changes until the next turn (3E-095, 3E-105, 3E-342)."""

    actor: str
    charm: str
    motes: int = 0
    muted: bool = False
    willpower: bool = False
    initiative: int = 0
    perilous: bool = False
    changes: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class AnswerTie(Move):
    """Act first on the tick, or yield (3E-051)."""

    prompt: str
    first: bool = True


@dataclass(frozen=True, slots=True)
class AnswerClash(Move):
    """Clash with a withering or decisive attack, or "" for not (3E-295)."""

    prompt: str
    attack: str = ""


@dataclass(frozen=True, slots=True)
class AnswerDefense(Move):
    """What helps the Defense against this attack (3E-014, 3E-018, 3E-345)."""

    prompt: str
    stunt: int = 0
    willpower: bool = False
    motes: int = 0


@dataclass(frozen=True, slots=True)
class AnswerGuard(Move):
    """Strike the guardian, or try for the ward (3E-173, 3E-174)."""

    prompt: str
    strike: str


@dataclass(frozen=True, slots=True)
class AnswerShift(Move):
    """Act again at once after a Shift out of turn, or let it go (3E-125)."""

    prompt: str
    act: bool = True


@dataclass(frozen=True, slots=True)
class AwardBreak(Move):
    """Name who gains the Break of a self-crash; "" for nobody (3E-113)."""

    prompt: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class AnswerBeaten(Move):
    """Whether a Crashed foe has no hope left (3E-098)."""

    prompt: str
    beaten: bool = False


@dataclass(frozen=True, slots=True)
class DeclareBeaten(Move):
    """Hold a Crashed foe for beaten (3E-098)."""

    actor: str


@dataclass(frozen=True, slots=True)
class SetCover(Move):
    """What someone stands behind, as the scene changes (3E-229)."""

    actor: str
    level: str


@dataclass(frozen=True, slots=True)
class SetTerrain(Move):
    """Whether the field is difficult terrain (3E-239)."""

    difficult: bool


@dataclass(frozen=True, slots=True)
class InflictHarm(Move):
    """Poison or an environmental hazard (3E-303, 3E-305).

    A poison rolls `dice` (Initiative, or `kind` levels while Crashed, credited to `by`); a hazard asks for
    Stamina + Resistance against `difficulty`, or `dice` levels of `kind` are taken.
    """

    actor: str
    source: str
    dice: int
    kind: str
    difficulty: int = 1
    by: str = ""


MOVES: Kinds[Move] = Kinds(
    AddCombatant, StartBattle, EndBattle, Leave, Reveal, Hide, Override, Attack, DeclareFlurry, Aim, DefendOther,
    DrawWeapon, FullDefense, Miscellaneous, Influence, OrderGroup, Restrain, RegainSurprise, MoveBand, Rush,
    Disengage, Rise, TakeCover, Withdraw, Delay, TakeDelayedTurn, EndTurn, UseCharm, AnswerTie, AnswerClash,
    AnswerDefense, AnswerGuard, AnswerShift, AwardBreak, AnswerBeaten, DeclareBeaten, SetCover, SetTerrain,
    InflictHarm,
)  # fmt: skip
