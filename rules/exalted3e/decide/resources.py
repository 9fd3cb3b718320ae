"""Willpower, motes and anima: spending and regaining them (3E-015 to 3E-018, 3E-339 to 3E-345)."""

from rules.battle.play import about
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e.pools import stunt_willpower
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.initiative import Cause, change_initiative
from rules.exalted3e.timing.play import Play
from rules.text import Text

MOTES_PER_ROUND = 5
MOTES_PER_ANIMA = 5
BONFIRE = 3


def set_resource(play: Play, actor: Combatant, what: str, value: int, reason: Text) -> None:
    """Set Willpower, its dots, a mote pool or the anima level, if it changes."""
    was = int(getattr(actor, what))
    if was != value:
        play.emit(ev.ResourceChanged(**about(actor), what=what, was=was, now=value, reason=reason))


def check_willpower(actor: Combatant) -> None:
    """Refuse to spend Willpower if none is left (3E-018)."""
    if actor.willpower < 1:
        raise IllegalMove("no_willpower", Text("{who} has no Willpower left.", who=actor.name))


def check_motes(actor: Combatant, amount: int) -> None:
    """Refuse to spend more motes than are left."""
    if amount > actor.personal + actor.peripheral:
        left = actor.personal + actor.peripheral
        sentence = Text("{who} has {n} mote left.", "{who} has {n} motes left.", who=actor.name, n=left)
        raise IllegalMove("too_few_motes", sentence, left=left)


def spend_willpower(play: Play, id: str, reason: Text) -> None:
    """Spend a point of Willpower."""
    actor = play.state.get(id)
    set_resource(play, actor, "willpower", actor.willpower - 1, reason)


def reward_stunt(play: Play, id: str, stunt: int) -> None:
    """Give Willpower for a stunt of two or three points (3E-015 to 3E-017)."""
    actor = play.state.get(id)
    rewarded = stunt_willpower(actor.willpower, stunt)
    set_resource(play, actor, "willpower", rewarded, Text("{n}-point stunt", n=stunt))


def spend_motes(play: Play, id: str, amount: int, reason: Text, muted: bool = False) -> None:
    """Spend peripheral motes first, or personal ones if `muted`; peripheral motes flare the anima (3E-342)."""
    actor = play.state.get(id)
    first = actor.personal if muted else actor.peripheral
    from_first = min(amount, first)
    personal = from_first if muted else amount - from_first
    peripheral = amount - personal
    set_resource(play, actor, "personal", actor.personal - personal, reason)
    set_resource(play, actor, "peripheral", actor.peripheral - peripheral, reason)
    flare = 0 if muted else peripheral // MOTES_PER_ANIMA
    if flare:
        set_resource(play, actor, "anima", min(BONFIRE, actor.anima + flare), Text("peripheral motes"))


def spend_initiative(play: Play, id: str, amount: int, reason: Text) -> None:
    """Pay Initiative for a combatant's own action (3E-105)."""
    change_initiative(play, id, -amount, Cause("own", reason, "3E-105"))


def regain_motes(play: Play, actor: Combatant) -> None:
    """Regain five motes at the end of a round, peripheral ones first; committed motes stay away (3E-341)."""
    if not actor.is_in_play:
        return
    held = [sum(getattr(active, pool) for active in actor.active) for pool in ("personal", "peripheral")]
    peripheral = min(MOTES_PER_ROUND, actor.peripheral_max - held[1] - actor.peripheral)
    personal = min(MOTES_PER_ROUND - max(0, peripheral), actor.personal_max - held[0] - actor.personal)
    for what, gain in (("peripheral", peripheral), ("personal", personal)):
        if gain > 0:
            set_resource(play, actor, what, int(getattr(actor, what)) + gain, Text("the round ends"))
