"""Lasting powers: switched on at any time, until they are dropped or their time is over."""

from rules.battle.lasting import switch
from rules.battle.moves import SwitchOn
from rules.battle.play import Play
from rules.errors import IllegalMove
from rules.powers import Power, activate
from rules.text import EMPTY, Text
from rules.v20da.decide.common import check_able
from rules.v20da.decide.powers import USE, bled
from rules.v20da.state.model import State


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
        return Text("Extra actions are declared with the others; switch it on before the cards are turned.")
    return EMPTY
