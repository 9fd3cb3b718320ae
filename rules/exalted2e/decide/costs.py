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
from rules.text import Text


def parse_willpower(choice: str) -> tuple[bool, str]:
    """Return whether a point of Willpower buys a success, and the Virtue that it channels instead (2E-162)."""
    return choice == "success", choice if choice in VIRTUES else ""


def check_charm_dice(actor: Combatant, dice: int, *abilities: str) -> None:
    """Raise `IllegalMove` for more Charm dice than Dexterity and the best of these Abilities allow (2E-113)."""
    most = get_charm_limit(actor, *abilities)
    if most is not None and dice > most:
        sentence = Text("A Solar’s Charms add at most {n} dice here, not {n2}.", n=most, n2=dice)
        raise IllegalMove("too_many_charm_dice", sentence, high=most)


def get_charm_limit(actor: Combatant, *abilities: str) -> int | None:
    """Return the most dice that Charms may still add to Dexterity and the best of these Abilities (2E-113).

    Return None where there is no limit.
    """
    sheet = actor.sheet
    most = most_charm_dice(sheet, sheet.attribute("dexterity") + max(map(sheet.ability, abilities), default=0))
    return None if most is None else max(0, most - sum_shares(actor.standing, "dice"))


def spend(
    play: Play[State],
    actor: Combatant,
    magic: Magic,
    why: Text,
    *,
    willpower: bool = False,
    virtue: str = "",
    exchange: str = "",
) -> tuple[int, int]:
    """Pay the cost of magic, and a point of Willpower for effect or a Virtue (2E-162).

    `why` is the purpose, for magic without a name. Returns the motes that each pool paid, Personal first.
    """
    why, price, for_effect = magic.name or why, magic.price, willpower or bool(virtue)
    _check_willpower(actor, magic.willpower, for_effect, virtue)
    personal, peripheral = _split_motes(actor, magic.motes)
    if magic.motes or magic.willpower or for_effect or price.dots or price.once:
        play.emit(
            Spent(
                **for_side(play.state, actor),
                personal=personal,
                peripheral=peripheral,
                willpower=magic.willpower + for_effect,
                virtue=virtue,
                for_effect=for_effect,
                dots=price.dots,
                used_up=price.once,
                why=why,
                exchange=exchange,
            )
        )
    if price.harm:
        _bleed(play, play.state.get(actor.id), why, price, exchange)
    return personal, peripheral


def _check_willpower(actor: Combatant, points: int, for_effect: bool, virtue: str) -> None:
    """Raise `IllegalMove` for Willpower that cannot be spent; for effect it is one point per DV refresh (2E-163)."""
    if for_effect:
        check_willpower(actor.sheet, virtue, actor.willpower)
        if actor.spent_effect:
            sentence = Text("{who} has already spent Willpower for effect since the last DV refresh.", who=actor.name)
            raise IllegalMove("willpower_spent", sentence)
    if points + for_effect > actor.willpower:
        sentence = Text("{who} has {n} Willpower left.", who=actor.name, n=actor.willpower)
        raise IllegalMove("no_willpower", sentence)


def _split_motes(actor: Combatant, motes: int) -> tuple[int, int]:
    """Return the Personal and Peripheral motes that a cost takes (2E-442). Raises `IllegalMove` for a lack of them."""
    left = spend_motes(motes, actor.personal, actor.peripheral)
    if left is None:
        there = actor.personal + actor.peripheral
        sentence = Text(
            "{who} has {n} mote left, not {n2}.",
            "{who} has {n} motes left, not {n2}.",
            who=actor.name,
            n=there,
            n2=motes,
        )
        raise IllegalMove("no_motes", sentence)
    return actor.personal - left[0], actor.peripheral - left[1]


def _bleed(play: Play[State], actor: Combatant, why: Text, price: Price, exchange: str) -> None:
    """Pay the health levels that powers cost; everyone sees the wounds."""
    health = actor.health
    for kind, levels in price.harm:
        health = mark(health, MARKS[kind], levels, play.state.options)
    harm = Harm(actor.id, actor.name, actor.health.boxes, health)
    play.emit(BloodPaid(**about(actor), harm=harm, wounds=price.wounds, why=why, exchange=exchange))
