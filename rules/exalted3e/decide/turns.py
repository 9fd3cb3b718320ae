"""Turns: ending, delaying, and the combat actions that are no attack, no movement, and no word to anyone."""

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.pool import Pool, Term

from .. import events as ev
from .. import moves as mv
from ..apply.play import Play
from ..attack.gambits import loosen
from ..state import Combatant, State, is_falling
from ..timing import turns
from ..timing.ticks import is_waiting, reach_tick
from . import combat
from .effort import Effort, exert
from .flow import finish_turn
from .guards import check_choice, check_number, check_text, find_own, find_seen
from .powers import roll_moment
from .setup import vanish
from .stealth import check_can_hide, contest_stealth, stealth_pool

LOWEST_TICK = -1000


def end_turn(play: Play, seat: Seat, move: mv.EndTurn) -> None:
    """The turn is over."""
    actor = find_own(play.state, seat, move.actor)
    turns.check_own_turn(play.state, actor)
    finish_turn(play, actor.id)


def delay(play: Play, seat: Seat, move: mv.Delay) -> None:
    """Put the turn off (3E-198); not once it has been used."""
    actor = find_own(play.state, seat, move.actor)
    turns.check_own_turn(play.state, actor)
    check_delay(actor)
    if move.tick is not None:
        check_number("tick", move.tick, LOWEST_TICK, -LOWEST_TICK)
    turns.delay_turn(play, actor.id, move.tick)


def check_delay(actor: Combatant) -> None:
    """Refuse to put off a turn that has been used, or the last one of who is felled."""
    if actor.action_used or actor.movement_used or actor.shift_lock:
        raise IllegalMove("turn_begun", f"{actor.name} has begun this turn and cannot delay it.")
    if is_falling(actor):
        raise IllegalMove("falls_now", f"{actor.name} is felled and acts on this tick, or not at all.")


def take_delayed(play: Play, seat: Seat, move: mv.TakeDelayedTurn) -> None:
    """Act on the running tick, together with who acts on it (3E-199, 3E-202)."""
    actor = find_own(play.state, seat, move.actor)
    state = play.state
    if not (actor.is_delaying and is_waiting(actor)) or actor.id in state.due:
        raise IllegalMove("no_delay", f"{actor.name} holds no delayed turn.")
    if state.tick is None or actor.delayed_at is None or state.tick >= actor.delayed_at:
        raise IllegalMove("delay_not_later", "A delayed turn comes on a later tick.")
    reach_tick(play, state.tick, (*state.due, actor.id))


def flurry(play: Play, seat: Seat, move: mv.DeclareFlurry) -> None:
    """Announce two actions (3E-155)."""
    actor = find_own(play.state, seat, move.actor)
    for action in (move.first, move.second):
        check_choice("action", action, combat.COMBAT_ACTIONS)
    combat.declare_flurry(play, actor.id, (move.first, move.second))


def aim(play: Play, seat: Seat, move: mv.Aim) -> None:
    """Aim (3E-164)."""
    actor = find_own(play.state, seat, move.actor)
    combat.aim(play, actor.id, find_seen(play.state, seat, move.target).id)


def defend_other(play: Play, seat: Seat, move: mv.DefendOther) -> None:
    """Defend Other (3E-171)."""
    actor = find_own(play.state, seat, move.actor)
    combat.defend_other(play, actor.id, find_seen(play.state, seat, move.ward).id)


def draw_weapon(play: Play, seat: Seat, move: mv.DrawWeapon) -> None:
    """Draw or ready a weapon (3E-180); Quick Draw makes it free (3E-036)."""
    actor = find_own(play.state, seat, move.actor)
    arm = actor.find_arm(move.weapon)
    if arm is None:
        raise IllegalMove("no_such_weapon", f"{actor.name} carries no {move.weapon[:40]!r}.")
    if arm.name == actor.weapon and not (arm.is_slow and actor.is_unloaded):
        raise IllegalMove("already_in_hand", f"The {arm.name} is in hand already.")
    turns.check_in_play(actor)
    turns.check_own_turn(play.state, actor)
    combat.check_within_reach(actor, arm)
    combat.draw(play, actor.id, arm.name, free=actor.quick_draw)


def full_defense(play: Play, seat: Seat, move: mv.FullDefense) -> None:
    """Full Defense (3E-181)."""
    combat.full_defense(play, find_own(play.state, seat, move.actor).id)


def miscellaneous(play: Play, seat: Seat, move: mv.Miscellaneous) -> None:
    """A miscellaneous action (3E-183)."""
    check_text("note", move.note)
    combat.miscellaneous(play, find_own(play.state, seat, move.actor).id, move.note)


def restrain(play: Play, seat: Seat, move: mv.Restrain) -> None:
    """Two rounds of control: the victim loses its turn (3E-294)."""
    actor = find_own(play.state, seat, move.actor)
    turns.check_action(play.state, actor, "restrain")
    clinch = actor.clinch
    if clinch is None or not clinch.controls or clinch.rounds < 2:
        raise IllegalMove("no_control", f"{actor.name} has not two rounds of control to spend.")
    victim = play.get(clinch.other)
    play.emit(ev.ActionTaken(**play.about(actor), action="restrain"))
    play.emit(ev.Held(**play.about(victim)))
    loosen(play, actor.id, 2)


def check_hiding(state: State, actor: Combatant) -> None:
    """An action of its own, of one who can hide (3E-278)."""
    turns.check_action(state, actor, "surprise")
    check_can_hide(actor)


def hiding_pool(actor: Combatant, effort: Effort) -> Pool:
    """Dexterity + Stealth at -3, of one who has paid for it: that may have made the anima glow (3E-343)."""
    return stealth_pool(actor, effort, (Term("hiding again", -3, "circumstance", "3E-278"),))


def regain_surprise(play: Play, seat: Seat, move: mv.RegainSurprise) -> None:
    """Dexterity + Stealth at -3 against every opponent's Perception + Awareness (3E-275, 3E-278)."""
    actor = find_own(play.state, seat, move.actor)
    check_hiding(play.state, actor)
    effort = exert(play, actor, move.stunt, move.willpower, move.powers, roll_moment(actor))
    actor = play.get(actor.id)
    play.emit(ev.ActionTaken(**play.about(actor), action="surprise"))
    if contest_stealth(play, actor, hiding_pool(actor, effort)):
        vanish(play, play.get(actor.id))
