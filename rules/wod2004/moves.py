"""Every request that a person can make in a battle."""

from dataclasses import dataclass

from rules.battle import Kinds, Move
from rules.battle.moves import (
    AddCombatant as AddCombatant,
)
from rules.battle.moves import (
    ChangeFigures as ChangeFigures,
)
from rules.battle.moves import (
    EndBattle as EndBattle,
)
from rules.battle.moves import (
    Hide as Hide,
)
from rules.battle.moves import (
    Leave as Leave,
)
from rules.battle.moves import (
    Override as Override,
)
from rules.battle.moves import (
    Reveal as Reveal,
)
from rules.battle.moves import (
    StartBattle as StartBattle,
)
from rules.battle.moves import (
    SwitchOff as SwitchOff,
)
from rules.battle.moves import (
    SwitchOn as SwitchOn,
)


@dataclass(frozen=True, slots=True)
class CheckSurprise(Move):
    """Wits + Composure to notice an ambush in time (WD-165)."""

    actor: str
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class SetCover(Move):
    """The Storyteller says how well someone is concealed, and behind what (WD-193, WD-195)."""

    actor: str
    concealment: str = "none"
    durability: int = 0
    structure: int = 0


@dataclass(frozen=True, slots=True)
class SetDefense(Move):
    """The Storyteller stores a defense that somebody made before: whoever challenges it must roll more (WD-111)."""

    actor: str
    name: str
    successes: int


@dataclass(frozen=True, slots=True)
class DropDefense(Move):
    """The Storyteller takes a stored defense away."""

    defense: str


@dataclass(frozen=True, slots=True)
class PassMinutes(Move):
    """Minutes go by: the dying get worse (WD-176)."""

    minutes: int


@dataclass(frozen=True, slots=True)
class Attack(Move):
    """Attack one or several targets with what is at hand (WD-180 to WD-205)."""

    actor: str
    weapon: str
    targets: tuple[str, ...]
    range: str = "close"
    burst: str = "single"
    spot: str = ""
    all_out: bool = False
    off_hand: bool = False
    one_hand: bool = False
    bystanders: int = 0
    specialty: bool = False
    willpower: bool = False
    modifier: int = 0
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grapple(Move):
    """Take hold of someone (WD-208)."""

    actor: str
    target: str
    willpower: bool = False
    modifier: int = 0
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BreakFree(Move):
    """Break out of a grapple (WD-209, WD-211)."""

    actor: str
    willpower: bool = False
    modifier: int = 0
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Overpower(Move):
    """Overpower the one whom one grapples with (WD-210)."""

    actor: str
    willpower: bool = False
    modifier: int = 0
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dodge(Move):
    """Double Defense for the rest of the turn; may be declared before one's place in the order (WD-187, WD-188)."""

    actor: str


@dataclass(frozen=True, slots=True)
class Aim(Move):
    """Aim at a target (WD-191)."""

    actor: str
    target: str


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw a weapon, or make a jammed one ready (WD-166)."""

    actor: str
    weapon: str


@dataclass(frozen=True, slots=True)
class StandUp(Move):
    """Stand up (WD-166)."""

    actor: str


@dataclass(frozen=True, slots=True)
class DropProne(Move):
    """Drop prone (WD-166)."""

    actor: str


@dataclass(frozen=True, slots=True)
class Walk(Move):
    """Move up to Speed, beside the action (WD-164)."""

    actor: str
    yards: int


@dataclass(frozen=True, slots=True)
class Run(Move):
    """Run up to twice Speed: the whole action (WD-164)."""

    actor: str
    yards: int


@dataclass(frozen=True, slots=True)
class Treat(Move):
    """Care for a dying person: Dexterity + Medicine (WD-179)."""

    actor: str
    target: str
    willpower: bool = False
    modifier: int = 0
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeAction(Move):
    """Any other instant action with dice (WD-061): an Attribute with a Skill, another Attribute or nothing.

    `tools`: what gear gives (WD-045); `resistance`: a trait of the other side taken off (WD-047). `store`: the name
    under which the successes are kept as a defense; `against`: the stored defense that must be beaten (WD-111).
    """

    actor: str
    attribute: str
    skill: str = ""
    specialty: bool = False
    willpower: bool = False
    modifier: int = 0
    powers: tuple[str, ...] = ()
    tools: int = 0
    resistance: int = 0
    store: str = ""
    against: str = ""


@dataclass(frozen=True, slots=True)
class Delay(Move):
    """Act later, right after another; the new place stays (WD-163)."""

    actor: str
    after: str


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """Let the next one act."""

    actor: str


@dataclass(frozen=True, slots=True)
class AnswerDefense(Move):
    """Meet an attack: with Defense, by dodging, or not at all; Willpower adds 2 (WD-053, WD-187, WD-191)."""

    prompt: str
    stance: str
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseManeuver(Move):
    """Say what to do with an opponent who is overpowered (WD-210)."""

    prompt: str
    maneuver: str
    weapon: str | None = None


@dataclass(frozen=True, slots=True)
class StayConscious(Move):
    """Roll Stamina to stay awake, with Willpower or without (WD-175)."""

    prompt: str
    willpower: bool = False


@dataclass(frozen=True, slots=True)
class RuleMishap(Move):
    """The Storyteller says what a dramatic failure on an attack does (WD-207)."""

    prompt: str
    mishap: str


MOVES: Kinds[Move] = Kinds(
    AddCombatant, StartBattle, EndBattle, Leave, Reveal, Hide, Override, ChangeFigures, CheckSurprise, SetCover,
    SetDefense, DropDefense, PassMinutes, Attack, Grapple, BreakFree, Overpower, Dodge, Aim, Draw, StandUp, DropProne,
    Walk, Run, Treat, TakeAction, Delay, EndTurn, SwitchOn, SwitchOff, AnswerDefense, ChooseManeuver, StayConscious,
    RuleMishap,
)  # fmt: skip
