"""Social influence in a fight (3E-184, 3E-322 to 3E-335)."""

from rules.battle.guards import check_choice, check_storyteller
from rules.battle.play import about
from rules.battle.roster import audience_of
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.count import is_success
from rules.exalted3e.actions.social import GESTURES_RESOLVE, TASKS, UNSWAYED, appearance_dice, intimacy_terms
from rules.exalted3e.decide.effort import Effort, exert
from rules.exalted3e.decide.resources import check_willpower, spend_willpower
from rules.exalted3e.pools import build_pool, build_value
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import WOUNDS, Combatant
from rules.exalted3e.timing import turns
from rules.exalted3e.timing.play import Play, close_prompt, find_prompt, log_contest, raise_prompt, throw
from rules.exalted3e.traits import INTENSITIES
from rules.pool import Breakdown, Pool, Term, change
from rules.text import EMPTY, Text, verbatim


def influence(play: Play, move: mv.Influence) -> None:
    """Take a social action, rolled against the target's Resolve (3E-184, 3E-322)."""
    actor, target = play.state.get(move.actor), play.state.get(move.target)
    check_influence(play.state, actor, target)
    effort = exert(play, move)
    pool = influence_pool(actor, target, move, effort)
    take_social_action(play, actor.id, move.note)
    resolve = resolve_of(target, move)
    thrown = throw(play, pool, actor, target)
    works = is_success(thrown.total, resolve.total)
    fields = {
        "difficulty": resolve.total,
        "against": resolve,
        "keeper": target.character,
        "note": verbatim(move.note) if move.note else EMPTY,
    }
    log_contest(play, actor, "social", pool, thrown, works, ((target, None),), **fields)
    if works and play.state.options.ask_influence:
        _ask_influence(play, actor, target, move)


def take_social_action(play: Play, id: str, note: str = "") -> None:
    """Use the action of an influence; its roll is made apart (3E-184)."""
    actor = play.state.get(id)
    turns.check_action(play.state, actor, "social")
    play.emit(ev.ActionTaken(**about(actor), action="social", note=note))


def check_influence(state: State, actor: Combatant, target: Combatant) -> None:
    """Refuse a target out of the fight, or without an action left."""
    turns.check_in_play(target)
    turns.check_action(state, actor, "social")


def influence_pool(
    actor: Combatant, target: Combatant, move: mv.Influence, effort: Effort, is_blind: bool = False
) -> Pool:
    """Return the pool, with dice for Appearance above Resolve (3E-327). `is_blind` leaves these out, since they reveal
    the target's Resolve.
    """
    base = (Term(Text("influence"), actor.influence, "pool", "3E-322"),)
    fair = appearance_dice(move.action, actor.appearance, max(0, target.resolve - target.wound))
    looks = (Term(Text("Appearance"), fair, "bonus", "3E-327"),) if fair and not is_blind else ()
    return build_pool(Text("Influence"), base, (*effort.situation(actor), *looks, *effort.terms), effort.successes)


def resolve_of(target: Combatant, move: mv.Influence) -> Breakdown:
    """Return Resolve against one influence, with wounds, the Intimacies in play, and gestures (3E-144, 3E-324, 3E-325,
    3E-338).

    Intimacies do not count against bargains and threats (3E-331).
    """
    wounds = (Term(WOUNDS, -target.wound, "wound", "3E-144"),) if target.wound else ()
    swayed = () if move.action in UNSWAYED else intimacy_terms(move.opposing, move.supporting)
    silent = change(Text("gestures only"), GESTURES_RESOLVE * move.gestures, "circumstance", "3E-338")
    base = (Term(Text("Resolve"), target.resolve, "resolve", "3E-032"),)
    return build_value(Text("Resolve"), base, (*wounds, *swayed, *silent), "3E-032")


def _ask_influence(play: Play, actor: Combatant, target: Combatant, move: mv.Influence) -> None:
    """Ask the target whether it refuses; for a task name the Intimacies strong enough for that (3E-334)."""
    enough: tuple[str, ...] = ()
    if move.action in TASKS:
        least = 0 if not move.supporting or move.action in UNSWAYED else INTENSITIES.index(move.supporting)
        enough = INTENSITIES[least:]
    question = Text("{who} beats {whom}’s Resolve: does {whom} refuse?", who=actor.name, whom=target.name)
    raise_prompt(play, "influence", target.id, actor.id, question, audience=audience_of(actor, target), options=enough)


def answer_influence(play: Play, move: mv.AnswerInfluence) -> None:
    """Give in, or refuse for Willpower; refusing a task also needs an Intimacy (3E-334, 3E-335)."""
    prompt = find_prompt(play, move.prompt, "influence")
    who, by = play.state.get(prompt.who), play.state.get(prompt.about)
    intimacy = ""
    if move.answer == "unacceptable":
        check_storyteller(play.seat)
    elif move.answer == "refuse":
        check_willpower(who)
        if prompt.options:
            check_choice(Text("The opposing Intimacy"), move.intimacy, prompt.options)
            intimacy = move.intimacy
    close_prompt(play, prompt)
    if move.answer == "refuse":
        spend_willpower(play, who.id, Text("refuses influence"))
    play.emit(ev.InfluenceAnswered(**about(who, by), by=by.id, by_name=by.name, answer=move.answer, intimacy=intimacy))
