"""Attacks step by step, and what comes of them."""

from dataclasses import dataclass

from rules.battle import Event
from rules.dice import Die
from rules.exalted2e.attack import Exchange
from rules.exalted2e.health import Health
from rules.exalted2e.state import Answer, Declared, LogStep
from rules.pool import Breakdown, Pool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeEvent(Event):
    """Common to the events of one attack: which it is, who against whom, and the steps taken."""

    exchange: str
    actor: str
    actor_name: str
    target: str
    target_name: str
    tick: int
    steps: tuple[LogStep, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SurpriseRolled(ExchangeEvent):
    """Hiding against noticing, before the defense is declared (2E-394)."""

    unaware: bool
    hiding: int
    noticing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(ExchangeEvent):
    """Step 1. `prompt` is the one that led to it, if any."""

    declared: Declared
    weapon_name: str
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseDeclared(ExchangeEvent):
    """Step 2. `prompt` is the one that it answers."""

    answer: Answer
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRolled(ExchangeEvent):
    """Step 3, and step 4 when nothing can be rerolled."""

    numbers: Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRerolled(ExchangeEvent):
    """Step 4."""

    numbers: Exchange
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseApplied(ExchangeEvent):
    """Step 5, and step 6 when nothing can be rerolled."""

    numbers: Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseRerolled(ExchangeEvent):
    """Step 6."""

    numbers: Exchange
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicActivated(ExchangeEvent):
    """Step 7: magic that could wait until the blow had hit, and what it adds (2E-331)."""

    prompt: str
    name: str
    damage: int
    post_damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRolled(ExchangeEvent):
    """Steps 7 and 8: rolled here, applied in step 10 (R:31)."""

    numbers: Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class Warded(ExchangeEvent):
    """Step 8: magic between the damage roll and its result took so many health levels off (2E-380)."""

    prompt: str
    name: str
    levels: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Countered(ExchangeEvent):
    """Step 9: the defender strikes back, or (`declared` is None) lets it be."""

    declared: Declared | None
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Harm:
    """What a blow did to one combatant: the marks before, and the body after."""

    target: str
    name: str
    before: str
    health: Health


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackResolved(ExchangeEvent):
    """Step 10: everything is applied together. `defense` is how the target met it, in words."""

    weapon_name: str
    numbers: Exchange
    defense: str
    harms: tuple[Harm, ...] = ()
    clinch: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BystanderSpared(Event):
    """A botched blow hits nobody else (2E-362)."""

    prompt: str
    actor: str
    actor_name: str
    tick: int
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRolled(Event):
    """A reflexive roll after a blow: knockdown or stun (2E-386, 2E-388).

    `pool_for` are the characters who may see the pool. `yards`: how far the blow would throw one back instead (2E-387).
    """

    exchange: str
    check: str
    actor: str
    actor_name: str
    cause: str
    pool: Pool
    dice: tuple[Die, ...]
    total: int
    difficulty: int
    success: bool
    tick: int
    pool_for: tuple[str, ...] = ()
    yards: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClinchContested(Event):
    """Both sides of a clinch rolled for control (2E-392); each side's pool is for the characters named with it."""

    actor: str
    actor_name: str
    victim: str
    victim_name: str
    actor_pool: Pool | None = None
    actor_pool_for: tuple[str, ...] = ()
    victim_pool: Pool | None = None
    victim_pool_for: tuple[str, ...] = ()
    actor_dice: tuple[Die, ...]
    victim_dice: tuple[Die, ...]
    actor_total: int
    victim_total: int
    controls: str
    controls_name: str
    margin: int
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClinchChosen(Event):
    """What the controller does with the one she holds (2E-391)."""

    prompt: str
    actor: str
    actor_name: str
    victim: str
    victim_name: str
    choice: str
    tick: int
    exchange: str = ""
    dice: tuple[Die, ...] = ()
    levels: int = 0
    sum: Breakdown | None = None
    harms: tuple[Harm, ...] = ()
