"""Rolls of movement and hiding, and the opponents' rolls against them (3E-034, 3E-217, 3E-221, 3E-275, 3E-301)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.errors import IllegalMove
from rules.exalted3e.actions.count import beats_all
from rules.exalted3e.decide.effort import NO_EFFORT, Effort
from rules.exalted3e.pools import build_pool
from rules.exalted3e.state.board import State, is_rough, open_opponents
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Departure
from rules.exalted3e.timing.play import Play, log_contest, throw
from rules.pool import Pool, Term
from rules.powers import make_terms
from rules.text import Text

NOTHING_ADDED: Mapping[str, Effort] = {}
GLOWING = 1
"""The anima level that makes hiding harder; above it hiding is impossible."""


def contest_pool(
    state: State,
    actor: Combatant,
    title: Text,
    ability: str,
    *,
    runs: bool = False,
    rough: bool = False,
    effort: Effort = NO_EFFORT,
) -> Pool:
    """Return the pool of a movement roll, with flurry and wounds (3E-161, 3E-264).

    `runs`: Fleet of Foot helps (3E-036), and difficult terrain hinders (3E-238): that of the whole field, or `rough`
    ground on the way.
    """
    terms = [*effort.terms, *effort.situation(actor)]
    if runs and actor.fleet:
        terms.append(Term(Text("Fleet of Foot"), actor.fleet, "merit", "3E-036"))
    if rough or (runs and state.difficult_terrain):
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
    speed = Term(Text("the mount’s speed"), actor.mount_speed, "bonus", "3E-301")
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
    rough = is_rough(state, actor.position, departure.step)
    return contest_pool(state, actor, Text("Disengage"), "Dodge", runs=True, rough=rough, effort=effort)


def contest_movement(
    play: Play,
    actor: Combatant,
    action: str,
    pool: Pool,
    opponents: Iterable[Combatant],
    against: Mapping[str, Effort] = NOTHING_ADDED,
) -> bool:
    """Roll against the Dexterity + Athletics of the opponents (3E-217, 3E-221). Return whether the roll beats them.

    `against` is the effort of the opponents by their ids.
    """
    efforts = ((opponent, against.get(opponent.id, NO_EFFORT)) for opponent in opponents)
    title = Text("Contest")
    theirs = [
        (opponent, contest_pool(play.state, opponent, title, "Athletics", effort=effort))
        for opponent, effort in efforts
    ]
    return _roll_contest(play, actor, action, pool, theirs)


def _roll_contest(
    play: Play, actor: Combatant, action: str, pool: Pool, against: Iterable[tuple[Combatant, Pool]]
) -> bool:
    """Roll a pool and those of the opponents. Return whether it beats them all; a tie does not (3E-020)."""
    against = list(against)
    audience = (actor, *(opponent for opponent, _ in against))
    mine = throw(play, pool, *audience)
    theirs = [(opponent, throw(play, other, *audience)) for opponent, other in against]
    works = beats_all(mine.total, (thrown.total for _, thrown in theirs))
    log_contest(play, actor, action, pool, mine, works, theirs)
    return works


def check_can_hide(actor: Combatant) -> None:
    """Refuse to hide if hidden already, or with a burning anima (3E-343)."""
    if actor.hidden:
        raise IllegalMove("already_hidden", Text("{who} is already hidden.", who=actor.name))
    if actor.anima > GLOWING:
        raise IllegalMove("anima_burns", Text("{who}’s anima flares; hiding is impossible.", who=actor.name))


def stealth_pool(actor: Combatant, effort: Effort, extra: Iterable[Term] = ()) -> Pool:
    """Return Dexterity + Stealth with all modifiers."""
    terms = [*extra, *effort.terms, *effort.situation(actor)]
    if actor.anima == GLOWING:
        terms.append(Term(Text("glowing anima"), -3, "anima", "3E-343"))
    base = (Term(Text("Dexterity + Stealth"), actor.stealth, "pool", "3E-275"),)
    return build_pool(Text("Stealth"), base, terms, effort.successes)


def senses_pool(watcher: Combatant) -> Pool:
    """Return Perception + Awareness, less wounds (3E-264, 3E-275)."""
    base = (Term(Text("senses"), watcher.awareness, "pool", "3E-275"),)
    lasting = make_terms(watcher.standing, "dice", "power", "3E-345")
    return build_pool(Text("Awareness"), base, (*lasting, *watcher.wound_terms))


def contest_stealth(play: Play, actor: Combatant, pool: Pool) -> bool:
    """Roll against every opponent. Return whether the actor stays unseen: not on a tie (3E-275), nor with a burning
    anima (3E-343).
    """
    if actor.anima > GLOWING:
        return False
    watchers = open_opponents(play.state, actor)
    return _roll_contest(play, actor, "surprise", pool, [(watcher, senses_pool(watcher)) for watcher in watchers])
