"""Exalted, Third Edition: rounds by Initiative, withering and decisive attacks, Crash, Break and Shift."""

from rules.system import System

from .actions.command import COMMAND
from .actions.request import ROLLS
from .actions.tasks import TASKS
from .battle import BATTLE
from .conformance import CONFORMANCE
from .options import Options
from .raising import EXPERIENCE
from .recovery import RECOVERY
from .sheet import SHEETS

SYSTEM = System(
    key="exalted3e",
    name="Exalted, Third Edition",
    options=Options,
    sheets=SHEETS,
    rolls=ROLLS,
    battle=BATTLE,
    conformance=CONFORMANCE,
    command=COMMAND,
    tasks=TASKS,
    experience=EXPERIENCE,
    recovery=RECOVERY,
)
