"""Powers of the sheet switched on in an attack or a defense: what they bring, their caps, their cost (3E-345)."""

from rules.errors import IllegalMove
from rules.powers import Switched, check_purse, switch_on

from .. import events as ev
from ..actions.request import SUCCESS_DICE
from ..apply.play import Play
from ..sheet.powers import POWERS
from ..state import Applies, Combatant, Modifier
from .combat import spend_initiative
from .resources import set_resource, spend_motes

GUARDS: tuple[tuple[str, Applies, str], ...] = (
    ("defense", "defense", "3E-134"),
    ("soak", "soak", "3E-147"),
    ("hardness", "hardness", "3E-151"),
)
"""Kinds of effect that guard the target of one attack, what they change, and the rule."""


def read_powers(actor: Combatant, keys: object, moment: str) -> Switched:
    """The powers that are switched on at this moment; refused where they are not on the sheet or not payable."""
    on = switch_on(POWERS, actor.powers, keys, moment)
    check_purse(POWERS, on.cost, get_purse(actor), on.name)
    return on


def get_purse(actor: Combatant, motes: int = 0, willpower: bool = False) -> dict[str, int]:
    """What powers can be paid with, beside so many motes and a point of Willpower for effect."""
    return {
        "motes": max(0, actor.personal + actor.peripheral - motes),
        "willpower": max(0, actor.willpower - willpower),
        "initiative": max(0, actor.initiative or 0),
    }


def attack_moment(actor: Combatant) -> str:
    """An attack within a flurry takes no Simple Charm (3E-162)."""
    return "flurry" if actor.flurry else "attack"


def count_dice(on: Switched) -> int:
    """The dice that powers add as the cap counts them: a success is worth two (3E-345)."""
    return on.total("dice") + SUCCESS_DICE * on.total("successes")


def check_cap(dice: int, cap: int) -> None:
    """Refuse more dice of magic than Attribute + Ability (3E-345); who has no such traits has no cap."""
    if cap and dice > cap:
        raise IllegalMove("too_many_dice", f"Magic adds {cap} dice at most here, not {dice}.", most=cap)


def check_together(actor: Combatant, on: Switched, motes: int, willpower: bool) -> None:
    """Refuse powers that cannot be paid with what an excellency and an effort take besides."""
    check_purse(POWERS, on.cost, get_purse(actor, motes, willpower), on.name)


def pay_powers(play: Play, id: str, on: Switched) -> None:
    """Tell which powers were used, and take what they cost."""
    if not on.names:
        return
    play.emit(ev.CharmUsed(**play.about(play.get(id)), charm=on.name, perilous=False, simple=False))
    if motes := on.cost.get("motes", 0):
        spend_motes(play, id, motes, on.name)
    if points := on.cost.get("willpower", 0):
        actor = play.get(id)
        set_resource(play, actor, "willpower", actor.willpower - points, on.name)
    if initiative := on.cost.get("initiative", 0):
        spend_initiative(play, id, initiative, on.name)


def guard_modifiers(on: Switched) -> tuple[Modifier, ...]:
    """What powers change of the target's Defense, soak and Hardness against one attack (3E-134)."""
    return tuple(
        Modifier(share.name, share.amount, rule, applies)
        for kind, applies, rule in GUARDS
        for share in on.shares
        if share.kind == kind
    )
