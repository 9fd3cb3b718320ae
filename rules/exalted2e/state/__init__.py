"""The live battle as one frozen, JSON-safe value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.battle.roster import Phase, Roster
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.state.combatant import Combatant, CurrentAction, Difficulty, FailedTry, Ground, get_order_key
from rules.exalted2e.state.exchange import (
    Answer,
    Attack,
    DeclaredAttack,
    LogStep,
    Magic,
    Pending,
    PlainAction,
    PromptKind,
    Response,
)
from rules.exalted2e.state.places import Distance, measure
from rules.exalted2e.timing import LONG_TICK

__all__ = [
    "Answer",
    "Attack",
    "BattleKind",
    "Combatant",
    "CurrentAction",
    "DeclaredAttack",
    "Difficulty",
    "FailedTry",
    "Ground",
    "LogStep",
    "Magic",
    "Pending",
    "PlainAction",
    "Plan",
    "PromptKind",
    "Response",
    "State",
    "get_order_key",
]


BattleKind = Literal["battle", "war", "debate"]


@dataclass(frozen=True, slots=True)
class Plan:
    """A coordinated attack: `penalty` on the target's DVs for these attackers on the tick `at` (2E-300..302)."""

    leader: str
    target: str
    attackers: tuple[str, ...]
    penalty: int
    at: int


@dataclass(frozen=True, slots=True)
class State(Roster[Combatant]):
    """The whole battle. `due` are the ids that must still declare on this tick; `queue` and `plain` are the declared
    attacks and plain actions that wait to be rolled.

    `reaction` is the reaction count; `count` numbers attacks and prompts. `covering` keeps, per flurry and defender,
    the one stunt that covers it (2E-199). `shown_tick` is the last tick on which a visible combatant acted.
    `kind`: a fight of single combatants, a war of units (2E-500) or a debate (2E-510).
    `is_long`: a tick of the wheel is a minute (2E-018), since the tick `since`, before which `spent` seconds passed.
    `apart`: the distances that are known (2E-667).
    """

    options: Options = DEFAULTS
    phase: Phase = "setup"
    tick: int = 0
    shown_tick: int = 0
    reaction: int = 0
    count: int = 0
    combatants: tuple[Combatant, ...] = ()
    due: tuple[str, ...] = ()
    queue: tuple[DeclaredAttack, ...] = ()
    attack: Attack | None = None
    pending: tuple[Pending, ...] = ()
    covering: Mapping[str, Answer] = field(default_factory=dict)
    plans: tuple[Plan, ...] = ()
    kind: BattleKind = "battle"
    is_long: bool = False
    since: int = 0
    spent: int = 0
    plain: tuple[PlainAction, ...] = ()
    apart: tuple[Distance, ...] = ()

    @property
    def waiting(self) -> "tuple[DeclaredAttack | PlainAction, ...]":
        """The declared attacks and plain actions that have not begun."""
        return (*self.queue, *self.plain)

    @property
    def is_resolving(self) -> bool:
        """Whether an attack or a plain action of this tick is not over yet."""
        return self.attack is not None or bool(self.waiting)

    @property
    def scale(self) -> int:
        """How many seconds a tick of the wheel lasts (2E-016, 2E-019)."""
        return LONG_TICK if self.is_long else 1

    @property
    def seconds(self) -> int:
        """How long the battle has lasted, in seconds."""
        return self.spent + (self.tick - self.since) * self.scale

    @property
    def fighting(self) -> frozenset[str]:
        """The ids of the attackers and targets in the current attack and in those that wait."""
        if not self.queue and self.attack is None:
            return frozenset()
        declared = (*self.queue, *((self.attack.declared,) if self.attack else ()))
        return frozenset(id for item in declared for id in (item.actor, item.target))

    @property
    def talking(self) -> frozenset[str]:
        """The ids of those who speak and of those spoken to, while words are not over (2E-510)."""
        words = ((item.actor, item.influence.target) for item in self.plain if item.influence is not None)
        return frozenset(id for pair in words for id in pair)

    def get_distance(self, who: str, other: str) -> int | None:
        """Return the yards between two combatants; None if they are not known (2E-667)."""
        return measure(self.apart, who, other)

    def get_opposing(self, id: str) -> tuple[str, ...]:
        """Return the characters on other sides, who may know that this combatant is unaware of them (2E-665)."""
        side = self.get(id).side
        return tuple(
            sorted(
                {
                    combatant.character
                    for combatant in self.combatants
                    if combatant.side != side and combatant.character is not None
                }
            )
        )

    def get_side(self, id: str) -> tuple[str, ...]:
        """Return the characters on the side of this combatant; their owners may see its figures."""
        side = self.get(id).side
        return tuple(
            sorted(
                {
                    combatant.character
                    for combatant in self.combatants
                    if combatant.side == side and combatant.character is not None
                }
            )
        )
