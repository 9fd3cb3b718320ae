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
from rules.exalted2e.forecast.forecaster import FORECASTER
from rules.exalted2e.options import Options
from rules.exalted2e.raising import Experience
from rules.exalted2e.recovery import Recovery
from rules.exalted2e.sheet.sheets import SHEETS
from rules.face import Face
from rules.system import LazyKinds, RollRules, System

FACE = Face(
    page=("#f3eee0", "#17130c"),
    leaf=("#fdf9ee", "#1e1911"),
    sunk=("#efe7d3", "#292216"),
    rule=("#dccfae", "#403728"),
    accent=("#7c5200", "#e8b44f"),
    sign=(
        "M8 3A5 5 0 1 1 8 13A5 5 0 1 1 8 3ZM7.2 0H8.8L8.4 2.2H7.6ZM7.2 16H8.8L8.4 13.8H7.6Z"
        "M0 7.2V8.8L2.2 8.4V7.6ZM16 7.2V8.8L13.8 8.4V7.6ZM1.8 2.9L2.9 1.8L4.2 3.6L3.6 4.2Z"
        "M14.2 2.9L13.1 1.8L11.8 3.6L12.4 4.2ZM1.8 13.1L2.9 14.2L4.2 12.4L3.6 11.8Z"
        "M14.2 13.1L13.1 14.2L11.8 12.4L12.4 11.8Z"
    ),
    numerals="lining-nums",
)
"""Sand and gold: a market in the sun."""

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
    conformance=LazyKinds("rules.exalted2e.conformance"),
    command=COMMAND,
    tasks=Tasks(),
    experience=Experience(SHEETS),
    recovery=Recovery(),
    forecaster=FORECASTER,
    strike=STRIKE,
    face=FACE,
)
