"""The record of the game."""

from rules.face import Face
from rules.system import LazyKinds, RollRules, System
from rules.v20da.actions.command import COMMAND
from rules.v20da.actions.request import Request, fields, make_odds, make_pool, make_roll, name_specialties
from rules.v20da.actions.strike import STRIKE
from rules.v20da.actions.tasks import Tasks
from rules.v20da.battle import BATTLE
from rules.v20da.forecast.forecaster import FORECASTER
from rules.v20da.options import Options
from rules.v20da.raising import Experience
from rules.v20da.recovery import Recovery
from rules.v20da.sheet.sheets import SHEETS

FACE = Face(
    page=("#f1ebe8", "#120c0e"),
    leaf=("#fbf7f5", "#191214"),
    sunk=("#ece3df", "#251a1d"),
    rule=("#d9cbc6", "#402c31"),
    accent=("#8f1525", "#f08a92"),
    sign="M8 0C10 4 13 7 13 11A5 5 0 0 1 3 11C3 7 6 4 8 0Z",
    numerals="oldstyle-nums",
)
"""Parchment and blood, by night."""

SYSTEM = System(
    key="v20da",
    name="Vampire: the Dark Ages (V20)",
    options=Options,
    sheets=SHEETS,
    rolls=RollRules(
        Request,
        fields,
        make_pool,
        make_odds,
        make_roll,
        name_specialties,
        hinged=("powers", "specialty", "actions", "place"),
    ),
    battle=BATTLE,
    conformance=LazyKinds("rules.v20da.conformance"),
    command=COMMAND,
    tasks=Tasks(),
    experience=Experience(SHEETS),
    recovery=Recovery(),
    forecaster=FORECASTER,
    strike=STRIKE,
    face=FACE,
)
