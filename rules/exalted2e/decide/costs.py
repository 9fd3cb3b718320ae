"""Paying: motes, Willpower and Virtue channels (2E-160..166)."""

from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.exalted2e.actions.willpower import check_willpower
from rules.exalted2e.decide.common import for_side
from rules.exalted2e.events.exchange import Harm
from rules.exalted2e.events.table import BloodPaid, Spent
from rules.exalted2e.health.recovery import spend_motes
from rules.exalted2e.health.track import MARKS, mark
from rules.exalted2e.pools import most_charm_dice
from rules.exalted2e.state import Combatant, Magic, State
from rules.exalted2e.traits import VIRTUES
from rules.powers import Price, sum_shares


def read_willpower(choice: str) -> tuple[bool, str]:
    """Whether a point of Willpower buys a success, or else the Virtue that it channels; never both (2E-162)."""
    return choice == "success", choice if choice in VIRTUES else ""


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
    play: Play[State],
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
        play.emit(
            Spent(
                **for_side(play.state, one), personal=personal, peripheral=peripheral,
                willpower=magic.willpower + for_effect, virtue=virtue, for_effect=for_effect, dots=price.dots,
                used_up=price.once, why=why, exchange=exchange,
            )
        )  # fmt: skip
    if price.harm:
        _bleed(play, play.state.get(one.id), why, price, exchange)
    return personal, peripheral


def _check_willpower(one: Combatant, points: int, for_effect: bool, virtue: str) -> None:
    """Refuse Willpower that cannot be spent; for effect one point per action, until the next DV refresh (2E-163)."""
    if for_effect:
        check_willpower(one.sheet, virtue, one.willpower)
        if one.spent_effect:
            sentence = f"{one.name} has spent Willpower for effect since the last DV refresh already."
            raise IllegalMove("willpower_spent", sentence)
    if points + for_effect > one.willpower:
        raise IllegalMove("no_willpower", f"{one.name} has {one.willpower} Willpower left.")


def _split_motes(one: Combatant, motes: int) -> tuple[int, int]:
    """The Personal and Peripheral motes that a cost takes (2E-442). Raises `IllegalMove` where they are not there."""
    left = spend_motes(motes, one.personal, one.peripheral)
    if left is None:
        raise IllegalMove("no_motes", f"{one.name} has {one.personal + one.peripheral} motes left, not {motes}.")
    return one.personal - left[0], one.peripheral - left[1]


def _bleed(play: Play[State], one: Combatant, why: str, price: Price, exchange: str) -> None:
    """Health levels that powers cost: everybody sees the wounds."""
    health = one.health
    for kind, levels in price.harm:
        health = mark(health, MARKS[kind], levels, play.state.options)
    harm = Harm(one.id, one.name, one.health.boxes, health)
    play.emit(BloodPaid(**about(one), harm=harm, wounds=price.wounds, why=why, exchange=exchange))
