"""A fight as one seat knows it: what may be forecast for a player.

It is built anew from three things alone: what the seat's view shows, the sheets of the seat's own combatants as they
are now, and the options of the series. The figures of all others are those of archetypes that somebody chose. So two
fights that look the same to a seat have the same forecast for it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.battle import STORYTELLER, Json, Move, Seat, fold
from rules.battle.moves import AddCombatant, Override, StartBattle
from rules.codec import encode
from rules.dice import Roller, ScriptedRoller, SeededRoller
from rules.errors import BadInput, IllegalMove
from rules.system import System
from rules.text import Text
from rules.view import BattleView, CombatantView

NOBODY = Text("A forecast is for people in the fight, and none of your characters is.")


def list_standing(view: BattleView) -> list[CombatantView]:
    """Return those in a seat's view who still stand in the fight."""
    return [one for one in view["combatants"] if not one["out"]]


def list_unknown(view: BattleView) -> list[CombatantView]:
    """Return those who stand and whose figures the seat does not know: all who are not its own."""
    return [one for one in list_standing(view) if not one["mine"]]


def guess_archetype(system: System, one: CombatantView) -> str:
    """Return as which archetype somebody is taken at first, by what a view shows: an extra, or somebody with a name."""
    sheets = system.sheets
    foe = sheets.foe or next(iter(sheets.archetypes))
    return foe if one["extra"] else sheets.adversary or foe


def imagine_fight(system: System, state: Any, seat: Seat, taken: Mapping[str, str]) -> Any:
    """Return a fight in setup between those whom the seat sees standing, with their wounds of now.

    `taken`: the archetype as which each of `list_unknown` is taken, by the id of the combatant. Raises `BadInput` where
    the seat has nobody in the fight or knows of something that a forecast does not know, and for an unknown archetype.
    """
    check_known(system, state, seat)
    view = system.battle.view(state, seat)
    fight = system.battle.start(state.options)
    for one in list_standing(view):
        if one["mine"]:
            sheet = encode(system.battle.sheet_of(state.get(one["id"])))
            fight = _add(system, fight, one, one["character"], sheet)
        else:
            fight = _add(system, fight, one, None, make_sheet(system, one, taken.get(one["id"], "")))
            guessed = system.get_forecaster().with_health(fight.get(one["id"]), one.get("health", ()))
            fight = fight.put(guessed)
    return fight


def imagine_turn(system: System, state: Any, seat: Seat, taken: Mapping[str, str], actor: str) -> Any:
    """Return a running fight between the same, as if it were the turn of this combatant of the seat's own.

    Its Initiative is that of now; who acts when else has been rolled with dice that are always the same. Raises as
    `imagine_fight`, and `IllegalMove` where it has no turn.
    """
    own = system.battle.view(state, seat)["combatants"]
    if not any(one["id"] == actor and one["mine"] and not one["out"] for one in own):
        raise IllegalMove("not_yours", Text("You can’t act for that combatant here."))
    fight = _make(system, imagine_fight(system, state, seat, taken), StartBattle(), SeededRoller(0))
    number = system.battle.numbers.get("initiative")
    if number and number.has(real := state.get(actor)) and number.has(fight.get(actor)):
        value = number.clamp(fight.get(actor), number.read(real))
        fight = _make(system, fight, Override(actor, "initiative", value, ""))
    turn = system.battle.ahead.rehearse(fight, fight.get(actor))
    if turn is None:
        raise IllegalMove("no_turn", Text("{who} can do nothing now.", who=fight.get(actor).name))
    return turn


def check_known(system: System, state: Any, seat: Seat) -> None:
    """Raise `BadInput` where the seat has nobody in the fight, or knows of something that a forecast does not know.

    It reads the state of the seat's own combatants alone.
    """
    view = system.battle.view(state, seat)
    own = tuple(state.get(one["id"]) for one in view["combatants"] if one["mine"])
    if not own:
        raise BadInput("nobody_of_yours", NOBODY)
    if reason := system.get_forecaster().why_not(replace(state, combatants=own)):
        raise BadInput("no_forecast", reason)
    for one in list_standing(view):
        if "ranks" in one or "unit" in one:
            sentence = Text("{who} stands for several people, which forecasts don’t support.", who=one["name"])
            raise BadInput("no_forecast", sentence)


def make_sheet(system: System, one: CombatantView, archetype: str) -> Mapping[str, Json]:
    """Return the sheet of an archetype, for somebody whose own a seat does not know; of an extra where it is one."""
    sheet = system.sheets.blank(archetype)
    parsed = system.sheets.parse(sheet)
    return system.sheets.as_extra(parsed) if one["extra"] and not system.sheets.is_extra(parsed) else sheet


def _add(system: System, fight: Any, one: CombatantView, character: str | None, sheet: Mapping[str, Json]) -> Any:
    move = AddCombatant(
        one["id"], one["name"], one["side"], character, sheet, hidden=one["hidden"], npc=character is None
    )
    return _make(system, fight, move)


def _make(system: System, fight: Any, move: Move, roller: Roller | None = None) -> Any:
    events = system.battle.decide(fight, STORYTELLER, move, roller or ScriptedRoller(()))
    return fold(system.battle.apply, fight, events)
