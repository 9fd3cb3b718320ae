"""What happens to units, and which kind of battle it is."""

from rules.battle.events import ActorEvent, BattleEvent
from rules.exalted2e.events.exchange import PoolRolled
from rules.exalted2e.sheet.unit import Unit
from rules.exalted2e.state import BattleKind


class KindSet(BattleEvent):
    """The Storyteller said what kind of battle it is; wars and debates are counted in long ticks (2E-500, 2E-510)."""

    battle: BattleKind


class UnitFormed(ActorEvent):
    """A combatant took command of a unit, or with Magnitude 0 no longer has one (2E-500)."""

    unit: Unit


class UnitOrdered(PoolRolled):
    """A commander's order to the unit: another `formation`, or without one a rally (2E-505)."""

    difficulty: int
    success: bool
    formation: str = ""
