"""Plain actions with dice (a leap, a search, a shout), and the defenses that they store or must beat."""

from dataclasses import replace
from typing import Final

from rules.battle import Seat
from rules.battle.guards import MAX_NAME, check_text
from rules.battle.play import Play, about
from rules.errors import BadInput, IllegalMove
from rules.ids import opaque
from rules.pool import Pool
from rules.powers import PowerTotals, make_terms
from rules.text import Text
from rules.wod2004 import events as ev
from rules.wod2004 import moves as mv
from rules.wod2004.actions import rolls
from rules.wod2004.actions.instant import roll_dice
from rules.wod2004.actions.request import Request
from rules.wod2004.decide.guards import find_with_action
from rules.wod2004.decide.powers import gather_powers, get_quality, power_dice
from rules.wod2004.decide.resolving import why_no_defense
from rules.wod2004.decide.rolling import check_willpower, emit_roll, exchange_id
from rules.wod2004.defense import defense_against
from rules.wod2004.fighting import sheet_of, suffer_as
from rules.wod2004.sheet.derived import boxes_of
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.state.battle import State, StoredDefense, list_defenses
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.traits import ALL_ATTRIBUTES, ALL_SKILLS

MAX_DEFENSES: Final = 20
NOTHING: Final = StoredDefense("", "", "", -1)
"""The defense of a roll that has none to beat."""


def take_action(play: Play[State], move: mv.TakeAction) -> None:
    """Roll any other instant action (WD-061), which may store its successes or challenge a stored defense (WD-111)."""
    actor, beats, pool, on = build_action(play.state, play.seat, move)
    target = play.state.get(move.target) if move.target else None
    others = [other for other in (play.state.find(beats.maker), target) if other is not None]
    result = roll_dice(pool.total, play.dice(actor, *others), get_quality(on))
    rolled = ev.RollResult(pool, result.dice, result.successes, rolls.outcome_of(result, beats.successes + 1))
    fact = ev.ActionRolled(
        **about(actor, *others),
        exchange=exchange_id(actor),
        title=pool.title,
        roll=rolled,
        against=beats.name,
        target_name=target.name if target else "",
        target_owner=target.character if target else None,
        traits=tuple(filter(None, (move.attribute, move.skill))),
        again=move.retry,
    )
    emit_roll(play, actor, fact, willpower=move.willpower, on=on)
    if move.store and not result.is_dramatic:
        store_defense(play, actor, move.store, result.successes, is_open=not actor.hidden)


def build_action(
    state: State, seat: Seat, move: mv.TakeAction, resistance: int | None = None
) -> tuple[Combatant, StoredDefense, Pool, PowerTotals]:
    """Return the actor, the defense to beat, the pool and the powers. Raises `IllegalMove` or `BadInput`.

    The pool is built as on the roll pad, with the conditions of the fight. `resistance`: what the target resists with,
    in place of the figure that it has.
    """
    actor = find_with_action(state, move.actor)
    beats = find_defense(state, seat, move.against) if move.against else NOTHING
    if move.store:
        _check_store(state, actor, move.store)
    if move.willpower:
        check_willpower(actor, "dice")
    request = Request(
        attribute=move.attribute,
        second=move.skill,
        specialty=move.specialty,
        willpower=move.willpower,
        tools=move.tools,
        circumstances=move.modifier,
        resistance=move.resistance,
        tool=move.tool,
        target=move.target,
        resists=move.resists if move.target else "",
        attempt=max(2, move.attempt) if move.retry else 1,
        opposed=_find_resistance(state, actor, move) if resistance is None else resistance,
    )
    request = suffer_as(state, actor, request)
    on = gather_powers(actor, move.powers, "roll", willpower=move.willpower)
    request = replace(request, conditions=(*request.conditions, *power_dice(on)))
    return actor, beats, rolls.pool(make_fight_sheet(actor), request, state.options), on


def _find_resistance(state: State, actor: Combatant, move: mv.TakeAction) -> int:
    """Return what the target of an action resists with, 0 where there is none. Raises for one without a trait."""
    if not move.target:
        return 0
    if move.target == actor.id:
        raise IllegalMove("own_target", Text("Choose a target other than {who}.", who=actor.name))
    if not move.resists:
        raise BadInput("no_trait", Text("Choose what the target resists with."), key="resists")
    return find_resistance(state.get(move.target), move.resists)


def find_resistance(target: Combatant, trait: str) -> int:
    """Return what someone resists with as it is now: an Attribute, or Defense as it would meet an attack (WD-335)."""
    if trait != "defense":
        return target.dots(trait)
    powers = make_terms(target.standing, "defense", "power", "WD-182")
    denied, now = why_no_defense(target), target.current_defense
    return defense_against(now, target.attacked, dodging=target.dodging, denied=denied, powers=powers).total


def make_fight_sheet(actor: Combatant) -> Sheet:
    """Return the sheet with the figures of the fight, made from the copied traits where the battle stores no sheet."""
    known = sheet_of(actor)
    if known is not None:
        return known
    return Sheet(
        attributes={name: actor.dots(name) for name in ALL_ATTRIBUTES},
        skills={name: actor.dots(name) for name in ALL_SKILLS},
        specialties={**dict.fromkeys(ALL_SKILLS, ""), **actor.specialties},
        willpower_points=actor.willpower,
        size=actor.boxes - actor.dots("stamina"),
        health=boxes_of(actor.track, actor.boxes),
    )


def find_defense(state: State, seat: Seat, id: str) -> StoredDefense:
    """Return the stored defense of this id. Raises `IllegalMove` if the seat may not know of its maker."""
    for stored in list_defenses(state, seat):
        if stored.id == id:
            return stored
    raise IllegalMove("no_defense", Text("There is no such stored defense."))


def _check_store(state: State, maker: Combatant, name: str) -> None:
    """Raise for a bad name, and for too many defenses; a name that is in use replaces its defense."""
    check_text(Text("Name of the defense"), name, MAX_NAME, empty=False)
    others = [stored for stored in state.defenses if stored.id != _defense_id(maker, name)]
    if len(others) >= MAX_DEFENSES:
        raise IllegalMove("too_many", Text("A battle can store up to {n} defenses.", n=MAX_DEFENSES))


def store_defense(play: Play[State], maker: Combatant, name: str, successes: int, *, is_open: bool) -> None:
    """Store the successes of a defense under a name. Raises for a bad name or too many defenses."""
    _check_store(play.state, maker, name)
    stored = StoredDefense(_defense_id(maker, name), name.strip(), maker.id, successes, is_open)
    play.emit(ev.DefenseStored(**about(maker), defense=stored))


def _defense_id(maker: Combatant, name: str) -> str:
    return opaque(maker.id, "stored", name.strip())
