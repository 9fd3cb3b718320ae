"""The fields of a sheet that the battle keeps, and how they are read and set (2E-032, 2E-033, 2E-165, 2E-442)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.battle import Json
from rules.battle.figures import Figure, make_figure
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.state.combatant import Combatant
from rules.exalted2e.traits import VIRTUES, label
from rules.text import Text


def _held(label: Text, name: str, read: Callable[[Sheet], Json]) -> Figure[Combatant]:
    """Return a figure that the combatant's sheet keeps."""

    def write(one: Combatant, value: Json) -> Combatant:
        changes: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value}
        return replace(one, sheet=replace(one.sheet, **changes))

    return Figure(label, lambda one: read(one.sheet), write)


def _channel(virtue: str) -> Figure[Combatant]:
    def write(one: Combatant, value: int) -> Combatant:
        changes: dict[str, Any] = {virtue: value}
        return replace(one, sheet=replace(one.sheet, channels=replace(one.sheet.channels, **changes)))

    return Figure(
        Text("{virtue} channeled", virtue=label(virtue)), lambda one: getattr(one.sheet.channels, virtue), write
    )


def _mark(one: Combatant, marks: str) -> Combatant:
    size = len(one.health.boxes)
    boxes = "".join(mark for mark in marks if mark in ".BLA")[:size].ljust(size, ".")
    return replace(one, health=replace(one.health, boxes=boxes))


def _lose_dots(one: Combatant, value: int) -> Combatant:
    lost = one.willpower_lost + one.sheet.willpower - value
    return replace(one, sheet=replace(one.sheet, willpower=value), willpower_lost=lost)


FIGURES: Final[Mapping[str, Figure[Combatant]]] = {
    "health": Figure(Text("Health"), lambda one: one.health.boxes, _mark, open=True),
    "willpower_points": make_figure(Text("Willpower"), "willpower"),
    "personal": make_figure(Text("Personal motes"), "personal"),
    "peripheral": make_figure(Text("Peripheral motes"), "peripheral"),
    "personal_committed": _held(Text("Personal motes committed"), "personal_committed", lambda s: s.personal_committed),
    "peripheral_committed": _held(
        Text("Peripheral motes committed"), "peripheral_committed", lambda sheet: sheet.peripheral_committed
    ),
    "willpower": Figure(Text("Dots of Willpower"), lambda one: one.sheet.willpower, _lose_dots),
    "powers_spent": _held(Text("Powers used up"), "powers_spent", lambda sheet: list(sheet.powers_spent)),
    **{f"channels.{virtue}": _channel(virtue) for virtue in VIRTUES},
}
"""By the dotted path of the sheet."""
