"""Taking one's turn: who may declare now, and what every declared action does to the tick line (2E-266..297)."""

from dataclasses import dataclass
from typing import Any

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.decide.script import Script, find_own, get_audience, need_running
from rules.exalted2e.events import ActionTaken
from rules.exalted2e.state import Combatant, Declared, State
from rules.exalted2e.timing import ABORTABLE, ACTIONS, LONG_TICK, MAX_AIM, end_aim


@dataclass(frozen=True, slots=True)
class Turn:
    """A combatant who may declare now; `aborted` names the Aim or Guard that she breaks off for it."""

    one: Combatant
    aborted: str = ""


def begin_turn(script: Script, seat: Seat, id: object, *, clinch: bool = False) -> Turn:
    """Check that the actor may declare an action on this tick."""
    need_running(script.state)
    one = find_own(script.state, seat, id)
    reason = why_not_now(script.state, one)
    if reason:
        raise IllegalMove("not_now", reason, id=one.id)
    if one.holding and not clinch:
        raise IllegalMove("holding", f"{one.name} holds somebody: contest the clinch, and let go then or hold on.")
    fresh = one.clock is not None and one.clock.next <= script.state.tick
    return Turn(one, "" if fresh or one.doing is None else one.doing.kind)


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


def can_abort(state: State, one: Combatant) -> bool:
    """Whether she may break off an Aim or a Guard: at least one tick after it began (2E-295, 2E-296)."""
    if one.doing is None or one.doing.kind not in ABORTABLE or not one.is_standing:
        return False
    return state.tick > one.doing.since and not state.is_resolving


def get_aim(state: State, one: Combatant, target: str) -> tuple[int, int]:
    """Dice won on the target of an Aim, or lost for breaking it off for something else (2E-296, 2E-297)."""
    if one.doing is None or one.doing.kind != "aim":
        return 0, 0
    ticks = state.tick - one.doing.since
    fresh = one.clock is not None and one.clock.next <= state.tick
    end = end_aim(max(ticks, MAX_AIM) if fresh else ticks, one.doing.target == target)
    return end.bonus, end.penalty


def take_action(
    script: Script,
    turn: Turn,
    kind: str,
    *,
    speed: int | None = None,
    penalty: int | None = None,
    target: Combatant | None = None,
    is_long: bool = False,
    **details: Any,
) -> None:
    """Note the action: its DV penalty is set at once, its Speed counts from this tick.

    `is_long`: the Speed is in long ticks, which are as long as the wheel's own where it counts in them (2E-017).
    """
    row, tick = ACTIONS["attack" if kind == "flurry" else kind], script.state.tick
    speed = row.speed if speed is None else speed
    long_speed = speed if is_long else 0
    speed *= LONG_TICK // script.state.scale if is_long else 1
    attacks: tuple[Declared, ...] = details.get("attacks", ())
    named = [target.id] if target else [declared.target for declared in attacks]
    script.emit(
        ActionTaken(
            actor=turn.one.id,
            actor_name=turn.one.name,
            action=kind,
            name="Flurry" if kind == "flurry" else row.name,
            rule="2E-305" if kind == "flurry" else row.rule,
            tick=tick,
            speed=speed,
            penalty=row.penalty if penalty is None else penalty,
            next=tick + speed,
            long_speed=long_speed,
            target=target.id if target else "",
            target_name=target.name if target else "",
            aborted=turn.aborted,
            exchange=attacks[0].id if kind == "attack" and attacks else "",
            audience=get_audience(script.state, turn.one.id, *named),
            **details,
        )
    )
