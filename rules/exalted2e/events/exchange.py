"""Attacks step by step, and their results."""

from dataclasses import dataclass

from rules.battle.events import ActorEvent, TargetEvent
from rules.dice import Die
from rules.exalted2e.attack.steps import Exchange
from rules.exalted2e.health.track import Health
from rules.exalted2e.sheet.unit import Unit
from rules.exalted2e.state import Answer, DeclaredAttack, LogStep
from rules.pool import Breakdown, Pool
from rules.text import Text


class ExchangeEvent(TargetEvent):
    """A step of one attack, and its lines of the log. `prompt` is the id of the answered prompt, if any."""

    steps: tuple[LogStep, ...] = ()
    prompt: str = ""


class SurpriseRolled(ExchangeEvent):
    """The attacker's roll to hide against the target's to notice, before the defense is declared (2E-394)."""

    unaware: bool
    hiding: int
    noticing: int


class AttackDeclared(ExchangeEvent):
    """Step 1."""

    declared: DeclaredAttack
    weapon_name: str


class DefenseDeclared(ExchangeEvent):
    """Step 2."""

    answer: Answer


class NumbersChanged(ExchangeEvent):
    """A step that changes the numbers of the attack."""

    numbers: Exchange


class AttackRolled(NumbersChanged):
    """Step 3, and step 4 when nothing can be rerolled."""


class AttackRerolled(NumbersChanged):
    """Step 4."""


class DefenseApplied(NumbersChanged):
    """Step 5, and step 6 when nothing can be rerolled."""


class DefenseRerolled(NumbersChanged):
    """Step 6."""


class MagicActivated(ExchangeEvent):
    """Step 7: magic that is activated once the attack has hit, and the damage it adds (2E-331)."""

    name: str
    damage: int
    post_damage: int


class DamageRolled(NumbersChanged):
    """Steps 7 and 8: rolled here, applied in step 10 (R:31)."""


class Warded(ExchangeEvent):
    """Step 8: magic after the damage roll took off these health levels (2E-380)."""

    name: str
    levels: int


class Countered(ExchangeEvent):
    """Step 9: the defender strikes back, or does not (`declared` is None)."""

    declared: DeclaredAttack | None


@dataclass(frozen=True, slots=True)
class Harm:
    """Damage to one combatant: the marks before, and the health after. `was_dead`: it struck a corpse."""

    target: str
    name: str
    before: str
    health: Health
    was_dead: bool = False


@dataclass(frozen=True, slots=True)
class Loss:
    """Damage to the unit of a combatant: before and after (2E-501)."""

    target: str
    name: str
    before: Unit
    unit: Unit


class AttackResolved(ExchangeEvent):
    """Step 10: everything is applied together. `defense` names the target's defense: "Parry DV 4".

    `ends_flurry`: it is a clinch that has hit (2E-312).
    """

    weapon_name: str
    numbers: Exchange
    defense: Text
    harms: tuple[Harm, ...] = ()
    clinch: str = ""
    losses: tuple[Loss, ...] = ()
    ends_flurry: bool = False


class BystanderSpared(ActorEvent):
    """A botched attack hits no one else (2E-362)."""

    prompt: str


class PoolRolled(ActorEvent):
    """A roll of one combatant. `pool_for` are the characters who may see the pool; `Battle.when` fills them in."""

    pool: Pool | None
    dice: tuple[Die, ...]
    total: int
    pool_for: tuple[str, ...] = ()


class CheckRolled(PoolRolled):
    """A reflexive roll after an attack: knockdown or stun (2E-386, 2E-388).

    `yards`: the distance of a knockback that the Storyteller may choose instead (2E-387).
    """

    check: str
    cause: str
    pool: Pool
    difficulty: int
    success: bool
    yards: int = 0


class ClinchContested(ActorEvent):
    """Both sides of a clinch rolled for control (2E-392). Only the characters in `..._pool_for` see a pool."""

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


class ClinchChosen(ActorEvent):
    """The controller's choice in a clinch (2E-391)."""

    prompt: str
    victim: str
    victim_name: str
    choice: str
    dice: tuple[Die, ...] = ()
    levels: int = 0
    sum: Breakdown | None = None
    harms: tuple[Harm, ...] = ()
