"""The start of a battle and of each turn: combatants and initiative."""

from rules.battle.lasting import end_powers
from rules.battle.moves import AddCombatant
from rules.battle.play import Play, about
from rules.powers import list_over, list_turned
from rules.v20da.events import InitiativeRolled, TurnStarted
from rules.v20da.health.levels import read_track, settle
from rules.v20da.pools import initiative_rating
from rules.v20da.sheet.model import parse, strip
from rules.v20da.state.model import Combatant, State
from rules.v20da.state.order import is_present
from rules.v20da.timing import initiative_total
from rules.v20da.timing import roll_initiative as roll_die


def make_combatant(state: State, move: AddCombatant) -> Combatant:
    """Return the combatant that a sheet makes."""
    sheet = strip(parse(move.sheet))
    return Combatant(
        move.id,
        move.name,
        move.side,
        move.character,
        sheet,
        health=settle(read_track(sheet.being, sheet.health), sheet.blood),
        blood=sheet.blood,
        willpower=sheet.willpower_points,
        armor=sheet.armor,
        hidden=move.hidden,
        rating=initiative_rating(sheet),
    )


def start_turn(play: Play[State], turn: int) -> None:
    """Begin a turn: roll initiative for everybody who is still in the fight (V20-140).

    Powers that lasted for the turn before end first, so that the log shows beginning and initiatives together.
    """
    end_powers(play, lambda active: (*list_turned(active), *list_over(active, turn)))
    play.emit(TurnStarted(turn=turn))
    for combatant in play.state.combatants:
        roll_initiative(play, combatant)


def roll_initiative(play: Play[State], actor: Combatant) -> None:
    """Roll one die, plus Dexterity + Wits, less wounds (V20-140, 142), for a combatant who can still fight."""
    if not is_present(actor) or actor.health.condition == "torpor":
        return
    die = roll_die(play.roller)
    penalty, rating = actor.health.penalty or 0, initiative_rating(actor.sheet)
    total = initiative_total(die, rating, penalty)
    play.emit(InitiativeRolled(**about(actor), die=die, total=total, rating=rating, penalty=penalty))
