"""Joining, ticks, actions, costs, rulings."""

from dataclasses import dataclass

from rules.battle import Audience, events
from rules.battle.events import ActorEvent, BattleEvent
from rules.exalted2e.events.exchange import Harm, PoolRolled
from rules.exalted2e.state import (
    BattleKind,
    Combatant,
    CurrentAction,
    DeclaredAttack,
    Difficulty,
    FailedTry,
    Pending,
    PlainAction,
    Plan,
)
from rules.exalted2e.state.places import Distance
from rules.pool import Pool
from rules.text import EMPTY, Text


class CombatantAdded(events.CombatantAdded):
    """A combatant was added, after the beginning on `tick`."""

    combatant: Combatant


class BattleStarted(BattleEvent):
    """Join Battle, Join War or Join Debate was rolled; the best total is the reaction count (2E-261)."""

    reaction: int
    battle: BattleKind = "battle"


class JoinBattleRolled(PoolRolled):
    """One combatant's Join Battle and the tick of the first action (2E-262, 2E-263)."""

    botch: bool
    first: int
    battle: BattleKind = "battle"


@dataclass(frozen=True, slots=True)
class Acting:
    """A combatant who may declare. `fresh`: the next action has come, so DV refreshes; else one may be broken off."""

    id: str
    name: str
    fresh: bool
    audience: Audience = None


class TickAdvanced(BattleEvent):
    """The wheel turned to the next tick on which someone may act. `is_long`: the tick is a long one."""

    tick: int
    acting: tuple[Acting, ...]
    is_long: bool = False


class ScaleSet(BattleEvent):
    """The battle changed to long ticks, or back to ticks (2E-018)."""

    is_long: bool
    tick: int


class ActionTaken(ActorEvent):
    """A declared action: its DV penalty is set at once, its Speed counts from here (2E-266, 2E-275).

    `next` is the tick of the next action. `aborted` is the kind of the action that was broken off. `long_speed`: the
    Speed in long ticks, if it was given in these (2E-017). `text` adds details, partly in the player's own words.
    `apart`: the distances that it says or changes (2E-667).
    """

    action: str
    name: Text
    rule: str
    speed: int
    penalty: int
    next: int
    target: str = ""
    target_name: str = ""
    text: Text = EMPTY
    aborted: str = ""
    doing: CurrentAction | None = None
    attacks: tuple[DeclaredAttack, ...] = ()
    ready: tuple[str, ...] | None = None
    rises: bool = False
    flurry: str = ""
    long_speed: int = 0
    plain: tuple[PlainAction, ...] = ()
    apart: tuple[Distance, ...] = ()


class ActionRolled(PoolRolled):
    """The roll of a plain action (2E-290).

    `tried`: what is known of such tries after it; None if it is as before.

    `worse`: it botched, and the series makes that worse for the unskilled (2E-048).
    """

    action: PlainAction
    pool: Pool
    verdict: Text
    tried: FailedTry | None = None
    worse: bool = False


class DifficultySet(ActorEvent):
    """The Storyteller set the difficulty of a plain action that waits, or else of the next one (2E-066)."""

    difficulty: Difficulty


class KeptOn(ActorEvent):
    """An Aim or Guard goes on."""

    action: str


class Moved(ActorEvent):
    """A reflexive Move (2E-299), perhaps toward someone (`target`) or away; then `apart` is the distance (2E-667)."""

    yards: int
    target: str = ""
    target_name: str = ""
    away: bool = False
    apart: tuple[Distance, ...] = ()


class BloodPaid(ActorEvent):
    """Health levels paid for powers. `wounds`: their number and kind in words; `why`: the powers."""

    harm: Harm
    wounds: Text
    why: Text


class Spent(ActorEvent):
    """Motes, Willpower or a Virtue channel paid. `for_effect`: it counts as the action's one Willpower (2E-163).

    `dots` of Willpower are lost for good; `used_up`: keys of powers that work once in a scene; `why`: the purpose.
    """

    personal: int = 0
    peripheral: int = 0
    willpower: int = 0
    virtue: str = ""
    for_effect: bool = False
    dots: int = 0
    used_up: tuple[str, ...] = ()
    why: Text = EMPTY


class Asked(BattleEvent):
    """A prompt: the battle waits for one person's choice. The Storyteller's log shows it with its attack."""

    pending: Pending
    name: str
    tick: int
    exchange: str = ""


class StuntRated(ActorEvent):
    """The Storyteller has rated a stunt, Motivation included; the best is rewarded at the next refresh (2E-195).

    `text` are the player's words. `experience`: it may earn an experience point (2E-185, 2E-186). `difficulty`: that
    of the plain action, if it was given with the rating.
    """

    prompt: str
    rating: int
    text: str
    experience: bool = False
    difficulty: int | None = None


class StuntRewarded(ActorEvent):
    """The reward of the best stunt since the last refresh (2E-183, 2E-195)."""

    rating: int
    personal: int
    peripheral: int
    willpower: int
    prompt: str = ""
    experience: int = 0


class CoordinationRolled(PoolRolled):
    """A leader's roll, and the resulting plan (2E-300)."""

    target_name: str
    difficulty: int
    plan: Plan


class Stabilized(ActorEvent):
    """A dying combatant was stabilized (2E-409)."""

    harm: Harm


class ValorChecked(PoolRolled):
    """Whether a combatant stands against a foe. Without a pool, Valor exceeds the difficulty: no roll (2E-485).

    `is_unit`: the morale of its unit was rolled, or was high enough (2E-502).
    """

    difficulty: int
    foe: Text
    stands: bool
    is_unit: bool = False


class DyingMarked(ActorEvent):
    """A dying character lost Dying levels in the time that passed (2E-407)."""

    dying: int
    dead: bool


class Overridden(events.Overridden):
    """The Storyteller set a number (2E-003). `marks`: the body, if the number is part of it."""

    marks: Harm | None = None
