"""The figures of the sheet that the battle keeps (WD-050, WD-170, WD-230)."""

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Final

from rules.battle.figures import Figure, make_figure, make_spent
from rules.sheets.fate import UNCONSCIOUS, make_fate_figure
from rules.text import Text
from rules.wod2004.sheet.derived import boxes_of
from rules.wod2004.state.combatant import Combatant
from rules.wounds import STROKES, rewrite_track


def _mark(actor: Combatant, boxes: str) -> Combatant:
    return actor.with_track(rewrite_track(boxes, STROKES)[: actor.boxes])


def _lose_dots(actor: Combatant, value: int) -> Combatant:
    lost = value - actor.willpower_lost - actor.dots_paid
    return replace(actor, dots_paid=actor.dots_paid + lost, willpower_dots=actor.willpower_dots - lost)


def _write_fate(actor: Combatant, fate: str) -> Combatant:
    return replace(actor, dead=fate == "dead", unconscious=fate == UNCONSCIOUS)


FIGURES: Final[Mapping[str, Figure[Combatant]]] = {
    "health": Figure(Text("Health"), lambda combatant: boxes_of(combatant.track, combatant.boxes), _mark, open=True),
    "fate": make_fate_figure(attrgetter("fate"), _write_fate),
    "willpower_points": make_figure(Text("Willpower"), "willpower"),
    "willpower_lost": Figure(
        Text("Willpower dots lost"),
        lambda combatant: combatant.willpower_lost + combatant.dots_paid,
        _lose_dots,
        goes_home=attrgetter("dots_paid"),
    ),
    "fuel": make_figure(Text("Points of the pool"), "fuel", attrgetter("fuel_maximum")),
    "powers_spent": make_spent("spent"),
}
"""By the dotted path in the sheet."""
