"""Joining, hiding, and the beginning of the battle."""

from dataclasses import replace

from rules.battle.events import BattleStarted, CombatantHidden
from rules.battle.moves import AddCombatant
from rules.battle.play import about
from rules.exalted3e.sheet import parse_sheet
from rules.exalted3e.sheet.profile import build_combatant
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.initiative import join_battle
from rules.exalted3e.timing.play import Play
from rules.exalted3e.timing.ticks import begin_round


def make_combatant(state: State, move: AddCombatant) -> Combatant:
    """Return the combatant that a sheet makes. Sides begin at short range of each other: at 0, 1, -1, 2 ..."""
    sheet = parse_sheet(move.sheet)
    made = build_combatant(sheet, move.id, move.name, move.side, move.character, move.hidden)
    place = list(dict.fromkeys((*(c.side for c in state.combatants), made.side))).index(made.side)
    return replace(made, npc=move.npc, position=(place + 1) // 2 if place % 2 else -(place // 2))


def begin(play: Play) -> None:
    """Roll Join Battle for everybody and begin the first round (3E-039)."""
    play.emit(BattleStarted())
    for combatant in play.state.combatants:
        if combatant.is_in_play:
            join_battle(play, combatant.id)
    begin_round(play, 1)


def vanish(play: Play, actor: Combatant) -> None:
    """Hide a combatant; everybody sees it go."""
    play.emit(CombatantHidden(**about(actor)))
