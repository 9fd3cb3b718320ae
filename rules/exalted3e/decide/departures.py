"""Disengaging, and contesting it (3E-218 to 3E-223)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.battle.play import about
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.rolls import situation_terms
from rules.exalted3e.decide.contests import NOTHING_ADDED, contest_movement, departure_pool
from rules.exalted3e.decide.effort import NO_EFFORT, Effort, gather_effort, pay_effort
from rules.exalted3e.decide.movement import check_free, check_movement_action
from rules.exalted3e.decide.powers import roll_moment
from rules.exalted3e.pools import build_pool
from rules.exalted3e.state.board import State, embattling
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Departure
from rules.exalted3e.timing.initiative import Cause, change_initiative
from rules.exalted3e.timing.places import change_position
from rules.exalted3e.timing.play import Play, close_prompt, find_prompt, raise_prompt
from rules.powers import PowerTotals
from rules.text import Text

DISENGAGE_COST = 2


def check_disengage(state: State, actor: Combatant) -> None:
    """Refuse to disengage without an opponent at close range (3E-218)."""
    check_movement_action(state, actor, "disengage")
    check_free(actor)
    if not embattling(state, actor):
        sentence = Text("No opponent is at close range of {who}; use Move.", who=actor.name)
        raise IllegalMove("not_embattled", sentence)


def disengage(play: Play, move: mv.Disengage) -> None:
    """Disengage, and ask the opponents at close range whether they contest it (3E-218).

    No one contests the disengage of a hidden combatant.
    """
    actor = play.state.get(move.actor)
    check_disengage(play.state, actor)
    gather_departing(actor, move)
    departure = begin_departure(play, actor, 1 if move.toward == mv.UP else -1)
    asks = play.state.options.ask_contest and not actor.hidden
    contested = departure.close if not asks and not actor.hidden else ()
    departure = replace(
        departure,
        contested=contested,
        stunt=move.stunt,
        willpower=move.willpower,
        powers=move.powers,
        moment=roll_moment(actor),
    )
    play.emit(ev.DepartureBegun(**about(play.state.get(actor.id)), departure=departure))
    for id in departure.close if asks else ():
        question = Text("{who} disengages: does {whom} contest it?", who=actor.name, whom=play.state.get(id).name)
        raise_prompt(play, "contest", id, actor.id, question)


def gather_departing(actor: Combatant, move: mv.Disengage) -> Effort:
    """Return the effort of a possible roll, paid with the Initiative left after disengaging (3E-219)."""
    return gather_effort(actor, move.stunt, move.willpower, move.powers, roll_moment(actor), keep=DISENGAGE_COST)


def begin_departure(play: Play, actor: Combatant, step: int) -> Departure:
    """Spend the action and 2 Initiative (3E-218, 3E-219). Return the departure, which no one contests yet."""
    check_disengage(play.state, actor)
    close = tuple(opponent.id for opponent in embattling(play.state, actor))
    play.emit(ev.MovementUsed(**about(actor), how="disengage"))
    change_initiative(play, actor.id, -DISENGAGE_COST, Cause("own", Text("disengages"), "3E-219"))
    return Departure(actor.id, step, close, weighs=situation_terms(actor))


def answer_contest(play: Play, move: mv.AnswerContest) -> None:
    """Contest a disengage, or let it go (3E-218)."""
    prompt = find_prompt(play, move.prompt, "contest")
    who, other = play.state.get(prompt.who), play.state.get(prompt.about)
    added = gather_effort(who, powers=move.powers if move.contest else (), moment="contest")
    close_prompt(play, prompt)
    pay_effort(play, who.id, added)
    shares, weighs = added.powers.shares, added.weighs
    play.emit(
        ev.ContestAnswered(
            **about(who, other), target_name=other.name, contests=move.contest, shares=shares, weighs=weighs
        )
    )


def depart(play: Play, departure: Departure) -> None:
    """Roll the disengage if anyone contests it. The effort is only paid for a roll."""
    actor = play.state.get(departure.actor)
    there = {opponent.id for opponent in embattling(play.state, actor)}
    contested = tuple(id for id in departure.contested if id in there)
    effort = NO_EFFORT
    if contested:
        effort = effort_of(actor, departure)
        pay_effort(play, actor.id, effort)
    against = {
        backer.who: Effort(powers=PowerTotals(shares=backer.shares), weighs=backer.weighs)
        for backer in departure.backing
    }
    get_away(play, replace(departure, contested=contested), effort, against)


def effort_of(actor: Combatant, departure: Departure) -> Effort:
    """Return the declared effort. Leave out what the Storyteller has since made impossible to pay."""
    try:
        return gather_effort(actor, departure.stunt, departure.willpower, departure.powers, departure.moment)
    except IllegalMove:
        return Effort(departure.stunt)


def get_away(
    play: Play, departure: Departure, effort: Effort = NO_EFFORT, against: Mapping[str, Effort] = NOTHING_ADDED
) -> None:
    """Beat everyone who contests, step to short range and be ready for one retreat (3E-220 to 3E-223)."""
    actor = play.state.get(departure.actor)
    opponents = tuple(play.state.get(id) for id in departure.contested)
    nothing = build_pool(Text("Disengage"), (), ())
    pool = departure_pool(play.state, departure, effort) if opponents else nothing
    if contest_movement(play, actor, "disengage", pool, opponents, against):
        play.emit(ev.RetreatReady(**about(actor), opponents=departure.close))
        change_position(play, actor.id, actor.position + departure.step, "disengage")
