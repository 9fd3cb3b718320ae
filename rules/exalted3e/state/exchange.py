"""The current attack, and the prompts that the table waits for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.battle.seats import Json
from rules.exalted3e.state.combatant import Modifier
from rules.pool import Term
from rules.powers import Share


@dataclass(frozen=True, slots=True)
class Incoming:
    """The parts of an attack that matter to the defense."""

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

    `counters`: the target's magic allows a counterattack. `answers` is the id of the attack that this counterattack
    interrupts (3E-297). `shares` is what the attacker's switched-on powers add. `area`: a supernatural attack on an
    area (3E-318).
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
    area: bool = False


@dataclass(frozen=True, slots=True)
class ResolvedAttack:
    """A fully rolled attack before it takes effect (3E-297, 3E-298).

    `struck` is "" on a miss, and `why` the reason. `amount` of `damage_type` was rolled; `works` is the result of a
    gambit. `beaten`: the Storyteller held the struck combatant for beaten before the attack.
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
    """What an opponent's powers add to its contest of a disengage, and the modifiers of its roll when it answered."""

    who: str
    shares: tuple[Share, ...]
    weighs: tuple[Term, ...] | None = None


@dataclass(frozen=True, slots=True)
class Departure:
    """A disengage whose opponents at close range are asked whether they contest it (3E-218).

    `close` are all those opponents, `contested` the ones who contest, and `backing` what their powers add. `step` is +1
    up or -1 down the line. `weighs` are the modifiers at the declaration, such as a flurry or wounds. `powers` are
    switched on at `moment` if there is a roll.
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


PromptKind = Literal[
    "tie", "order", "clash", "defense", "counter", "guard", "contest", "influence", "shift", "award", "beaten", "stunt"
]


@dataclass(frozen=True, slots=True)
class Pending:
    """A prompt: its kind, who must answer (a combatant, or "" for the Storyteller alone), and about whom.

    `former` is its id in battle files of version 0.1.0.
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
        """Whether only the Storyteller may answer."""
        return not self.who or self.kind in ("stunt", "order")


@dataclass(frozen=True, slots=True)
class WaitingStunt:
    """A stunt that waits to be rated: the id of that prompt, its move, the proposed rating, its words.

    `answers` is the prompt that the move answers; it is open again once the stunt is rated.
    """

    prompt: str
    move: Mapping[str, Json]
    proposed: int = 0
    text: str = ""
    answers: Pending | None = None
