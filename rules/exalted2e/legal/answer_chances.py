"""The results of the answers in an attack: each is made as the move would make it, and what it leaves is weighed."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from rules.battle import Seat
from rules.battle.play import Play, Weighers
from rules.errors import IllegalMove
from rules.exalted2e.actions.rolling import DAMAGE_RULE, face_rule
from rules.exalted2e.attack import steps
from rules.exalted2e.attack.chances import beat, damage_odds, exchange_odds, take_better
from rules.exalted2e.attack.opening import choose_defense, open_exchange
from rules.exalted2e.attack.steps import Exchange
from rules.exalted2e.decide.answers import (
    answer_magic,
    answer_reroll,
    answer_ward,
    build_defense,
    get_attack,
    make_counter,
)
from rules.exalted2e.decide.common import find_asked
from rules.exalted2e.decide.damage_steps import describe_levels, sum_damage, sum_raw_damage
from rules.exalted2e.decide.exchange import count_defense_dice, find_damage
from rules.exalted2e.legal.chances import weigh_attack
from rules.exalted2e.legal.openings import may_show_chance
from rules.exalted2e.legal.usual import USUAL_SOAK, list_usual_dvs
from rules.exalted2e.moves import replies
from rules.exalted2e.state import Answer, Attack, Combatant, Pending, State
from rules.odds import Odds, WeighedRoll, odds
from rules.pool import Pool
from rules.text import EMPTY, Text

NO_POOL = Pool(EMPTY, (), 0)
Dvs = Iterable[tuple[int, Fraction]]
"""DVs with their chances."""


def weigh_answer(state: State, attack: Attack, answer: Answer) -> WeighedRoll:
    """Return the chance to be hit if the attack meets this answer. Successes of its dice are added to the DV (2E-357).

    A DV, a pool and a penalty that the Storyteller has ruled count as they will (2E-003).
    """
    pool, numbers = open_exchange(state, attack, answer)
    numbers = replace(numbers, external=attack.fixed.get("external", numbers.external))
    dvs = _spread_dv(state, attack, answer, numbers.dv)
    hit = sum((chance * exchange_odds(replace(numbers, dv=dv)).success for dv, chance in dvs), Fraction(0))
    return WeighedRoll(pool, replace(exchange_odds(numbers), success=hit), is_struck=True)


def _spread_dv(state: State, attack: Attack, answer: Answer, dv: int) -> Dvs:
    """Return the DV with the successes of the defense's dice, which a ruled DV does not count."""
    dice = 0 if "dv" in attack.fixed else count_defense_dice(state, attack, answer)
    if not dice:
        return [(dv, Fraction(1))]
    rule = face_rule(state.get(attack.declared.target).sheet.being)
    return [(dv + more, chance) for more, chance in odds(rule, dice, botch="none").distribution]


def _weigh_defense(play: Play[State], move: replies.AnswerDefense) -> WeighedRoll:
    return weigh_answer(play.state, *build_defense(play, move))


def _weigh_reroll(play: Play[State], move: replies.AnswerReroll) -> WeighedRoll | None:
    """Return the chance to hit with the better of both rolls (2E-364), or to be hit with the DV raised (2E-368)."""
    pending, _who = find_asked(play, move.prompt, "attack_reroll", "defense_reroll")
    attack = get_attack(play.state, pending)
    if attack.answer is None or attack.numbers is None:
        return None
    if pending.kind == "attack_reroll":
        return _weigh_again(play.state, play.seat, attack, attack.answer, attack.numbers, is_used=move.reroll)
    answer_reroll(play, move)
    now = _get_attack(play)[1]
    return WeighedRoll(NO_POOL, Odds(((0, Fraction(1)),), Fraction(now.hit), Fraction(0), Fraction(0)), is_struck=True)


def _weigh_again(
    state: State, seat: Seat, attack: Attack, answer: Answer, now: Exchange, *, is_used: bool
) -> WeighedRoll:
    """Return what the roll that has fallen is worth, alone or with another one."""
    pool, _opened = open_exchange(state, attack, answer)
    now = replace(now, external=attack.fixed.get("external", now.external))
    kept = max(0, attack.fixed.get("successes", now.successes) - now.all_external)
    stands = Odds(((kept, Fraction(1)),), Fraction(0), Fraction(now.botch), Fraction(kept))
    is_used = is_used and "successes" not in attack.fixed
    found = take_better(stands, exchange_odds(replace(now, reroll=False, third=0))) if is_used else stands
    is_known = may_show_chance(seat, state.get(attack.declared.actor), state.get(attack.declared.target))
    dvs = _list_dvs(state, attack, answer) if is_known else _guess_dvs(state, attack, answer)
    hit = sum((chance * beat(found, dv + now.third // 2) for dv, chance in dvs), Fraction(0))
    if is_known:
        return WeighedRoll(pool, replace(found, success=hit))
    return WeighedRoll(pool, found, measured=False, guess=float(hit))


def _list_dvs(state: State, attack: Attack, answer: Answer) -> Dvs:
    dv = attack.fixed.get("dv", choose_defense(state, attack, answer).dv.total)
    return _spread_dv(state, attack, answer, dv)


def _guess_dvs(state: State, attack: Attack, answer: Answer) -> Dvs:
    """Return the usual DVs of the defense that was declared, which all have heard; or the one that is ruled."""
    if "dv" in attack.fixed:
        return [(attack.fixed["dv"], Fraction(1))]
    unaware = attack.unaware or answer.mode == "none"
    dvs = list_usual_dvs(state, attack.declared, unaware=unaware, mode=answer.mode)
    return [(dv, Fraction(1, len(dvs))) for dv in dvs]


def _get_attack(play: Play[State]) -> tuple[Attack, Exchange]:
    """Return the attack and its numbers. Raises `IllegalMove` where there are none."""
    attack = play.state.attack
    if attack is None or attack.numbers is None:
        raise IllegalMove("unknown_odds", Text("That does not need an immediate roll."))
    return attack, attack.numbers


def _weigh_magic(play: Play[State], move: replies.AnswerMagic) -> WeighedRoll:
    """Return the damage roll with this magic; before soak for a seat that may not know it (2E-369 to 2E-382)."""
    answer_magic(play, move)
    state, (attack, numbers) = play.state, _get_attack(play)
    declared = attack.declared
    if may_show_chance(play.seat, state.get(declared.actor), state.get(declared.target)):
        found = find_damage(attack, numbers)
        breakdown = sum_damage(state, declared, found)
        return WeighedRoll(
            Pool(breakdown.title, breakdown.steps, found.final), damage_odds(found.final, is_extra=_is_extra(found))
        )
    bare = steps.find_raw_damage(replace(numbers, hardness=()))
    breakdown = sum_raw_damage(state, declared, bare)
    guess = sum(_guess_damage(bare, soak) for soak in USUAL_SOAK[_is_extra(bare)]) / len(USUAL_SOAK[_is_extra(bare)])
    raw = odds(DAMAGE_RULE, bare.raw, botch="none")
    return WeighedRoll(Pool(Text("Damage before soak"), breakdown.steps, bare.raw), raw, measured=False, guess=guess)


def _guess_damage(now: Exchange, soak: int) -> float:
    """Return the chance of a level of damage against this soak."""
    soaked = steps.apply_soak(replace(now, soak_natural=soak, soak_armor=0))
    return float(damage_odds(soaked.final, is_extra=_is_extra(soaked)).success)


def _is_extra(now: Exchange) -> bool:
    return now.defender_being == "extra"


def _weigh_ward(play: Play[State], move: replies.AnswerWard) -> WeighedRoll:
    """Return the levels that the ward leaves: nothing is rolled for it (2E-380)."""
    answer_ward(play, move)
    now = _get_attack(play)[1]
    sure = Odds(((now.levels, Fraction(1)),), Fraction(bool(now.levels)), Fraction(0), Fraction(now.levels))
    return WeighedRoll(NO_POOL, sure, is_struck=True, sentence=Text("{levels}.", levels=describe_levels(now)))


def weigh_counter(state: State, seat: Seat, pending: Pending, actor: Combatant, weapon: str) -> WeighedRoll:
    """Return the roll of the counterattack with this weapon, declared as it would be (2E-383)."""
    return weigh_attack(state, seat, make_counter(state, actor, get_attack(state, pending), weapon))


def _weigh_counter(play: Play[State], move: replies.AnswerCounter) -> WeighedRoll | None:
    pending, actor = find_asked(play, move.prompt, "counter")
    return weigh_counter(play.state, play.seat, pending, actor, move.weapon) if move.weapon else None


ANSWER_WEIGHERS: Weighers = {
    replies.AnswerDefense: _weigh_defense,
    replies.AnswerReroll: _weigh_reroll,
    replies.AnswerMagic: _weigh_magic,
    replies.AnswerWard: _weigh_ward,
    replies.AnswerCounter: _weigh_counter,
}
