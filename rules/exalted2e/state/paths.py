"""The fields of a sheet that the battle keeps, and how they are read and set (2E-032, 2E-033, 2E-165, 2E-442)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.battle.figures import Figure, make_dots, make_figure, make_spent
from rules.exalted2e.health.track import find_body_fate
from rules.exalted2e.state.combatant import Combatant
from rules.exalted2e.traits import VIRTUES, label
from rules.sheets.fate import UNCONSCIOUS, make_fate_figure
from rules.text import Text


def _mark(actor: Combatant, marks: str) -> Combatant:
    size = len(actor.health.boxes)
    boxes = "".join(mark for mark in marks if mark in ".BLA")[:size].ljust(size, ".")
    return replace(actor, health=replace(actor.health, boxes=boxes))


def _write_fate(actor: Combatant, fate: str) -> Combatant:
    health = replace(actor.health, dead=fate == "dead", unconscious=fate == UNCONSCIOUS)
    return replace(actor, health=health)


def _channels(virtue: str) -> Figure[Combatant]:
    def write(actor: Combatant, value: int) -> Combatant:
        return replace(actor, sheet=replace(actor.sheet, channels={**actor.sheet.channels, virtue: value}))

    return Figure(
        Text("{virtue} channeled", virtue=label(virtue)), lambda combatant: combatant.sheet.channels[virtue], write
    )


def _never(actor: Combatant) -> bool:
    """Return that the battle's `take_home` decides, since the pools shrink with the dots of Willpower (2E-033)."""
    return False


FIGURES: Final[Mapping[str, Figure[Combatant]]] = {
    "health": Figure(Text("Health"), lambda combatant: combatant.health.boxes, _mark, open=True),
    "fate": make_fate_figure(lambda combatant: find_body_fate(combatant.health), _write_fate),
    "willpower_points": make_figure(Text("Willpower"), "willpower"),
    "personal": make_figure(Text("Personal motes"), "personal"),
    "peripheral": make_figure(Text("Peripheral motes"), "peripheral"),
    "personal_committed": make_figure(Text("Personal motes committed"), "sheet.personal_committed", _never),
    "peripheral_committed": make_figure(Text("Peripheral motes committed"), "sheet.peripheral_committed", _never),
    "willpower": make_dots("sheet.willpower", "willpower_lost", _never),
    "powers_spent": make_spent("sheet.powers_spent"),
    **{f"channels.{virtue}": _channels(virtue) for virtue in VIRTUES},
}
"""By the dotted path of the sheet."""
