"""Willpower, motes and anima: spending and regaining (3E-015 to 3E-018, 3E-339 to 3E-345)."""

from dataclasses import dataclass

from rules.errors import IllegalMove
from rules.pool import Term

from .. import events as ev
from ..apply.play import Play
from ..pools import stunt_successes, stunt_terms, stunt_willpower
from ..state import Combatant
from .guards import check_number

MOTES_PER_ROUND = 5
MOTES_PER_ANIMA = 5
BONFIRE = 3
MAX_STUNT = 3
ANIMA = ("dim", "glowing", "burning", "bonfire")


@dataclass(frozen=True, slots=True)
class Effort:
    """What someone adds to a roll of its own: a stunt of 0 to 3 points, a point of Willpower (3E-014 to 3E-018)."""

    stunt: int = 0
    willpower: bool = False

    @property
    def terms(self) -> tuple[Term, ...]:
        """The dice."""
        return stunt_terms(self.stunt)

    @property
    def successes(self) -> int:
        """The automatic successes."""
        return stunt_successes(self.stunt) + (1 if self.willpower else 0)


NO_EFFORT = Effort()


def exert(play: Play, actor: Combatant, stunt: int, willpower: bool) -> Effort:
    """Check and pay what is added to a roll; that the roll may be made must have been checked."""
    check_number("stunt", stunt, 0, MAX_STUNT)
    if willpower:
        check_willpower(actor)
        spend_willpower(play, actor.id, "an automatic success")
    reward_stunt(play, actor.id, stunt)
    return Effort(stunt, willpower)


def set_resource(play: Play, actor: Combatant, what: str, value: int, reason: str) -> None:
    """Set Willpower, a mote pool or the anima level, if it changes."""
    was = int(getattr(actor, what))
    if was != value:
        play.emit(ev.ResourceChanged(**play.about(actor), what=what, was=was, now=value, reason=reason))


def check_willpower(actor: Combatant) -> None:
    """Refuse to spend Willpower that is not there (3E-018)."""
    if actor.willpower < 1:
        raise IllegalMove("no_willpower", f"{actor.name} has no Willpower left.")


def check_motes(actor: Combatant, amount: int) -> None:
    """Refuse to spend motes that are not there."""
    if amount > actor.personal + actor.peripheral:
        left = actor.personal + actor.peripheral
        raise IllegalMove("too_few_motes", f"{actor.name} has {left} motes left.", left=left)


def spend_willpower(play: Play, id: str, reason: str) -> None:
    """Spend a point."""
    actor = play.get(id)
    set_resource(play, actor, "willpower", actor.willpower - 1, reason)


def reward_stunt(play: Play, id: str, stunt: int) -> None:
    """A stunt of two or three points gives Willpower back (3E-015 to 3E-017)."""
    actor = play.get(id)
    set_resource(play, actor, "willpower", stunt_willpower(actor.willpower, stunt), f"{stunt}-point stunt")


def spend_motes(play: Play, id: str, amount: int, reason: str, muted: bool = False) -> None:
    """Spend motes, peripheral first and muted ones personal first; the anima flares with the peripheral (3E-342)."""
    actor = play.get(id)
    first = actor.personal if muted else actor.peripheral
    from_first = min(amount, first)
    personal = from_first if muted else amount - from_first
    peripheral = amount - personal
    set_resource(play, actor, "personal", actor.personal - personal, reason)
    set_resource(play, actor, "peripheral", actor.peripheral - peripheral, reason)
    flare = 0 if muted else peripheral // MOTES_PER_ANIMA
    if flare:
        set_resource(play, actor, "anima", min(BONFIRE, actor.anima + flare), "peripheral motes")


def regain_motes(play: Play, combatant: Combatant) -> None:
    """Five motes at the end of each round, the peripheral pool first (3E-341)."""
    if not combatant.is_in_play:
        return
    peripheral = min(MOTES_PER_ROUND, combatant.peripheral_max - combatant.peripheral)
    personal = min(MOTES_PER_ROUND - max(0, peripheral), combatant.personal_max - combatant.personal)
    for what, gain in (("peripheral", peripheral), ("personal", personal)):
        if gain > 0:
            set_resource(play, combatant, what, int(getattr(combatant, what)) + gain, "the round ends")
