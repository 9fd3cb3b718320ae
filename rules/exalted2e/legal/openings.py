"""How an attack would open, as far as a seat may know: with whom it is weighed, and against what."""

from dataclasses import dataclass, replace
from fractions import Fraction

from rules.battle import Seat
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.attack.chances import exchange_odds
from rules.exalted2e.attack.defenses import get_coordinated, get_weapon
from rules.exalted2e.attack.figures import build_attack_pool, build_exchange
from rules.exalted2e.attack.opening import find_likely, needs_surprise_roll, open_attack, open_exchange
from rules.exalted2e.attack.steps import Exchange, check_automatic_miss
from rules.exalted2e.defense import COVERS
from rules.exalted2e.pools import hide, notice_ambush
from rules.exalted2e.state import Attack, Combatant, Declared, State
from rules.odds import Odds, odds
from rules.pool import Pool

USUAL_DVS = {True: range(1, 5), False: range(3, 9)}
"""The DVs that are usual, of extras and of everybody else, before the penalties that all can see."""
USUAL_NOTICE = {True: range(2, 5), False: range(3, 8)}
"""The dice that are usual to notice an ambush, of extras and of everybody else (2E-394)."""


@dataclass(frozen=True, slots=True)
class Opening:
    """One way in which an attack may open: its chance, its numbers, and whether the target is unaware of it."""

    chance: Fraction
    pool: Pool
    numbers: Exchange
    unaware: bool

    @property
    def odds(self) -> Odds:
        """The odds of the attack roll against this DV."""
        return exchange_odds(self.numbers)


def may_tell(seat: Seat, attacker: Combatant, target: Combatant) -> bool:
    """Return whether the seat may know the chance: only against a foe whose DV it may know."""
    return target.side != attacker.side and (seat.storyteller or seat.controls(target.character))


def list_openings(state: State, declared: Declared) -> tuple[Opening, ...]:
    """Return the ways in which this attack may open, as it would be resolved now (2E-665).

    There are two where the target may notice an ambush: unaware of it, and aware (2E-394).
    """
    attack = open_attack(state, declared)
    if not needs_surprise_roll(attack):
        return (_open(state, attack, Fraction(1)),)
    target = state.get(declared.target)
    pool = notice_ambush(target.sheet, target.health.wound)
    missed = _find_missed(state, declared, pool.dice)
    cases = ((True, missed), (False, 1 - missed))
    return tuple(
        _open(state, replace(attack, unaware=unaware, noticed=True), chance) for unaware, chance in cases if chance
    )


def _open(state: State, attack: Attack, chance: Fraction) -> Opening:
    pool, numbers = open_exchange(state, attack, find_likely(state, attack))
    return Opening(chance, pool, numbers, attack.unaware)


def _find_missed(state: State, declared: Declared, dice: int) -> Fraction:
    """Return the chance that somebody with these dice does not notice the ambush (2E-394)."""
    attacker, target = state.get(declared.actor), state.get(declared.target)
    hiding = odds(face_rule(attacker.sheet.being), hide(attacker.sheet, declared.wound).dice, botch="none")
    noticing = odds(face_rule(target.sheet.being), dice, botch="none")
    found = (chance * noticing.at_least(max(1, total)) for total, chance in hiding.distribution)
    return 1 - sum(found, Fraction(0))


def _guess_missed(state: State, declared: Declared) -> Fraction:
    """Return the average chance that somebody with usual dice does not notice the ambush."""
    usual = USUAL_NOTICE[state.get(declared.target).sheet.being == "extra"]
    return sum((_find_missed(state, declared, dice) for dice in usual), Fraction(0)) / len(usual)


def guess_openings(state: State, declared: Declared) -> list[tuple[Opening, ...]]:
    """Return the usual cases for a seat that may not know the DV, one for each usual DV, all as likely.

    Each has the ways of its opening; the dice to notice an ambush are averaged, for nothing else hangs on them. So all
    attacks on one target have the same cases. They are made of nothing that the seat does not see. The attacker may
    know that the target is unaware (2E-665).
    """
    attack = open_attack(state, declared)
    pool = build_attack_pool(state.get(declared.actor), declared, state.options)
    numbers = replace(build_exchange(state, declared, pool, 0), hardness=())

    def guess(dv: int, chance: Fraction, *, unaware: bool) -> Opening:
        return Opening(chance, pool, check_automatic_miss(replace(numbers, dv=dv)), unaware)

    dvs = list_usual_dvs(state, declared)
    if not needs_surprise_roll(attack):
        found: list[tuple[Opening, ...]] = [(guess(dv, Fraction(1), unaware=attack.unaware),) for dv in dvs]
        return found * (len(_see_usual(state, declared)) // len(found))
    missed = _guess_missed(state, declared)
    unnoticed = guess(_see_none(state, declared), missed, unaware=True)
    return [(unnoticed, guess(dv, 1 - missed, unaware=False)) for dv in dvs]


def list_usual_dvs(state: State, declared: Declared) -> list[int]:
    """Return the DVs that are usual against this attack, with what the attacker sees: an extra, hard cover, a DV
    penalty on the wheel, onslaught, somebody who cannot defend or is unaware.
    """
    target = state.get(declared.target)
    if target.is_helpless or target.out or open_attack(state, declared).unaware:
        return [_see_none(state, declared)]
    return _see_usual(state, declared)


def _see_usual(state: State, declared: Declared) -> list[int]:
    changed = _see_change(state, declared)
    return [max(0, dv + changed) for dv in USUAL_DVS[state.get(declared.target).sheet.being == "extra"]]


def _see_none(state: State, declared: Declared) -> int:
    return max(0, _see_change(state, declared))


def _see_change(state: State, declared: Declared) -> int:
    """Return by how much the DV is changed by what everybody sees, and by a plan that the attacker is part of."""
    attacker, target = state.get(declared.actor), state.get(declared.target)
    weapon = get_weapon(attacker.sheet, declared.weapon)
    cover = COVERS.get(f"{target.ground.cover}%", (0, 0))[bool(weapon and weapon.is_ranged)]
    lost = declared.onslaught + (target.clock.penalty if target.clock is not None else 0)
    return cover - lost - get_coordinated(state, declared)


def mix_odds(openings: tuple[Opening, ...]) -> Odds:
    """Return the odds of an attack that may open in several ways: the roll is the same, what it must reach is not."""
    found = [one.odds for one in openings]
    success = sum((one.chance * each.success for one, each in zip(openings, found, strict=True)), Fraction(0))
    botch = sum((one.chance * each.botch for one, each in zip(openings, found, strict=True)), Fraction(0))
    return replace(found[0], success=success, botch=botch)


def guess_chance(state: State, attacker: Combatant, declared: Declared, numbers: Exchange) -> float | None:
    """Return the average chance against usual DVs, for a seat that may not know the DV; None against one's own side.

    `numbers`: those of the attack roll, whatever its DV.
    """
    if state.get(declared.target).side == attacker.side:
        return None
    if needs_surprise_roll(open_attack(state, declared)):
        chances = [mix_odds(openings).success for openings in guess_openings(state, declared)]
    else:
        chances = [exchange_odds(numbers, dv).success for dv in list_usual_dvs(state, declared)]
    return sum(map(float, chances)) / len(chances)


def list_cases(seat: Seat, state: State, declared: Declared) -> list[tuple[Opening, ...]]:
    """Return the cases that the seat is told of, all as likely: the one that it may know, or those that are usual."""
    if may_tell(seat, state.get(declared.actor), state.get(declared.target)):
        return [list_openings(state, declared)]
    return guess_openings(state, declared)
