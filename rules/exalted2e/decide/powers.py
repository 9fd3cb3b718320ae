"""Powers of the sheet in a battle: their effects are added to the magic that the player gave in figures."""

from dataclasses import replace
from operator import attrgetter
from typing import Any

from rules.exalted2e.moves.aids import MagicMove
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Combatant, Magic
from rules.powers import PowerUse, Switched, count_body
from rules.text import Text, join, verbatim, word


def _get_purse(actor: Combatant) -> dict[str, int]:
    """Return what the combatant can pay powers with, by track."""
    body = count_body(actor.health.boxes.count("."), actor.sheet.willpower)
    return {"motes": actor.personal + actor.peripheral, "willpower": actor.willpower, **body}


USE: PowerUse[Combatant] = PowerUse(POWERS, _get_purse, attrgetter("sheet.powers"), attrgetter("sheet.powers_spent"))


def is_simple(actor: Combatant, keys: tuple[str, ...]) -> bool:
    """Return whether one of these powers is a Simple Charm, so that the action is the Charm's (2E-291)."""
    return any(power.key in keys and power.timing == "simple" for power in actor.sheet.powers)


def read_magic(move: MagicMove, **more: Any) -> Magic:
    """Return the magic that a move gives in figures; `more` are fields of `Magic`."""
    return Magic(name=verbatim(move.magic), motes=move.motes, willpower=move.magic_willpower, **more)


def add_powers(magic: Magic, on: Switched) -> Magic:
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


def _list(on: Switched, kind: str) -> tuple[int, ...]:
    """Return 0 and the amounts of this kind, of which only the highest counts."""
    return (0, *(share.amount for share in on.shares if share.kind == kind))
