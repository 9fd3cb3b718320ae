"""Clinches: who controls, and what the controller does (2E-390..393)."""

from rules.battle import Seat
from rules.dice import Die
from rules.errors import IllegalMove
from rules.exalted2e.actions.rolling import face_rule, roll
from rules.exalted2e.attack import roll_levels
from rules.exalted2e.attack.defenses import STUN_DICE, get_weapon
from rules.exalted2e.attack.figures import get_hardness, get_soak
from rules.exalted2e.decide.acting import Turn, begin_turn, take_action
from rules.exalted2e.decide.results import make_harm
from rules.exalted2e.decide.script import Script, get_audience, get_side, need_number, need_ruling, new_id
from rules.exalted2e.defense import compute_final_damage, is_stopped
from rules.exalted2e.events import ClinchChosen, ClinchContested, Harm
from rules.exalted2e.moves import ContestClinch
from rules.exalted2e.pools import bonus, control_clinch, multiple_action, multiple_action_penalty, penalty
from rules.exalted2e.state import Combatant, Pending
from rules.exalted2e.timing import ACTIONS
from rules.pool import Breakdown, Pool, Step, Term, add_step
from rules.powers import make_terms

MAX_CONTESTS = 5
"""As many contests as anybody could want in one flurry; no source gives a number."""
CHOICES = {
    "crush": "Crush",
    "hold": "Hold",
    "release": "Let go",
    "throw_away": "Throw away",
    "throw_down": "Throw down",
}


def contest_clinch(script: Script, seat: Seat, move: ContestClinch) -> None:
    """Both roll; the winner controls, ties keep the present controller (2E-392).

    A flurry of one who clinches holds nothing but such contests (2E-393).
    """
    turn, times, given = _read_contest(script, seat, move)
    one, row = turn.one, ACTIONS["clinch"]
    text = f"{times} contests" if times > 1 else ""
    take_action(script, turn, "clinch", penalty=times * row.penalty, target=script.state.of(one.holding), text=text)
    _contest(script, one, tuple(multiple_action_penalty(times, index + 1) for index in range(times)), given)


def _read_contest(script: Script, seat: Seat, move: ContestClinch) -> tuple[Turn, int, int]:
    """Who contests how often, with which dice of the Storyteller's. Raises what forbids it."""
    turn = begin_turn(script, seat, move.actor, clinch=True)
    if not turn.one.holding:
        raise IllegalMove("no_clinch", f"{turn.one.name} holds nobody.", id=turn.one.id)
    given = need_ruling(seat, "bonus", move.bonus) - need_ruling(seat, "penalty", move.penalty)
    return turn, need_number("The number of contests", move.times, 1, MAX_CONTESTS), given


def read_pools(script: Script, seat: Seat, move: ContestClinch) -> tuple[Combatant, Pool, Combatant, Pool]:
    """The first contest's two pools, the controller's first."""
    turn, times, given = _read_contest(script, seat, move)
    one, victim = turn.one, script.state.of(turn.one.holding)
    pool = _get_pool(one, one.wound_now, multiple_action_penalty(times, 1), given)
    return one, pool, victim, _get_pool(victim, victim.health.wound)


def _contest(script: Script, one: Combatant, dice: tuple[int, ...], given: int = 0) -> None:
    """One contest at the first of these multiple-action penalties; the others wait for the choice after it."""
    state, victim = script.state, script.state.of(one.holding)
    pool, other = _get_pool(one, one.wound_now, dice[0], given), _get_pool(victim, victim.health.wound)
    mine = roll(pool.dice, face_rule(one.sheet.being), script.roller)
    theirs = roll(other.dice, face_rule(victim.sheet.being), script.roller)
    is_lost = theirs.total > mine.total and not victim.out
    winner = victim if is_lost else one
    script.emit(
        ClinchContested(
            actor=one.id,
            actor_name=one.name,
            victim=victim.id,
            victim_name=victim.name,
            actor_pool=pool,
            actor_pool_for=get_side(state, one.id),
            victim_pool=other,
            victim_pool_for=get_side(state, victim.id),
            actor_dice=mine.dice,
            victim_dice=theirs.dice,
            actor_total=mine.total,
            victim_total=theirs.total,
            controls=winner.id,
            controls_name=winner.name,
            margin=abs(mine.total - theirs.total),
            tick=state.tick,
            audience=get_audience(state, one.id, victim.id),
        )
    )
    pending = Pending(
        new_id(script.state, "p", winner.id),
        "clinch",
        winner.id,
        "You control the clinch. What do you do with it?",
        rating=abs(mine.total - theirs.total),
        contests=() if is_lost else dice[1:],
    )
    script.ask(pending)


def _get_pool(one: Combatant, wound: int, multi: int = 0, given: int = 0) -> Pool:
    stunned = (penalty("Stunned", STUN_DICE, "other internal", "2E-388"),) if one.stunned_by else ()
    lasting = make_terms(one.standing, "dice", "magic bonus", "2E-102")
    ruled = (bonus("Storyteller's dice", given, "other", "2E-100"),) if given else ()
    return control_clinch(one.sheet, wound, (*multiple_action(multi), *lasting, *stunned, *ruled))


def choose_in_clinch(script: Script, pending: Pending, choice: object) -> None:
    """Crush, hold, or break the hold (2E-391). In an attack, crushing goes on to its damage."""
    if choice not in CHOICES:
        raise IllegalMove("bad_choice", f"Choose one of {', '.join(CHOICES)}.")
    state, one = script.state, script.state.of(pending.who)
    attack = state.attack if state.attack and state.attack.declared.id == pending.about else None
    victim = state.of(attack.declared.target if attack else one.holding)
    dice: tuple[Die, ...] = ()
    harms: tuple[Harm, ...] = ()
    total: Breakdown | None = None
    levels = 0
    if choice == "crush" and attack is None:
        total = _crush(one, victim, pending.rating)
        dice, levels = roll_levels(total.total, victim.sheet.being, script.roller)
        harms = (make_harm(state, victim, "B", levels),) if levels else ()
    script.emit(
        ClinchChosen(
            prompt=pending.id,
            actor=one.id,
            actor_name=one.name,
            victim=victim.id,
            victim_name=victim.name,
            choice=str(choice),
            tick=state.tick,
            dice=dice,
            levels=levels,
            sum=total,
            harms=harms,
            exchange=attack.declared.id if attack else "",
            audience=get_audience(state, one.id, victim.id),
        )
    )
    if pending.contests and script.state.of(one.id).holding:
        _contest(script, script.state.of(one.id), pending.contests)


def _crush(one: Combatant, victim: Combatant, margin: int) -> Breakdown:
    """Strength and the clinch's damage with the margin, piercing (2E-390)."""
    weapon = get_weapon(one.sheet, "clinch")
    natural, armored = get_soak(victim.sheet, "B")
    raw = add_step(
        "Raw damage",
        "2E-390",
        (
            Term("Strength", one.sheet.attribute("strength"), "attribute", "2E-390"),
            Term("Clinch", weapon.damage if weapon else 0, "equipment", "2E-390"),
            Term("Margin", margin, "successes", "2E-392"),
        ),
        0,
    )
    hardness = get_hardness(victim.sheet, "B")
    final = compute_final_damage(raw.after, natural + armored // 2, 1, one.sheet.essence, hardness)
    name = "Hardness" if is_stopped(raw.after, hardness) else "Soak, the armor pierced"
    soaked = Step(name, "2E-372" if name == "Hardness" else "2E-376", (), raw.after, final)
    return Breakdown("Crush", (raw, soaked), final)
