"""The figures of a sheet that the battle keeps, and how to read and set them (V20-084, 182, 203)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.battle.figures import Figure, make_dots, make_figure, make_spent
from rules.text import Text
from rules.v20da.health.levels import read_track, settle
from rules.v20da.state.model import Combatant


def _mark(actor: Combatant, track: str) -> Combatant:
    return replace(actor, health=settle(read_track(actor.sheet.being, track), actor.blood))


def _set_blood(actor: Combatant, points: int) -> Combatant:
    spent = max(0, actor.blood - points)
    return replace(actor, blood=points, blood_spent=actor.blood_spent + spent, health=settle(actor.health, points))


FIGURES: Final[Mapping[str, Figure[Combatant]]] = {
    "health": Figure(Text("Health"), lambda one: one.health.track, _mark, open=True),
    "willpower_points": make_figure(Text("Willpower"), "willpower"),
    "blood": Figure(Text("Blood"), lambda one: one.blood, _set_blood),
    "willpower": make_dots("sheet.willpower", "dots_paid"),
    "powers_spent": make_spent("sheet.powers_spent"),
}
"""By the dotted path of the sheet."""
