"""Powers of the sheet in a fight: what can pay for them, the events that they were used, and lasting powers."""

from dataclasses import replace
from operator import attrgetter

from rules.battle import Event
from rules.battle.lasting import switch
from rules.battle.moves import SwitchOn
from rules.battle.play import Play, about, in_the_open
from rules.errors import IllegalMove
from rules.powers import Power, PowerTotals, PowerUse, activate, count_body
from rules.text import EMPTY, Text
from rules.v20da.decide.common import check_able, harmed
from rules.v20da.events import PowersUsed
from rules.v20da.health.blood import blood_per_turn
from rules.v20da.health.levels import BOXES
from rules.v20da.sheet.powers import POWERS
from rules.v20da.state.model import Combatant, State
from rules.wounds import HARMS


def _get_purse(actor: Combatant) -> dict[str, int]:
    """Return what powers can be paid with: blood up to the limit of the turn (V20-202), Willpower, the body."""
    left = blood_per_turn(actor.sheet.generation) - actor.blood_spent if actor.sheet.is_vampire else 0
    body = count_body(BOXES - len(actor.health.track), actor.sheet.willpower)
    return {"blood": max(0, min(actor.blood, left)), "willpower": actor.willpower, **body}


USE: PowerUse[Combatant] = PowerUse(POWERS, _get_purse, attrgetter("sheet.powers"), attrgetter("sheet.powers_spent"))


def used(actor: Combatant, exchange: str, on: PowerTotals, *, is_open: bool = False) -> list[Event]:
    """Return the events of powers that were used and paid for. `is_open`: the actor comes out of hiding with them."""
    if not on.names:
        return []
    who = in_the_open(actor) if is_open else about(actor)
    used = PowersUsed(**who, exchange=exchange, name=on.name, price=on.price, **on.points("blood", "willpower"))
    return [used, *bled(actor, on, exchange)]


def bled(actor: Combatant, on: PowerTotals, exchange: str = "") -> list[Event]:
    """Return the health levels that powers cost, as wounds. They do not weigh on what was declared before."""
    found: list[Event] = []
    for kind in HARMS:
        if levels := on.harm.get(kind, 0):
            event = harmed(actor, levels, kind, exchange, actor.grace)
            actor = replace(actor, health=event.health)
            found.append(event)
    return found


def switch_on(play: Play[State], move: SwitchOn) -> None:
    """Pay for a lasting power. Blood is limited by the generation's maximum of a turn (V20-202)."""
    state, actor = play.state, play.state.get(move.actor)
    check_able(actor)
    power, on, active = activate(USE, actor, move.power, state.turn)
    if reason := why_too_late(state, power):
        raise IllegalMove("too_late", Text("{name}: {reason}", name=power.name, reason=reason), rule="V20-050")
    switch(play, actor, active, is_on=True, price=on.price, **on.points("blood", "willpower"))
    play.emit(*bled(actor, on))


def why_too_late(state: State, power: Power) -> Text:
    """Say why a power cannot be switched on in this part of the turn, or return an empty text.

    Extra actions are declared with the others.
    """
    if state.stage == "act" and power.amount("extra_actions") > 0:
        return Text("Declare extra actions with the others: activate the power before declarations are revealed.")
    return EMPTY
