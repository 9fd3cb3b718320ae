"""Stabilizing the dying, and Valor checks (2E-409, 2E-485)."""

from rules.battle import Seat
from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.exalted2e.actions.morale import FOES, needs_valor_check, stands
from rules.exalted2e.actions.rolling import face_rule, roll
from rules.exalted2e.decide.acting import begin_turn, take_action
from rules.exalted2e.decide.common import Rolled, check_target, read_count
from rules.exalted2e.decide.costs import spend
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.events.exchange import Harm
from rules.exalted2e.events.table import Stabilized, ValorChecked
from rules.exalted2e.health.track import stabilize
from rules.exalted2e.moves import acts
from rules.exalted2e.pools import steady_nerve
from rules.exalted2e.state import Combatant, Magic, State
from rules.text import EMPTY, Text, verbatim


def stabilize_dying(play: Play[State], move: acts.Stabilize) -> None:
    """Stabilize the dying by a Simple Charm, or by a miscellaneous action where the options allow it (2E-409)."""
    actor = begin_turn(play, move.actor)
    target = check_target(actor, play.state.get(move.target))
    if target.health.state != "dying":
        raise IllegalMove("not_dying", Text("{who} is not dying.", who=target.name))
    if reason := why_no_care(play.state, play.seat, actor, move.magical):
        raise IllegalMove("no_care", reason)
    name = verbatim(move.text)
    spend(play, actor, Magic(name=name, motes=move.motes, willpower=move.willpower), Text("healing"))
    take_action(play, actor, "charm" if move.magical else "misc", target=target, text=name)
    harm = Harm(target.id, target.name, target.health.boxes, stabilize(target.health))
    play.emit(Stabilized(**about(actor, target), harm=harm))


def why_no_care(state: State, seat: Seat, actor: Combatant, magical: bool) -> Text:
    """Return why this kind of care does not stabilize, or an empty text."""
    if not magical:
        return EMPTY if state.options.mundane_stabilize else Text("Only magical healing stabilizes the dying.")
    if has_pool(actor) or seat.storyteller:
        return EMPTY
    return Text("{who} has no magic to heal with.", who=actor.name)


def check_valor(play: Play[State], move: acts.CheckValor) -> None:
    """Roll Valor against this foe's difficulty, unless Valor exceeds it (2E-485)."""
    actor, difficulty = play.state.get(move.actor), move.difficulty
    pool, passed, rolled = None, True, Rolled(dice=(), total=0)
    if needs_valor_check(actor.sheet.virtue("valor"), difficulty):
        pool = steady_nerve(actor.sheet, actor.health.wound)
        counted = roll(pool.dice, face_rule(actor.sheet.being), play.roller, difficulty=difficulty)
        passed, rolled = counted.is_success, read_count(counted)
    does_stand, foe = stands(not actor.wavers, passed, move.improved), FOES[difficulty]
    play.emit(ValorChecked(**about(actor), pool=pool, **rolled, difficulty=difficulty, foe=foe, stands=does_stand))
