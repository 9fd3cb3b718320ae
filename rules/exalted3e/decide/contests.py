"""Rolls of movement actions, and the opponents' rolls against them (3E-034, 3E-217, 3E-221, 3E-301)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.exalted3e.actions.count import Thrown, beats_all
from rules.exalted3e.decide.effort import NO_EFFORT, Effort
from rules.exalted3e.pools import build_pool
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Departure
from rules.exalted3e.timing.play import Play, tell_contest, throw
from rules.pool import Pool, Term
from rules.text import Text

NOTHING_ADDED: Mapping[str, Effort] = {}


def contest_pool(
    state: State,
    actor: Combatant,
    title: Text,
    ability: str,
    *,
    fleet: bool = False,
    terrain: bool = False,
    effort: Effort = NO_EFFORT,
) -> Pool:
    """Return the pool of a movement roll, with flurry, wounds and difficult terrain (3E-161, 3E-238, 3E-264).

    `fleet`: Fleet of Foot helps (3E-036). `terrain`: difficult terrain hinders.
    """
    terms = [*effort.terms, *effort.situation(actor)]
    if fleet and actor.fleet:
        terms.append(Term(Text("Fleet of Foot"), actor.fleet, "merit", "3E-036"))
    if terrain and state.difficult_terrain:
        terms.append(Term(Text("difficult terrain"), -3, "circumstance", "3E-238"))
    base, carried = movement_terms(actor, ability)
    return build_pool(title, base, (*carried, *terms), effort.successes)


def movement_terms(actor: Combatant, ability: str) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Return the traits of a movement roll, and what the mount and armor add.

    On foot it is Dexterity + Athletics or Dodge, in the saddle Dexterity + Ride with the mount's speed (3E-034,
    3E-301). Armor hinders a rider too (3E-035). A quick character has one movement pool for both.
    """
    if ability == "Athletics":
        on_foot = Term(Text("Dexterity + Athletics"), actor.athletics, "pool", "3E-034")
    else:
        on_foot = Term(Text("Dexterity + Dodge"), actor.dodge, "pool", "3E-034")
    if not actor.mounted:
        return (on_foot,), ()
    speed = Term(Text("the mount's speed"), actor.mount_speed, "bonus", "3E-301")
    if not actor.ride:
        return (on_foot,), _some(speed)
    armor = Term(Text("mobility penalty"), -actor.mobility, "armor", "3E-035")
    return (Term(Text("Dexterity + Ride"), actor.ride, "pool", "3E-301"),), _some(speed, armor)


def _some(*terms: Term) -> tuple[Term, ...]:
    """Return the terms that are not 0."""
    return tuple(term for term in terms if term.amount)


def departure_pool(state: State, departure: Departure, effort: Effort) -> Pool:
    """Return the pool of a disengage, with the modifiers at its declaration."""
    actor, effort = state.get(departure.actor), replace(effort, weighs=departure.weighs)
    return contest_pool(state, actor, Text("Disengage"), "Dodge", fleet=True, terrain=True, effort=effort)


def roll_contest(
    play: Play,
    actor: Combatant,
    action: str,
    pool: Pool,
    mine: Thrown,
    opponents: tuple[Combatant, ...],
    against: Mapping[str, Effort] = NOTHING_ADDED,
) -> bool:
    """Let the opponents roll Dexterity + Athletics against a roll. Return whether it beats them; a tie does not
    (3E-020, 3E-217, 3E-221).

    `against` is the effort of the opponents by their ids.
    """
    theirs = [(opponent, _contest(play, opponent, against.get(opponent.id, NO_EFFORT))) for opponent in opponents]
    works = beats_all(mine.total, (thrown.total for _, thrown in theirs))
    tell_contest(play, actor, action, pool, mine, works, theirs)
    return works


def _contest(play: Play, opponent: Combatant, effort: Effort) -> Thrown:
    return throw(play, contest_pool(play.state, opponent, Text("Contest"), "Athletics", effort=effort))
