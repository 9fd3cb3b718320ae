"""The battle's beginning and end, and who joins it."""

import re

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.v20da.decide.common import about, check_text
from rules.v20da.decide.lasting import end_with_turn
from rules.v20da.events import BattleEnded, CombatantAdded, InitiativeRolled, TurnStarted
from rules.v20da.health.levels import read_track, settle
from rules.v20da.moves import AddCombatant, EndBattle, StartBattle
from rules.v20da.pools import initiative_rating
from rules.v20da.sheet.model import parse, strip
from rules.v20da.state.model import Combatant, State
from rules.v20da.state.order import audience_of, find_combatant, is_present
from rules.v20da.timing import initiative_total
from rules.v20da.timing import roll_initiative as roll_die

MAX_COMBATANTS = 100
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


def add_combatant(state: State, seat: Seat, move: AddCombatant, roller: Roller) -> list[Event]:
    """Add someone; in a running battle with initiative at once."""
    if not _ID.fullmatch(move.id):
        raise BadInput("bad_id", "'id' has 1 to 40 letters, digits, _ or -.", key="id")
    if find_combatant(state, move.id):
        raise IllegalMove("id_taken", f"There is a combatant {move.id} already; choose another id.")
    if len(state.combatants) >= MAX_COMBATANTS:
        raise IllegalMove("too_many", f"A battle has room for {MAX_COMBATANTS} combatants.")
    combatant = _make_combatant(move)
    events: list[Event] = [CombatantAdded(combatant=combatant, audience=audience_of(combatant))]
    if state.phase == "running" and _rolls(combatant):
        events.append(roll_initiative(combatant, state.turn, roller))
    return events


def _make_combatant(move: AddCombatant) -> Combatant:
    check_text("name", move.name, 80)
    check_text("side", move.side, 40)
    if move.character is not None:
        check_text("character", move.character, 80)
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


def start_battle(state: State, seat: Seat, move: StartBattle, roller: Roller) -> list[Event]:
    """Begin the first turn."""
    if state.phase != "setup":
        raise IllegalMove("already_running", "The battle has begun already.")
    if not state.combatants:
        raise IllegalMove("nobody_there", "Nobody is there to fight: add combatants first.")
    return start_turn(state, 1, roller)


def start_turn(state: State, turn: int, roller: Roller) -> list[Event]:
    """Initiative anew for everyone who is still in the fight (V20-140); what lasted for the turn before is over first.

    So the beginning and the initiatives follow each other, and the log tells them as one.
    """
    return [
        *end_with_turn(state, turn),
        TurnStarted(turn=turn),
        *(roll_initiative(combatant, turn, roller) for combatant in state.combatants if _rolls(combatant)),
    ]


def _rolls(combatant: Combatant) -> bool:
    return is_present(combatant) and combatant.health.condition != "torpor"


def roll_initiative(combatant: Combatant, turn: int, roller: Roller) -> Event:
    """One die, Dexterity + Wits, wounds (V20-140, 142)."""
    die, penalty, rating = roll_die(roller), combatant.health.penalty or 0, initiative_rating(combatant.sheet)
    total = initiative_total(die, rating, penalty)
    return InitiativeRolled(**about(combatant), turn=turn, die=die, total=total, rating=rating, penalty=penalty)


def end_battle(state: State, seat: Seat, move: EndBattle, roller: Roller) -> list[Event]:
    """End it, whatever stands open."""
    return [BattleEnded(turn=state.turn)]
