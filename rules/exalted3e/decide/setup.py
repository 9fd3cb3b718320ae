"""Coming, going, hiding, beginning and ending."""

from dataclasses import replace

from rules.battle import Seat
from rules.errors import BadInput, IllegalMove

from .. import events as ev
from .. import moves as mv
from ..apply.play import Play
from ..attack.outcome import break_off
from ..sheet import parse_sheet
from ..sheet.profile import build_combatant
from ..state import Combatant, State, is_attacking
from ..timing.initiative import join_battle
from ..timing.ticks import begin_round
from .guards import MAX_NAME, check_id, check_storyteller, check_text, find_own, find_seen

MAX_COMBATANTS = 100


def add_combatant(play: Play, seat: Seat, move: mv.AddCombatant) -> None:
    """Bring someone in; a late joiner rolls Join Battle at once (3E-059)."""
    check_storyteller(seat)
    check_id(move.id)
    for name, value in (("name", move.name), ("side", move.side), ("character", move.character or "-")):
        check_text(name, value, MAX_NAME)
        if not value.strip():
            raise BadInput("empty", f"{name} must not be empty.", key=name)
    if play.state.find(move.id):
        raise BadInput("id_taken", f"There is a {move.id!r} already.", id=move.id)
    if len(play.state.combatants) >= MAX_COMBATANTS:
        raise IllegalMove("too_many", f"A battle holds {MAX_COMBATANTS} combatants.")
    sheet = parse_sheet(move.sheet)
    built = build_combatant(sheet, move.id, move.name, move.side, move.character, move.hidden)
    _come_in(play, replace(built, npc=move.npc))


def _come_in(play: Play, combatant: Combatant) -> None:
    placed = replace(combatant, position=starting_position(play.state, combatant))
    play.emit(ev.CombatantAdded(audience=play.about(placed)["audience"], combatant=placed))
    if play.state.phase == "running":
        join_battle(play, placed.id)


def starting_position(state: State, combatant: Combatant) -> int:
    """The sides begin at short range of each other: the first at 0, the next at 1, -1, 2 ..."""
    sides = list(dict.fromkeys(c.side for c in (*state.combatants, combatant)))
    place = sides.index(combatant.side)
    return (place + 1) // 2 if place % 2 else -(place // 2)


def start_battle(play: Play, seat: Seat, move: mv.StartBattle) -> None:
    """Everyone rolls Join Battle; the first round begins (3E-039)."""
    check_storyteller(seat)
    if play.state.phase != "setup":
        raise IllegalMove("already_started", "The battle has begun.")
    if not play.state.combatants:
        raise IllegalMove("nobody_there", "Add somebody to the battle first.")
    play.emit(ev.BattleStarted())
    for combatant in play.state.combatants:
        if combatant.is_in_play:
            join_battle(play, combatant.id)
    begin_round(play, 1)


def end_battle(play: Play, seat: Seat, move: mv.EndBattle) -> None:
    """It is over (3E-053)."""
    check_storyteller(seat)
    play.emit(ev.BattleEnded(round=play.state.round))


def leave(play: Play, seat: Seat, move: mv.Leave) -> None:
    """Take someone out; an attack by or at it ends without effect."""
    check_storyteller(seat)
    actor = find_seen(play.state, seat, move.actor)
    if actor.out:
        raise IllegalMove("already_out", f"{actor.name} is out already: {actor.out}.")
    if is_attacking(play.state, actor.id):
        break_off(play)
    play.emit(ev.WentOut(**play.about(actor), why="left"))


def reveal(play: Play, seat: Seat, move: mv.Reveal) -> None:
    """Out of hiding: the Storyteller, or whoever plays it."""
    actor = find_own(play.state, seat, move.actor)
    if not actor.hidden:
        raise IllegalMove("not_hidden", f"{actor.name} is not in hiding.")
    show(play, actor)


def show(play: Play, actor: Combatant) -> None:
    """Everyone sees it from now on."""
    if actor.hidden:
        about = play.about(actor)
        about["audience"] = None
        play.emit(ev.ConcealmentChanged(**about, hidden=False))


def hide(play: Play, seat: Seat, move: mv.Hide) -> None:
    """Into hiding, at the Storyteller's word."""
    check_storyteller(seat)
    actor = find_seen(play.state, seat, move.actor)
    if actor.hidden:
        raise IllegalMove("already_hidden", f"{actor.name} is in hiding already.")
    if is_attacking(play.state, actor.id):
        raise IllegalMove("in_exchange", f"{actor.name} is in the middle of an attack.")
    vanish(play, actor)


def vanish(play: Play, actor: Combatant) -> None:
    """Out of sight; everyone sees it go."""
    play.emit(ev.ConcealmentChanged(**play.about(actor), hidden=True))
