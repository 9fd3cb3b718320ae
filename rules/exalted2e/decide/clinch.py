"""Clinches: who controls, and what the controller does (2E-390..393)."""

from rules.battle import Seat
from rules.dice import Die, throw
from rules.errors import IllegalMove
from rules.exalted2e.actions.rolling import DAMAGE_RULE, face_rule, roll
from rules.exalted2e.attack.defenses import STUN_DICE, get_weapon
from rules.exalted2e.attack.figures import get_soak
from rules.exalted2e.decide.acting import begin_turn, take_action
from rules.exalted2e.decide.results import make_harm
from rules.exalted2e.decide.script import Script, get_audience, new_id
from rules.exalted2e.defense import compute_final_damage
from rules.exalted2e.events import ClinchChosen, ClinchContested, Harm
from rules.exalted2e.moves import ContestClinch
from rules.exalted2e.pools import control_clinch, penalty
from rules.exalted2e.state import Combatant, Pending
from rules.pool import Breakdown, Pool, Step, Term, add_step

CHOICES = {
    "crush": "Crush",
    "hold": "Hold",
    "release": "Let go",
    "throw_away": "Throw away",
    "throw_down": "Throw down",
}
CLINCH_SPEED = 6


def contest_clinch(script: Script, seat: Seat, move: ContestClinch) -> None:
    """Both roll; the winner controls, ties keep the present controller (2E-392)."""
    turn = begin_turn(script, seat, move.actor, clinch=True)
    one = turn.one
    if not one.holding:
        raise IllegalMove("no_clinch", f"{one.name} holds nobody.", id=one.id)
    victim = script.state.of(one.holding)
    take_action(script, turn, "attack", speed=CLINCH_SPEED, target=victim, text="Contest the clinch")
    mine = roll(_get_pool(one, one.wound_now).dice, face_rule(one.sheet.being), script.roller)
    theirs = roll(_get_pool(victim, victim.health.wound).dice, face_rule(victim.sheet.being), script.roller)
    is_lost = theirs.total > mine.total and not victim.out
    winner = victim if is_lost else one
    script.emit(
        ClinchContested(
            actor=one.id,
            actor_name=one.name,
            victim=victim.id,
            victim_name=victim.name,
            actor_dice=mine.dice,
            victim_dice=theirs.dice,
            actor_total=mine.total,
            victim_total=theirs.total,
            controls=winner.id,
            controls_name=winner.name,
            margin=abs(mine.total - theirs.total),
            tick=script.state.tick,
            audience=get_audience(script.state, one.id, victim.id),
        )
    )
    pending = Pending(
        new_id(script.state, "p"),
        "clinch",
        winner.id,
        "You control the clinch. What do you do with it?",
        rating=abs(mine.total - theirs.total),
    )
    script.ask(pending)


def _get_pool(one: Combatant, wound: int) -> Pool:
    stunned = (penalty("Stunned", STUN_DICE, "other internal", "2E-388"),) if one.stunned_by else ()
    return control_clinch(one.sheet, wound, stunned)


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
    if choice == "crush" and attack is None:
        total = _crush(one, victim, pending.rating)
        dice = throw(DAMAGE_RULE, total.total, script.roller)
        levels = sum(die.worth for die in dice)
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
            sum=total,
            harms=harms,
            exchange=attack.declared.id if attack else "",
            audience=get_audience(state, one.id, victim.id),
        )
    )


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
    final = compute_final_damage(raw.after, natural + armored // 2, 1, one.sheet.essence)
    soaked = Step("Soak, the armor pierced", "2E-376", (), raw.after, final)
    return Breakdown("Crush", (raw, soaked), final)
