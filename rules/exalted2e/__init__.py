"""Exalted, Second Edition.

`SYSTEM` is built when it is first asked for, so that a plain roll need not load the battle; `COMMAND` is that roll.
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
    from rules.exalted2e.actions.tasks import TASKS
    from rules.exalted2e.battle import BATTLE
    from rules.exalted2e.conformance import CONFORMANCE
    from rules.exalted2e.options import Options
    from rules.exalted2e.raising import EXPERIENCE
    from rules.exalted2e.recovery import RECOVERY
    from rules.exalted2e.sheet.archetypes import ARCHETYPES, as_extra, blank
    from rules.exalted2e.sheet.arms import list_arms
    from rules.exalted2e.sheet.creation import hold_against_budget
    from rules.exalted2e.sheet.derived import derived
    from rules.exalted2e.sheet.layout import layout
    from rules.exalted2e.sheet.parse import parse
    from rules.exalted2e.sheet.powers import POWERS
    from rules.system import RollRules, SheetRules, System

    return System(
        key="exalted2e",
        name="Exalted, Second Edition",
        options=Options,
        sheets=SheetRules(
            archetypes=ARCHETYPES,
            blank=blank,
            parse=parse,
            layout=layout,
            derived=derived,
            as_extra=as_extra,
            creation=hold_against_budget,
            arms=list_arms,
            powers=POWERS,
            is_extra=lambda sheet: sheet.being == "extra",
        ),
        rolls=RollRules(RollRequest, list_fields, build_pool, find_odds, make_roll, name_specialties),
        battle=BATTLE,
        conformance=CONFORMANCE,
        command=COMMAND,
        tasks=TASKS,
        experience=EXPERIENCE,
        recovery=RECOVERY,
    )
