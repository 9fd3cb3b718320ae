"""Events of all other actions: movement, contests, social actions, Charms, harm."""

from dataclasses import replace

from rules.battle import Seat, events
from rules.battle.events import ActorEvent, BattleEvent, TargetEvent
from rules.dice import Die
from rules.exalted3e.events.base import RollEvent
from rules.exalted3e.state.combatant import Clinch, Combatant, Modifier, Poison
from rules.exalted3e.state.exchange import Departure, Pending, WaitingStunt
from rules.pool import Breakdown, Term
from rules.powers import Share
from rules.text import EMPTY, Text


class CombatantAdded(events.CombatantAdded):
    """A combatant joined the battle."""

    combatant: Combatant


class StanceChanged(ActorEvent):
    """Cover, prone or mounted changed to `value`. `open_to`: against whom that cover does not help."""

    what: str
    value: str
    open_to: tuple[str, ...] = ()


class ResourceChanged(ActorEvent):
    """Willpower, motes or anima changed. `what`: willpower, willpower_rating, personal, peripheral, anima."""

    what: str
    was: int
    now: int
    reason: Text


class HarmRolled(ActorEvent):
    """A poison or hazard was rolled (3E-303, 3E-305)."""

    source: str
    dice: tuple[Die, ...]
    successes: int
    difficulty: int | None
    note: Text


class Poisoned(ActorEvent):
    """The poison that is active from now on; None when it is over (3E-303)."""

    poison: Poison | None


class TerrainSet(BattleEvent):
    """The Storyteller made the field difficult terrain, or cleared it (3E-239)."""

    difficult: bool


class GroundSet(ActorEvent):
    """The Storyteller made a way from a combatant difficult terrain, or cleared it (3E-239).

    `way`: "@up" or "@down" the field, or "" for the way to `target_name`. `stretches`: each by its lower end.
    """

    stretches: tuple[int, ...]
    difficult: bool
    way: str = ""
    target_name: str = ""


class CoverRuled(ActorEvent):
    """Cover of a place was ruled, at which the actor stands: its level, and how hard it is to reach (3E-226)."""

    at: int
    level: str
    difficulty: int


class Circled(TargetEvent):
    """A Move was spent on getting behind the target's cover: `moves` of the `needed` ones (3E-230)."""

    moves: int
    needed: int


class ActionTaken(ActorEvent):
    """A combat action without a roll: full_defense, draw, misc, social, order, surprise, clinch ..."""

    action: str
    modifier: Modifier | None = None
    weapon: str | None = None
    note: str = ""
    free: bool = False


class Disarmed(ActorEvent):
    """The weapon in hand was knocked to position `at`; it must be drawn or readied there (3E-287)."""

    weapon: str
    at: int


class FlurryDeclared(ActorEvent):
    """Two different combat actions on one turn (3E-155)."""

    actions: tuple[str, ...]


class Aimed(TargetEvent):
    """An aim at a target for `count` consecutive turns (3E-164)."""

    count: int


class AimWasted(TargetEvent):
    """An aim was wasted (3E-165)."""

    reason: Text


class WardTaken(TargetEvent):
    """Defend Other (3E-171)."""


class Moved(ActorEvent):
    """A change of position. `how`: move, rush, disengage, retreat, withdraw, follow, knocked, set.

    `half` is the band's far end when difficult terrain is half crossed (3E-240).
    """

    was: int
    now: int
    how: str
    half: int | None = None


class MovementUsed(ActorEvent):
    """The movement action of this round is spent on `how` (3E-207)."""

    how: str


class ContestRolled(RollEvent):
    """A rush, disengage, withdraw, rise, take cover, control or stealth roll, with the opponents' rolls.

    `against` explains a difficulty that is a value of the target. `keeper`: the character of a target whose value is
    secret; only its seat reads it. Version 0.1 had none.
    """

    action: str
    opponents: tuple[str, ...] = ()
    opponent_names: tuple[str, ...] = ()
    opponent_dice: tuple[tuple[Die, ...], ...] = ()
    opponent_successes: tuple[int, ...] = ()
    difficulty: int | None = None
    works: bool
    progress: int | None = None
    goal: bool = False
    note: Text = EMPTY
    against: Breakdown | None = None
    keeper: str | None = None

    def seen_by(self, seat: Seat) -> "ContestRolled":
        """Return the event as a seat may read it: of influence only the target's own seat knows Resolve."""
        if self.action != "social" or seat.controls(self.keeper):
            return self
        return replace(self, difficulty=None, against=None)


class ActionRolled(RollEvent):
    """The roll of a miscellaneous action; `outcome` is success, failure or botch (3E-004, 3E-008)."""

    difficulty: int
    outcome: str


class DepartureBegun(ActorEvent):
    """A disengage was paid for; the opponents at close range say whether they contest it (3E-218)."""

    departure: Departure


class ContestAnswered(ActorEvent):
    """An opponent contests a disengage, or does not (3E-218).

    `shares` is what its powers add; `weighs` are its modifiers from before they were paid.
    """

    target_name: str
    contests: bool
    shares: tuple[Share, ...] = ()
    weighs: tuple[Term, ...] | None = None


class InfluenceAnswered(ActorEvent):
    """The target's answer to an influence by `by` that reached its Resolve (3E-334, 3E-335)."""

    by: str
    by_name: str
    answer: str
    intimacy: str = ""

    def seen_by(self, seat: Seat) -> "InfluenceAnswered":
        """Return the event as a seat may read it: Intimacies are for those who may read the sheet."""
        return self if seat.controls(self.owner) else replace(self, intimacy="")


class RushWon(ActorEvent):
    """The rusher follows the target's next retreat (3E-214); "" when it has."""

    target: str


class RetreatReady(ActorEvent):
    """After a disengage, the actor retreats one more band from `opponents`; empty when that is over (3E-222)."""

    opponents: tuple[str, ...]


class ClinchChanged(ActorEvent):
    """A grapple begins, loses rounds, or with None ends (3E-290 to 3E-294)."""

    clinch: Clinch | None
    target_name: str


class Held(ActorEvent):
    """The combatant is held in a clinch and loses its next turn (3E-294)."""


class BonusGiven(RollEvent):
    """An order to a group gives bonus dice for its next roll (3E-320)."""

    target: str
    target_name: str
    bonus: int


class CharmUsed(ActorEvent):
    """A Charm or other magic, as its owner describes it. `spent`: keys of powers used up for the scene."""

    charm: str
    perilous: bool
    simple: bool = False
    spent: tuple[str, ...] = ()


class StuntTold(ActorEvent):
    """A player described a stunt; `prompt` asks the Storyteller to rate it (3E-014)."""

    prompt: Pending
    told: WaitingStunt


class StuntRated(ActorEvent):
    """A stunt was rated. `text`: the words of the Storyteller's own, which no prompt asked about."""

    rating: int
    prompt: str = ""
    text: str = ""


class StuntLapsed(ActorEvent):
    """The action that a stunt described is no longer possible, for this reason."""

    reason: Text


ACTION_EVENTS = (
    CombatantAdded,
    StanceChanged,
    ResourceChanged,
    HarmRolled,
    Poisoned,
    TerrainSet,
    GroundSet,
    CoverRuled,
    Circled,
    ActionTaken,
    Disarmed,
    FlurryDeclared,
    Aimed,
    AimWasted,
    WardTaken,
    Moved,
    MovementUsed,
    ContestRolled,
    ActionRolled,
    DepartureBegun,
    ContestAnswered,
    InfluenceAnswered,
    RushWon,
    RetreatReady,
    ClinchChanged,
    Held,
    BonusGiven,
    CharmUsed,
    StuntTold,
    StuntRated,
    StuntLapsed,
)
