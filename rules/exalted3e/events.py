"""The facts of a battle, named in the past tense, with the dice that fell and all numbers that the log shows."""

from dataclasses import dataclass

from rules.battle import Event, Json, Kinds, events
from rules.battle.events import ActorEvent
from rules.dice import Die
from rules.exalted3e.health import Health
from rules.exalted3e.state.exchange import Blow, Departure, Exchange, Pending
from rules.exalted3e.state.fighters import Clinch, Combatant, Group, Modifier, Poison
from rules.exalted3e.state.numbers import NUMBERS
from rules.pool import Breakdown, Pool, Term
from rules.powers import Share
from rules.text import EMPTY, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetEvent(ActorEvent):
    """Something that one combatant directs at another."""

    target: str
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollEvent(ActorEvent):
    """A roll."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(events.CombatantAdded):
    """A combatant joined the battle."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStarted(Event):
    """Join Battle was called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceChanged(ActorEvent):
    """Cover, prone or mounted changed to `value`."""

    what: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOut(ActorEvent):
    """A combatant no longer fights: incapacitated, defeated, escaped or dissolved."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FallDelayed(ActorEvent):
    """A combatant is felled on the tick of its turn, and takes that turn before it goes out (an option)."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceChanged(ActorEvent):
    """Willpower, motes or anima changed. `what`: willpower, willpower_rating, personal, peripheral, anima."""

    what: str
    was: int
    now: int
    reason: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class HarmRolled(ActorEvent):
    """A poison or hazard was rolled (3E-303, 3E-305)."""

    source: str
    dice: tuple[Die, ...]
    successes: int
    difficulty: int | None
    note: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Poisoned(ActorEvent):
    """The poison that is active from now on; None when it is over (3E-303)."""

    poison: Poison | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainSet(Event):
    """The Storyteller made the field difficult terrain, or cleared it (3E-239)."""

    difficult: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRaised(Event):
    """Somebody must choose."""

    prompt: Pending
    who_name: str
    question: Text
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptClosed(Event):
    """A prompt was answered, or has lapsed."""

    prompt: str
    note: Text
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegun(Event):
    """A round begins (3E-040)."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TickReached(Event):
    """The tick on which `actors` act; `shown` are the names that everybody may read."""

    turn: int
    tick: int
    actors: tuple[str, ...]
    shown: tuple[str, ...]
    settled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieAnswered(ActorEvent):
    """A party of a tie said whether it wants to act first (3E-051)."""

    prompt: str
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBroken(Event):
    """The order of a tick is settled; `dice` are the throws of the parties that all wanted to be first."""

    turn: int
    tick: int | None
    order: tuple[str, ...]
    names: tuple[str, ...]
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegun(ActorEvent):
    """A turn begins, and ends onslaught and everything else that lasts until it (3E-137, 3E-138)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResumed(ActorEvent):
    """A delayed turn is resumed (3E-199)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(ActorEvent):
    """A turn is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDelayed(ActorEvent):
    """A turn is delayed to tick `until`, or with None until its owner takes it (3E-198).

    `lasting` names the powers that last until that turn.
    """

    until: int | None
    lasting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRefreshed(TargetEvent):
    """A Shift gives the turn again, with attacks only at `target` (3E-123, 3E-124). `interrupts`: out of turn."""

    interrupts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleJoined(RollEvent):
    """A Join Battle roll; `InitiativeChanged` brings the Initiative itself (3E-056)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeChanged(ActorEvent):
    """The only event that changes Initiative; it includes Crash and recovery.

    `cause`: join, attack, own, other. `by` is the attacker. `crashed`: it fell from 1 or more to 0 or less;
    `recovered`: it rose again.
    """

    was: int | None
    now: int
    cause: str
    by: str
    reason: Text
    rule: str
    crashed: bool
    recovered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CrashReset(ActorEvent):
    """Three turns in Crash are over, and Initiative returns to base (3E-099)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftRolled(RollEvent):
    """The Join Battle roll of an Initiative Shift (3E-121)."""

    target: str
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakGained(TargetEvent):
    """An Initiative Break (3E-109), or why it was `blocked`."""

    blocked: Text = EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeLent(ActorEvent):
    """The Initiative of a distraction, used against the target on the next turn or lost (3E-289); 0 ends it."""

    amount: int
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HopeLost(ActorEvent):
    """The Storyteller holds a Crashed foe for beaten (3E-098)."""


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
    """The weapon in hand was knocked to position `at`; it must be drawn or readied there (3E-287)."""

    weapon: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FlurryDeclared(ActorEvent):
    """Two different combat actions on one turn (3E-155)."""

    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierGained(ActorEvent):
    """A modifier of Defense (or soak, Hardness) until the next turn."""

    modifier: Modifier


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(TargetEvent):
    """An aim at a target for `count` consecutive turns (3E-164)."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AimWasted(TargetEvent):
    """An aim was wasted (3E-165)."""

    reason: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class WardTaken(TargetEvent):
    """Defend Other (3E-171)."""


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
class ContestRolled(RollEvent):
    """A rush, disengage, withdraw, rise, take cover, control or stealth roll, with the opponents' rolls.

    `against` explains a difficulty that is a value of the target.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRolled(RollEvent):
    """The roll of a miscellaneous action; `outcome` is success, failure or botch (3E-004, 3E-008)."""

    difficulty: int
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DepartureBegun(ActorEvent):
    """A disengage was paid for; the opponents at close range say whether they contest it (3E-218)."""

    departure: Departure


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestAnswered(ActorEvent):
    """An opponent contests a disengage, or does not (3E-218).

    `shares` is what its powers add; `weighs` are its modifiers from before they were paid.
    """

    target_name: str
    contests: bool
    shares: tuple[Share, ...] = ()
    weighs: tuple[Term, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InfluenceAnswered(ActorEvent):
    """The target's answer to an influence by `by` that reached its Resolve (3E-334, 3E-335)."""

    by: str
    by_name: str
    answer: str
    intimacy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RushWon(ActorEvent):
    """The rusher follows the target's next retreat (3E-214); "" when it has."""

    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatReady(ActorEvent):
    """After a disengage, the actor retreats one more band from `opponents`; empty when that is over (3E-222)."""

    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClinchChanged(ActorEvent):
    """A grapple begins, loses rounds, or with None ends (3E-290 to 3E-294)."""

    clinch: Clinch | None
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(ActorEvent):
    """The combatant is held in a clinch and loses its next turn (3E-294)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusGiven(RollEvent):
    """An order to a group gives bonus dice for its next roll (3E-320)."""

    target: str
    target_name: str
    bonus: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CharmUsed(ActorEvent):
    """A Charm or other magic, as its owner describes it. `spent`: keys of powers used up for the scene."""

    charm: str
    perilous: bool
    simple: bool = False
    spent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(ActorEvent):
    """An attack is declared: kind, target, weapon, payment (3E-062)."""

    attack: Exchange
    target_name: str
    weapon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeSettled(ActorEvent):
    """A prompt of the running attack was answered."""

    attack: Exchange
    note: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRolled(RollEvent):
    """The attack roll of Step One, and the Defense that it must reach (3E-064, 3E-079)."""

    attack: Exchange
    target_name: str
    defense: Breakdown
    guard_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterReadied(ActorEvent):
    """Magic lets the combatant answer the next attack before its turn with a counterattack (3E-297)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterHeld(ActorEvent):
    """A counterattack was rolled; its effects wait for the attack that it answers (3E-297)."""

    blow: Blow


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterLanded(ActorEvent):
    """The attack's damage was rolled; the counterattack's effects come first, then the attack's (3E-297)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashTaken(TargetEvent):
    """A combatant answers an attack with its own attack of this tick, and uses it (3E-295)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashRolled(RollEvent):
    """The other attack of a clash (3E-295)."""

    attack: Exchange
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackResolved(TargetEvent):
    """Whether the attack hit, whom, and with what threshold; `struck` is "" on a miss."""

    attack: str
    hit: bool
    struck: str
    struck_name: str
    threshold: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRolled(TargetEvent):
    """The damage roll: withering successes move Initiative, decisive ones are levels (3E-068, 3E-084).

    `damage_type` is bashing, lethal or aggravated for levels, else initiative, magnitude of a battle group, or none for
    an attack on an ally that moves nothing. `pool` is compared with Hardness; `dice` are empty when Hardness stopped
    the attack or no dice were left.
    """

    attack: str
    raw: Breakdown
    pool: int
    dice: tuple[Die, ...]
    amount: int
    stopped_by_hardness: bool
    damage_type: str
    soak: Breakdown | None = None
    overwhelming: int = 0
    hardness: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GambitRolled(TargetEvent):
    """The Initiative roll of a gambit (3E-281)."""

    gambit: str
    difficulty: int
    pool: int
    dice: tuple[Die, ...]
    successes: int
    works: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OnslaughtSuffered(ActorEvent):
    """The combatant has another -1 Defense until its next turn (3E-135)."""

    onslaught: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackEnded(ActorEvent):
    """The exchange is over. It carries all figures for the log's one line.

    `against` is what the roll had to meet, `dealt` and `damage_type` the damage, and `outcomes` its other effects in
    the book's words (Initiative Crash, Initiative Break ...). `counter`: it was a counterattack.
    """

    target_name: str = ""
    weapon: str = ""
    attack: str = ""
    gambit: str = ""
    successes: int = 0
    against: Text = EMPTY
    struck_name: str = ""
    threshold: int = 0
    why: str = ""
    dealt: int = 0
    damage_type: str = ""
    outcomes: tuple[Text, ...] = ()
    counter: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthMarked(ActorEvent):
    """Damage was marked on the Health Track, or healed."""

    damage_type: str
    levels: int
    health: Health
    penalty: int
    incapacitated: bool
    outcome: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MagnitudeMarked(ActorEvent):
    """Damage to a battle group, and the Size it lost (3E-314, 3E-317)."""

    damage: int
    group: Group
    size_lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutChecked(RollEvent):
    """A group that lost Size rolled its Willpower (3E-318)."""

    difficulty: int
    holds: bool


def _read_former(data: dict[str, Json]) -> dict[str, Json]:
    """Return the JSON of an event of version 0.1 in today's form."""
    kind = data["kind"]
    if "round" in data:
        data["turn"] = data.pop("round")
    if isinstance(data.get("exchange"), dict):
        data["attack"] = data.pop("exchange")
        data["exchange"] = data["attack"]["id"]
    if within := data.pop("within", ""):
        data["exchange"] = data.get("exchange") or within
    if kind == "ConcealmentChanged":
        data["kind"] = "CombatantHidden" if data.pop("hidden") else "CombatantRevealed"
    elif kind == "WentOut" and data.get("why") == "left":
        return {**{key: value for key, value in data.items() if key != "why"}, "kind": "CombatantLeft"}
    elif kind == "Overridden" and "value" in data:
        number = NUMBERS.get(data["what"])
        data |= {"now": data.pop("value"), "label": number.label if number else data["what"]}
    elif kind == "PowerSwitched" and "spent" in data:
        data["price"] = {"once": data.pop("spent")}
    return data


EVENTS: Kinds[Event] = Kinds(
    CombatantAdded, BattleStarted, StanceChanged, WentOut, FallDelayed, ResourceChanged, HarmRolled, Poisoned,
    TerrainSet, PromptRaised, PromptClosed, RoundBegun, TickReached, TieAnswered, TieBroken, TurnBegun,
    TurnResumed, TurnEnded, TurnDelayed, TurnRefreshed, BattleJoined, InitiativeChanged, CrashReset, ShiftRolled,
    BreakGained, InitiativeLent, HopeLost, ActionTaken, Disarmed, FlurryDeclared, ModifierGained, Aimed, AimWasted,
    WardTaken, Moved, MovementUsed, ContestRolled, ActionRolled, DepartureBegun, ContestAnswered,
    InfluenceAnswered, RushWon, RetreatReady, ClinchChanged, Held, BonusGiven, CharmUsed, AttackDeclared,
    ExchangeSettled, AttackRolled, CounterReadied, CounterHeld, CounterLanded, ClashTaken, ClashRolled,
    AttackResolved, DamageRolled, GambitRolled, OnslaughtSuffered, AttackEnded, HealthMarked, MagnitudeMarked,
    RoutChecked, events.PowerSwitched, *events.SHARED, former=_read_former,
)  # fmt: skip
