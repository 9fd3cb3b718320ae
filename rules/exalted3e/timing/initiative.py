"""All changes of Initiative, with Crash, Break and Shift (3E-092 to 3E-127).

A fall from 1 or more to 0 or less is Crash. A combatant that Crashes by its own action loses another 5, and the
Storyteller awards the Break; one that Crashes by an attack gives the attacker the Break and perhaps a Shift. A rise to
1 or more ends Crash.
"""

from dataclasses import dataclass
from typing import Literal

from rules.battle.play import about, at, in_private
from rules.battle.roster import audience_of
from rules.exalted3e import events as ev
from rules.exalted3e.pools import build_pool
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play, raise_prompt, rolled, throw
from rules.pool import Pool, Term
from rules.text import EMPTY, Text

BASE = 3
"""Base Initiative."""
BREAK = 5
SELF_CRASH = 5
CRASH_TURNS = 3
"""Turns in Crash after which Initiative returns to base (3E-099)."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why Initiative changes.

    `kind` is Join Battle, the attack of `by`, the actor's own action (`about`: against whom), or anything else.
    `avenges`: when `by` declared its attack, it was in Crash by the target's doing (3E-116).
    """

    kind: Literal["join", "attack", "own", "other"]
    reason: Text
    rule: str
    by: str = ""
    about: str = ""
    avenges: bool = False


def change_initiative(play: Play, id: str, delta: int, cause: Cause) -> None:
    """Change a combatant's Initiative by `delta`, with all consequences."""
    actor = play.state.get(id)
    if actor.initiative is not None and delta:
        _set(play, actor, actor.initiative + delta, cause)


def set_initiative(play: Play, id: str, value: int, cause: Cause) -> None:
    """Set a combatant's Initiative (Join Battle, a return to base, an override), with all consequences."""
    actor = play.state.get(id)
    if actor.initiative != value:
        _set(play, actor, value, cause)


def _set(play: Play, actor: Combatant, now: int, cause: Cause) -> None:
    was = actor.initiative
    crashed = actor.group is None and was is not None and was >= 1 > now
    recovered = actor.group is None and was is not None and was < 1 <= now
    play.emit(
        ev.InitiativeChanged(
            **about(actor),
            was=was,
            now=now,
            cause=cause.kind,
            by=cause.by,
            reason=cause.reason,
            rule=cause.rule,
            crashed=crashed,
            recovered=recovered,
        )
    )
    if crashed and cause.kind == "own":
        _crash_oneself(play, actor, cause)
    elif crashed and cause.kind == "attack":
        _crash_by_attack(play, actor, cause)


def _crash_oneself(play: Play, actor: Combatant, cause: Cause) -> None:
    """Take another 5 Initiative (3E-103), and ask the Storyteller to award the Break (3E-113)."""
    change_initiative(play, actor.id, -SELF_CRASH, Cause("own", Text("Crashed by own action"), "3E-103"))
    question = Text("{who} Crashed through their own action. Who provoked it and gains the Break?", who=actor.name)
    raise_prompt(play, "award", "", actor.id, question, options=(cause.about,))


def _crash_by_attack(play: Play, target: Combatant, cause: Cause) -> None:
    """Give the attacker the Break, and a Shift if it avenges its own Crash, in the order of ruling A2."""
    attacker = play.state.get(cause.by)
    if attacker.group is not None:
        return
    if play.state.options.break_before_base or not cause.avenges:
        award_break(play, attacker.id, target.id)
    if cause.avenges:
        shift(play, attacker.id, target.id)
    if play.state.options.beaten_at_crash:
        _ask_beaten(play, target)


def _ask_beaten(play: Play, target: Combatant) -> None:
    if not (play.asks and play.state.options.ask_beaten) or target.is_played:
        return
    question = Text("{who} is in Initiative Crash. Beyond recovery?", who=target.name)
    raise_prompt(play, "beaten", "", target.id, question)


def ask_hope(play: Play, struck: Combatant) -> None:
    """Ask the Storyteller about a foe whom withering attacks go on to hit in Crash, once for each Crash (3E-098).

    `struck` is the foe as it was when the attack hit.
    """
    now = play.state.get(struck.id)
    if not (struck.is_crashed and now.is_crashed and now.is_in_play) or now.no_hope or now.hope_asked:
        return
    if play.state.options.beaten_at_crash or not play.state.options.ask_beaten or not play.asks or now.is_played:
        return
    play.emit(ev.HopeDoubted(**in_private(now)))
    _ask_beaten(play, now)


def is_in_window(state: State, target: Combatant) -> bool:
    """Return whether the target recovered from Crash in this round or the last, so that it gives no Break (3E-111,
    3E-112).
    """
    return target.recovered_round is not None and state.round <= target.recovered_round + 1


def award_break(play: Play, id: str, target_id: str) -> bool:
    """Give the Break bonus unless the window blocks it. Return whether it was gained (3E-109, 3E-114)."""
    attacker, target = play.state.get(id), play.state.get(target_id)
    blocked = EMPTY
    if is_in_window(play.state, target):
        blocked = Text("{who} recovered from Crash in round {n}", who=target.name, n=target.recovered_round)
    play.emit(ev.BreakGained(**at(attacker, target), blocked=blocked))
    if not blocked:
        change_initiative(play, id, BREAK, Cause("other", Text("Initiative Break"), "3E-109"))
    return not blocked


def shift(play: Play, id: str, target_id: str) -> None:
    """Give an Initiative Shift: base Initiative, a Join Battle roll, a new turn (3E-120 to 3E-123)."""
    back = Cause("other", Text("Initiative Shift: reset to base"), "3E-120")
    set_initiative(play, id, max(play.state.get(id).initiative or 0, BASE), back)
    if not play.state.options.break_before_base:
        award_break(play, id, target_id)
    actor, target = play.state.get(id), play.state.get(target_id)
    pool = join_battle_pool(actor)
    thrown = throw(play, pool, actor, target)
    play.emit(ev.ShiftRolled(**at(actor, target), **rolled(pool, thrown)))
    change_initiative(play, id, thrown.total, Cause("other", Text("Initiative Shift: Join Battle"), "3E-121"))
    _refresh(play, play.state.get(id), target)


def _refresh(play: Play, actor: Combatant, target: Combatant) -> None:
    """Continue the actor's own turn; out of turn, ask whether it acts at once (3E-125)."""
    interrupts = play.state.current != actor.id
    if interrupts and play.asks:
        question = Text("{who} Shifted against {whom}: act again at once?", who=actor.name, whom=target.name)
        raise_prompt(play, "shift", actor.id, target.id, question, audience=audience_of(actor))
        return
    refresh_turn(play, actor, target, interrupts)


def refresh_turn(play: Play, actor: Combatant, target: Combatant, interrupts: bool) -> None:
    """Give the turn again (3E-123). The event does not name a hidden target to seats that may not know of it."""
    play.emit(ev.TurnRefreshed(**at(actor, target), interrupts=interrupts))


def join_battle(play: Play, id: str) -> None:
    """Roll Join Battle: successes + 3; it cannot botch (3E-056 to 3E-059)."""
    actor = play.state.get(id)
    pool = join_battle_pool(actor)
    thrown = throw(play, pool, actor)
    play.emit(ev.BattleJoined(**about(actor), **rolled(pool, thrown)))
    set_initiative(play, id, thrown.total + BASE, Cause("join", Text("Join Battle"), "3E-056"))


def join_battle_pool(actor: Combatant) -> Pool:
    """Return the pool of Wits + Awareness, less wounds (3E-029, 3E-264)."""
    base = (Term(Text("Wits + Awareness"), actor.join_battle, "pool", "3E-029"),)
    return build_pool(Text("Join Battle"), base, actor.wound_terms)
