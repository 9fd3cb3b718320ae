"""A plain action with dice: a leap, a search, a shout; and the defenses that such an action stores or must beat."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.ids import opaque
from rules.pool import Pool
from rules.powers import Switched
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.actions import rolls
from rules.wod2004.actions.instant import roll_dice
from rules.wod2004.decide.common import about
from rules.wod2004.decide.guards import (
    MAX_NAME,
    check_range,
    check_text,
    find_combatant,
    find_with_action,
    require_no_prompt,
    require_storyteller,
)
from rules.wod2004.decide.powers import get_quality, power_dice, read_powers, with_cost
from rules.wod2004.decide.rolling import check_willpower, exchange_id
from rules.wod2004.fighting import sheet_of, suffer_as
from rules.wod2004.sheet.derived import boxes_of
from rules.wod2004.sheet.model import Attributes, Sheet, Skills, Specialties
from rules.wod2004.state import Combatant, State, StoredDefense, list_defenses
from rules.wod2004.traits import ALL_ATTRIBUTES, ALL_SKILLS

MAX_STORED: Final = rolls.BOUNDS["stored"][1]
MAX_DEFENSES: Final = 20
NOTHING: Final = StoredDefense("", "", "", -1)
"""What a roll beats that has nothing to beat."""


def take_action(state: State, seat: Seat, move: m.TakeAction, roller: Roller) -> list[Event]:
    """Any other instant action (WD-040, WD-061); it may store its successes, or challenge a stored defense (WD-111)."""
    actor = find_with_action(state, seat, move.actor)
    beats = find_defense(state, seat, move.against) if move.against else NOTHING
    if move.store:
        check_store(state, actor, move.store)
    pool, on = build_action(state, actor, move)
    result = roll_dice(pool.total, roller, get_quality(on))
    rolled = e.Rolled(pool, result.dice, result.successes, rolls.outcome_of(result, beats.successes + 1))
    makers = [state.get(beats.maker)] if beats.maker else []
    fact = e.ActionRolled(
        **about(actor, *makers), exchange=exchange_id(actor), title=pool.title, roll=rolled, against=beats.name
    )
    events = with_cost(state, actor, fact, willpower=move.willpower, on=on)
    if move.store and not result.is_dramatic:
        events.append(_stored(actor, move.store, result.successes, is_open=not actor.hidden))
    return events


def build_action(state: State, actor: Combatant, move: m.TakeAction) -> tuple[Pool, Switched]:
    """The pool as the roll pad builds it, under what weighs on the actor, with the powers that count."""
    if move.willpower:
        check_willpower(actor, "dice")
    request = suffer_as(state, actor, _request(move))
    on = read_powers(actor, move.powers, "roll", willpower=move.willpower)
    request = replace(request, conditions=(*request.conditions, *power_dice(on)))
    return rolls.pool(read_sheet(actor), request, state.options), on


def _request(move: m.TakeAction) -> rolls.Request:
    return rolls.Request(
        attribute=move.attribute,
        second=move.skill,
        specialty=move.specialty,
        willpower=move.willpower,
        tools=move.tools,
        circumstances=move.modifier,
        resistance=move.resistance,
    )


def read_sheet(actor: Combatant) -> Sheet:
    """The sheet with the figures of the fight; one who was stored without a sheet has the traits that were copied."""
    known = sheet_of(actor)
    if known is not None:
        return known
    traits: Mapping[str, int] = {name: actor.dots(name) for name in (*ALL_ATTRIBUTES, *ALL_SKILLS)}
    return Sheet(
        attributes=Attributes(**{name: traits[name] for name in ALL_ATTRIBUTES}),
        skills=Skills(**{name: traits[name] for name in ALL_SKILLS}),
        specialties=Specialties(**actor.specialties),
        willpower_points=actor.willpower,
        size=actor.boxes - actor.dots("stamina"),
        health=boxes_of(actor.track, actor.boxes),
    )


def find_defense(state: State, seat: Seat, id: str) -> StoredDefense:
    """The stored defense of this id, if the seat may know of who made it."""
    for stored in list_defenses(state, seat):
        if stored.id == id:
            return stored
    raise IllegalMove("no_defense", "There is no such stored defense here.")


def check_store(state: State, maker: Combatant, name: str) -> None:
    """Refuse a name that is none, and more defenses than a battle holds; one of the same name replaces the old one."""
    check_text("The name of the defense", name, MAX_NAME)
    others = [stored for stored in state.defenses if stored.id != _defense_id(maker, name)]
    if len(others) >= MAX_DEFENSES:
        raise IllegalMove("too_many", f"A battle holds {MAX_DEFENSES} stored defenses.")


def set_defense(state: State, seat: Seat, move: m.SetDefense, roller: Roller) -> list[Event]:
    """A defense that was made before the battle: the Storyteller says with how many successes (WD-111)."""
    require_storyteller(seat)
    maker = find_combatant(state, seat, move.actor)
    require_no_prompt(state)
    check_range("The successes", move.successes, 0, MAX_STORED)
    check_store(state, maker, move.name)
    return [_stored(maker, move.name, move.successes, is_open=False)]


def drop_defense(state: State, seat: Seat, move: m.DropDefense, roller: Roller) -> list[Event]:
    """A stored defense is no more."""
    require_storyteller(seat)
    require_no_prompt(state)
    stored = find_defense(state, seat, move.defense)
    return [e.DefenseDropped(**about(state.get(stored.maker)), defense=stored.id, name=stored.name)]


def _stored(maker: Combatant, name: str, successes: int, *, is_open: bool) -> e.DefenseStored:
    name = name.strip()
    stored = StoredDefense(_defense_id(maker, name), name, maker.id, successes, is_open)
    return e.DefenseStored(**about(maker), defense=stored)


def _defense_id(maker: Combatant, name: str) -> str:
    return opaque(maker.id, "stored", name.strip())
