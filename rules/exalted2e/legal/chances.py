"""Exact chances to hit, for seats that may know the figures."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rules.battle import Seat
from rules.battle.play import Handler, Play, Weighers
from rules.exalted2e.actions.requests import build_pool
from rules.exalted2e.actions.requests import find_odds as find_roll_odds
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.attack.chances import exchange_odds
from rules.exalted2e.attack.defenses import get_coordinated
from rules.exalted2e.attack.figures import build_attack_pool, build_exchange
from rules.exalted2e.attack.opening import choose_defense, find_likely, needs_surprise_roll, open_attack
from rules.exalted2e.attack.steps import Exchange
from rules.exalted2e.decide.acting import begin_turn
from rules.exalted2e.decide.attacks import declare_attack
from rules.exalted2e.decide.clinch import build_pools
from rules.exalted2e.decide.flurries import declare_flurry
from rules.exalted2e.decide.plain import prepare, take_plain_action
from rules.exalted2e.decide.war import compute_order
from rules.exalted2e.legal.flurries import follow_flurry
from rules.exalted2e.legal.mind_chances import MIND_WEIGHERS
from rules.exalted2e.legal.openings import guess_chance, list_openings, may_show_chance, mix_odds
from rules.exalted2e.moves.acts import TakeAction
from rules.exalted2e.moves.strikes import ContestClinch, DeclareAttack, DeclareFlurry
from rules.exalted2e.moves.war import ChangeFormation, RallyUnit
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state import Combatant, DeclaredAttack, PlainAction, State
from rules.odds import WeighedRoll, odds, odds_against
from rules.pool import Pool, Step
from rules.text import Text

ChanceCache = dict[tuple[object, ...], int]
"""DVs by target, and by the traits of weapon and attacker that change them."""


def open_roll(attacker: Combatant, pool: Pool) -> Exchange:
    """Return the numbers of the roll of an attack without any options, as a form is drawn."""
    bonus, external = pool.bonus_successes, pool.external
    return Exchange(pool.total, attacker_being=attacker.sheet.being, bonus_successes=bonus, external=external)


def get_target_chance(
    state: State, attacker: Combatant, declared: DeclaredAttack, weapon: Weapon, numbers: Exchange, known: ChanceCache
) -> float:
    """Return the chance against the DV that the target would have. `numbers`: those of the roll."""
    ground, guards = attacker.ground, attacker.doing is not None and attacker.doing.kind == "defend"
    key = (
        declared.target,
        weapon.is_ranged,
        weapon.damage_type,
        weapon.has_reach,
        ground.height,
        ground.mounted,
        get_coordinated(state, declared),
        guards and attacker.id,
    )
    if key not in known:
        attack = open_attack(state, declared)
        known[key] = choose_defense(state, attack, find_likely(state, attack)).dv.total
    return float(exchange_odds(numbers, known[key]).success)


def _weigh_declared(
    declare: Handler, play: Play[State], move: DeclareAttack | DeclareFlurry | TakeAction
) -> WeighedRoll | None:
    """Return pool and chances of an attack or a plain action before it is declared; of a flurry, those of each part.

    Without the right to know a DV the chance of success is not measured. Declaring rolls no dice.
    """
    parts = [(declared, _weigh_part(play, declared)) for declared in list_declared(declare, play, move)]
    known = _follow(play, [declared for declared, _weighed in parts if isinstance(declared, DeclaredAttack)])
    weighed = [_put_chance(part, known.get(declared.id)) for declared, part in parts if part is not None]
    return replace(weighed[0], others=tuple(weighed[1:])) if weighed else None


def _follow(play: Play[State], attacks: Sequence[DeclaredAttack]) -> dict[str, float]:
    """Return the chance of each attack of a flurry on foes but the first, by its id: earlier ones may wound its target
    or end the flurry.
    """
    hostile = [attack for attack in attacks if play.state.get(attack.target).side != play.state.get(attack.actor).side]
    if len(hostile) < 2:
        return {}
    each = follow_flurry(play.seat, play.state, hostile).each
    return {attack.id: chance for attack, chance in zip(hostile[1:], each[1:], strict=True)}


def _put_chance(weighed: WeighedRoll, chance: float | None) -> WeighedRoll:
    """Return the roll with this chance of success in place of the one that it has by itself."""
    if chance is None:
        return weighed
    if weighed.measured:
        return replace(weighed, odds=replace(weighed.odds, success=Fraction(chance)))
    return replace(weighed, guess=chance)


def list_declared(
    declare: Handler, play: Play[State], move: DeclareAttack | DeclareFlurry | TakeAction
) -> list[DeclaredAttack | PlainAction]:
    """Declare the move in a play whose events no one sees, and return its attacks and rolls in order."""
    before = {attack.id for attack in play.state.waiting}  # one of the actor's own may wait already
    declare(play, move)
    waiting = (attack for attack in play.state.waiting if attack.actor == move.actor and attack.id not in before)
    return sorted(waiting, key=lambda attack: attack.place)


def _weigh_part(play: Play[State], declared: DeclaredAttack | PlainAction) -> WeighedRoll | None:
    if isinstance(declared, PlainAction):
        sheet, request = prepare(play.state, declared)
        options, wound = play.state.options, declared.wound
        if declared.hidden and not play.seat.storyteller:
            bare = replace(request, difficulty=1)
            pool = build_pool(sheet, bare, options, wound)
            return WeighedRoll(pool, find_roll_odds(sheet, bare, options, wound), measured=False)
        return WeighedRoll(build_pool(sheet, request, options, wound), find_roll_odds(sheet, request, options, wound))
    return weigh_attack(play.state, play.seat, declared)


def _weigh_clinch(play: Play[State], move: ContestClinch) -> WeighedRoll:
    """Return pool and chances to keep control of a clinch; a tie keeps it (2E-392).

    Without the right to know the other's pool the chance of success is not measured.
    """
    actor, pool, victim, theirs = build_pools(play, move)
    mine = odds(
        face_rule(actor.sheet.being), pool.dice, bonus=pool.bonus_successes, external=pool.external, botch="none"
    )
    if not play.seat.controls(victim.character):
        return WeighedRoll(pool, mine, measured=False)
    rule = face_rule(victim.sheet.being)
    other = odds(rule, theirs.dice, bonus=theirs.bonus_successes, external=theirs.external, botch="none")
    kept = 1 if victim.out else 1 - odds_against(other, (mine,)).success
    return WeighedRoll(pool, replace(mine, success=Fraction(kept)))


def weigh_attack(state: State, seat: Seat, declared: DeclaredAttack) -> WeighedRoll:
    """Return pool and chances of the very attack that would be resolved now (2E-665)."""
    attacker, target = state.get(declared.actor), state.get(declared.target)
    if may_show_chance(seat, attacker, target):
        openings = list_openings(state, declared)
        return WeighedRoll(_say_unaware(state, declared, openings[0].pool), mix_odds(openings))
    pool = build_attack_pool(attacker, declared, state.options)
    numbers = build_exchange(state, declared, pool, 0)
    guess = guess_chance(state, attacker, declared, numbers)
    shown = pool if guess is None else _say_unaware(state, declared, pool)
    return WeighedRoll(shown, exchange_odds(numbers), measured=False, guess=guess)


def _say_unaware(state: State, declared: DeclaredAttack, pool: Pool) -> Pool:
    """Return the pool with a last line that says if the target is unaware, which the attacker may know (2E-665)."""
    attack = open_attack(state, declared)
    if not attack.unaware or needs_surprise_roll(attack):
        return pool
    text = Text("{who} is unaware: no defense.", who=state.get(declared.target).name)
    return replace(pool, steps=(*pool.steps, Step(text, "2E-333", (), pool.total, pool.total)))


def _weigh_order(play: Play[State], move: ChangeFormation | RallyUnit) -> WeighedRoll:
    """Return pool and chances of an order to the unit (2E-505)."""
    actor = begin_turn(play, move.actor)
    pool, difficulty = compute_order(actor, move)
    return WeighedRoll(pool, odds(face_rule(actor.sheet.being), pool.dice, difficulty=difficulty, botch="ones"))


WEIGHERS: Weighers = {
    **MIND_WEIGHERS,
    ChangeFormation: _weigh_order,
    RallyUnit: _weigh_order,
    DeclareAttack: partial(_weigh_declared, declare_attack),
    DeclareFlurry: partial(_weigh_declared, declare_flurry),
    TakeAction: partial(_weigh_declared, take_plain_action),
    ContestClinch: _weigh_clinch,
}
