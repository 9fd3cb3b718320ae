"""What the Storyteller rules: numbers, cover, terrain, harm, beaten foes, awards; ties, Shifts and magic."""

from rules.battle import Seat
from rules.errors import BadInput, IllegalMove

from .. import events as ev
from .. import moves as mv
from ..apply.places import waste_aims
from ..apply.play import Play
from ..attack.counter import check_magic
from ..attack.harm import take_out
from ..state import Combatant, Modifier, State, are_enemies, is_defeated
from ..timing import initiative
from ..timing.turns import check_in_play
from ..traits import COVERS, DAMAGE_TYPES
from . import combat, movement
from .answering import close_prompt
from .guards import (
    MAX_NAME,
    check_choice,
    check_number,
    check_storyteller,
    check_text,
    find_own,
    find_prompt,
    find_seen,
)
from .resources import check_motes, check_willpower, spend_motes, spend_willpower

CHANGES = ("", "defense", "parry", "evasion", "soak", "hardness")
BOUNDS = {
    "initiative": (-100, 150), "position": (-20, 20), "willpower": (0, 10), "anima": (0, 3), "onslaught": (0, 30),
    "crash_turns": (0, 3), "withdraw_progress": (0, 9), "bonus_dice": (-20, 20), "evasion": (0, 30), "soak": (0, 50),
    "hardness": (0, 50), "action_used": (0, 1), "movement_used": (0, 1), "prone": (0, 1), "mounted": (0, 1),
    "mount_speed": (0, 10),
    "rout_penalty": (0, 5),
}  # fmt: skip
"""What may be overridden besides tracks, and its bounds."""
TRACKS = ("bashing", "lethal", "aggravated", "personal", "peripheral", "size", "magnitude")


def can_override(actor: Combatant, what: str) -> bool:
    """Whether this combatant has such a number."""
    if what in ("size", "magnitude", "rout_penalty"):
        return actor.group is not None
    if what in ("bashing", "lethal", "aggravated"):
        return actor.group is None
    if what in ("personal", "peripheral"):
        return actor.personal_max + actor.peripheral_max > 0
    return what in BOUNDS and (what != "initiative" or actor.initiative is not None)


def bounds_of(actor: Combatant, what: str) -> tuple[int, int]:
    """The lowest and the highest that the number may be."""
    if what in ("personal", "peripheral"):
        return 0, actor.personal_max if what == "personal" else actor.peripheral_max
    if actor.group is not None and what in ("size", "magnitude"):
        return 0, 5 if what == "size" else actor.group.maximum
    if what in DAMAGE_TYPES:
        return 0, actor.health.free + int(getattr(actor.health, what))
    return BOUNDS[what]


def value_of(actor: Combatant, what: str) -> int:
    """What the number is now."""
    if what in DAMAGE_TYPES:
        return int(getattr(actor.health, what))
    if actor.group is not None and what in ("size", "magnitude"):
        return actor.group.size if what == "size" else actor.group.damage
    return int(bool(actor.movement_used)) if what == "movement_used" else int(getattr(actor, what))


def override(play: Play, seat: Seat, move: mv.Override) -> None:
    """Set a live number, kept within what it may be; the log keeps was, is and why."""
    check_storyteller(seat)
    actor = find_seen(play.state, seat, move.actor)
    check_text("reason", move.reason)
    check_number("value", move.value, -1000, 1000)
    if not can_override(actor, move.what):
        raise BadInput("unknown_choice", f"{actor.name} has no {move.what[:30]!r} to set.", key="what")
    low, high = bounds_of(actor, move.what)
    value, was = min(max(move.value, low), high), value_of(actor, move.what)
    play.emit(ev.Overridden(**play.about(actor), what=move.what, was=was, value=value, reason=move.reason))
    if move.what == "initiative":
        initiative.set_initiative(play, actor.id, value, initiative.Cause("other", "the Storyteller's ruling", "ST"))
    elif move.what == "position":
        waste_aims(play)
    take_out(play, actor.id)
    now = play.get(actor.id)
    if now.out == "incapacitated" and not is_defeated(now):
        play.emit(ev.StanceChanged(**play.about(now), what="out", value=""))


def catch_unready(play: Play, seat: Seat, move: mv.CatchUnready) -> None:
    """An ambushed combatant begins without a weapon in hand, natural ones excepted (3E-061, 3E-280)."""
    check_storyteller(seat)
    actor = find_seen(play.state, seat, move.actor)
    check_unready(play.state, actor)
    play.emit(ev.ActionTaken(**play.about(actor), action="ambushed", weapon="", free=True))


def check_unready(state: State, actor: Combatant) -> None:
    """Refuse to catch unready who holds nothing, or has had time to draw."""
    check_in_play(actor)
    if not actor.weapon or actor.arm.is_natural:
        raise IllegalMove("nothing_in_hand", f"{actor.name} has no weapon in hand that would not be ready.")
    if actor.turn_begun or state.round > 1:
        raise IllegalMove("no_ambush_now", f"{actor.name} has acted; an ambush catches at the very start.")


def set_cover(play: Play, seat: Seat, move: mv.SetCover) -> None:
    """Cover as the scene changes it."""
    check_storyteller(seat)
    actor = find_seen(play.state, seat, move.actor)
    check_choice("level", move.level, COVERS)
    movement.set_cover(play, actor.id, move.level)


def set_terrain(play: Play, seat: Seat, move: mv.SetTerrain) -> None:
    """Difficult terrain or not (3E-239)."""
    check_storyteller(seat)
    play.emit(ev.TerrainSet(difficult=move.difficult))


def declare_beaten(play: Play, seat: Seat, move: mv.DeclareBeaten) -> None:
    """No hope is left (3E-098)."""
    check_storyteller(seat)
    actor = find_seen(play.state, seat, move.actor)
    if actor.no_hope:
        raise IllegalMove("already_beaten", f"{actor.name} is held for beaten already.")
    combat.lose_hope(play, actor.id)


def answer_beaten(play: Play, seat: Seat, move: mv.AnswerBeaten) -> None:
    """Answer whether a Crashed foe has no hope left."""
    prompt = find_prompt(play.state, seat, move.prompt, "beaten")
    about = play.get(prompt.about)
    close_prompt(play, prompt.id, "" if move.beaten else f"{about.name} may yet recover.")
    if move.beaten and about.is_crashed and about.is_in_play:
        combat.lose_hope(play, about.id)


def award_break(play: Play, seat: Seat, move: mv.AwardBreak) -> None:
    """Who provoked a self-crash gains the Break (3E-113)."""
    prompt = find_prompt(play.state, seat, move.prompt, "award")
    fallen = play.get(prompt.about)
    if move.to:
        gainer = find_seen(play.state, seat, move.to)
        check_in_play(gainer)
        if not are_enemies(gainer, fallen):
            raise IllegalMove("not_an_opponent", "The Break goes to an opponent.")
        close_prompt(play, prompt.id)
        initiative.award_break(play, gainer.id, fallen.id)
    else:
        close_prompt(play, prompt.id, "Nobody gains the Break.")


def answer_tie(play: Play, seat: Seat, move: mv.AnswerTie) -> None:
    """First, or yield (3E-051)."""
    prompt = find_prompt(play.state, seat, move.prompt, "tie")
    who = play.get(prompt.who)
    play.emit(ev.TieAnswered(**play.about(who), prompt=prompt.id, first=move.first))
    close_prompt(play, prompt.id)


def answer_shift(play: Play, seat: Seat, move: mv.AnswerShift) -> None:
    """Act again at once after a Shift out of turn, or not (3E-125)."""
    prompt = find_prompt(play.state, seat, move.prompt, "shift")
    actor, target = play.get(prompt.who), play.get(prompt.about)
    close_prompt(play, prompt.id, "" if move.act else f"{actor.name} lets the Shift's turn go.")
    if move.act and actor.is_in_play:
        initiative.refresh_turn(play, actor, target, play.state.current != actor.id)


def use_charm(play: Play, seat: Seat, move: mv.UseCharm) -> None:
    """Pay for magic and keep what it changes until the next turn (3E-095, 3E-105, 3E-162)."""
    actor = find_own(play.state, seat, move.actor)
    check_in_play(actor)
    check_text("charm", move.charm, MAX_NAME)
    check_choice("changes", move.changes, CHANGES)
    for name, value, low, high in (
        ("motes", move.motes, 0, 100),
        ("initiative", move.initiative, 0, 50),
        ("amount", move.amount, -10, 10),
    ):
        check_number(name, value, low, high)
    if move.perilous:
        combat.check_perilous(actor)
    if move.simple and actor.flurry:
        raise IllegalMove("flurry_no_simple_charm", "A Simple Charm cannot be in a flurry.")
    check_motes(actor, move.motes)
    if move.willpower:
        check_willpower(actor)
    if move.counter:
        check_magic(actor, seat)
    play.emit(ev.CharmUsed(**play.about(actor), charm=move.charm, perilous=move.perilous, simple=move.simple))
    _pay_charm(play, actor, move)


def _pay_charm(play: Play, actor: Combatant, move: mv.UseCharm) -> None:
    reason = move.charm or "a Charm"
    if move.motes:
        spend_motes(play, actor.id, move.motes, reason, move.muted)
    if move.willpower:
        spend_willpower(play, actor.id, reason)
    applies = {"parry": "parry", "evasion": "evasion", "soak": "soak", "hardness": "hardness"}.get(move.changes)
    if move.changes and move.amount:
        modifier = _charm_modifier("Charm", move.amount, applies)
        play.emit(ev.ModifierGained(**play.about(play.get(actor.id)), modifier=modifier))
    if move.counter:
        play.emit(ev.CounterReadied(**play.about(play.get(actor.id))))
    combat.spend_initiative(play, actor.id, move.initiative, reason)


def _charm_modifier(name: str, amount: int, applies: str | None) -> Modifier:
    if applies == "parry":
        return Modifier(name, amount, "3E-134", "parry")
    if applies == "evasion":
        return Modifier(name, amount, "3E-134", "evasion")
    if applies == "soak":
        return Modifier(name, amount, "3E-147", "soak")
    return Modifier(name, amount, "3E-151", "hardness") if applies == "hardness" else Modifier(name, amount, "3E-134")
