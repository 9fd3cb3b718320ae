"""Hiding: Dexterity + Stealth against every opponent's Perception + Awareness (3E-275 to 3E-279, 3E-343)."""

from collections.abc import Iterable

from rules.errors import IllegalMove
from rules.exalted3e.actions.count import beats_all
from rules.exalted3e.decide.effort import Effort
from rules.exalted3e.pools import build_pool
from rules.exalted3e.state.board import open_opponents
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play, tell_contest, throw
from rules.pool import Pool, Term
from rules.powers import make_terms
from rules.text import Text

GLOWING = 1
"""The anima level that makes hiding harder; above it hiding is impossible."""


def check_can_hide(actor: Combatant) -> None:
    """Refuse to hide if hidden already, or with a burning anima (3E-343)."""
    if actor.hidden:
        raise IllegalMove("already_hidden", Text("{who} is in hiding already.", who=actor.name))
    if actor.anima > GLOWING:
        raise IllegalMove("anima_burns", Text("The anima of {who} burns; hiding is impossible.", who=actor.name))


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
    mine = throw(play, pool)
    theirs = [(watcher, throw(play, senses_pool(watcher))) for watcher in watchers]
    works = beats_all(mine.total, (thrown.total for _, thrown in theirs))
    tell_contest(play, actor, "surprise", pool, mine, works, theirs)
    return works
