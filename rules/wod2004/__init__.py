"""World of Darkness (2004): the Storytelling System, mortals and whatever they meet."""

from rules.system import SheetRules, System
from rules.wod2004.actions.command import COMMAND
from rules.wod2004.actions.rolls import ROLLS
from rules.wod2004.actions.tasks import TASKS
from rules.wod2004.battle import BATTLE
from rules.wod2004.conformance import CONFORMANCE
from rules.wod2004.options import Options
from rules.wod2004.raising import EXPERIENCE
from rules.wod2004.recovery import RECOVERY
from rules.wod2004.sheet.archetypes import ARCHETYPES, as_extra, blank
from rules.wod2004.sheet.arms import list_arms
from rules.wod2004.sheet.creation import hold_against_budget
from rules.wod2004.sheet.derived import derived
from rules.wod2004.sheet.layout import layout
from rules.wod2004.sheet.parse import parse
from rules.wod2004.sheet.powers import POWERS

SYSTEM = System(
    key="wod2004",
    name="World of Darkness (2004)",
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
        is_extra=lambda sheet: sheet.extra,
    ),
    rolls=ROLLS,
    battle=BATTLE,
    conformance=CONFORMANCE,
    command=COMMAND,
    tasks=TASKS,
    experience=EXPERIENCE,
    recovery=RECOVERY,
)
