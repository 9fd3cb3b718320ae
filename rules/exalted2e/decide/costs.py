"""Paying: motes, Willpower and Virtue channels (2E-160..166)."""

from rules.errors import IllegalMove
from rules.exalted2e.actions.willpower import check_willpower
from rules.exalted2e.decide.script import Script, get_audience, get_side_audience, need_number
from rules.exalted2e.events import BloodPaid, Harm, Spent
from rules.exalted2e.health import MARKS, mark, spend_motes
from rules.exalted2e.pools import most_charm_dice
from rules.exalted2e.state import Combatant, Magic
from rules.exalted2e.traits import VIRTUES
from rules.powers import Price, sum_shares

MAX_COST = 100


def read_willpower(choice: object) -> tuple[bool, str]:
    """What a point of Willpower is spent on: a success, or the Virtue to channel; never both (2E-162)."""
    if choice not in ("", "success", *VIRTUES):
        raise IllegalMove("bad_willpower", f"Willpower buys a success, or channels {', '.join(VIRTUES)}.")
    return choice == "success", str(choice) if choice in VIRTUES else ""


def check_charm_dice(one: Combatant, dice: int, *abilities: str) -> None:
    """Refuse more Charm dice than Dexterity and the best of these Abilities allow (2E-113)."""
    most = get_charm_limit(one, *abilities)
    if most is not None and dice > most:
        raise IllegalMove(
            "too_many_charm_dice", f"A Solar's Charms add at most {most} dice here, not {dice}.", high=most
        )


def get_charm_limit(one: Combatant, *abilities: str) -> int | None:
    """The most dice that Charms may still add to Dexterity with the best of these Abilities (2E-113)."""
    sheet = one.sheet
    most = most_charm_dice(sheet, sheet.attribute("dexterity") + max(map(sheet.ability, abilities), default=0))
    return None if most is None else max(0, most - sum_shares(one.standing, "dice"))


def spend(
    script: Script,
    one: Combatant,
    magic: Magic,
    why: str,
    *,
    willpower: bool = False,
    virtue: str = "",
    exchange: str = "",
) -> tuple[int, int]:
    """Pay for one thing: the cost of its magic, and a point of Willpower for effect or a Virtue (2E-162).

    `why`: what it is for, where the magic has no name. Returns the motes that each pool has paid, Personal first.
    """
    why, price, for_effect = magic.name or why, magic.price, willpower or bool(virtue)
    _check_willpower(one, magic.willpower, for_effect, virtue)
    personal, peripheral = _split_motes(one, magic.motes)
    if magic.motes or magic.willpower or for_effect or price.dots or price.once:
        script.emit(
            Spent(
                actor=one.id,
                actor_name=one.name,
                personal=personal,
                peripheral=peripheral,
                willpower=magic.willpower + for_effect,
                virtue=virtue,
                for_effect=for_effect,
                dots=price.dots,
                used_up=price.once,
                why=why,
                tick=script.state.tick,
                exchange=exchange,
                audience=get_side_audience(script.state, one.id),
            )
        )
    if price.harm:
        _bleed(script, script.state.of(one.id), why, price, exchange)
    return personal, peripheral


def _check_willpower(one: Combatant, points: int, for_effect: bool, virtue: str) -> None:
    """Refuse Willpower that cannot be spent; for effect one point per action, until the next DV refresh (2E-163)."""
    need_number("The cost in Willpower", points, 0, MAX_COST)
    if for_effect:
        check_willpower(one.sheet, virtue, one.willpower)
        if one.spent_effect:
            sentence = f"{one.name} has spent Willpower for effect since the last DV refresh already."
            raise IllegalMove("willpower_spent", sentence)
    if points + for_effect > one.willpower:
        raise IllegalMove("no_willpower", f"{one.name} has {one.willpower} Willpower left.")


def _split_motes(one: Combatant, motes: int) -> tuple[int, int]:
    """The Personal and Peripheral motes that a cost takes (2E-442). Raises `IllegalMove` where they are not there."""
    need_number("The cost in motes", motes, 0, MAX_COST)
    left = spend_motes(motes, one.personal, one.peripheral)
    if left is None:
        raise IllegalMove("no_motes", f"{one.name} has {one.personal + one.peripheral} motes left, not {motes}.")
    return one.personal - left[0], one.peripheral - left[1]


def _bleed(script: Script, one: Combatant, why: str, price: Price, exchange: str) -> None:
    """Health levels that powers cost: everybody sees the wounds."""
    health = one.health
    for kind, levels in price.harm:
        health = mark(health, MARKS[kind], levels, script.state.options)
    script.emit(
        BloodPaid(
            harm=Harm(one.id, one.name, one.health.boxes, health),
            wounds=price.wounds,
            why=why,
            tick=script.state.tick,
            exchange=exchange,
            audience=get_audience(script.state, one.id),
        )
    )
