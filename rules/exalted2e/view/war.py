"""Units as a seat sees them, and what happens to them in sentences."""

from rules.battle.lines import Lines, by, either, says
from rules.exalted2e.events import war as ev
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.unit import Unit, compute_endurance, count_bodies
from rules.exalted2e.state import Combatant
from rules.text import Text, verbatim
from rules.view import StatView, UnitView

_result = says(
    "{n} success against difficulty {n2}", "{n} successes against difficulty {n2}", n="total", n2="difficulty"
)
say_obeyed = either(
    "formation",
    either(
        "success",
        says("{who}’s unit changes formation to {name}: {result}.", name="formation", result=_result),
        says("{who}’s unit does not change formation: {result}.", result=_result),
    ),
    either(
        "success",
        says("{who} rallies the unit: {result}.", result=_result),
        says("{who} fails to rally the unit: {result}.", result=_result),
    ),
)
"""What came of an order to a unit (2E-505)."""
say_nerve = either(
    "pool",
    either(
        "stands",
        says("{who}’s unit holds against {foe}: {result}.", result=_result),
        says("{who}’s unit refuses to fight {foe}: {result}.", result=_result),
    ),
    says("{who}’s unit holds: its morale is high enough against {foe}."),
)
"""What came of the morale of a unit (2E-485)."""
LINES: Lines = {
    ev.KindSet: by(
        "battle",
        {
            "war": says("Mass combat, in long ticks."),
            "debate": says("Social combat, in long ticks."),
        },
        says("Combat between individuals, in ticks."),
    ),
    ev.UnitFormed: either(
        "unit.magnitude",
        either(
            "unit.name",
            says("{who} commands {name}, Magnitude {n}.", name="unit.name", n="unit.magnitude"),
            says("{who} commands a unit of Magnitude {n}.", n="unit.magnitude"),
        ),
        says("{who} no longer commands a unit."),
    ),
    ev.UnitOrdered: say_obeyed,
}
"""The sentences of what happens to units, and of the kind of battle."""


def draw_unit(options: Options, actor: Combatant) -> UnitView | None:
    """Return the ranks of a unit as everyone sees them: one for each Magnitude, and what damage has thinned."""
    unit = actor.unit
    if unit is None:
        return None
    return {
        "name": unit.name,
        "size": unit.magnitude,
        "most": max(unit.magnitude, actor.sheet.unit.magnitude),
        "lost": min(unit.lost, options.magnitude_levels - 1),
        "each": options.magnitude_levels,
        "words": count_bodies(unit.magnitude),
        "formation": unit.formation,
    }


def list_figures(actor: Combatant, unit: Unit) -> list[StatView]:
    """Return the figures of a unit, for those who may know them (2E-502)."""
    stamina, resistance = actor.sheet.attribute("stamina"), actor.sheet.ability("resistance")
    endurance = compute_endurance(unit.magnitude, unit.drill, stamina, resistance)
    pairs = (
        (Text("Close attack/damage"), unit.close_attack, unit.close_damage),
        (Text("Ranged attack/damage"), unit.ranged_attack, unit.ranged_damage),
    )
    return [
        StatView(label=Text("Magnitude"), value=unit.magnitude),
        StatView(label=Text("Drill"), value=unit.drill),
        StatView(label=Text("Might"), value=unit.might),
        StatView(label=Text("Endurance"), value=endurance),
        *(StatView(label=label, value=verbatim(f"+{attack}/+{damage}")) for label, attack, damage in pairs),
        StatView(label=Text("Armor of the unit"), value=unit.armor),
        StatView(label=Text("Morale"), value=unit.morale),
    ]
