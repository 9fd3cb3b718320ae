"""An attack in the making, and the prompts that the table waits for."""

from dataclasses import dataclass
from typing import Literal

from rules.exalted3e.state.fighters import Modifier
from rules.pool import Term
from rules.powers import Share


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
    """One attack from its declaration to its end (3E-298).

    `counters`: the target's magic lets it counterattack; `answers` names the attack that this counterattack interrupts
    (3E-297). `shares`: what the powers that the attacker has switched on bring.
    """

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
    counters: bool = False
    answers: str = ""
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack whose dice have all fallen, before anything comes of it (3E-297, 3E-298).

    `struck` is "" on a miss, and `why` says why; `amount` of `damage_type` is what was rolled, `works` is for a
    gambit; `beaten`: whoever is struck had no hope left.
    """

    exchange: Exchange
    struck: str = ""
    threshold: int = 0
    why: str = ""
    amount: int = 0
    damage_type: str = ""
    works: bool = False
    beaten: bool = False


@dataclass(frozen=True, slots=True)
class Backing:
    """What the powers of an opponent bring to its contest of a disengage, and what weighed on it as it answered."""

    who: str
    shares: tuple[Share, ...]
    weighs: tuple[Term, ...] | None = None


@dataclass(frozen=True, slots=True)
class Departure:
    """A disengage for which the opponents at close range are asked whether they contest (3E-218).

    `close` are all of them, `contested` those who said that they do, `backing` what their powers bring; `step` leads
    up or down the line; `weighs` is what weighed on the roll when it was declared: a flurry that this is part of,
    wounds. `powers` are switched on at `moment` if there is a roll.
    """

    actor: str
    step: int
    close: tuple[str, ...]
    contested: tuple[str, ...] = ()
    weighs: tuple[Term, ...] = ()
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()
    moment: str = "roll"
    backing: tuple[Backing, ...] = ()


PromptKind = Literal["tie", "clash", "defense", "counter", "guard", "contest", "influence", "shift", "award", "beaten"]


@dataclass(frozen=True, slots=True)
class Pending:
    """A prompt: what kind, who must answer (a combatant, or "" for the Storyteller alone), and about whom.

    `former`: what battle files of 0.1.0 call it.
    """

    id: str
    kind: PromptKind
    who: str
    about: str = ""
    blocking: bool = True
    options: tuple[str, ...] = ()
    former: str = ""

    @property
    def storyteller(self) -> bool:
        """Whether the Storyteller alone may answer."""
        return not self.who
