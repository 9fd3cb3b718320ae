"""Powers switched on in a fight: what they bring, their caps and costs (3E-345)."""

from operator import attrgetter

from rules.battle.play import about
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e.actions.request import SUCCESS_DICE
from rules.exalted3e.attack.harm import mark_levels
from rules.exalted3e.decide.resources import set_resource, spend_initiative, spend_motes
from rules.exalted3e.sheet.powers import POWERS
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play
from rules.powers import HEALTH, WILLPOWER_DOTS, PowerUse, Switched, count_body, sum_shares
from rules.text import Text, word
from rules.wounds import HARMS


def _get_purse(actor: Combatant) -> dict[str, int]:
    """Return what can pay for powers."""
    levels = 0 if actor.group is not None else actor.health.free
    return {
        "motes": actor.personal + actor.peripheral,
        "willpower": actor.willpower,
        "initiative": actor.initiative or 0,
        **count_body(levels, actor.willpower_rating),
    }


USE: PowerUse[Combatant] = PowerUse(POWERS, _get_purse, spent=attrgetter("spent"))


def attack_moment(actor: Combatant) -> str:
    """Return the moment of an attack; within a flurry it takes no Simple Charm (3E-162)."""
    return "flurry" if actor.flurry else "attack"


def roll_moment(actor: Combatant) -> str:
    """Return the moment of another roll of one's action; within a flurry it takes no Simple Charm (3E-162)."""
    return "flurry_roll" if actor.flurry else "roll"


def count_dice(on: Switched) -> int:
    """Return the dice of powers as the cap counts them: a success is worth two (3E-345)."""
    return on.total("dice") + SUCCESS_DICE * on.total("successes")


def room_for_dice(actor: Combatant, cap: int) -> int | None:
    """Return the dice that magic may still add beside lasting powers; None without traits, so without a cap."""
    return max(0, cap - sum_shares(actor.standing, "dice")) if cap else None


def check_cap(actor: Combatant, dice: int, cap: int) -> None:
    """Refuse more dice of magic than Attribute + Ability (3E-345)."""
    most = room_for_dice(actor, cap)
    if most is not None and dice > most:
        sentence = Text(
            "Magic adds {n} die at most here, not {n2}.", "Magic adds {n} dice at most here, not {n2}.", n=most, n2=dice
        )
        raise IllegalMove("too_many_dice", sentence, most=most)


def pay_powers(play: Play, id: str, on: Switched) -> None:
    """Tell which powers were used, and take their cost."""
    if on.names:
        used = ev.CharmUsed(**about(play.state.get(id)), charm=on.name, perilous=False, spent=on.once)
        play.emit(used)
        pay_cost(play, id, on)


def pay_cost(play: Play, id: str, on: Switched) -> None:
    """Take the cost of powers: motes, Willpower, Initiative, health levels, dots of Willpower."""
    name = word(on.name)
    if motes := on.cost.get("motes", 0):
        spend_motes(play, id, motes, name)
    for track, what in (("willpower", "willpower"), (WILLPOWER_DOTS, "willpower_rating")):
        if points := on.cost.get(track, 0):
            actor = play.state.get(id)
            set_resource(play, actor, what, int(getattr(actor, what)) - points, name)
    if initiative := on.cost.get("initiative", 0):
        spend_initiative(play, id, initiative, name)
    if on.cost.get(HEALTH):
        for kind in HARMS:
            if levels := on.harm.get(kind, 0):
                mark_levels(play, id, kind, levels)
