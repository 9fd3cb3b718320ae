"""The handlers of the shared moves: joining and leaving, hiding, rulings, paying, beginning and ending."""

from typing import Any

from rules.battle import moves
from rules.battle.events import (
    BattleEnded,
    CombatantLeft,
    CombatantRevealed,
    FiguresChanged,
)
from rules.battle.figures import find_changes, get_fighter
from rules.battle.guards import MAX_NAME, check_id, check_text, refuse
from rules.battle.lasting import switch_off
from rules.battle.numbers import check_number, get_number
from rules.battle.play import Handlers, Play, about, in_the_open
from rules.battle.roster import audience_of
from rules.errors import IllegalMove
from rules.text import Text

MAX_COMBATANTS = 100


def add_combatant(play: Play[Any], move: moves.AddCombatant) -> None:
    """Add a combatant. In a running battle it joins at once."""
    check_id(move.id)
    if play.state.find(move.id) is not None:
        raise IllegalMove(
            "id_taken", Text("There is already a combatant {id}; choose another ID.", id=move.id), id=move.id
        )
    if len(play.state.combatants) >= MAX_COMBATANTS:
        raise IllegalMove("too_many", Text("A battle can have up to {n} combatants.", n=MAX_COMBATANTS))
    if move.character is not None:
        check_text(Text("Character"), move.character, MAX_NAME, empty=False)
    added = play.battle.make_combatant(play.state, move)
    cls: Any = play.battle.events.classes["CombatantAdded"]
    play.emit(cls(combatant=added, audience=audience_of(added)))
    if play.state.phase == "running":
        play.battle.join(play, added.id)


def start_battle(play: Play[Any], move: moves.StartBattle) -> None:
    """Begin the battle, once."""
    if play.state.phase != "setup":
        raise IllegalMove("already_started", Text("The battle has already started."))
    refuse("nobody_there", play.battle.why_not_start(play.state))
    play.battle.begin(play)


def end_battle(play: Play[Any], move: moves.EndBattle) -> None:
    """End the battle, even if prompts are open."""
    play.emit(BattleEnded(turn=play.battle.count_time(play.state)))


def leave(play: Play[Any], move: moves.Leave) -> None:
    """Leave the battle for good."""
    actor = play.state.get(move.actor)
    refuse("cannot_leave", play.battle.why_not_leave(play.state, actor))
    play.battle.before_leaving(play, actor)
    play.emit(CombatantLeft(**about(play.state.get(actor.id))))


def reveal(play: Play[Any], move: moves.Reveal) -> None:
    """Reveal a hidden combatant."""
    actor = play.state.get(move.actor)
    if not (play.seat.storyteller or play.battle.owner_reveals):
        raise IllegalMove("storyteller_only", Text("Only the Storyteller can do that."))
    if not actor.hidden:
        raise IllegalMove("not_hidden", Text("{who} is already visible.", who=actor.name))
    show(play, actor)


def show(play: Play[Any], actor: Any) -> None:
    """Emit that everyone may see a hidden combatant from now on."""
    if actor.hidden:
        play.emit(CombatantRevealed(**in_the_open(actor)))


def hide(play: Play[Any], move: moves.Hide) -> None:
    """Hide a combatant."""
    actor = play.state.get(move.actor)
    if actor.hidden:
        raise IllegalMove("already_hidden", Text("{who} is already hidden.", who=actor.name))
    refuse("cannot_hide", play.battle.why_not_hide(play.state, actor))
    play.battle.vanish(play, actor)


def override(play: Play[Any], move: moves.Override) -> None:
    """Set a live number. A value that it cannot have is refused."""
    actor = play.state.get(move.actor)
    number = get_number(play.battle.list_numbers(play.state, actor), actor, move.what)
    fields = about(actor)
    if number.private:
        fields["audience"] = play.battle.private_audience(play.state, actor)
    fields["audience"] = play.battle.number_audience(play.state, actor, move.what, fields["audience"])
    is_recorded = "value" in play.seat.granted  # see `Battle.replay_seat`
    if not is_recorded:
        check_number(number, actor, move.value)
    was, now = number.read(actor), number.keep(actor, move.value) if is_recorded else move.value
    cls: Any = play.battle.events.classes["Overridden"]
    out = play.battle.why_felled(actor, number.write(actor, now))
    play.emit(cls(**fields, what=move.what, label=number.label, was=was, now=now, reason=move.reason, out=out))
    play.battle.after_override(play, actor.id, move.what)


def change_figures(play: Play[Any], move: moves.ChangeFigures) -> None:
    """Pay for a roll that was made outside the battle. Only changes of open figures are shown to everyone."""
    if not play.seat.controls(move.character):
        raise IllegalMove("not_yours", Text("You can’t act for that character."))
    actor = get_fighter(play.state.combatants, move.character)
    private = about(actor)
    private["audience"] = play.battle.private_audience(play.state, actor)
    if changed := find_changes(play.battle.figures, actor, move.figures, open=False):
        play.emit(FiguresChanged(**private, figures=changed, bought=move.bought))
    if changed := find_changes(play.battle.figures, actor, move.figures, open=True):
        play.emit(FiguresChanged(**about(actor), figures=changed))
    play.battle.after_figures(play, actor.id)


SHARED: Handlers = {
    moves.AddCombatant: add_combatant,
    moves.StartBattle: start_battle,
    moves.EndBattle: end_battle,
    moves.Leave: leave,
    moves.Reveal: reveal,
    moves.Hide: hide,
    moves.Override: override,
    moves.ChangeFigures: change_figures,
    moves.SwitchOff: switch_off,
}
