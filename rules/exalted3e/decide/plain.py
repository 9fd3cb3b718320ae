"""Plain actions with a roll, as a leap, a search or a shout: miscellaneous ones of the fight (3E-183)."""

from dataclasses import dataclass, replace

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.pool import Pool, Term
from rules.powers import make_terms

from .. import events as ev
from .. import moves as mv
from ..actions.request import MAX_BONUS, Request, read_roll, request_pool
from ..apply.play import Play
from ..attack.rolls import FLURRY_DICE
from ..fighting import sheet_of, suffer_as
from ..sheet.model import Sheet
from ..state import Combatant, State
from ..timing.turns import check_action
from . import combat
from .effort import Effort, pay_effort, read_effort
from .guards import check_number, check_text, find_own
from .powers import check_cap, check_together, count_dice, roll_moment
from .resources import check_motes, spend_motes


@dataclass(frozen=True, slots=True)
class Plain:
    """Such an action before it is paid for: who takes it, what is added to it, its dice."""

    actor: Combatant
    effort: Effort
    pool: Pool


def take_action(play: Play, seat: Seat, move: mv.TakeAction) -> None:
    """Take the action, pay for the roll, and tell how it goes against the difficulty."""
    plain = read_action(play.state, seat, move)
    id = plain.actor.id
    combat.miscellaneous(play, id, move.note)
    if move.motes:
        spend_motes(play, id, move.motes, "excellency")
    pay_effort(play, id, plain.effort)
    thrown = play.throw(plain.pool)
    roll = read_roll(plain.pool, thrown, move.difficulty, play.state.options)
    play.emit(
        ev.ActionRolled(
            **play.about(play.get(id)),
            pool=roll.pool,
            dice=roll.dice,
            successes=roll.total,
            difficulty=move.difficulty,
            outcome=roll.outcome,
        )
    )


def read_action(state: State, seat: Seat, move: mv.TakeAction) -> Plain:
    """The action that a move describes. Raises what its values, the sheet or the purse forbid."""
    actor = find_own(state, seat, move.actor)
    check_action(state, actor, "misc")
    check_text("note", move.note)
    check_number("bonus", move.bonus, -MAX_BONUS, MAX_BONUS)
    if move.bonus and not seat.storyteller:
        raise IllegalMove("storyteller_only", "Bonus dice on an action are the Storyteller's.")
    sheet = get_sheet(actor)
    effort = read_effort(actor, move.stunt, move.willpower, move.powers, roll_moment(actor))
    check_motes(actor, move.motes)
    check_together(actor, effort.powers, move.motes, move.willpower)
    request = _request(state, actor, move, effort)
    pool = request_pool(sheet, request, state.options)
    cap = sheet.attribute(move.attribute) + sheet.ability(move.ability)
    check_cap(actor, move.motes + count_dice(effort.powers), cap)
    return Plain(actor, effort, pool)


def get_sheet(actor: Combatant) -> Sheet:
    """The sheet with the figures of the fight. Raises `IllegalMove` where a stored fight has none."""
    sheet = sheet_of(actor)
    if sheet is None:
        sentence = f"{actor.name} came into this fight without a sheet that can be rolled from. Use the roll pad."
        raise IllegalMove("no_sheet", sentence)
    return sheet


def _request(state: State, actor: Combatant, move: mv.TakeAction, effort: Effort) -> Request:
    """As the roll pad asks, with the conditions of the fight and a flurry's dice (3E-161); powers are paid in the
    fight, so that they come as the dice and successes that they bring."""
    on = effort.powers
    asked = Request(
        attribute=move.attribute, ability=move.ability, specialty=move.specialty, stunt=move.stunt,
        willpower=move.willpower, motes=move.motes, bonus=move.bonus, successes=on.total("successes"),
        difficulty=move.difficulty,
    )  # fmt: skip
    request = suffer_as(state, actor, asked)
    flurry = (Term("flurry", FLURRY_DICE, "multiple", "3E-155"),) if actor.flurry else ()
    brought = make_terms(on.shares, "dice", "power", "3E-345")
    return replace(request, conditions=(*brought, *request.conditions, *flurry))
