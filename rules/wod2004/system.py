"""The record of the game."""

from rules.face import Face
from rules.system import LazyKinds, RollRules, System
from rules.wod2004.actions import rolls
from rules.wod2004.actions.command import COMMAND
from rules.wod2004.actions.opposed import TARGET
from rules.wod2004.actions.request import Request
from rules.wod2004.actions.strike import STRIKE
from rules.wod2004.actions.tasks import Tasks
from rules.wod2004.battle import BATTLE
from rules.wod2004.forecast.forecaster import FORECASTER
from rules.wod2004.options import Options
from rules.wod2004.raising import Experience
from rules.wod2004.recovery import Recovery
from rules.wod2004.sheet.sheets import SHEETS

FACE = Face(
    page=("#eceef1", "#0f1216"),
    leaf=("#f8f9fb", "#161a1f"),
    sunk=("#e5e8ec", "#1f242b"),
    rule=("#cfd4da", "#343b45"),
    accent=("#37506d", "#a9bfdb"),
    sign="M3 0H13L11 6H9V13H12V16H4V13H7V6H5Z",
    numerals="lining-nums",
)
"""Concrete and street lamps."""

SYSTEM = System(
    key="wod2004",
    name="World of Darkness (2004)",
    options=Options,
    sheets=SHEETS,
    rolls=RollRules(Request, rolls.fields, rolls.pool, rolls.odds, rolls.roll, rolls.name_specialties, target=TARGET),
    battle=BATTLE,
    conformance=LazyKinds("rules.wod2004.conformance"),
    command=COMMAND,
    tasks=Tasks(),
    experience=Experience(SHEETS),
    recovery=Recovery(),
    forecaster=FORECASTER,
    strike=STRIKE,
    face=FACE,
)
