"""The figures of a sheet that the battle keeps, and how to read and set them (V20-084, 182, 203)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.battle.figures import Figure, make_dots, make_figure, make_spent
from rules.sheets.fate import make_fate_figure
from rules.text import Text
from rules.v20da.health.fate import LASTING, STAKED, give_condition
from rules.v20da.health.levels import parse_track, settle
from rules.v20da.state.model import Combatant


def _mark(actor: Combatant, track: str) -> Combatant:
    """Mark the boxes. A lasting condition stays, unless it was the boxes and the blood that said it."""
    was, health = actor.health, settle(parse_track(actor.sheet.being, track), actor.blood)
    said = settle(give_condition(was, ""), actor.blood).condition
    stays = was.condition in LASTING and was.condition != said
    return replace(actor, health=give_condition(health, was.condition) if stays else health)


def _set_blood(actor: Combatant, points: int) -> Combatant:
    spent = max(0, actor.blood - points)
    return replace(actor, blood=points, blood_spent=actor.blood_spent + spent, health=settle(actor.health, points))


def find_fate(actor: Combatant) -> str:
    """Return the fate that the combatant takes home, or an empty text."""
    return actor.health.condition if actor.health.condition in LASTING else ""


def is_staked(actor: Combatant) -> bool:
    """Return whether a stake is in the heart (V20-162)."""
    return STAKED in actor.conditions


def stake(actor: Combatant, is_staked: bool) -> Combatant:
    """Return the combatant with the stake in the heart, or without it."""
    others = tuple(condition for condition in actor.conditions if condition != STAKED)
    return replace(actor, conditions=(*others, STAKED) if is_staked else others)


def put_condition(actor: Combatant, condition: str) -> Combatant:
    """Return the combatant with a lasting condition of the body, or with what its boxes and its blood say."""
    health = give_condition(actor.health, condition)
    return replace(actor, health=health if condition else settle(health, actor.blood), grace=None)


def _write_fate(actor: Combatant, fate: str) -> Combatant:
    """Write the fate. Fights that were stored before the stake was a fact of its own wrote it as a fate."""
    return stake(put_condition(actor, ""), True) if fate == STAKED else put_condition(actor, fate)


def _goes_home_staked(actor: Combatant) -> bool:
    return is_staked(actor) or actor.sheet.staked


FIGURES: Final[Mapping[str, Figure[Combatant]]] = {
    "health": Figure(Text("Health"), lambda combatant: combatant.health.track, _mark, open=True),
    "willpower_points": make_figure(Text("Willpower"), "willpower"),
    "fate": make_fate_figure(find_fate, _write_fate),
    "staked": Figure(Text("Staked"), is_staked, stake, open=True, goes_home=_goes_home_staked),
    "blood": Figure(Text("Blood"), lambda combatant: combatant.blood, _set_blood),
    "willpower": make_dots("sheet.willpower", "dots_paid"),
    "powers_spent": make_spent("sheet.powers_spent"),
}
"""By the dotted path of the sheet."""
