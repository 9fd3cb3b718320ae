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
from rules.exalted3e.forecast.forecaster import FORECASTER
from rules.exalted3e.options import Options
from rules.exalted3e.raising import Experience
from rules.exalted3e.recovery import Recovery
from rules.exalted3e.sheet import SHEETS
from rules.face import Face
from rules.system import LazyKinds, RollRules, System

FACE = Face(
    page=("#ecf1ec", "#0f1513"),
    leaf=("#f8fbf7", "#151c19"),
    sunk=("#e4ece5", "#1e2723"),
    rule=("#ccd8ce", "#31403a"),
    accent=("#1b6048", "#7fd1a6"),
    sign="M8 0L10.2 5.8L16 8L10.2 10.2L8 16L5.8 10.2L0 8L5.8 5.8Z",
    numerals="oldstyle-nums",
)
"""Jade and ink."""

SYSTEM = System(
    key="exalted3e",
    name="Exalted, Third Edition",
    options=Options,
    sheets=SHEETS,
    rolls=RollRules(
        Request,
        roll_fields,
        request_pool,
        request_odds,
        roll_request,
        name_specialties,
        hinged=("powers", "specialty", "motes"),
    ),
    battle=BATTLE,
    conformance=LazyKinds("rules.exalted3e.conformance"),
    command=COMMAND,
    tasks=Tasks(),
    experience=Experience(SHEETS),
    recovery=Recovery(),
    forecaster=FORECASTER,
    strike=STRIKE,
    face=FACE,
)
