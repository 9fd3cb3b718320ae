"""Plain actions with a roll: leap, search, shout, climb; alone or in a flurry (2E-290, 2E-305)."""

from dataclasses import dataclass, replace
from typing import Any

from rules.battle import Seat
from rules.errors import BadInput
from rules.exalted2e.actions.hidden import verdict
from rules.exalted2e.actions.requests import (
    MAX_DIFFICULTY,
    WILLPOWER,
    RollRequest,
    build_pool,
    check_request,
    count_roll,
)
from rules.exalted2e.decide.acting import Turn, begin_turn, get_aim, take_action
from rules.exalted2e.decide.actions import need_timing
from rules.exalted2e.decide.costs import read_willpower, spend
from rules.exalted2e.decide.powers import is_simple, join, read_powers
from rules.exalted2e.decide.questions import ask_stunt, read_stunt
from rules.exalted2e.decide.script import (
    Script,
    get_audience,
    get_side,
    need_flag,
    need_number,
    need_ruling,
    need_text,
    new_id,
)
from rules.exalted2e.events import ActionRolled
from rules.exalted2e.fighting import sheet_of, suffer_as
from rules.exalted2e.moves import TakeAction
from rules.exalted2e.pools import penalty
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.state import Combatant, Magic, Pending, PlainAction, State
from rules.exalted2e.timing import ACTIONS
from rules.exalted2e.traits import VIRTUES

MAX_DICE = 30
CHARM = ACTIONS["charm"]


@dataclass(frozen=True, slots=True)
class Told:
    """What a move says of one plain action: its traits are the person's choice."""

    text: object
    attribute: object
    ability: object
    specialty: object
    difficulty: object


def take_plain_action(script: Script, seat: Seat, move: TakeAction) -> None:
    """A plain action of its own, whose roll waits until all have declared (2E-267, 2E-290)."""
    turn = begin_turn(script, seat, move.actor)
    state, one = script.state, turn.one
    speed, lost = need_timing(move.speed, move.dv_penalty)
    if is_simple(one, move.powers):
        speed, lost = CHARM.speed, CHARM.penalty
    magic = join(_read_magic(move), read_powers(one, move.powers, "roll"))
    success, virtue = read_willpower(move.willpower)
    told = Told(move.text, move.attribute, move.ability, move.specialty, move.difficulty)
    plain = make_plain(state, seat, one, told, move)
    request = replace(
        plain.request,
        effort=WILLPOWER if success else virtue,
        failures=need_number("Failed tries before", move.failures, 0, MAX_DICE),
        magic_bonus=need_number("Magic dice", move.magic_dice, 0, MAX_DICE),
        charm_successes=need_number("Magic successes", move.magic_successes, 0, MAX_DICE),
        powers=move.powers,
    )
    plain = replace(plain, request=request, **read_stunt(state, seat, one, move.stunt, move.stunt_text))
    check_request(_sheet_for(one), request)
    spend(script, one, magic, "the action", willpower=success, virtue=virtue)
    turn = Turn(script.state.of(one.id), turn.aborted)
    is_long = need_flag("is_long", move.is_long)
    take_action(script, turn, "misc", speed=speed, penalty=lost, text=plain.name, is_long=is_long, plain=(plain,))


def _read_magic(move: TakeAction) -> Magic:
    name = need_text("The name of the magic", move.magic, 80)
    return Magic(name=name, motes=move.motes, willpower=move.magic_willpower)


def make_plain(state: State, seat: Seat, one: Combatant, told: Told, move: Any) -> PlainAction:
    """A plain action as it was told, with the dice that the Storyteller gives or takes in the move.

    Raises `BadInput` for traits that nobody rolls. A specialty counts as far as she has it (2E-170).
    """
    for name in ("bonus", "penalty", "magic_penalty", "external"):
        need_ruling(seat, name, getattr(move, name))
    attribute, ability = need_text("The Attribute", told.attribute, 40), need_text("The Ability", told.ability, 40)
    ability = "" if attribute in VIRTUES else ability
    if not attribute or not (ability or attribute in VIRTUES):
        raise BadInput("missing_key", "Choose an Attribute and an Ability to roll, or a Virtue alone.")
    dots = need_number("Specialty dice", told.specialty, 0, 3)
    request = RollRequest(
        attribute,
        ability,
        specialty=min(dots, specialty_dots(one.sheet, ability)),
        bonus=move.bonus,
        penalty=move.penalty,
        magic_penalty=move.magic_penalty,
        external=move.external,
        difficulty=need_number("The difficulty", told.difficulty, 1, MAX_DIFFICULTY),
    )
    check_request(_sheet_for(one), request)
    return PlainAction(
        id=new_id(state, "x", one.id),
        actor=one.id,
        text=need_text("The action", told.text),
        request=request,
        wound=one.wound_now,
        abort=get_aim(state, one, "")[1],
    )


def _sheet_for(one: Combatant) -> Sheet:
    """Her sheet for a roll whose powers are paid for, so that none of them counts as used up."""
    return replace(sheet_of(one), powers_spent=())


def prepare(state: State, plain: PlainAction) -> tuple[Sheet, RollRequest]:
    """The sheet and the request that are rolled: with all that weighs on her in the battle."""
    one = state.of(plain.actor)
    stunted = replace(plain.request, stunt=plain.stunt)
    request = suffer_as(state, one, stunted)
    if plain.abort:
        broken = penalty("Broken Aim", plain.abort, "other internal", "2E-297")
        request = replace(request, conditions=(*request.conditions, broken))
    return _sheet_for(one), request


def resolve(script: Script, plain: PlainAction) -> None:
    """Roll for it, once its stunt is rated."""
    state, one = script.state, script.state.of(plain.actor)
    if not plain.rated:
        question = ask_stunt(state, plain.actor, plain.stunt, f" for {plain.traits}")
        script.ask(
            Pending(
                new_id(state, "p", one.id),
                "action_stunt",
                one.id,
                question,
                plain.stunt_text,
                plain.id,
                storyteller=True,
            )
        )
        return
    sheet, request = prepare(state, plain)
    pool = build_pool(sheet, request, state.options, plain.wound)
    counted = count_roll(sheet, request, pool, script.roller, state.options)
    script.emit(
        ActionRolled(
            actor=one.id,
            actor_name=one.name,
            action=plain,
            pool=pool,
            dice=counted.dice,
            total=counted.total,
            verdict=verdict(counted.outcome, counted.threshold),
            tick=state.tick,
            pool_for=get_side(state, one.id),
            audience=get_audience(state, one.id),
        )
    )
