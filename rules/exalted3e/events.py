"""The facts of a battle, named in the past tense; they carry the dice that fell and every number the log shows."""

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
    """Someone came to the battle."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStarted(Event):
    """Join Battle was called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceChanged(ActorEvent):
    """Cover, prone, mounted: what changed and to what."""

    what: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOut(ActorEvent):
    """Someone no longer fights: incapacitated, defeated, escaped, dissolved, left."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FallDelayed(ActorEvent):
    """Someone is felled on the tick of its own turn, and takes that turn before it goes out (an option)."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceChanged(ActorEvent):
    """Willpower, motes or anima. `what`: willpower, willpower_rating, personal, peripheral, anima."""

    what: str
    was: int
    now: int
    reason: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class HarmRolled(ActorEvent):
    """A poison's or hazard's roll (3E-303, 3E-305)."""

    source: str
    dice: tuple[Die, ...]
    successes: int
    difficulty: int | None
    note: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Poisoned(ActorEvent):
    """What poison is at work from now on; None when it has run its course (3E-303)."""

    poison: Poison | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainSet(Event):
    """The Storyteller says whether the field is difficult terrain (3E-239)."""

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
    """A prompt was answered, or fell away."""

    prompt: str
    note: Text
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegun(Event):
    """A new round (3E-040)."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TickReached(Event):
    """The tick on which `actors` act; `shown` are the names that everyone may read."""

    turn: int
    tick: int
    actors: tuple[str, ...]
    shown: tuple[str, ...]
    settled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieAnswered(ActorEvent):
    """One party of a tie said whether it wants to act first (3E-051)."""

    prompt: str
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBroken(Event):
    """The order of one tick is settled; `dice` are the throws of those who all wanted to be first."""

    turn: int
    tick: int | None
    order: tuple[str, ...]
    names: tuple[str, ...]
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegun(ActorEvent):
    """A turn begins: onslaught and everything that lasted until now ends (3E-137, 3E-138)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResumed(ActorEvent):
    """A delayed turn is taken up again (3E-199)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(ActorEvent):
    """A turn is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDelayed(ActorEvent):
    """A turn is put off to tick `until`, or (None) until its owner says so (3E-198).

    `lasting`: the names of the powers that last until that turn, and so go on.
    """

    until: int | None
    lasting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRefreshed(TargetEvent):
    """A Shift gives the turn again; attacks go only at `target` (3E-123, 3E-124). `interrupts`: out of turn."""

    interrupts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleJoined(RollEvent):
    """A Join Battle roll; the Initiative itself comes as `InitiativeChanged` (3E-056)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeChanged(ActorEvent):
    """The only way in which anyone's Initiative changes; Crash and recovery are part of it.

    `cause`: join, attack, own, other. `by` is the attacker whose attack it was. `crashed`: it fell from 1 or more
    to 0 or less; `recovered`: it rose again.
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
    """Three turns in Crash are over: back to base Initiative (3E-099)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftRolled(RollEvent):
    """The Join Battle roll of an Initiative Shift (3E-121)."""

    target: str
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakGained(TargetEvent):
    """An Initiative Break (3E-109); `blocked` names why it was not gained."""

    blocked: Text = EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeLent(ActorEvent):
    """A distraction's Initiative, to be used against the target on the next turn or lost (3E-289); 0 ends it."""

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
class Aimed(TargetEvent):
    """An aim at a target; `count` consecutive turns of it (3E-164)."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AimWasted(TargetEvent):
    """An aim came to nothing (3E-165)."""

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
    """A rush, disengage, withdraw, rise, take cover, control or stealth roll, with the rolls of who contested it.

    `against` explains a difficulty that is a value of the target's.
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
class BonusGiven(RollEvent):
    """Bonus dice for the next roll: an order to a group (3E-320)."""

    target: str
    target_name: str
    bonus: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CharmUsed(ActorEvent):
    """A Charm or other magic, as its owner describes it. `spent`: keys of powers that the scene has used up."""

    charm: str
    perilous: bool
    simple: bool = False
    spent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(ActorEvent):
    """Step of declaration: kind, target, weapon, everything paid (3E-062)."""

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
    """Step One: the attack roll, and the Defense that it must reach (3E-064, 3E-079)."""

    attack: Exchange
    target_name: str
    defense: Breakdown
    guard_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterReadied(ActorEvent):
    """Magic lets it answer the next attack, before its next turn, with a counterattack (3E-297)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterHeld(ActorEvent):
    """A counterattack's dice have fallen; what comes of it waits for the attack that it answers (3E-297)."""

    blow: Blow


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterLanded(ActorEvent):
    """The attack's damage is rolled: now the counterattack's effects are applied, and then its own (3E-297)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashTaken(TargetEvent):
    """Someone answers an attack with its own of this tick, which is spent with that (3E-295)."""


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

    `damage_type` is bashing, lethal or aggravated for levels, else initiative, magnitude of a battle group, or none
    where an attack on an ally moves nothing. `pool` is what is compared with Hardness; `dice` are empty when Hardness
    stopped it or nothing was left to roll.
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
    """Another -1 Defense until the next turn (3E-135)."""

    onslaught: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackEnded(ActorEvent):
    """The exchange is over: the whole of it in figures, as the log's one line needs them.

    `against` is what the roll had to meet, `dealt` and `damage_type` the damage, `outcomes` what else came of it in the
    book's words (Initiative Crash, Initiative Break ...). `counter`: it was a counterattack.
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
    """Damage on the Health Track, or healing of it."""

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
    """A group that lost Size tests its Willpower (3E-318)."""

    difficulty: int
    holds: bool


def _read_former(data: dict[str, Json]) -> dict[str, Json]:
    """The JSON form of an event as version 0.1 wrote it, brought to that of today."""
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
