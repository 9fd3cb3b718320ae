"""Exalted, Second Edition.

`SYSTEM` is built on first access, so that a plain roll, `COMMAND`, need not load the battle.
"""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.system import CommandRules, System

    COMMAND: CommandRules
    SYSTEM: System


def __getattr__(name: str) -> object:
    if name == "SYSTEM":
        return _build()
    if name == "COMMAND":
        from rules.exalted2e.actions.command import COMMAND

        return COMMAND
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@cache
def _build() -> "System":
    from rules.exalted2e.actions.command import COMMAND
    from rules.exalted2e.actions.form import list_fields
    from rules.exalted2e.actions.requests import RollRequest, build_pool, find_odds, make_roll, name_specialties
    from rules.exalted2e.actions.tasks import Tasks
    from rules.exalted2e.battle import BATTLE
    from rules.exalted2e.conformance import CONFORMANCE
    from rules.exalted2e.options import Options
    from rules.exalted2e.raising import Experience
    from rules.exalted2e.recovery import Recovery
    from rules.exalted2e.sheet.sheets import SHEETS
    from rules.system import RollRules, System

    return System(
        key="exalted2e",
        name="Exalted, Second Edition",
        options=Options,
        sheets=SHEETS,
        rolls=RollRules(RollRequest, list_fields, build_pool, find_odds, make_roll, name_specialties),
        battle=BATTLE,
        conformance=CONFORMANCE,
        command=COMMAND,
        tasks=Tasks(),
        experience=Experience(SHEETS),
        recovery=Recovery(),
    )
