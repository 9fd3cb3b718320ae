"""The record of the toy."""

from rules.system import System

from .battle import BATTLE
from .conformance import CONFORMANCE
from .options import Options
from .raising import Experience
from .recovery import Recovery
from .rolls import COMMAND, ROLLS
from .sheet import SHEETS
from .tasks import Tasks

SYSTEM = System(
    key="toy",
    name="Coins",
    options=Options,
    sheets=SHEETS,
    rolls=ROLLS,
    battle=BATTLE,
    conformance=CONFORMANCE,
    command=COMMAND,
    tasks=Tasks(),
    experience=Experience(SHEETS),
    recovery=Recovery(),
)
