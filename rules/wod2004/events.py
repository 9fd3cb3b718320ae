"""Every fact of a battle, with the dice that fell and the sums that explain them."""

from dataclasses import dataclass

from rules.battle import Event, Kinds
from rules.dice import Die
from rules.pool import Breakdown, Pool
from rules.wod2004.state import Combatant, Exchange, Prompt
from rules.wod2004.timing import Initiative


@dataclass(frozen=True, slots=True)
class Rolled:
    """One roll: its pool, every die, the successes and the outcome's word."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Event):
    """What every entry knows: the turn, and whose character acts or is acted on (None: the Storyteller's)."""

    turn: int = 0
    owner: str | None = None
    target_owner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(Fact):
    """Someone came."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStarted(Fact):
    """The battle began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Fact):
    """The battle is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(Fact):
    """Initiative fell, or dice that break a tie. `ties_open`: everybody may see all who were tied."""

    actor: str
    actor_name: str
    initiative: Initiative
    ties_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Fact):
    """A turn of three seconds began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingBegan(Fact):
    """Someone's place in the order was reached."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingEnded(Fact):
    """Someone's place in the order has passed."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Delayed(Fact):
    """Someone waits until after another."""

    actor: str
    actor_name: str
    after: str
    after_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantLeft(Fact):
    """Someone left."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantRevealed(Fact):
    """Someone came out of hiding."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantHidden(Fact):
    """Someone went into hiding."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden(Fact):
    """The Storyteller set a number; `now` is what it became within its bounds."""

    actor: str
    actor_name: str
    what: str
    label: str
    was: int
    now: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SurpriseRolled(Fact):
    """A roll to notice an ambush; `turns` are lost, `warned` are companions whom an exceptional success warns."""

    actor: str
    actor_name: str
    roll: Rolled
    turns: int
    warned: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverSet(Fact):
    """The Storyteller said how someone is hidden and covered."""

    actor: str
    actor_name: str
    concealment: str
    durability: int
    structure: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MinutesPassed(Fact):
    """Minutes went by."""

    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WillpowerSpent(Fact):
    """A point was spent, or (`returned`) given back because the pool was a chance roll all the same."""

    actor: str
    actor_name: str
    exchange: str
    effect: str
    left: int
    returned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken(Fact):
    """An action or move without a roll: dodge, aim, draw, stand_up, drop_prone, walk, run."""

    actor: str
    actor_name: str
    action: str
    number: int = 0
    target: str = ""
    target_name: str = ""
    weapon: str = ""
    weapon_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRolled(Fact):
    """Another instant action was rolled."""

    actor: str
    actor_name: str
    exchange: str
    title: str
    roll: Rolled


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(Fact):
    """Someone attacks; the pools still lack what the targets do."""

    actor: str
    actor_name: str
    target_names: tuple[str, ...]
    exchange: Exchange
    all_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptOpened(Fact):
    """The table waits for someone's answer."""

    prompt: Prompt
    who_name: str
    asker_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackResolved(Fact):
    """One attack on one target, from the answer to the successes.

    `defense` is the Defense it met; `used` whether it counts as one more attack that the Defense has met.
    `cover`: Durability hit (0 for none) with `beyond` successes through it, rolled again as `arrival` (None: nothing
    arrived); `structure` is what is left of it. `damage` points of `type`; `staked`: the stake found the heart.
    """

    actor: str
    actor_name: str
    target: str
    target_name: str
    exchange: str
    weapon_name: str
    action: str
    stance: str
    defense: Breakdown
    used: bool
    roll: Rolled
    damage: int
    type: str
    note: str = ""
    cover: int = 0
    beyond: int = 0
    structure: int = 0
    arrival: Rolled | None = None
    staked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Harmed(Fact):
    """Points of damage were marked (WD-171 to WD-173), or a dying body got worse (WD-176: type bleeding)."""

    actor: str
    actor_name: str
    exchange: str
    amount: int
    type: str
    before: str
    after: str
    boxes: int
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grappled(Fact):
    """Someone got hold of another."""

    actor: str
    actor_name: str
    target: str
    target_name: str
    exchange: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GrappleEnded(Fact):
    """Two are no longer locked."""

    actor: str
    actor_name: str
    target: str
    target_name: str
    exchange: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StruggleRolled(Fact):
    """An attempt to break free or overpower; `held` are the successes that an immobilised one must beat."""

    actor: str
    actor_name: str
    target: str
    target_name: str
    exchange: str
    action: str
    roll: Rolled
    held: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ManeuverChosen(Fact):
    """What the stronger one does; `weapon` is what it draws."""

    actor: str
    actor_name: str
    target: str
    target_name: str
    exchange: str
    maneuver: str
    successes: int
    weapon: str = ""
    weapon_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsciousnessRolled(Fact):
    """Stamina, to stay awake with a full track (WD-175)."""

    actor: str
    actor_name: str
    exchange: str
    roll: Rolled


@dataclass(frozen=True, slots=True, kw_only=True)
class MishapRuled(Fact):
    """What a dramatic failure on an attack does: nothing, drop, fall or jam (WD-207)."""

    actor: str
    actor_name: str
    exchange: str
    mishap: str
    weapon: str
    weapon_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TreatmentRolled(Fact):
    """Care for a dying person (WD-179)."""

    actor: str
    actor_name: str
    target: str
    target_name: str
    exchange: str
    roll: Rolled


EVENTS: Kinds[Event] = Kinds(
    CombatantAdded, BattleStarted, BattleEnded, InitiativeRolled, TurnBegan, ActingBegan, ActingEnded, Delayed,
    CombatantLeft, CombatantRevealed, CombatantHidden, Overridden, SurpriseRolled, CoverSet, MinutesPassed,
    WillpowerSpent, ActionTaken, ActionRolled, AttackDeclared, PromptOpened, AttackResolved, Harmed, Grappled,
    GrappleEnded, StruggleRolled, ManeuverChosen, ConsciousnessRolled, MishapRuled, TreatmentRolled,
)  # fmt: skip
