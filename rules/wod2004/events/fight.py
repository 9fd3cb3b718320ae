"""Attacks, harm and grapples."""

from dataclasses import dataclass

from rules.pool import Breakdown
from rules.wod2004.events.base import Between, Deed, Rolled
from rules.wod2004.state import Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(Deed):
    """Someone attacks; the pools still lack what the targets do."""

    target_names: tuple[str, ...]
    exchange: Exchange
    all_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackResolved(Between):
    """One attack on one target, from the answer to the successes.

    `defense` is the Defense it met; `used` whether it counts as one more attack that the Defense has met.
    `cover`: Durability hit (0 for none) with `beyond` successes through it, rolled again as `arrival` (None: nothing
    arrived); `structure` is what is left of it. `damage` points of `type`; `staked`: the stake found the heart.
    """

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
class Harmed(Deed):
    """Points of damage were marked (WD-171 to WD-173), or a dying body got worse (WD-176: type bleeding)."""

    exchange: str
    amount: int
    type: str
    before: str
    after: str
    boxes: int
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grappled(Between):
    """Someone got hold of another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrappleEnded(Between):
    """Two are no longer locked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StruggleRolled(Between):
    """An attempt to break free or overpower; `held` are the successes that an immobilised one must beat."""

    action: str
    roll: Rolled
    held: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ManeuverChosen(Between):
    """What the stronger one does; `weapon` is what it draws."""

    maneuver: str
    successes: int
    weapon: str = ""
    weapon_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MishapRuled(Deed):
    """What a dramatic failure on an attack does: nothing, drop, fall or jam (WD-207)."""

    exchange: str
    mishap: str
    weapon: str
    weapon_name: str
