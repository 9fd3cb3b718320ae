"""The record of the game."""

from rules.exalted2e.actions.command import COMMAND
from rules.exalted2e.actions.form import list_fields
from rules.exalted2e.actions.requests import (
    RollRequest,
    build_pool,
    find_odds,
    list_fitting,
    make_roll,
    name_specialties,
)
from rules.exalted2e.actions.strike import STRIKE
from rules.exalted2e.actions.tasks import Tasks
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.conformance import CONFORMANCE
from rules.exalted2e.forecast.forecaster import FORECASTER
from rules.exalted2e.options import Options
from rules.exalted2e.raising import Experience
from rules.exalted2e.recovery import Recovery
from rules.exalted2e.sheet.sheets import SHEETS
from rules.system import RollRules, System

SYSTEM = System(
    key="exalted2e",
    name="Exalted, Second Edition",
    options=Options,
    sheets=SHEETS,
    rolls=RollRules(
        RollRequest,
        list_fields,
        build_pool,
        find_odds,
        make_roll,
        name_specialties,
        list_fitting,
        hinged=("powers", "specialty", "specialties", "magic_bonus", "actions", "place"),
    ),
    battle=BATTLE,
    conformance=CONFORMANCE,
    command=COMMAND,
    tasks=Tasks(),
    experience=Experience(SHEETS),
    recovery=Recovery(),
    forecaster=FORECASTER,
    strike=STRIKE,
)
