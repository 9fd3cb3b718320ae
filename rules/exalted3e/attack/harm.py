"""Levels of damage, combatants who go down, fall prone or are knocked back a band."""

from rules.battle.play import about
from rules.exalted3e import events as ev
from rules.exalted3e.health import find_outcome, is_incapacitated, mark
from rules.exalted3e.state.board import is_defeated
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.places import away_from, change_position
from rules.exalted3e.timing.play import Play


def mark_levels(play: Play, id: str, kind: str, levels: int) -> None:
    """Mark damage on the Health Track (3E-265 to 3E-267)."""
    target = play.state.get(id)
    health = mark(target.health, kind, levels)
    play.emit(
        ev.HealthMarked(
            **about(target),
            damage_type=kind,
            levels=levels,
            health=health,
            penalty=health.wound_penalty(target.pain_tolerance),
            incapacitated=is_incapacitated(health),
            outcome=find_outcome(health),
            before=target.health,
        )
    )


def take_out(play: Play, id: str, *, by_attack: bool = False) -> None:
    """Take a combatant whose track is full out of the fight (3E-267)."""
    target = play.state.get(id)
    if target.is_in_play and is_defeated(target):
        why = "dissolved" if target.group else "incapacitated"
        if by_attack:
            fell(play, target, why)
        else:
            play.emit(ev.WentOut(**about(target), why=why))


def fell(play: Play, target: Combatant, why: str) -> None:
    """Take a struck combatant out at once (3E-046, 3E-054), or by the option after its turn on this tick (3E-044)."""
    state = play.state
    acts = state.options.felled_takes_its_turn and target.id in state.due and target.id != state.current
    kind = ev.FallDelayed if acts else ev.WentOut
    if not (acts and target.falls):
        play.emit(kind(**about(target), why=why))


def knock(play: Play, attacker_id: str, struck_id: str, how: str) -> None:
    """Knock the target of a smashing attack or throw prone, or "back" a band, if it still fights (3E-251, 3E-294)."""
    attacker, struck = play.state.get(attacker_id), play.state.get(struck_id)
    if not struck.is_in_play:
        return
    if how == "back":
        change_position(play, struck.id, struck.position + away_from(play.state, struck, attacker), "knocked")
    elif not struck.prone:
        play.emit(ev.StanceChanged(**about(struck), what="prone", value="yes"))
