"""The sheet's values that the battle keeps, and how it reads and sets them (3E-028, 3E-339, 3E-342)."""

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Final

from rules.battle.figures import Figure, make_dots, make_figure, make_spent
from rules.exalted3e.health import FATES, say_boxes
from rules.exalted3e.state.combatant import Combatant
from rules.sheets.fate import make_fate_figure
from rules.text import Text
from rules.wounds import SMALL


def _mark(actor: Combatant, marks: str) -> Combatant:
    bashing, lethal, aggravated = (marks.count(mark) for mark in SMALL)
    return replace(actor, health=replace(actor.health, bashing=bashing, lethal=lethal, aggravated=aggravated))


def _write_fate(actor: Combatant, fate: str) -> Combatant:
    return replace(actor, out=fate or ("" if actor.out in FATES else actor.out))


FIGURES: Final[Mapping[str, Figure[Combatant]]] = {
    "health.marks": Figure(
        Text("Health"),
        lambda combatant: say_boxes(combatant.health),
        _mark,
        open=True,
        goes_home=lambda combatant: combatant.group is None,
    ),
    "fate": make_fate_figure(attrgetter("fate"), _write_fate),
    "willpower.current": make_figure(Text("Willpower"), "willpower"),
    "willpower.rating": make_dots("willpower_rating", "willpower_lost"),
    "motes.personal": make_figure(Text("Personal motes"), "personal", attrgetter("has_motes")),
    "motes.peripheral": make_figure(Text("Peripheral motes"), "peripheral", attrgetter("has_motes")),
    "anima": make_figure(Text("Anima"), "anima", attrgetter("has_motes")),
    "powers_spent": make_spent("spent"),
}
"""By the dotted path of the sheet."""
