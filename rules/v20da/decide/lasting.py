"""Powers that last for the scene: switched on at any time, until they are dropped."""

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.powers import Power
from rules.v20da.decide.common import about
from rules.v20da.decide.powers import read_powers
from rules.v20da.events import PowerSwitched
from rules.v20da.moves import SwitchOff, SwitchOn
from rules.v20da.state.model import Active, Combatant, State
from rules.v20da.state.order import get_own, is_able


def switch_on(state: State, seat: Seat, move: SwitchOn, roller: Roller) -> list[Event]:
    """Pay for a lasting power; blood is held to the generation's limit of the turn (V20-202)."""
    actor = get_own(state, seat, move.actor)
    if not is_able(actor):
        raise IllegalMove("unable", f"{actor.name} can take no action.")
    on = read_powers(actor, (move.power,), "scene")
    power = next(power for power in actor.sheet.powers if power.key == move.power)
    if any(active.key == power.key for active in actor.active):
        raise IllegalMove("switched_on", f"{power.name} is switched on already.")
    active = Active(power.key, power.name, on.shares)
    blood, willpower = on.cost.get("blood", 0), on.cost.get("willpower", 0)
    return [PowerSwitched(**about(actor), active=active, is_on=True, blood=blood, willpower=willpower)]


def switch_off(state: State, seat: Seat, move: SwitchOff, roller: Roller) -> list[Event]:
    """Drop a lasting power."""
    actor = get_own(state, seat, move.actor)
    active = next((active for active in actor.active if active.key == move.power), None)
    if active is None:
        raise IllegalMove("not_on", f"{actor.name} has no such power switched on.")
    return [PowerSwitched(**about(actor), active=active, is_on=False)]


def list_lasting(actor: Combatant) -> tuple[Power, ...]:
    """The powers of its sheet that last for the scene."""
    return tuple(power for power in actor.sheet.powers if power.use == "scene")
