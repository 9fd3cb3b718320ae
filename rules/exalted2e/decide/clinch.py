"""Clinches: contests for control, and the controller's choice (2E-390..393)."""

from rules.battle.play import Play, about
from rules.dice import Die
from rules.errors import IllegalMove
from rules.exalted2e.attack.defenses import STUN_DICE, get_weapon
from rules.exalted2e.attack.figures import get_hardness, get_soak
from rules.exalted2e.attack.steps import roll_levels
from rules.exalted2e.decide.acting import begin_turn, take_action
from rules.exalted2e.decide.common import find_asked, put_prompt, roll_pool
from rules.exalted2e.decide.results import make_harm
from rules.exalted2e.defense import compute_final_damage, is_stopped
from rules.exalted2e.events.exchange import ClinchChosen, ClinchContested, Harm
from rules.exalted2e.moves.replies import AnswerClinch
from rules.exalted2e.moves.strikes import ContestClinch
from rules.exalted2e.pools import bonus, control_clinch, multiple_action, multiple_action_penalty, penalty
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.timing import ACTIONS
from rules.pool import Breakdown, Pool, Step, Term, add_step
from rules.powers import make_terms
from rules.text import EMPTY, Text


def contest_clinch(play: Play[State], move: ContestClinch) -> None:
    """Roll for both; the winner controls, and a tie changes nothing (2E-392).

    A flurry in a clinch consists of such contests alone (2E-393).
    """
    actor, times = _begin_contest(play, move), move.times
    text = Text("{n} contest", "{n} contests", n=times) if times > 1 else EMPTY
    victim, penalty = play.state.get(actor.holding), times * ACTIONS["clinch"].penalty
    take_action(play, actor, "clinch", penalty=penalty, target=victim, text=text)
    dice = tuple(multiple_action_penalty(times, index + 1) for index in range(times))
    _contest(play, actor, dice, move.bonus - move.penalty)


def _begin_contest(play: Play[State], move: ContestClinch) -> Combatant:
    actor = begin_turn(play, move.actor, clinch=True)
    if not actor.holding:
        raise IllegalMove("no_clinch", Text("{who} is not holding anyone.", who=actor.name))
    return actor


def build_pools(play: Play[State], move: ContestClinch) -> tuple[Combatant, Pool, Combatant, Pool]:
    """Return the controller and the victim, each with the pool of the first contest. Raises `IllegalMove`."""
    actor = _begin_contest(play, move)
    victim = play.state.get(actor.holding)
    pool = _get_pool(actor, actor.wound_now, multiple_action_penalty(move.times, 1), move.bonus - move.penalty)
    return actor, pool, victim, _get_pool(victim, victim.health.wound)


def _contest(play: Play[State], actor: Combatant, dice: tuple[int, ...], given: int = 0) -> None:
    """Roll a contest at the first of these multiple-action penalties; the prompt after it keeps the others."""
    state, victim = play.state, play.state.get(actor.holding)
    pool, other = _get_pool(actor, actor.wound_now, dice[0], given), _get_pool(victim, victim.health.wound)
    mine = roll_pool(play, actor, pool, 1, victim)
    theirs = roll_pool(play, victim, other, 1, actor)
    is_lost = theirs.total > mine.total and not victim.out
    winner, margin = victim if is_lost else actor, abs(mine.total - theirs.total)
    play.emit(
        ClinchContested(
            **about(actor, victim),
            victim=victim.id,
            victim_name=victim.name,
            actor_pool=pool,
            actor_pool_for=state.get_side(actor.id),
            actor_dice=mine.dice,
            actor_total=mine.total,
            victim_pool=other,
            victim_pool_for=state.get_side(victim.id),
            victim_dice=theirs.dice,
            victim_total=theirs.total,
            controls=winner.id,
            controls_name=winner.name,
            margin=margin,
        )
    )
    left = () if is_lost else dice[1:]
    question = Text("You control the clinch. What do you do with it?")
    put_prompt(play, "clinch", winner, question, rating=margin, contests=left)


def _get_pool(actor: Combatant, wound: int, multi: int = 0, given: int = 0) -> Pool:
    stunned = (penalty(Text("Stunned"), STUN_DICE, "other internal", "2E-388"),) if actor.stunned_by else ()
    lasting = make_terms(actor.standing, "dice", "magic bonus", "2E-102")
    ruled = (bonus(Text("Storyteller’s dice"), given, "other", "2E-100"),) if given else ()
    return control_clinch(actor.sheet, wound, (*multiple_action(multi), *lasting, *stunned, *ruled))


def answer_clinch(play: Play[State], move: AnswerClinch) -> None:
    """Crush, hold, throw or let go (2E-391). In an attack, its own damage roll does the crushing."""
    state, (pending, actor) = play.state, find_asked(play, move.prompt, "clinch")
    attack = state.attack if state.attack and state.attack.declared.id == pending.about else None
    victim = state.get(attack.declared.target if attack else actor.holding)
    dice: tuple[Die, ...] = ()
    harms: tuple[Harm, ...] = ()
    total: Breakdown | None = None
    levels = 0
    if move.choice == "crush" and attack is None:
        total = _crush(actor, victim, pending.rating)
        dice, levels = roll_levels(total.total, victim.sheet.being, play.dice(actor, victim))
        harms = (make_harm(state, victim, "B", levels),) if levels else ()
    play.emit(
        ClinchChosen(
            **about(actor, victim),
            prompt=pending.id,
            victim=victim.id,
            victim_name=victim.name,
            choice=move.choice,
            dice=dice,
            levels=levels,
            sum=total,
            harms=harms,
            exchange=attack.declared.id if attack else "",
        )
    )
    if pending.contests and play.state.get(actor.id).holding:
        _contest(play, play.state.get(actor.id), pending.contests)


def _crush(actor: Combatant, victim: Combatant, margin: int) -> Breakdown:
    """Return the damage dice: Strength, the clinch's damage and the margin, piercing (2E-390)."""
    weapon = get_weapon(actor.sheet, "clinch")
    natural, armored = get_soak(victim.sheet, "B")
    raw = add_step(
        Text("Raw damage"),
        "2E-390",
        (
            Term(Text("Strength"), actor.sheet.attribute("strength"), "attribute", "2E-390"),
            Term(Text("Clinch"), weapon.damage if weapon else 0, "equipment", "2E-390"),
            Term(Text("Margin"), margin, "successes", "2E-392"),
        ),
        0,
    )
    hardness = get_hardness(victim.sheet, "B")
    final = compute_final_damage(raw.after, natural + armored // 2, 1, actor.sheet.essence, hardness)
    if is_stopped(raw.after, hardness):
        soaked = Step(Text("Hardness"), "2E-372", (), raw.after, final)
    else:
        soaked = Step(Text("Soak, the armor pierced"), "2E-376", (), raw.after, final)
    return Breakdown(Text("Crush"), (raw, soaked), final)
