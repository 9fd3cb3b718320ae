"""Joining, starting, surprise, hiding, leaving and the end."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.battle import Event, Json, Seat
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.actions.instant import roll_dice
from rules.wod2004.apply import apply
from rules.wod2004.decide.common import about, named
from rules.wod2004.decide.guards import (
    ID,
    MAX_NAME,
    check_range,
    check_text,
    find_combatant,
    find_own,
    require_no_prompt,
    require_running,
    require_storyteller,
)
from rules.wod2004.decide.rolling import rolled, ruling_terms
from rules.wod2004.pools import MODIFIER_LIMIT
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import has_merit, parse, specialties
from rules.wod2004.state import Combatant, State, audience_of
from rules.wod2004.timing import Contender, Initiative, roll_initiative, surprise_pool, turns_lost
from rules.wod2004.traits import ALL_ATTRIBUTES, ALL_SKILLS

MAX_COMBATANTS = 60


def add(state: State, seat: Seat, move: m.AddCombatant, roller: Roller) -> list[Event]:
    """Bring someone in; in a running battle it rolls initiative at once."""
    require_storyteller(seat)
    if not ID.fullmatch(move.id):
        raise BadInput("bad_id", "An id is 1 to 40 letters, digits, - or _.")
    if state.find(move.id):
        raise BadInput("id_taken", f"There is a combatant {move.id} already.")
    if len(state.combatants) >= MAX_COMBATANTS:
        raise IllegalMove("too_many", f"A battle holds {MAX_COMBATANTS} combatants.")
    check_text("The name", move.name, MAX_NAME)
    check_text("The side", move.side, MAX_NAME)
    if move.character is not None:
        check_text("The character", move.character, MAX_NAME)
    added = make_combatant(move, parse(move.sheet), state)
    joined: list[Event] = [e.CombatantAdded(combatant=added, audience=audience_of(added))]
    if state.phase == "running":
        joined += _roll_for(apply(state, joined[0]), [added.id], roller)
    return joined


def make_combatant(move: m.AddCombatant, sheet: Sheet, state: State) -> Combatant:
    """The combatant that a sheet makes."""
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
        sheet=replace(sheet, concept="", flaws="", derangements="", notes=""),  # a battle asks for none of it
    )


def start(state: State, seat: Seat, move: m.StartBattle, roller: Roller) -> list[Event]:
    """Everyone rolls initiative, the first turn begins (WD-160)."""
    require_storyteller(seat)
    if state.phase != "setup":
        raise IllegalMove("started", "The battle has begun already.")
    if not state.combatants:
        raise IllegalMove("nobody", "Bring someone in first.")
    fighters = [c.id for c in state.combatants if not c.left]
    return [e.BattleStarted(), *_roll_for(state, fighters, roller), e.TurnBegan(turn=1)]


def _roll_for(state: State, ids: list[str], roller: Roller) -> list[Event]:
    contenders = [Contender(id, state.get(id).initiative_modifier) for id in ids]
    standing = {c.id: c.initiative for c in state.combatants if c.initiative and not c.delayed and not c.left}
    fallen = roll_initiative(contenders, roller, standing)
    everyone = {**standing, **fallen}
    return [_initiative(state, state.get(id), fallen[id], everyone) for id in fallen]


def _initiative(state: State, who: Combatant, own: Initiative, everyone: Mapping[str, Initiative]) -> Event:
    level = [
        state.get(id) for id, other in everyone.items() if (other.total, other.modifier) == (own.total, own.modifier)
    ]
    return e.InitiativeRolled(
        **named(who),
        initiative=own,
        ties_open=not any(other.hidden for other in level),
        # Dice thrown again for a tie with someone hidden would tell of him.
        audience=audience_of(who) if who.initiative is None else audience_of(*level),
    )


def check_surprise(state: State, seat: Seat, move: m.CheckSurprise, roller: Roller) -> list[Event]:
    """A roll to notice an ambush; it must fall before the combatant acts (WD-165)."""
    require_storyteller(seat)
    actor = find_combatant(state, seat, move.actor)
    require_no_prompt(state)
    check_range("The modifier", move.modifier, -MODIFIER_LIMIT, MODIFIER_LIMIT)
    if reason := no_surprise(actor):
        raise IllegalMove("no_surprise", reason)
    bonuses, penalties = ruling_terms(move.modifier)
    pool = surprise_pool(actor.dots("wits"), actor.dots("composure"), bonuses, [*actor.penalties(), *penalties])
    result = roll_dice(pool.total, roller)
    warned: tuple[str, ...] = ()
    if result.outcome == "exceptional":
        warned = tuple(c.id for c in state.combatants if c.side == actor.side and c.surprised and c.id != actor.id)
    companions = [state.get(id) for id in warned]
    return [
        e.SurpriseRolled(
            **about(actor, *companions),
            roll=rolled(pool, result),
            turns=turns_lost(result, state.options.dramatic_surprise_turns),
            warned=warned,
        )
    ]


def no_surprise(actor: Combatant) -> str:
    """Why nobody can take this combatant by surprise now, or an empty string."""
    if actor.acted or actor.done:
        return f"{actor.name} has acted in this turn and is not surprised any more."
    return f"{actor.name} is out: {actor.out}." if actor.out else ""


def leave(state: State, seat: Seat, move: m.Leave, roller: Roller) -> list[Event]:
    """Leave the battle, before or in it."""
    actor = find_own(state, seat, move.actor)
    require_no_prompt(state)
    if actor.left:
        raise IllegalMove("left", f"{actor.name} has left already.")
    return [e.CombatantLeft(**about(actor))]


def reveal(state: State, seat: Seat, move: m.Reveal, roller: Roller) -> list[Event]:
    """Let everyone see someone."""
    require_storyteller(seat)
    actor = find_combatant(state, seat, move.actor)
    if not actor.hidden:
        raise IllegalMove("not_hidden", f"{actor.name} is not hidden.")
    return [revealed(actor)]


def revealed(actor: Combatant) -> Event:
    """The fact that someone came out of hiding; everyone hears it."""
    return e.CombatantRevealed(**named(actor))


def hide(state: State, seat: Seat, move: m.Hide, roller: Roller) -> list[Event]:
    """Hide someone from those who do not play it."""
    require_storyteller(seat)
    actor = find_combatant(state, seat, move.actor)
    if actor.hidden:
        raise IllegalMove("hidden", f"{actor.name} is hidden already.")
    return [e.CombatantHidden(**about(replace(actor, hidden=True)))]


def end(state: State, seat: Seat, move: m.EndBattle, roller: Roller) -> list[Event]:
    """End the battle; open questions fall away."""
    require_storyteller(seat)
    require_running(state)
    return [e.BattleEnded()]


def outcome(state: State) -> dict[str, dict[str, Json]]:
    """What goes home to the sheets: wounds, Willpower, what is in hand, powers used up; by combatant of a character."""
    return {c.id: _changes(c) for c in _characters(state.combatants)}


def _changes(combatant: Combatant) -> dict[str, Json]:
    return {
        "health": derived.boxes_of(combatant.track, combatant.boxes),
        "willpower_points": combatant.willpower,
        **({"powers_spent": list(combatant.spent)} if combatant.spent else {}),
        **({"willpower_lost": combatant.willpower_lost + combatant.dots_paid} if combatant.dots_paid else {}),
        "in_hand": combatant.drawn,
        **({"fuel": combatant.fuel} if combatant.fuel_maximum else {}),
    }


def _characters(combatants: Iterable[Combatant]) -> Iterable[Combatant]:
    return (c for c in combatants if c.character is not None)
