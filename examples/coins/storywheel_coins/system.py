"""The record of the toy."""

from rules.system import System
from storywheel_coins.battle import BATTLE
from storywheel_coins.conformance import CONFORMANCE
from storywheel_coins.options import Options
from storywheel_coins.raising import Experience
from storywheel_coins.recovery import Recovery
from storywheel_coins.rolls import COMMAND, ROLLS
from storywheel_coins.sheet import SHEETS
from storywheel_coins.tasks import Tasks

SYSTEM = System(
    key="coins",
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
