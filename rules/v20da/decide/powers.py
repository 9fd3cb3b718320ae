"""Powers of the sheet in a fight: whether they can be paid, and the events that they were used."""

from dataclasses import replace
from operator import attrgetter

from rules.battle import Event
from rules.battle.play import about, in_the_open
from rules.powers import PowerUse, Switched, count_body
from rules.v20da.decide.common import harmed
from rules.v20da.events import PowersUsed
from rules.v20da.health.blood import blood_per_turn
from rules.v20da.health.levels import BOXES
from rules.v20da.sheet.powers import POWERS
from rules.v20da.state.model import Combatant
from rules.wounds import HARMS


def _get_purse(actor: Combatant) -> dict[str, int]:
    """Return what powers can be paid with: blood up to the limit of the turn (V20-202), Willpower, the body."""
    left = blood_per_turn(actor.sheet.generation) - actor.blood_spent if actor.sheet.is_vampire else 0
    body = count_body(BOXES - len(actor.health.track), actor.sheet.willpower)
    return {"blood": max(0, min(actor.blood, left)), "willpower": actor.willpower, **body}


USE: PowerUse[Combatant] = PowerUse(POWERS, _get_purse, attrgetter("sheet.powers"), attrgetter("sheet.powers_spent"))


def used(actor: Combatant, exchange: str, on: Switched, *, is_open: bool = False) -> list[Event]:
    """Return the events of powers that were used and paid for. `is_open`: the actor comes out of hiding with them."""
    if not on.names:
        return []
    who = in_the_open(actor) if is_open else about(actor)
    used = PowersUsed(**who, exchange=exchange, name=on.name, price=on.price, **on.points("blood", "willpower"))
    return [used, *bled(actor, on, exchange)]


def bled(actor: Combatant, on: Switched, exchange: str = "") -> list[Event]:
    """Return the health levels that powers cost, as wounds. They do not weigh on what was declared before."""
    found: list[Event] = []
    for kind in HARMS:
        if levels := on.harm.get(kind, 0):
            event = harmed(actor, levels, kind, exchange, actor.grace)
            actor = replace(actor, health=event.health)
            found.append(event)
    return found
