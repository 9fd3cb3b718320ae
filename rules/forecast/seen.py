"""A fight as one seat knows it: what may be forecast for a player.

It is built from three things alone: what the seat's view shows, the sheets of the seat's own combatants as they
are now, and the options of the series. The figures of all others are those of archetypes that someone chose. So two
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

NOBODY = Text("A forecast needs one of your characters in the fight.")


def list_standing(view: BattleView) -> list[CombatantView]:
    """Return those in a seat's view who still stand in the fight."""
    return [combatant for combatant in view["combatants"] if not combatant["out"]]


def list_unknown(view: BattleView) -> list[CombatantView]:
    """Return those who stand and whose figures the seat does not know: all who are not its own."""
    return [combatant for combatant in list_standing(view) if not combatant["mine"]]


def guess_archetype(system: System, combatant: CombatantView) -> str:
    """Return as which archetype someone is taken at first, by what a view shows: an extra, or someone with a name."""
    sheets = system.sheets
    foe = sheets.foe or next(iter(sheets.archetypes))
    return foe if combatant["extra"] else sheets.adversary or foe


def imagine_fight(system: System, state: Any, seat: Seat, taken: Mapping[str, str]) -> Any:
    """Return a fight in setup between those whom the seat sees standing, with their wounds of now.

    `taken`: the archetype as which each of `list_unknown` is taken, by the id of the combatant. Raises `BadInput` where
    the seat has no one in the fight or knows of something that a forecast does not know, and for an unknown archetype.
    """
    check_known(system, state, seat)
    view = system.battle.view(state, seat)
    fight = system.battle.start(state.options)
    for combatant in list_standing(view):
        if combatant["mine"]:
            sheet = encode(system.battle.sheet_of(state.get(combatant["id"])))
            fight = _add(system, fight, combatant, combatant["character"], sheet)
        else:
            fight = _add(system, fight, combatant, None, make_sheet(system, combatant, taken.get(combatant["id"], "")))
            guessed = system.get_forecaster().with_health(fight.get(combatant["id"]), combatant.get("health", ()))
            fight = fight.put(guessed)
    return fight


def imagine_turn(system: System, state: Any, seat: Seat, taken: Mapping[str, str], actor: str) -> Any:
    """Return a running fight between the same, as if it were the turn of this combatant of the seat's own.

    Its Initiative is that of now; who acts when else has been rolled with dice that are always the same. Raises as
    `imagine_fight`, and `IllegalMove` where it has no turn.
    """
    own = system.battle.view(state, seat)["combatants"]
    if not any(combatant["id"] == actor and combatant["mine"] and not combatant["out"] for combatant in own):
        raise IllegalMove("not_yours", Text("You can’t act for that combatant here."))
    fight = _make(system, imagine_fight(system, state, seat, taken), StartBattle(), SeededRoller(0))
    number = system.battle.numbers.get("initiative")
    if number and number.has(real := state.get(actor)) and number.has(fight.get(actor)):
        value = number.clamp(fight.get(actor), number.read(real))
        fight = _make(system, fight, Override(actor, "initiative", value, ""))
    turn = system.battle.order_rules.rehearse(fight, fight.get(actor))
    if turn is None:
        raise IllegalMove("no_turn", Text("{who} can do nothing now.", who=fight.get(actor).name))
    return turn


def check_known(system: System, state: Any, seat: Seat) -> None:
    """Raise `BadInput` where the seat has no one in the fight, or knows of something that a forecast does not know.

    It reads the state of the seat's own combatants alone.
    """
    view = system.battle.view(state, seat)
    own = tuple(state.get(combatant["id"]) for combatant in view["combatants"] if combatant["mine"])
    if not own:
        raise BadInput("nobody_of_yours", NOBODY)
    if reason := system.get_forecaster().why_not(replace(state, combatants=own)):
        raise BadInput("no_forecast", reason)
    for combatant in list_standing(view):
        if "ranks" in combatant or "unit" in combatant:
            sentence = Text("{who} stands for several people, which forecasts don’t support.", who=combatant["name"])
            raise BadInput("no_forecast", sentence)


def make_sheet(system: System, combatant: CombatantView, archetype: str) -> Mapping[str, Json]:
    """Return the sheet of an archetype, for someone whose own a seat does not know; of an extra where it is one."""
    sheet = system.sheets.blank(archetype)
    parsed = system.sheets.parse(sheet)
    return system.sheets.as_extra(parsed) if combatant["extra"] and not system.sheets.is_extra(parsed) else sheet


def _add(system: System, fight: Any, combatant: CombatantView, character: str | None, sheet: Mapping[str, Json]) -> Any:
    move = AddCombatant(
        combatant["id"],
        combatant["name"],
        combatant["side"],
        character,
        sheet,
        hidden=combatant["hidden"],
        npc=character is None,
    )
    return _make(system, fight, move)


def _make(system: System, fight: Any, move: Move, roller: Roller | None = None) -> Any:
    events = system.battle.decide(fight, STORYTELLER, move, roller or ScriptedRoller(()))
    return fold(system.battle.apply, fight, events)
