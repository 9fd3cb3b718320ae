"""Small battles in which something happens that random play does not come to."""

from dataclasses import replace

from rules import get_system
from rules.battle import Move
from rules.exalted3e import moves as mv
from rules.exalted3e.options import Options
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Clinch, Group
from tests.earlier.battles import Log
from tests.rules.exalted3e.builders import QUIET, battle, fighter

ANN, BOB = fighter("ann"), fighter("bob", "blue")
BOTH = ("ann", "bob")
"""Whose tick it is."""


class Sevens:
    """Every die shows a 7, which is one success."""

    def roll(self, count: int) -> tuple[int, ...]:
        """So many faces."""
        return (7,) * count


def script_battles(key: str) -> list[Log]:
    """Those of a system: only the third edition has moments so rare."""
    return [_play(state, *moves) for state, *moves in _third_edition()] if key == "exalted3e" else []


def _play(state: State, *moves: Move) -> Log:
    """Make the moves; an answer is given to the prompt that is open then."""
    log, roller = Log(get_system("exalted3e"), state), Sevens()
    for move in moves:
        data = log.system.battle.moves.encode(move)
        log.take({**data, "prompt": log.state.pending[-1].id} if "prompt" in data else data, roller)
    return log


def _third_edition() -> list[tuple[State, *tuple[Move, ...]]]:
    weak = replace(ANN.health, lethal=6)
    group = Group(2, maximum=9, damage=3, lost=1, rout=2)
    archer = fighter("ann", weapon="bow", aim_target="bob", aim_count=1, has_aimed=True)
    late = fighter("ann", initiative=9, is_delaying=True, delay_tick=5, delayed_at=9, turn_begun=True)
    mob = fighter("mob", group=group, out="dissolved", acted=True)
    ward = fighter("cat", "blue", evasion=0)
    guardian = fighter("bob", "blue", ward="cat")
    return [
        (
            replace(battle(ANN, BOB, turn="ann", options=Options(ask_beaten=False)), due=BOTH),
            mv.Attack("ann", "bob", "withering"), mv.AnswerClash("", "withering", stunt=1), mv.EndTurn("ann"),
        ),
        (battle(archer, replace(BOB, position=1)), mv.SetCover("bob", "full")),
        (
            battle(late, fighter("bob", "blue", clinch=Clinch("ann", True, 3)), turn="bob", tick=6),
            mv.Restrain("bob"), mv.EndTurn("bob"),
        ),
        (
            replace(battle(fighter("ann", initiative=15), replace(BOB, health=weak, evasion=0), turn="ann",
                           options=replace(QUIET, felled_takes_its_turn=True)), due=BOTH),
            mv.Attack("ann", "bob", "decisive"), mv.EndTurn("ann"),
        ),
        (
            battle(fighter("ann", command=5), mob, BOB, turn="ann"),
            mv.RallyGroup("ann", "mob"),
        ),
        (battle(fighter("ann", prone=True), BOB, turn="ann", options=QUIET), mv.Rise("ann")),
        (battle(ANN, guardian, ward, turn="ann", options=QUIET), mv.Attack("ann", "cat", "withering"),
         mv.AnswerGuard("", "ward")),
    ]  # fmt: skip
