"""An attack in the making, and the prompts that the table waits for."""

from dataclasses import dataclass
from typing import Literal

from rules.pool import Term

from .fighters import Modifier


@dataclass(frozen=True, slots=True)
class Incoming:
    """What an attack is, as far as the defense cares."""

    ranged: bool = False
    close: bool = False
    unblockable: bool = False
    undodgeable: bool = False
    ambush: bool = False
    surprise: bool = False
    reaching: bool = False
    flexible: bool = False
    mounted: bool = False
    allowed_through_cover: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """One attack from its declaration to its end (3E-298)."""

    id: str
    attacker: str
    target: str
    kind: Literal["withering", "decisive"]
    arm: str
    distance: int = 0
    gambit: str = ""
    difficulty: int = 0
    modifiers: tuple[Term, ...] = ()
    auto: int = 0
    raw_bonus: int = 0
    pool_bonus: int = 0
    ally: str = ""
    soak_reduction: int = 0
    hardness_reduction: int = 0
    smashes: bool = False
    smashes_back: bool = False
    throws: bool = False
    incoming: Incoming = Incoming()
    guarded_friend: bool = False
    reflexive: bool = False
    automatic_miss: bool = False
    avenged: str = ""
    choice: Literal["", "guardian", "ward"] = ""
    clash: int | None = None
    guard: str | None = None
    guard_parry: int = 0
    defense: tuple[Modifier, ...] = ()
    settled: tuple[str, ...] = ()
    rolled: bool = False
    successes: int = 0
    defense_met: int = 0
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """A prompt: what kind, who must answer (a combatant, or "" for the Storyteller alone), and about whom."""

    id: str
    kind: Literal["tie", "clash", "defense", "guard", "shift", "award", "beaten"]
    who: str
    about: str = ""
    blocking: bool = True
    options: tuple[str, ...] = ()
