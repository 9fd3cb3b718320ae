"""Actions beside attacks, Willpower, and open questions."""

from dataclasses import dataclass

from rules.battle.figures import Changed
from rules.powers import NO_PRICE, Active, Price
from rules.wod2004.events.base import Between, Deed, Fact, Rolled
from rules.wod2004.state import Prompt, StoredDefense


@dataclass(frozen=True, slots=True, kw_only=True)
class WillpowerSpent(Deed):
    """A point was spent, or (`returned`) given back because the pool was a chance roll all the same."""

    exchange: str
    effect: str
    left: int
    returned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresChanged(Deed):
    """Figures were spent or regained by a roll beside the battle's own moves: by sheet path, before and after."""

    figures: Changed


@dataclass(frozen=True, slots=True, kw_only=True)
class PowersUsed(Deed):
    """Powers were switched on and paid for with so much Willpower, points of the pool, and the rest of the price."""

    exchange: str
    name: str
    willpower: int
    fuel: int
    price: Price = NO_PRICE


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSwitched(Deed):
    """A power that lasts was switched on and paid for, as the action or beside it; or it was dropped, or `is_over`."""

    active: Active
    is_on: bool
    is_over: bool = False
    is_action: bool = False
    willpower: int = 0
    fuel: int = 0
    price: Price = NO_PRICE


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken(Deed):
    """An action or move without a roll: dodge, aim, draw, stand_up, drop_prone, walk, run."""

    action: str
    number: int = 0
    target: str = ""
    target_name: str = ""
    weapon: str = ""
    weapon_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRolled(Deed):
    """Another instant action was rolled. `against`: the stored defense that it had to beat, by name."""

    exchange: str
    title: str
    roll: Rolled
    against: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseStored(Deed):
    """The successes of a defense were stored, by the roll that made it or by the Storyteller (WD-111)."""

    defense: StoredDefense


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseDropped(Deed):
    """A stored defense is no more. `defense`: its id."""

    defense: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptOpened(Fact):
    """The table waits for someone's answer."""

    prompt: Prompt
    who_name: str
    asker_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsciousnessRolled(Deed):
    """Stamina, to stay awake with a full track (WD-175)."""

    exchange: str
    roll: Rolled


@dataclass(frozen=True, slots=True, kw_only=True)
class TreatmentRolled(Between):
    """Care for a dying person (WD-179)."""

    roll: Rolled
