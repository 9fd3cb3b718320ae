"""Combat actions besides attacks, and movement."""

from dataclasses import dataclass

from rules.dice import Die
from rules.pool import Breakdown, Pool, Term
from rules.powers import Active, Share

from ..state import Clinch, Departure, Modifier
from .base import ActorEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken(ActorEvent):
    """A combat action without a roll: full_defense, draw, misc, social, order, surprise, clinch ..."""

    action: str
    modifier: Modifier | None = None
    weapon: str | None = None
    note: str = ""
    free: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Disarmed(ActorEvent):
    """The weapon in hand is knocked away to `at`; it must be drawn or readied there (3E-287)."""

    weapon: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FlurryDeclared(ActorEvent):
    """Two different combat actions on one turn (3E-155)."""

    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierGained(ActorEvent):
    """A change of Defense (or soak, Hardness) until the next turn."""

    modifier: Modifier


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(ActorEvent):
    """An aim at a target; `count` consecutive turns of it (3E-164)."""

    target: str
    target_name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AimWasted(ActorEvent):
    """An aim came to nothing (3E-165)."""

    target: str
    target_name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WardTaken(ActorEvent):
    """Defend Other (3E-171)."""

    target: str
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(ActorEvent):
    """A change of position. `how`: move, rush, disengage, retreat, withdraw, follow, knocked, set.

    `half` is the band's far end when difficult terrain is half crossed (3E-240).
    """

    was: int
    now: int
    how: str
    half: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementUsed(ActorEvent):
    """The movement action of this round is spent on `how` (3E-207)."""

    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestRolled(ActorEvent):
    """A rush, disengage, withdraw, rise, take cover, control or stealth roll, with the rolls of who contested it.

    `against` explains a difficulty that is a value of the target's.
    """

    action: str
    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    opponents: tuple[str, ...] = ()
    opponent_names: tuple[str, ...] = ()
    opponent_dice: tuple[tuple[Die, ...], ...] = ()
    opponent_successes: tuple[int, ...] = ()
    difficulty: int | None = None
    works: bool
    progress: int | None = None
    goal: bool = False
    note: str = ""
    against: Breakdown | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRolled(ActorEvent):
    """The roll of a miscellaneous action; `outcome` is success, failure or botch (3E-004, 3E-008)."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    difficulty: int
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DepartureBegun(ActorEvent):
    """A disengage is paid for; the opponents at close range say whether they contest it (3E-218)."""

    departure: Departure


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestAnswered(ActorEvent):
    """An opponent contests a disengage, or does not (3E-218).

    `shares`: what its powers bring to that; `weighs`: what weighed on it before they were paid.
    """

    target_name: str
    contests: bool
    shares: tuple[Share, ...] = ()
    weighs: tuple[Term, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InfluenceAnswered(ActorEvent):
    """What the target makes of an influence that reached its Resolve (3E-334, 3E-335). `by` is who tried."""

    by: str
    by_name: str
    answer: str
    intimacy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RushWon(ActorEvent):
    """From now on the rusher follows the target's next retreat (3E-214)."""

    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatReady(ActorEvent):
    """After a disengage: from whom one retreats a further band; empty when that is over (3E-222)."""

    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClinchChanged(ActorEvent):
    """A grapple begins, loses rounds or (None) ends (3E-290 to 3E-294)."""

    clinch: Clinch | None
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(ActorEvent):
    """Held fast in a clinch: the next turn is lost (3E-294)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusGiven(ActorEvent):
    """Bonus dice for the next roll: an order to a group (3E-320)."""

    target: str
    target_name: str
    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    bonus: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CharmUsed(ActorEvent):
    """A Charm or other magic, as its owner describes it. `spent`: keys of powers that the scene has used up."""

    charm: str
    perilous: bool
    simple: bool = False
    spent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSwitched(ActorEvent):
    """A lasting power was switched on (`is_action`: as the turn's action), dropped, or `is_over`."""

    active: Active
    is_on: bool
    is_over: bool = False
    is_action: bool = False
    spent: tuple[str, ...] = ()
