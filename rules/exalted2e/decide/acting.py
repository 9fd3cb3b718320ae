"""Taking one's turn: who may declare now, and what every declared action does to the tick line (2E-266..297)."""

from typing import Any

from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.exalted2e.events.table import ActionTaken
from rules.exalted2e.state import Combatant, Declared, State
from rules.exalted2e.timing import ABORTABLE, ACTIONS, LONG_TICK, MAX_AIM, end_aim


def begin_turn(play: Play[State], id: str, *, clinch: bool = False) -> Combatant:
    """The actor, who may declare an action on this tick. Raises `IllegalMove`."""
    actor = play.state.get(id)
    if reason := why_not_now(play.state, actor):
        raise IllegalMove("not_now", reason)
    if actor.holding and not clinch:
        raise IllegalMove("holding", f"{actor.name} holds somebody: contest the clinch, and let go then or hold on.")
    return actor


def why_not_now(state: State, one: Combatant) -> str:
    """Why the combatant may not declare an action now, or an empty string."""
    if one.clock is None:
        return f"{one.name} has not joined the battle yet."
    if one.id in state.due:
        return ""
    if one.out:
        return f"{one.name} is out: {one.out}."
    if one.held_by or one.inactive:
        return f"{one.name} is Inactive."
    if can_abort(state, one):
        return ""
    if one.clock.acted == state.tick:
        return f"{one.name} has acted on this tick; next on tick {one.clock.next}."
    return f"It is not the turn of {one.name}: next on tick {one.clock.next}."


def is_fresh(one: Combatant, tick: int) -> bool:
    """Whether its next action has come, so that DV refreshes, and no abort (2E-276, 2E-297)."""
    return one.clock is not None and one.clock.next <= tick


def can_abort(state: State, one: Combatant) -> bool:
    """Whether it may break off an Aim or a Guard: at least one tick after it began (2E-295, 2E-296)."""
    if one.doing is None or one.doing.kind not in ABORTABLE or not one.is_standing:
        return False
    return state.tick > one.doing.since and not state.is_resolving


def get_aim(state: State, one: Combatant, target: str) -> tuple[int, int]:
    """Dice won on the target of an Aim, or lost for breaking it off for something else (2E-296, 2E-297)."""
    if one.doing is None or one.doing.kind != "aim":
        return 0, 0
    ticks = state.tick - one.doing.since
    end = end_aim(max(ticks, MAX_AIM) if is_fresh(one, state.tick) else ticks, one.doing.target == target)
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
    attacks: tuple[Declared, ...] = (),
    **details: Any,
) -> None:
    """Note the action: its DV penalty is set at once, its Speed counts from this tick.

    `is_long`: the Speed is in long ticks, which are as long as the wheel's own where it counts in them (2E-017).
    """
    state, row = play.state, ACTIONS["attack" if kind == "flurry" else kind]
    told = row.speed if speed is None else speed
    speed = told * (LONG_TICK // state.scale if is_long else 1)
    aimed = [target] if target else [state.get(declared.target) for declared in attacks]
    broken = actor.doing.kind if actor.doing and not is_fresh(actor, state.tick) else ""
    play.emit(
        ActionTaken(
            **about(actor, *aimed),
            action=kind,
            name="Flurry" if kind == "flurry" else row.name,
            rule="2E-305" if kind == "flurry" else row.rule,
            speed=speed,
            penalty=row.penalty if penalty is None else penalty,
            next=state.tick + speed,
            long_speed=told if is_long else 0,
            target=target.id if target else "",
            target_name=target.name if target else "",
            aborted=broken,
            attacks=attacks,
            exchange=attacks[0].id if kind == "attack" and attacks else "",
            **details,
        )
    )
