"""Powers of the sheet switched on in a fight: whether they can be paid, and the fact that they were."""

from rules.battle import Event
from rules.powers import Switched, check_purse, make_field, switch_on
from rules.v20da.decide.common import about, in_the_open
from rules.v20da.events import PowersUsed
from rules.v20da.health.blood import blood_per_turn
from rules.v20da.sheet.powers import POWERS
from rules.v20da.state.model import Combatant


def read_powers(actor: Combatant, keys: object, moment: str, *, willpower: bool = False) -> Switched:
    """The powers switched on at this moment; `willpower`: a point is spent on a success besides (V20-084)."""
    on = switch_on(POWERS, actor.sheet.powers, keys, moment)
    check_purse(POWERS, on.cost, get_purse(actor, kept=int(willpower)), on.name)
    return on


def get_purse(actor: Combatant, kept: int = 0) -> dict[str, int]:
    """What powers can be paid with: blood up to the limit of the turn (V20-202), and Willpower."""
    left = blood_per_turn(actor.sheet.generation) - actor.blood_spent if actor.sheet.is_vampire else 0
    return {"blood": max(0, min(actor.blood, left)), "willpower": max(0, actor.willpower - kept)}


def used(actor: Combatant, exchange: str, on: Switched, *, is_open: bool = False) -> list[Event]:
    """The fact that powers were used and paid for; `is_open`: by who comes out of hiding with it."""
    if not on.names:
        return []
    who = in_the_open(actor) if is_open else about(actor)
    blood, willpower = on.cost.get("blood", 0), on.cost.get("willpower", 0)
    return [PowersUsed(**who, exchange=exchange, name=on.name, blood=blood, willpower=willpower)]


def has_power(actor: Combatant, moment: str) -> bool:
    """Whether any power of the sheet can be switched on and paid now."""
    fields = make_field(POWERS, actor.sheet.powers, moment, get_purse(actor))
    return any(not choice.reason for field in fields for choice in field.choices)
