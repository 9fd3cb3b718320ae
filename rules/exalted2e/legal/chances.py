"""Exact chances to hit, for seats that may know the figures."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

from rules.battle import Seat
from rules.battle.play import Handler, Play, Weighers
from rules.exalted2e.actions.requests import build_pool
from rules.exalted2e.actions.requests import find_odds as find_roll_odds
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.attack.chances import hit_odds
from rules.exalted2e.attack.defenses import get_coordinated, get_weapon, list_defenses
from rules.exalted2e.attack.figures import build_attack_pool
from rules.exalted2e.attack.steps import get_range_penalty
from rules.exalted2e.decide.acting import begin_turn
from rules.exalted2e.decide.answers import read_defense
from rules.exalted2e.decide.attacks import declare_attack, declare_flurry
from rules.exalted2e.decide.clinch import read_pools
from rules.exalted2e.decide.exchange import choose_defense, count_defense_dice
from rules.exalted2e.decide.plain import prepare, take_plain_action
from rules.exalted2e.decide.war import read_order
from rules.exalted2e.legal.mind_chances import MIND_WEIGHERS
from rules.exalted2e.moves.acts import TakeAction
from rules.exalted2e.moves.replies import AnswerDefense
from rules.exalted2e.moves.strikes import ContestClinch, DeclareAttack, DeclareFlurry
from rules.exalted2e.moves.war import ChangeFormation, RallyUnit
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state import Combatant, Declared, PlainAction, State
from rules.odds import Odds, Weighed, odds, odds_against
from rules.pool import Pool


def find_odds(actor: Combatant, pool: Pool, dv: int, far: int = 0, charmed: int = 0) -> Odds:
    """Return the chances of the roll: of a net success against this DV (2E-365), or none for an extra (2E-359).

    A bonus success prevents a botch (2E-049), except for the `charmed` ones if the series' options say so.
    """
    rule, bonus = face_rule(actor.sheet.being), pool.bonus_successes
    found = hit_odds(rule, pool.dice, dv, bonus, pool.external + far, can_botch=bonus <= charmed)
    misses = actor.sheet.being == "extra" and dv > pool.total
    return replace(found, success=Fraction(0), botch=Fraction(0)) if misses else found


Known = dict[tuple[object, ...], int]
"""DVs by target, and by the traits of weapon and attacker that change them."""


def may_tell(seat: Seat, attacker: Combatant, target: Combatant) -> bool:
    """Return whether the seat may know the chance: only against a foe whose DV it may know."""
    return target.side != attacker.side and (seat.storyteller or seat.controls(target.character))


USUAL_DVS = {True: range(1, 5), False: range(3, 9)}
"""The DVs that are usual, of extras and of everybody else, before the penalties that all can see."""


def guess_chance(
    state: State, attacker: Combatant, declared: Declared, pool: Pool, far: int = 0, charmed: int = 0
) -> float | None:
    """Return the average chance against usual DVs, for a seat that may not know the DV; None against one's own side."""
    if state.get(declared.target).side == attacker.side:
        return None
    dvs = list_usual_dvs(state, declared)
    return sum(float(find_odds(attacker, pool, dv, far, charmed).success) for dv in dvs) / len(dvs)


def list_usual_dvs(state: State, declared: Declared) -> list[int]:
    """Return the DVs that are usual against this attack, less what everybody sees: an extra, a DV penalty on the wheel,
    onslaught, somebody who cannot defend.
    """
    target = state.get(declared.target)
    if target.out or target.inactive or target.unaware:
        return [0]
    lost = declared.onslaught + (target.clock.penalty if target.clock is not None else 0)
    return [max(0, dv - lost) for dv in USUAL_DVS[target.sheet.being == "extra"]]


def get_target_chance(
    state: State, attacker: Combatant, declared: Declared, weapon: Weapon, pool: Pool, known: Known
) -> float:
    """Return the chance against the target's better DV."""
    ground, guards = attacker.ground, attacker.doing is not None and attacker.doing.kind == "defend"
    key = (
        declared.target, weapon.is_ranged, weapon.damage_type, weapon.has_reach, ground.height, ground.mounted,
        get_coordinated(state, declared), guards and attacker.id,
    )  # fmt: skip
    if key not in known:
        known[key] = list_defenses(state, declared)[0].dv.total
    return float(find_odds(attacker, pool, known[key], count_lost(declared, weapon)).success)


def _weigh_declared(
    declare: Handler, play: Play[State], move: DeclareAttack | DeclareFlurry | TakeAction
) -> Weighed | None:
    """Return pool and chances of an attack or a plain action before it is declared; of a flurry, those of each part.

    Without the right to know a DV the chance of success is not measured. Declaring rolls no dice.
    """
    parts = (_weigh_part(play, declared) for declared in list_declared(declare, play, move))
    weighed = [part for part in parts if part is not None]
    return replace(weighed[0], others=tuple(weighed[1:])) if weighed else None


def list_declared(
    declare: Handler, play: Play[State], move: DeclareAttack | DeclareFlurry | TakeAction
) -> list[Declared | PlainAction]:
    """Declare the move in a play whose events nobody sees, and return its attacks and rolls in order."""
    before = {one.id for one in play.state.waiting}  # one of the actor's own may wait already
    declare(play, move)
    waiting = (one for one in play.state.waiting if one.actor == move.actor and one.id not in before)
    return sorted(waiting, key=lambda one: one.place)


def _weigh_part(play: Play[State], declared: Declared | PlainAction) -> Weighed | None:
    if isinstance(declared, PlainAction):
        sheet, request = prepare(play.state, declared)
        options, wound = play.state.options, declared.wound
        return Weighed(build_pool(sheet, request, options, wound), find_roll_odds(sheet, request, options, wound))
    weapon = get_weapon(play.state.get(declared.actor).sheet, declared.weapon)
    return _weigh(play.state, play.seat, declared, weapon) if weapon else None


def _weigh_clinch(play: Play[State], move: ContestClinch) -> Weighed:
    """Return pool and chances to keep control of a clinch; a tie keeps it (2E-392).

    Without the right to know the other's pool the chance of success is not measured.
    """
    one, pool, victim, theirs = read_pools(play, move)
    mine = odds(face_rule(one.sheet.being), pool.dice, bonus=pool.bonus_successes, external=pool.external, botch="none")
    if not play.seat.controls(victim.character):
        return Weighed(pool, mine, measured=False)
    rule = face_rule(victim.sheet.being)
    other = odds(rule, theirs.dice, bonus=theirs.bonus_successes, external=theirs.external, botch="none")
    kept = 1 if victim.out else 1 - odds_against(other, (mine,)).success
    return Weighed(pool, replace(mine, success=Fraction(kept)))


def _weigh(state: State, seat: Seat, declared: Declared, weapon: Weapon) -> Weighed:
    one, target = state.get(declared.actor), state.get(declared.target)
    pool = build_attack_pool(one, declared, state.options)
    measured = may_tell(seat, one, target)
    dv = list_defenses(state, declared)[0].dv.total if measured else 0
    far, charmed = count_lost(declared, weapon), count_charmed(state, declared)
    guess = None if measured else guess_chance(state, one, declared, pool, far, charmed)
    return Weighed(pool, find_odds(one, pool, dv, far, charmed), measured, guess)


def count_lost(declared: Declared, weapon: Weapon) -> int:
    """Return the successes lost to distance (2E-366)."""
    return get_range_penalty(weapon.range, declared.distance) if weapon.range else 0


def count_charmed(state: State, declared: Declared) -> int:
    """Return the bonus successes that do not prevent a botch."""
    return declared.magic.successes if state.options.botch_ignores_charm_successes else 0


def get_answer_chance(state: State, declared: Declared, pool: Pool, dv: int, weapon_range: int) -> float:
    """Return the chance to be hit if the attack meets this DV."""
    far = get_range_penalty(weapon_range, declared.distance)
    return float(find_odds(state.get(declared.actor), pool, dv, far).success)


def _weigh_defense(play: Play[State], move: AnswerDefense) -> Weighed:
    """Return the chance to be hit with this defense. Successes of its dice are added to the DV (2E-357)."""
    state, (attack, answer) = play.state, read_defense(play, move)
    declared = attack.declared
    attacker, target = state.get(declared.actor), state.get(declared.target)
    pool, weapon = build_attack_pool(attacker, declared, state.options), get_weapon(attacker.sheet, declared.weapon)
    far = get_range_penalty((weapon.range or 0) if weapon else 0, declared.distance)
    dv, dice = choose_defense(state, attack, answer).dv.total, count_defense_dice(state, attack, answer)
    added = odds(face_rule(target.sheet.being), dice, botch="none").distribution if dice else ((0, Fraction(1)),)
    hit = sum((chance * find_odds(attacker, pool, dv + more, far).success for more, chance in added), Fraction(0))
    return Weighed(pool, replace(find_odds(attacker, pool, dv, far), success=hit), is_struck=True)


def _weigh_order(play: Play[State], move: ChangeFormation | RallyUnit) -> Weighed:
    """Return pool and chances of an order to the unit (2E-505)."""
    actor = begin_turn(play, move.actor)
    pool, difficulty = read_order(actor, move)
    return Weighed(pool, odds(face_rule(actor.sheet.being), pool.dice, difficulty=difficulty, botch="ones"))


WEIGHERS: Weighers = {
    **MIND_WEIGHERS,
    ChangeFormation: _weigh_order,
    RallyUnit: _weigh_order,
    AnswerDefense: _weigh_defense,
    DeclareAttack: partial(_weigh_declared, declare_attack),
    DeclareFlurry: partial(_weigh_declared, declare_flurry),
    TakeAction: partial(_weigh_declared, take_plain_action),
    ContestClinch: _weigh_clinch,
}
