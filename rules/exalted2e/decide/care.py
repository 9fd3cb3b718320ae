"""Bodies and nerves: keeping the dying alive, and who stands when hostilities begin (2E-409, 2E-485)."""

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.actions.morale import FOES, needs_valor_check, stands
from rules.exalted2e.actions.rolling import face_rule, roll
from rules.exalted2e.decide.acting import Turn, begin_turn, take_action
from rules.exalted2e.decide.costs import spend
from rules.exalted2e.decide.script import (
    Script,
    find_own,
    find_target,
    get_audience,
    get_side,
    need_flag,
    need_number,
    need_running,
    need_storyteller,
    need_text,
)
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.events import Harm, Stabilized, ValorChecked
from rules.exalted2e.health import stabilize
from rules.exalted2e.moves import CheckValor, Stabilize
from rules.exalted2e.pools import steady_nerve
from rules.exalted2e.state import Combatant, Magic, State


def stabilize_dying(script: Script, seat: Seat, move: Stabilize) -> None:
    """Stop the dying: a Simple Charm, or a miscellaneous action where mundane care is enough (2E-409)."""
    turn = begin_turn(script, seat, move.actor)
    target = find_target(script.state, seat, turn.one, move.target)
    if target.health.state != "dying":
        raise IllegalMove("not_dying", f"{target.name} is not dying.", id=target.id)
    magical = need_flag("magical", move.magical)
    if reason := why_no_care(script.state, seat, turn.one, magical):
        raise IllegalMove("no_care", reason, id=turn.one.id)
    text = need_text("The healing", move.text)
    spend(script, turn.one, Magic(name=text, motes=move.motes, willpower=move.willpower), "healing")
    turn = Turn(script.state.of(turn.one.id), turn.aborted)
    take_action(script, turn, "charm" if magical else "misc", target=target, text=text)
    harm = Harm(target.id, target.name, target.health.boxes, stabilize(target.health))
    audience = get_audience(script.state, turn.one.id, target.id)
    script.emit(
        Stabilized(actor=turn.one.id, actor_name=turn.one.name, harm=harm, tick=script.state.tick, audience=audience)
    )


def why_no_care(state: State, seat: Seat, one: Combatant, magical: bool) -> str:
    """Why this kind of care does not stabilize, or an empty string."""
    if not magical:
        return "" if state.options.mundane_stabilize else "Only magical healing stabilizes the dying."
    return "" if has_pool(one) or seat.storyteller else f"{one.name} has no magic to heal with."


def check_valor(script: Script, seat: Seat, move: CheckValor) -> None:
    """Roll Valor against what stands against one, unless it exceeds the difficulty (2E-485)."""
    need_storyteller(seat, "call for a Valor check")
    need_running(script.state)
    one = find_own(script.state, seat, move.actor)
    difficulty = need_number("The difficulty", move.difficulty, min(FOES), max(FOES))
    improved = need_flag("improved", move.improved)
    if needs_valor_check(one.sheet.virtue("valor"), difficulty):
        pool = steady_nerve(one.sheet, one.health.wound)
        counted = roll(pool.dice, face_rule(one.sheet.being), script.roller, difficulty=difficulty)
        dice, total, passed = counted.dice, counted.total, counted.is_success
    else:
        pool, dice, total, passed = None, (), 0, True
    script.emit(
        ValorChecked(
            actor=one.id,
            actor_name=one.name,
            difficulty=difficulty,
            foe=FOES[difficulty],
            pool=pool,
            dice=dice,
            total=total,
            stands=stands(not one.wavers, passed, improved),
            tick=script.state.tick,
            pool_for=get_side(script.state, one.id),
            audience=get_audience(script.state, one.id),
        )
    )
