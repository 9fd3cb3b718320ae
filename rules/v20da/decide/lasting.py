"""Powers that last: switched on at any time, until they are dropped or their time is over."""

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.powers import Power, activate, find_off, find_on, list_over, list_turned
from rules.v20da.decide.common import about, get_able
from rules.v20da.decide.powers import bled, read_powers
from rules.v20da.events import PowerSwitched
from rules.v20da.moves import SwitchOff, SwitchOn
from rules.v20da.sheet.powers import POWERS
from rules.v20da.state.model import State
from rules.v20da.state.order import get_own


def switch_on(state: State, seat: Seat, move: SwitchOn, roller: Roller) -> list[Event]:
    """Pay for a lasting power; blood is held to the generation's limit of the turn (V20-202)."""
    actor = get_able(state, seat, move.actor)
    on = read_powers(actor, (move.power,), "scene")
    power = find_off(actor.active, actor.sheet.powers, move.power)
    if reason := why_too_late(state, power):
        raise IllegalMove("too_late", f"{power.name}: {reason}", rule="V20-050")
    active = activate(POWERS, power, on, state.turn)
    blood, willpower = on.cost.get("blood", 0), on.cost.get("willpower", 0)
    return [
        PowerSwitched(**about(actor), active=active, is_on=True, blood=blood, willpower=willpower, price=on.price),
        *bled(actor, on),
    ]


def why_too_late(state: State, power: Power) -> str:
    """Why a power cannot be switched on in this part of the turn, or nothing: extra actions are declared too."""
    is_late = state.stage == "act" and power.amount("extra_actions") > 0
    return "Extra actions are declared with the others; switch it on before the cards are turned." if is_late else ""


def switch_off(state: State, seat: Seat, move: SwitchOff, roller: Roller) -> list[Event]:
    """Drop a lasting power."""
    actor = get_own(state, seat, move.actor)
    active = find_on(actor.active, move.power, actor.name)
    return [PowerSwitched(**about(actor), active=active, is_on=False)]


def end_with_turn(state: State, turn: int) -> list[Event]:
    """Those that lasted for the turn before, and those whose turns are counted and over, as this turn begins."""
    return [
        PowerSwitched(**about(one), active=active, is_on=False, is_over=True)
        for one in state.combatants
        for active in (*list_turned(one.active), *list_over(one.active, turn))
    ]
