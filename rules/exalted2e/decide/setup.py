"""Combatants, Join Battle, the length of a tick, the end of the battle (2E-260..265)."""

from dataclasses import replace

from rules.battle import setup
from rules.battle.moves import AddCombatant, EndBattle
from rules.battle.play import Play, about
from rules.errors import IllegalMove
from rules.exalted2e.actions.rolling import face_rule, roll
from rules.exalted2e.decide.common import read_count
from rules.exalted2e.decide.ticks import settle_rewards
from rules.exalted2e.events.table import BattleStarted, JoinBattleRolled, ScaleSet
from rules.exalted2e.moves.acts import SetScale
from rules.exalted2e.pools import join_battle
from rules.exalted2e.sheet.parse import parse
from rules.exalted2e.sheet.rows import list_specialties
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.timing import get_first_tick
from rules.text import Text


def make_combatant(state: State, move: AddCombatant) -> Combatant:
    """Return the combatant of a sheet, with the first weapon in hand."""
    sheet = parse(move.sheet)
    # The battle's files leave out what a fight does not need.
    named = list_specialties(sheet.specialties)
    slim = replace(sheet, notes="", motivation="", specialties=named, intimacies=(), own_backgrounds=())
    body = sheet.body()
    return Combatant(
        id=move.id,
        name=move.name.strip(),
        side=move.side.strip(),
        character=move.character,
        sheet=slim,
        health=body,
        hidden=move.hidden,
        personal=sheet.personal,
        peripheral=sheet.peripheral,
        willpower=sheet.willpower_points,
        wound_now=body.wound,
        dying_since=state.tick if body.state == "dying" else None,
        ready=tuple(weapon.key for weapon in sheet.arms() if not weapon.is_natural)[:1],
    )


def begin(play: Play[State]) -> None:
    """Roll Join Battle for everybody; the best total is the reaction count and acts on tick 0 (2E-261, 2E-262)."""
    rolled = [_roll_join(play, one) for one in play.state.combatants if not one.has_left]
    reaction = max(event.total for event in rolled)
    play.emit(BattleStarted(reaction=reaction))
    play.emit(*(replace(event, first=get_first_tick(reaction, event.total)) for event in rolled))


def join(play: Play[State], id: str) -> None:
    """Roll Join Battle for a late combatant, against the old reaction count (2E-263)."""
    event = _roll_join(play, play.state.get(id))
    play.emit(replace(event, first=play.state.tick + get_first_tick(play.state.reaction, event.total)))


def _roll_join(play: Play[State], actor: Combatant) -> JoinBattleRolled:
    """Roll Join Battle; a failure and a botch count as 0 successes (2E-265)."""
    pool = join_battle(actor.sheet, actor.health.wound)
    counted = roll(pool.dice, face_rule(actor.sheet.being), play.roller)
    return JoinBattleRolled(**about(actor), pool=pool, **read_count(counted), botch=counted.is_botch, first=0)


def set_scale(play: Play[State], move: SetScale) -> None:
    """Count in long ticks, as units do, or in ticks again (2E-018)."""
    if move.is_long == play.state.is_long:
        raise IllegalMove("no_change", Text("The battle is counted so already."))
    play.emit(ScaleSet(is_long=move.is_long, tick=play.state.tick))


def end_battle(play: Play[State], move: EndBattle) -> None:
    """End the battle, after paying the stunts that still wait for a refresh."""
    settle_rewards(play)
    setup.end_battle(play, move)
