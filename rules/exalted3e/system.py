"""The record of the game."""

from rules.exalted3e.actions.command import COMMAND
from rules.exalted3e.actions.request import (
    Request,
    name_specialties,
    request_odds,
    request_pool,
    roll_fields,
    roll_request,
)
from rules.exalted3e.actions.strike import STRIKE
from rules.exalted3e.actions.tasks import Tasks
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.conformance import CONFORMANCE
from rules.exalted3e.forecast.forecaster import FORECASTER
from rules.exalted3e.options import Options
from rules.exalted3e.raising import Experience
from rules.exalted3e.recovery import Recovery
from rules.exalted3e.sheet import SHEETS
from rules.system import RollRules, System

SYSTEM = System(
    key="exalted3e", name="Exalted, Third Edition", options=Options, sheets=SHEETS,
    rolls=RollRules(
        Request, roll_fields, request_pool, request_odds, roll_request, name_specialties,
        hinged=("powers", "specialty", "motes"),
    ), battle=BATTLE,
    conformance=CONFORMANCE, command=COMMAND, tasks=Tasks(), experience=Experience(SHEETS), recovery=Recovery(),
    forecaster=FORECASTER,
    strike=STRIKE,
)  # fmt: skip
