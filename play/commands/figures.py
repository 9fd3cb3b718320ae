"""Which figures count for a roll: those of the fight in the scene, or else those of the sheet.

Everything that rolls reads wounds, pools and conditions here, and pays or regains here what a roll costs or gives.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.models import Character
from campaigns.sheets.battle_results import Changes
from play.commands.context import CommandContext
from play.commands.fight import run_moves
from play.table.events import Fought
from play.table.fighters import find_fighting_sheet, is_running
from play.table.state import TableState, fold
from rules.battle import Json
from rules.paths import get_path, write_path
from rules.system import System


def compute_sheet(system: System, state: TableState, character: Character) -> Any:
    """Return the character's sheet with the figures that count now. Raises `BadInput` if the rules refuse the sheet."""
    fought = find_fighting_sheet(system, state, character)
    return character.parsed_sheet() if fought is None else fought


@dataclass(frozen=True, slots=True)
class Paid:
    """What a payment changed: on the sheet, in the form of `BattleClosed`, and in the fight."""

    changes: Changes
    fought: tuple[Fought, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """A character's figures within one command. `stored` is the sheet's JSON with what the command has paid so far."""

    context: CommandContext
    character: Character
    stored: Json

    @property
    def sheet(self) -> Any:
        """The sheet to roll from."""
        fought = find_fighting_sheet(self.context.system, self.context.state, self.character)
        return self.context.system.sheets.parse(self.stored) if fought is None else fought

    def suffer(self, request: Any) -> Any:
        """Return the request with the conditions of the fight, if there is one."""
        return self.context.system.battle.suffer(self.context.state.battle, str(self.character.pk), request)

    def pay(self, values: Mapping[str, Json], *, bought: bool = False) -> tuple[Paid, "Figures"]:
        """Set these figures, by sheet path, in the fight or on the sheet. Return the payment and the figures after it.

        `bought`: a point of Willpower among them went into the roll itself, which a game may allow only once a turn. A
        fight that has not begun may still be called off without a trace, so then the sheet pays and the fight follows.
        """
        if not values:
            return Paid({}), self
        fought = self._pay_in_fight(values, bought)
        after = replace(
            self, context=replace(self.context, state=fold(self.context.system, self.context.state, fought))
        )
        if self.is_in_running_fight:
            return Paid({}, fought), after
        changes = {path: (get_path(self.stored, path), value) for path, value in values.items()}
        stored = self.stored
        for path, value in values.items():
            stored = write_path(stored, path, value)
        return Paid({str(self.character.pk): changes}, fought), replace(after, stored=stored)

    def _pay_in_fight(self, values: Mapping[str, Json], bought: bool) -> tuple[Fought, ...]:
        if find_fighting_sheet(self.context.system, self.context.state, self.character) is None:
            return ()
        paid = {"character": str(self.character.pk), "figures": dict(values), "bought": bought}
        move = {"kind": "ChangeFigures", **paid}
        return tuple(run_moves(self.context, [move]))

    @property
    def is_in_running_fight(self) -> bool:
        """Whether the character is in a fight that has begun."""
        state, system = self.context.state, self.context.system
        return find_fighting_sheet(system, state, self.character) is not None and is_running(system, state)


def open_figures(context: CommandContext, character: Character) -> Figures:
    """Return the figures of a character as the command finds them."""
    return Figures(context, character, character.sheet)
