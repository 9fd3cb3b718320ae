"""Turns: who may declare now, and the effect of a declared action on the tick line (2E-266..297)."""

from typing import Any

from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.exalted2e.events.table import ActionTaken
from rules.exalted2e.state import Combatant, DeclaredAttack, State
from rules.exalted2e.timing import ABORTABLE, LONG_TICK, MAX_AIM, end_aim, get_action
from rules.text import EMPTY, Text


def begin_turn(play: Play[State], id: str, *, clinch: bool = False) -> Combatant:
    """Return the actor. Raises `IllegalMove` unless the actor may declare an action on this tick."""
    actor = play.state.get(id)
    if reason := why_not_now(play.state, actor):
        raise IllegalMove("not_now", reason)
    if actor.holding and not clinch:
        reason = Text("{who} is holding someone: contest the clinch, then release or keep holding.", who=actor.name)
        raise IllegalMove("holding", reason)
    return actor


def is_free(state: State, actor: Combatant) -> bool:
    """Return whether the combatant may declare an action now: on its tick, or to break off what it does."""
    if actor.clock is None or actor.id in state.due:
        return actor.clock is not None
    return not (actor.out or actor.held_by or actor.inactive) and can_abort(state, actor)


def why_not_now(state: State, actor: Combatant) -> Text:
    """Return why the combatant may not declare an action now, or an empty text."""
    if is_free(state, actor):
        return EMPTY
    if actor.clock is None:
        return Text("{who} has not joined the battle yet.", who=actor.name)
    if actor.out:
        return Text("{who} is out: {why}.", who=actor.name, why=actor.out)
    if actor.held_by or actor.inactive:
        return Text("{who} is Inactive.", who=actor.name)
    if actor.clock.acted == state.tick:
        return Text("{who} has acted on this tick; next on tick {n}.", who=actor.name, n=actor.clock.next)
    return Text("It is not {who}’s turn: next on tick {n}.", who=actor.name, n=actor.clock.next)


def is_fresh(actor: Combatant, tick: int) -> bool:
    """Return whether the next action has come, so that DV refreshes and nothing is broken off (2E-276, 2E-297)."""
    return actor.clock is not None and actor.clock.next <= tick


def can_abort(state: State, actor: Combatant) -> bool:
    """Return whether the combatant may break off an Aim or a Guard, a tick or more after it began (2E-295, 2E-296)."""
    if actor.doing is None or actor.doing.kind not in ABORTABLE or not actor.is_standing:
        return False
    return state.tick > actor.doing.since and not state.is_resolving


def get_aim(state: State, actor: Combatant, target: str) -> tuple[int, int]:
    """Return the dice gained by an Aim at this target, and those lost by breaking it off (2E-296, 2E-297)."""
    if actor.doing is None or actor.doing.kind != "aim":
        return 0, 0
    ticks = state.tick - actor.doing.since
    end = end_aim(max(ticks, MAX_AIM) if is_fresh(actor, state.tick) else ticks, actor.doing.target == target)
    return end.bonus, end.penalty


def take_action(
    play: Play[State],
    actor: Combatant,
    kind: str,
    *,
    speed: int | None = None,
    penalty: int | None = None,
    target: Combatant | None = None,
    is_long: bool = False,
    attacks: tuple[DeclaredAttack, ...] = (),
    **details: Any,
) -> None:
    """Emit the action: its DV penalty counts at once, its Speed from this tick.

    `is_long`: the Speed is in long ticks, which may also be those of the wheel (2E-017).
    """
    state, row = play.state, get_action(play.state.kind, "attack" if kind == "flurry" else kind)
    basic_speed = row.speed if speed is None else speed
    speed = basic_speed * (LONG_TICK // state.scale if is_long else 1)
    aimed = [target] if target else [state.get(declared.target) for declared in attacks]
    broken = actor.doing.kind if actor.doing and not is_fresh(actor, state.tick) else ""
    play.emit(
        ActionTaken(
            **about(actor, *aimed),
            action=kind,
            name=Text("Flurry") if kind == "flurry" else row.name,
            rule="2E-305" if kind == "flurry" else row.rule,
            speed=speed,
            penalty=row.penalty if penalty is None else penalty,
            next=state.tick + speed,
            long_speed=basic_speed if is_long else 0,
            target=target.id if target else "",
            target_name=target.name if target else "",
            aborted=broken,
            attacks=attacks,
            exchange=attacks[0].id if kind == "attack" and attacks else "",
            **details,
        )
    )
