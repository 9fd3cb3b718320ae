"""Miscellaneous actions of a fight with a roll, such as a leap, a search or a shout (3E-183)."""

from dataclasses import dataclass, replace

from rules.battle.play import about
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.request import Request, interpret_roll, request_pool
from rules.exalted3e.attack.rolls import FLURRY_DICE
from rules.exalted3e.decide.combat import miscellaneous
from rules.exalted3e.decide.effort import Effort, gather_own, pay_effort
from rules.exalted3e.decide.powers import USE, check_cap, count_dice
from rules.exalted3e.decide.resources import check_motes, spend_motes
from rules.exalted3e.fighting import sheet_of, suffer_as
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play, rolled, throw
from rules.exalted3e.timing.turns import check_action
from rules.pool import Pool, Term
from rules.powers import make_terms
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Plain:
    """A miscellaneous action before it is paid: the actor, the effort and the pool."""

    actor: Combatant
    effort: Effort
    pool: Pool


def take_action(play: Play, move: mv.TakeAction) -> None:
    """Take the action, pay for the roll and log its result against the difficulty."""
    plain = build_action(play.state, move)
    id = plain.actor.id
    miscellaneous(play, move)
    if move.motes:
        spend_motes(play, id, move.motes, Text("excellency"))
    pay_effort(play, id, plain.effort)
    thrown = throw(play, plain.pool, play.state.get(id))
    roll = interpret_roll(plain.pool, thrown, move.difficulty, play.state.options)
    play.emit(
        ev.ActionRolled(
            **about(play.state.get(id)), **rolled(roll.pool, thrown), difficulty=move.difficulty, outcome=roll.outcome
        )
    )


def build_action(state: State, move: mv.TakeAction) -> Plain:
    """Return the action that a move describes. Raise `BadInput` or `IllegalMove` for what values, sheet or purse
    forbid.
    """
    actor = state.get(move.actor)
    check_action(state, actor, "misc")
    sheet = get_sheet(actor)
    effort = gather_own(actor, move)
    check_motes(actor, move.motes)
    USE.check_cost(actor, effort.powers, motes=move.motes, willpower=move.willpower)
    request = _request(state, actor, move, effort)
    pool = request_pool(sheet, request, state.options)
    cap = sheet.attribute(move.attribute) + sheet.ability(move.ability)
    check_cap(actor, move.motes + count_dice(effort.powers), cap)
    return Plain(actor, effort, pool)


def get_sheet(actor: Combatant) -> Sheet:
    """Return the sheet with the figures of the fight. Raise `IllegalMove` where a stored fight has none."""
    sheet = sheet_of(actor)
    if sheet is None:
        sentence = Text("{who} joined this fight without a rollable sheet. Use the roll pad.", who=actor.name)
        raise IllegalMove("no_sheet", sentence)
    return sheet


def _request(state: State, actor: Combatant, move: mv.TakeAction, effort: Effort) -> Request:
    """Return the request of the roll, with the conditions of the fight and a flurry's dice (3E-161).

    Powers are paid in the fight, so the request has their dice and successes, not the powers.
    """
    on = effort.powers
    asked = Request(
        attribute=move.attribute,
        ability=move.ability,
        specialty=move.specialty,
        stunt=move.stunt,
        willpower=move.willpower,
        motes=move.motes,
        bonus=move.bonus,
        successes=on.total("successes"),
        difficulty=move.difficulty,
    )
    request = suffer_as(state, actor, asked)
    flurry = (Term(Text("flurry"), FLURRY_DICE, "multiple", "3E-155"),) if actor.flurry else ()
    brought = make_terms(on.shares, "dice", "power", "3E-345")
    return replace(request, conditions=(*brought, *request.conditions, *flurry))
