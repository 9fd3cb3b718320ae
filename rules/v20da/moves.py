"""What a person may ask for in a battle."""

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
class DeclareActions(Move):
    """Lay one's cards face down: at most one attack with its target, and other actions (V20-050, 055).

    `others`: dodge, block, parry, other, stand, in their order (empty ones are passed over); or alone full_defense,
    heal, wait. `difficulties`: the base difficulty of each of `others` that is a plain action ("other"), 6 where none
    or 0 is given (V20-058). `attack_place`: which of all the actions the attack is, counted from 1.
    `extra`: which extra action of a power this declares, counted from 1; 0 for the actions of one's own.
    """

    actor: str
    attack: str | None = None
    target: str | None = None
    others: tuple[str, ...] = ()
    attack_place: int = 1
    difficulties: tuple[int, ...] = ()
    extra: int = 0


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
    """Answer an attack with a declared defense, or with none."""

    prompt: str
    defense: str
    specialty: bool = False
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AbortToDefense(Move):
    """Give up what was declared for full defense: `by` a Willpower roll or a point (V20-145)."""

    prompt: str
    defense: str
    by: str


@dataclass(frozen=True, slots=True)
class TakeAction(Move):
    """Take a declared action that is neither attack nor defense: a roll of one trait or two (V20-020, 021).

    `attribute`: an Attribute, or Willpower, Road or a Virtue; `ability`: an Ability, another Attribute or nothing.
    `difficulty`: the declared one where None; only the Storyteller gives another.
    """

    actor: str
    attribute: str
    ability: str = ""
    difficulty: int | None = None
    specialty: bool = False
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GiveDifficulty(Move):
    """Give a declared plain action another base difficulty; `card`: its number among all that was declared."""

    actor: str
    card: int
    difficulty: int


@dataclass(frozen=True, slots=True)
class HoldAction(Move):
    """Wait with what was declared for a later moment of the turn."""

    actor: str


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
    TakeAction, GiveDifficulty, HoldAction, StandUp, HealWounds, HealInStride, ForgoAction, IgnoreWounds,
    RaiseAttribute, SwitchOn, SwitchOff, NextTurn, Leave, Reveal, Hide, EndCondition, Override, ChangeFigures,
    EndBattle,
)  # fmt: skip
