"""Vectors of mass combat: ops of the kinds attack, pool, roll and tick (2E-500 to 2E-505)."""

from dataclasses import replace
from typing import Annotated, Literal

from rules.conformance import Range, Result, pick
from rules.dice import Roller
from rules.exalted2e.actions.morale import needs_valor_check
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.actions.rolling import roll as roll_dice
from rules.exalted2e.attack.figures import build_attack_pool
from rules.exalted2e.attack.units import find_edge, find_rout_difficulty
from rules.exalted2e.conformance import attack, pool, roll, tick
from rules.exalted2e.health.track import Health
from rules.exalted2e.options import Options
from rules.exalted2e.pools import join_battle, join_war, steady_unit
from rules.exalted2e.sheet import unit as units
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.state import Combatant, DeclaredAttack
from rules.exalted2e.traits import Being

Dots = Annotated[int, Range(0, 10)]
Bodies = Annotated[int, Range(1, 10_000)]
Size = Annotated[int, Range(0, units.MAX_MAGNITUDE)]


@attack.kind("attack", op="unit")
def _unit(
    *,
    dexterity: Dots,
    ability: Dots,
    war: Dots,
    magnitude: Size = 0,
    foe_magnitude: Size = 0,
    might: Dots = 0,
    rating: Dots = 0,
    being: Being = "exalt",
    war_limit: Literal["ability", "pool"] = "ability",
    solo_war_limit: bool = True,
) -> Result:
    """Return the pool of a commander's attack in close combat, before Accuracy, with its bonus and lost successes."""
    blank = Sheet(being=being)
    sheet = replace(
        blank,
        attributes={**blank.attributes, "dexterity": dexterity},
        abilities={**blank.abilities, "martial_arts": ability, "war": war},
    )
    unit = units.Unit(magnitude=magnitude, might=might, close_attack=rating)
    actor = Combatant("a", "A", "red", None, sheet, Health(), unit=unit)
    declared = DeclaredAttack("x", "a", "b", "none", "martial_arts", edge=find_edge(magnitude, foe_magnitude))
    options = Options(war_limit=war_limit, solo_war_limit=solo_war_limit)
    return pick(build_attack_pool(actor, declared, options), "bonus_successes", "external", pool="total")


@attack.kind("attack", op="loss")
def _loss(
    *,
    magnitude: Size,
    levels: Annotated[int, Range(0, 1000)],
    lost: Annotated[int, Range(0, units.MAX_LOST)] = 0,
    each: Annotated[int, Range(1, 20)] = 7,
    foe_magnitude: Size = 0,
) -> Result:
    """Return a unit after damage, and the difficulty of its morale against this foe."""
    after = units.lose_levels(units.Unit(magnitude=magnitude, lost=lost), levels, each)
    return {**pick(after, "magnitude", "lost"), "difficulty": find_rout_difficulty(foe_magnitude, after.magnitude)}


@pool.kind("pool", op="unit")
def _figures(
    *, bodies: Annotated[int, Range(1, 10_000)], drill: Dots = 0, stamina: Dots = 0, resistance: Dots = 0
) -> Result:
    """Return the Magnitude of a unit, its Endurance and the difficulty of an order to it."""
    magnitude = units.find_magnitude(bodies)
    endurance = units.compute_endurance(magnitude, drill, stamina, resistance)
    order = units.find_command_difficulty(magnitude, drill)
    return {"magnitude": magnitude, "endurance": endurance, "difficulty": order}


@roll.kind("roll", op="morale")
def _morale(roller: Roller, *, morale: Dots, difficulty: Annotated[int, Range(1, 5)]) -> Result:
    """Roll the morale of a unit, unless it exceeds the difficulty."""
    if not needs_valor_check(morale, difficulty):
        return {"rolled": False, "stands": True}
    counted = roll_dice(steady_unit(morale).dice, face_rule("exalt"), roller, difficulty=difficulty)
    return {"rolled": True, "stands": counted.is_success}


@tick.kind("tick", op="war")
def _join(
    *,
    wits: Dots,
    war: Dots,
    magnitude: Size = 0,
    less_magnitude: bool = True,
    awareness: Dots = 0,
    solo: bool = False,
    apart: bool = False,
) -> Result:
    """Return the pool of a mortal who joins a war: with a unit Wits + War, without one or apart Wits + Awareness."""
    blank = Sheet(being="heroic_mortal")
    abilities = {**blank.abilities, "war": war, "awareness": awareness}
    sheet = replace(blank, attributes={**blank.attributes, "wits": wits}, abilities=abilities)
    if solo or apart:
        return {"pool": join_battle(sheet).total}
    return {"pool": join_war(sheet, 0, magnitude if less_magnitude else 0).total}


KINDS = {**attack.kind, **pool.kind, **roll.kind, **tick.kind}
"""The four kinds, with the ops of mass combat and their own."""
