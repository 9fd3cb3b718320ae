"""What a person may ask for in a battle."""

from dataclasses import dataclass

from rules.battle import Kinds, Move
from rules.moves import (
    AddCombatant as AddCombatant,
)
from rules.moves import (
    ChangeFigures as ChangeFigures,
)
from rules.moves import (
    EndBattle as EndBattle,
)
from rules.moves import (
    Hide as Hide,
)
from rules.moves import (
    Leave as Leave,
)
from rules.moves import (
    Override as Override,
)
from rules.moves import (
    Reveal as Reveal,
)
from rules.moves import (
    StartBattle as StartBattle,
)
from rules.moves import (
    SwitchOff as SwitchOff,
)
from rules.moves import (
    SwitchOn as SwitchOn,
)


@dataclass(frozen=True, slots=True)
class DeclareActions(Move):
    """Lay one's cards face down: at most one attack with its target, and other actions (V20-050, 055).

    `others`: dodge, block, parry, other, stand, in their order; or alone full_defense, heal, wait.
    `attack_place`: which of all the actions the attack is, counted from 1.
    """

    actor: str
    attack: str | None = None
    target: str | None = None
    others: tuple[str, ...] = ()
    attack_place: int = 1


@dataclass(frozen=True, slots=True)
class RevealDeclarations(Move):
    """Turn all cards, once everyone has declared."""


@dataclass(frozen=True, slots=True)
class MakeAttack(Move):
    """Take the declared attack. `aim`: limb, hand, head, eye, heart or nothing (V20-161)."""

    actor: str
    target: str
    aim: str = ""
    specialty: bool = False
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerDefense(Move):
    """Answer an attack with a declared defence, or with none."""

    prompt: str
    defense: str
    specialty: bool = False
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AbortToDefense(Move):
    """Give up what was declared for full defence: `by` a Willpower roll or a point (V20-145)."""

    prompt: str
    defense: str
    by: str


@dataclass(frozen=True, slots=True)
class TakeAction(Move):
    """Take a declared action that is neither attack nor defence: a roll against the Storyteller's difficulty."""

    actor: str
    attribute: str
    ability: str
    difficulty: int = 6
    specialty: bool = False
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandUp(Move):
    """Get up from the ground, as declared."""

    actor: str


@dataclass(frozen=True, slots=True)
class HealWounds(Move):
    """Heal so many levels with blood, having declared nothing else (V20-201)."""

    actor: str
    levels: int


@dataclass(frozen=True, slots=True)
class HealInStride(Move):
    """Heal beside other actions: Stamina + Survival, difficulty 8 (V20-201)."""

    actor: str
    levels: int


@dataclass(frozen=True, slots=True)
class ForgoAction(Move):
    """Let the next declared action go."""

    actor: str


@dataclass(frozen=True, slots=True)
class IgnoreWounds(Move):
    """Spend a Willpower point to be free of wound penalties for this turn (V20-091)."""

    actor: str


@dataclass(frozen=True, slots=True)
class RaiseAttribute(Move):
    """Spend a blood point on Strength, Dexterity or Stamina for the scene (V20-205)."""

    actor: str
    attribute: str


@dataclass(frozen=True, slots=True)
class NextTurn(Move):
    """Begin the next turn: initiative is rolled anew (V20-140)."""


@dataclass(frozen=True, slots=True)
class EndCondition(Move):
    """End what holds a combatant: prone, clinched, held, disarmed, staked."""

    actor: str
    condition: str


MOVES: Kinds[Move] = Kinds(
    AddCombatant, StartBattle, DeclareActions, RevealDeclarations, MakeAttack, AnswerDefense, AbortToDefense,
    TakeAction, StandUp, HealWounds, HealInStride, ForgoAction, IgnoreWounds, RaiseAttribute, SwitchOn, SwitchOff,
    NextTurn, Leave, Reveal, Hide, EndCondition, Override, ChangeFigures, EndBattle,
)  # fmt: skip
