"""The effects of successful gambits (3E-287 to 3E-294)."""

from rules.battle.play import about
from rules.exalted3e import events as ev
from rules.exalted3e.attack.harm import mark_levels
from rules.exalted3e.pools import build_pool
from rules.exalted3e.state.combatant import Clinch, Combatant
from rules.exalted3e.state.exchange import Exchange
from rules.exalted3e.timing.initiative import Cause, change_initiative
from rules.exalted3e.timing.places import away_from
from rules.exalted3e.timing.play import Play, log_contest, throw
from rules.pool import Pool, Term
from rules.powers import make_terms
from rules.text import Text


def take_effect(play: Play, exchange: Exchange, struck: Combatant) -> None:
    """Apply disarm, unhorse, distract or grapple; the Storyteller describes any other gambit."""
    if exchange.gambit == "disarm":
        _disarm(play, play.state.get(exchange.attacker), struck)
    elif exchange.gambit == "unhorse":
        mark_levels(play, struck.id, "bashing", 1)
        play.emit(ev.StanceChanged(**about(struck), what="mounted", value="no"))
        play.emit(ev.StanceChanged(**about(struck), what="prone", value="yes"))
    elif exchange.gambit == "distract":
        _distract(play, exchange, struck)
    elif exchange.gambit == "grapple":
        _grapple(play, exchange, struck)


def _disarm(play: Play, attacker: Combatant, struck: Combatant) -> None:
    """Knock the weapon to short range of its owner, away from the attacker (3E-287); natural weapons stay."""
    if struck.weapon and not struck.arm.is_natural:
        at = struck.position + away_from(play.state, struck, attacker)
        play.emit(ev.Disarmed(**about(struck), weapon=struck.arm.name, at=at))


def _distract(play: Play, exchange: Exchange, struck: Combatant) -> None:
    """Give the gambit's difficulty as Initiative to the named ally, unless it is in Crash (3E-289)."""
    ally = play.state.find(exchange.ally)
    if ally is None or ally.is_crashed or not ally.is_in_play:
        return
    change_initiative(
        play, ally.id, exchange.difficulty, Cause("other", Text("{who} is distracted", who=struck.name), "3E-289")
    )
    play.emit(ev.InitiativeLent(**about(ally), amount=exchange.difficulty, target=struck.id))


def _grapple(play: Play, exchange: Exchange, struck: Combatant) -> None:
    """Roll for control on both sides; the margin is the rounds of control, perhaps none (3E-290, 3E-291)."""
    attacker = play.state.get(exchange.attacker)
    pool = control_pool(attacker)
    mine, theirs = (throw(play, each, attacker, struck) for each in (pool, control_pool(struck)))
    rounds = max(0, mine.total - theirs.total)
    note = Text("{n} rounds of control", n=rounds)
    log_contest(play, attacker, "control", pool, mine, rounds > 0, ((struck, theirs),), note=note)
    set_clinch(play, attacker, struck, rounds)


def set_clinch(play: Play, controller: Combatant, victim: Combatant, rounds: int | None) -> None:
    """Set the rounds of control that are left; None ends the clinch."""
    for actor, other, controls in ((controller, victim, True), (victim, controller, False)):
        clinch = Clinch(other.id, controls, rounds) if rounds is not None else None
        play.emit(ev.ClinchChanged(**about(actor, other), clinch=clinch, target_name=other.name))


def loosen(play: Play, id: str, rounds: int) -> None:
    """Take rounds of control from the controller of a clinch; losing the last one ends it (3E-293)."""
    controller = play.state.get(id)
    if controller.clinch and controller.clinch.controls:
        left = controller.clinch.rounds - rounds
        set_clinch(play, controller, play.state.get(controller.clinch.other), left if left > 0 else None)


def break_free(play: Play, id: str) -> None:
    """Free a victim at the start of its turn if its controller has no round of control left (3E-291)."""
    clinch = play.state.get(id).clinch
    if clinch and not clinch.controls and not clinch.rounds:
        set_clinch(play, play.state.get(clinch.other), play.state.get(id), None)


def control_pool(actor: Combatant) -> Pool:
    """Return the pool of Strength + Brawl or Martial Arts (3E-290)."""
    base = (Term(Text("Strength + Brawl or Martial Arts"), actor.control, "pool", "3E-290"),)
    terms = (*make_terms(actor.standing, "dice", "power", "3E-345"), *actor.wound_terms)
    return build_pool(Text("Control"), base, terms)
