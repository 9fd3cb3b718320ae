"""Joining a battle, and beginning it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.battle.moves import AddCombatant
from rules.battle.play import Play
from rules.battle.roster import audience_of
from rules.wod2004 import events as e
from rules.wod2004.decide.guards import tell
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.parse import has_merit, parse, specialties
from rules.wod2004.state.battle import State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.timing import Contender, Initiative, roll_initiative
from rules.wod2004.traits import ALL_ATTRIBUTES, ALL_SKILLS


def make_combatant(state: State, move: AddCombatant) -> Combatant:
    """Return the combatant of a sheet. Raises `BadInput` for a bad sheet."""
    sheet = parse(move.sheet)
    traits = {name: sheet.attribute(name) for name in ALL_ATTRIBUTES}
    traits |= {name: sheet.skill(name) for name in ALL_SKILLS if sheet.skill(name)}
    special = {name: ", ".join(specialties(sheet, name)) for name in ALL_SKILLS}
    boxes = derived.health(sheet, state.options).total
    return Combatant(
        id=move.id,
        name=move.name,
        side=move.side,
        character=move.character,
        being=sheet.being,
        extra=sheet.extra,
        traits=traits,
        specialties={name: text for name, text in special.items() if text},
        arms=sheet.arms(),
        suit=sheet.suit(),
        boxes=boxes,
        willpower_dots=derived.willpower(sheet).total,
        base_defense=derived.defense(sheet),
        speed=derived.sheet_speed(sheet).total,
        initiative_modifier=derived.initiative(sheet).total,
        quick_draw=has_merit(sheet, "quick draw"),
        hidden=move.hidden,
        track=derived.track_of(sheet)[:boxes],
        willpower=sheet.willpower_points,
        fuel=sheet.fuel,
        fuel_maximum=sheet.fuel_maximum,
        fuel_name=sheet.fuel_name,
        powers=sheet.powers,
        spent=sheet.powers_spent,
        willpower_lost=sheet.willpower_lost,
        drawn=sheet.in_hand,
        sheet=replace(sheet, concept="", flaws="", derangements="", notes=""),  # a battle does not use these
    )


def roll_for(play: Play[State], ids: Iterable[str]) -> None:
    """Roll initiative for these combatants, and break ties also with those who have rolled before (WD-161)."""
    state = play.state
    contenders = [Contender(id, state.get(id).initiative_modifier) for id in ids]
    standing = {c.id: c.initiative for c in state.combatants if c.initiative and not c.delayed and not c.left}
    fallen = roll_initiative(contenders, play.roller, standing)
    everyone = {**standing, **fallen}
    play.emit(*[_initiative(state, state.get(id), fallen[id], everyone) for id in fallen])


def _initiative(
    state: State, actor: Combatant, own: Initiative, everyone: Mapping[str, Initiative]
) -> e.InitiativeRolled:
    level = [
        state.get(id) for id, other in everyone.items() if (other.total, other.modifier) == (own.total, own.modifier)
    ]
    # Tie-break dice with a hidden combatant would reveal it.
    told = tell(actor, audience_of(actor) if actor.initiative is None else audience_of(*level), "")
    return e.InitiativeRolled(**told, initiative=own, ties_open=not any(other.hidden for other in level))
