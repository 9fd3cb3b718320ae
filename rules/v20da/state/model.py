"""The frozen state of a battle: combatants, their cards, the attack that waits for an answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.battle.prompts import Question
from rules.battle.roster import Phase, Roster
from rules.pool import Breakdown, Pool
from rules.powers import Active, PoweredCombatant, Share
from rules.text import Text
from rules.v20da.actions.difficulty import DEFAULT
from rules.v20da.attack import ATTACKS
from rules.v20da.defense import DEFENSES, NAMES
from rules.v20da.health.levels import Health
from rules.v20da.options import DEFAULTS, Options
from rules.v20da.sheet.model import Sheet

Stage = Literal["declare", "act"]

ALONE = {"full_defense": Text("Full defense"), "heal": Text("Heal with blood"), "wait": Text("Wait and see")}
"""Actions that fill a whole turn: nothing else may be declared with them (V20-146, 201)."""

OTHERS = {**NAMES, "other": Text("Another action"), "stand": Text("Stand up")}
"""Actions that may be declared with others. None of them is an attack (V20-055, VR-15)."""


ESCAPE = "escape"
ESCAPE_LABEL = Text("Escape the clinch")
"""What someone in a clinch may declare apart from harm to the other in it (V20-168)."""


def label_action(key: str) -> Text:
    """Return the words for a declared action."""
    if key == ESCAPE:
        return ESCAPE_LABEL
    return ATTACKS[key].label if key in ATTACKS else ALONE.get(key) or OTHERS[key]


@dataclass(frozen=True, slots=True)
class Card:
    """One declared action. `place`: its number in a multiple action, 0 alone (V20-051). `target`: of an attack.

    `difficulty`: the base of a plain action (V20-058). `extra`: 0 for an own action, k for the k-th extra action, which
    is taken after all those before it.
    """

    key: str
    place: int = 0
    target: str | None = None
    done: bool = False
    difficulty: int = DEFAULT
    extra: int = 0

    @property
    def is_attack(self) -> bool:
        """Return whether it is an attack."""
        return self.key in ATTACKS

    @property
    def is_defense(self) -> bool:
        """Return whether it waits for an attack instead of a place in the order."""
        return self.key in DEFENSES or self.key in ("full_defense", "wait")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The Storyteller's figures for one combatant.

    `cover` 0 to 3 (V20-167) and `exposed` 0, flank 1, rear 2 (163) against its attackers; `distance` 1 when only long
    shots reach it (166); `opponents` around it (164); `blind` 0 or 1 (165); `dice` and `difficulty` on all its rolls.
    """

    cover: int = 0
    exposed: int = 0
    distance: int = 0
    opponents: int = 1
    blind: int = 0
    dice: int = 0
    difficulty: int = 0


@dataclass(frozen=True, slots=True)
class Combatant(PoweredCombatant):
    """One fighter. `armor`: the class still worn. `rating`: Dexterity + Wits, for ties.

    `dots_paid`: dots of Willpower that powers have cost.

    Of this turn: `cards` (none before it has declared), `defenses` made in full defense, blood and Willpower spent;
    `grace`: the wound penalty with which it still acts at the same moment as those who hurt it (V20-141); `held`: its
    place in the order has come, and it waits for a later moment.
    """

    id: str
    name: str
    side: str
    character: str | None
    sheet: Sheet
    health: Health
    blood: int
    willpower: int
    armor: int
    hidden: bool = False
    out: str = ""
    initiative: int | None = None
    rating: int = 0
    cards: tuple[Card, ...] = ()
    turned: bool = False
    defenses: int = 0
    blood_spent: int = 0
    willpower_used: bool = False
    ignores_wounds: bool = False
    grace: int | None = None
    grip: str | None = None
    boosts: Mapping[str, int] = field(default_factory=dict)
    conditions: tuple[str, ...] = ()
    circumstances: Circumstances = Circumstances()
    active: tuple[Active, ...] = ()
    dots_paid: int = 0
    held: bool = False

    @property
    def in_clinch(self) -> bool:
        """Return whether it is in a clinch, holding or held."""
        return self.grip is not None or "clinched" in self.conditions


@dataclass(frozen=True, slots=True)
class Exchange:
    """An attack that waits for the target's answer, with its figures when it began.

    `shares`: of the powers that the attacker has switched on; `wounds`: its wound penalty. `extra`: the number of the
    attacker's extra action, 0 for none.
    """

    id: str
    actor: str
    target: str
    attack: str
    aim: str
    pool: Pool
    difficulty: Breakdown
    specialty: bool = False
    willpower: bool = False
    shares: tuple[Share, ...] = ()
    wounds: int = 0
    extra: int = 0

    @property
    def question(self) -> Question:
        """The question to the target."""
        return Question(f"{self.id}-defense", "defense", self.target)


@dataclass(frozen=True, slots=True)
class State(Roster[Combatant]):
    """The whole battle. `exchanges` counts the attacks, for their ids."""

    options: Options = DEFAULTS
    phase: Phase = "setup"
    stage: Stage = "declare"
    turn: int = 0
    combatants: tuple[Combatant, ...] = ()
    exchange: Exchange | None = None
    exchanges: int = 0
