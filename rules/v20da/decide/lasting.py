"""Powers that last: switched on at any time, until they are dropped or their time is over."""

from rules.battle import Event
from rules.battle.moves import SwitchOff, SwitchOn
from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.powers import Power, activate, find_off, find_on, list_over, list_turned
from rules.v20da.decide.common import check_able
from rules.v20da.decide.powers import bled, read_powers
from rules.v20da.events import PowerSwitched
from rules.v20da.sheet.powers import POWERS
from rules.v20da.state.model import State


def switch_on(play: Play[State], move: SwitchOn) -> None:
    """Pay for a lasting power; blood is held to the generation's limit of the turn (V20-202)."""
    state, actor = play.state, play.state.get(move.actor)
    check_able(actor)
    on = read_powers(actor, (move.power,), "scene")
    power = find_off(actor.active, actor.sheet.powers, move.power)
    if reason := why_too_late(state, power):
        raise IllegalMove("too_late", f"{power.name}: {reason}", rule="V20-050")
    active = activate(POWERS, power, on, state.turn)
    blood, willpower = on.cost.get("blood", 0), on.cost.get("willpower", 0)
    play.emit(
        PowerSwitched(**about(actor), active=active, is_on=True, blood=blood, willpower=willpower, price=on.price),
        *bled(actor, on),
    )


def why_too_late(state: State, power: Power) -> str:
    """Why a power cannot be switched on in this part of the turn, or nothing: extra actions are declared too."""
    is_late = state.stage == "act" and power.amount("extra_actions") > 0
    return "Extra actions are declared with the others; switch it on before the cards are turned." if is_late else ""


def switch_off(play: Play[State], move: SwitchOff) -> None:
    """Drop a lasting power."""
    actor = play.state.get(move.actor)
    active = find_on(actor.active, move.power, actor.name)
    play.emit(PowerSwitched(**about(actor), active=active, is_on=False))


def end_with_turn(state: State, turn: int) -> list[Event]:
    """Those that lasted for the turn before, and those whose turns are counted and over, as this turn begins."""
    return [
        PowerSwitched(**about(one), active=active, is_on=False, is_over=True)
        for one in state.combatants
        for active in (*list_turned(one.active), *list_over(one.active, turn))
    ]
