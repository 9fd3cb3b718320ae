"""Powers of the sheet in a battle.

Their effects are added to the magic that the player gave in figures. The motes of lasting ones are committed until they
are dropped or their time is over (2E-442).
"""

from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter
from typing import Any

from rules.battle.events import PowerSwitched
from rules.battle.guards import refuse
from rules.battle.lasting import switch
from rules.battle.moves import SwitchOn
from rules.battle.play import Play, about
from rules.exalted2e.decide.acting import begin_turn, take_action
from rules.exalted2e.decide.costs import spend
from rules.exalted2e.moves.aids import EXCELLENCY_MOTES, MagicMove
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Combatant, Magic, State
from rules.exalted2e.timing import get_speed
from rules.powers import PowerTotals, PowerUse, activate, count_body, list_over, list_turned
from rules.text import EMPTY, Text, join, verbatim, word

EXCELLENCY = Text("Excellency")
SIMPLE_SPEED = 6
"""A Simple Charm's Speed (2E-291)."""


def _get_purse(actor: Combatant) -> dict[str, int]:
    """Return what the combatant can pay powers with, by track."""
    body = count_body(actor.health.boxes.count("."), actor.sheet.willpower)
    return {"motes": actor.personal + actor.peripheral, "willpower": actor.willpower, **body}


USE: PowerUse[Combatant] = PowerUse(POWERS, _get_purse, attrgetter("sheet.powers"), attrgetter("sheet.powers_spent"))


def is_simple(actor: Combatant, keys: tuple[str, ...]) -> bool:
    """Return whether one of these powers is a Simple Charm, so that the action is the Charm's (2E-291)."""
    return any(power.key in keys and power.timing == "simple" for power in actor.sheet.powers)


def gather_magic(move: MagicMove, **more: Any) -> Magic:
    """Return the magic that a move gives in figures, with an Excellency's dice; `more` are fields of `Magic`."""
    made = Magic(name=verbatim(move.magic), motes=move.motes, willpower=move.magic_willpower, **more)
    return buy_dice(made, getattr(move, "excellency", 0))


def buy_dice(magic: Magic, dice: int) -> Magic:
    """Return the magic with dice of an Excellency, and their price (2E-176)."""
    if not dice:
        return magic
    names = _list_names([*filter(None, (magic.name,)), EXCELLENCY])
    return replace(magic, name=names, dice=magic.dice + dice, motes=magic.motes + EXCELLENCY_MOTES * dice)


def add_powers(magic: Magic, on: PowerTotals) -> Magic:
    """Return the magic with the effects and the costs of the powers added."""
    if not on.names:
        return magic
    return replace(
        magic,
        name=_list_names([*filter(None, (magic.name,)), *map(word, on.names)]),
        dice=magic.dice + on.total("dice"),
        successes=magic.successes + on.total("successes") + on.total("dv"),
        reroll=magic.reroll or on.has("reroll"),
        damage=magic.damage + on.total("damage"),
        post_damage=magic.post_damage + on.total("post_damage"),
        soak=magic.soak + on.total("soak"),
        hardness=max(magic.hardness, *_list(on, "hardness")),
        unblockable=magic.unblockable or on.has("unblockable"),
        undodgeable=magic.undodgeable or on.has("undodgeable"),
        enables=magic.enables or on.has("enables"),
        counter=magic.counter or on.has("counter"),
        motes=magic.motes + on.cost.get("motes", 0),
        willpower=magic.willpower + on.cost.get("willpower", 0),
        shares=on.shares,
        price=on.price,
    )


def _list_names(names: list[Text]) -> Text:
    """Return "A and B". The text has few levels however many names there are: a deeply nested one cannot be read."""
    *others, last = names
    return Text("{others} and {last}", others=join(" and ", others), last=last) if others else last


def _list(on: PowerTotals, kind: str) -> tuple[int, ...]:
    """Return 0 and the amounts of this kind, of which only the highest counts."""
    return (0, *(share.amount for share in on.shares if share.kind == kind))


def switch_on(play: Play[State], move: SwitchOn) -> None:
    """Pay for a lasting power and commit its motes; a Simple Charm takes the action (2E-291)."""
    actor = play.state.get(move.actor)
    refuse("no_switch", why_no_switch(play.state, actor))
    power, on, active = activate(USE, actor, move.power, play.state.tick)
    is_action = power.timing == "simple"
    if is_action:
        begin_turn(play, actor.id)
    personal, peripheral = spend(play, actor, add_powers(Magic(), on), word(power.name))
    switch(play, actor, replace(active, personal=personal, peripheral=peripheral), is_on=True)
    if is_action:
        speed = get_speed("charm", SIMPLE_SPEED, play.state.options)
        take_action(play, actor, "charm", speed=speed, text=word(power.name))


def end_powers(play: Play[State], called: Iterable[str]) -> None:
    """Drop the powers that end on this tick: by their count, or by the next action of their owners in `called`.

    The event names the tick on which the power ended. Another one may be that of a hidden combatant's action.
    """
    tick, fresh = play.state.tick, set(called)
    for combatant in play.state.combatants:
        for active in (
            *list_over(combatant.active, tick),
            *(list_turned(combatant.active) if combatant.id in fresh else ()),
        ):
            play.emit(PowerSwitched(**about(combatant), active=active, is_on=False, is_over=True, tick=active.until))


def why_no_switch(state: State, actor: Combatant, is_on: bool = True) -> Text:
    """Return why the combatant cannot switch a lasting power on (or off) now, or an empty text."""
    if state.is_resolving:
        return Text("Wait until the attack is resolved.")
    if is_on and (actor.clock is None or actor.out):
        return Text("{who} can’t use powers now.", who=actor.name)
    return EMPTY
