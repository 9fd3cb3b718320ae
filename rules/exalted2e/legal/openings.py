"""How an attack would open, as far as a seat may know: with whom it is weighed, and against what."""

from dataclasses import dataclass, replace
from fractions import Fraction

from rules.battle import Seat
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.attack.chances import exchange_odds
from rules.exalted2e.attack.figures import build_attack_pool, build_exchange
from rules.exalted2e.attack.opening import find_likely, needs_surprise_roll, open_attack, open_exchange
from rules.exalted2e.attack.steps import Exchange, check_automatic_miss
from rules.exalted2e.legal.usual import list_usual_dvs
from rules.exalted2e.pools import hide, notice_ambush
from rules.exalted2e.state import Attack, Combatant, DeclaredAttack, State
from rules.odds import Odds, odds
from rules.pool import Pool

USUAL_NOTICE = {True: range(2, 5), False: range(3, 8)}
"""The dice that are usual to notice an ambush, of extras and of everyone else (2E-394)."""


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


def may_show_chance(seat: Seat, attacker: Combatant, target: Combatant) -> bool:
    """Return whether the seat may know the chance: only against a foe whose DV it may know."""
    return target.side != attacker.side and (seat.storyteller or seat.controls(target.character))


def list_openings(state: State, declared: DeclaredAttack) -> tuple[Opening, ...]:
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


def _find_missed(state: State, declared: DeclaredAttack, dice: int) -> Fraction:
    """Return the chance that someone with these dice does not notice the ambush (2E-394)."""
    attacker, target = state.get(declared.actor), state.get(declared.target)
    hiding = odds(face_rule(attacker.sheet.being), hide(attacker.sheet, declared.wound).dice, botch="none")
    noticing = odds(face_rule(target.sheet.being), dice, botch="none")
    found = (chance * noticing.at_least(max(1, total)) for total, chance in hiding.distribution)
    return 1 - sum(found, Fraction(0))


def _guess_missed(state: State, declared: DeclaredAttack) -> Fraction:
    """Return the average chance that someone with usual dice, wounded as all see, does not notice the ambush."""
    target = state.get(declared.target)
    usual = [max(0, dice - target.health.wound) for dice in USUAL_NOTICE[target.sheet.being == "extra"]]
    return sum((_find_missed(state, declared, dice) for dice in usual), Fraction(0)) / len(usual)


def guess_openings(state: State, declared: DeclaredAttack) -> list[tuple[Opening, ...]]:
    """Return the usual cases for a seat that may not know the DV, one for each usual target, all as likely.

    Each has the ways of its opening; the dice to notice an ambush are averaged, for nothing else hangs on them. So all
    attacks on one target have the same cases. They are made of nothing that the seat does not see. The attacker may
    know that the target is unaware (2E-665). Cases that open alike are one object.
    """
    attack = open_attack(state, declared)
    pool = build_attack_pool(state.get(declared.actor), declared, state.options)
    numbers = replace(build_exchange(state, declared, pool, 0), hardness=())

    def guess(dv: int, chance: Fraction, *, unaware: bool) -> Opening:
        return Opening(chance, pool, check_automatic_miss(replace(numbers, dv=dv)), unaware)

    missed = _guess_missed(state, declared) if needs_surprise_roll(attack) else Fraction(0)
    dvs = list_usual_dvs(state, declared, unaware=attack.unaware)
    before: tuple[Opening, ...] = ()
    if missed:
        before = (guess(list_usual_dvs(state, declared, unaware=True)[0], missed, unaware=True),)
    alike = {dv: (*before, guess(dv, 1 - missed, unaware=attack.unaware)) for dv in dvs}
    return [alike[dv] for dv in dvs]


def mix_odds(openings: tuple[Opening, ...]) -> Odds:
    """Return the odds of an attack that may open in several ways: the roll is the same, what it must reach is not."""
    found = [opening.odds for opening in openings]
    success = sum((opening.chance * each.success for opening, each in zip(openings, found, strict=True)), Fraction(0))
    botch = sum((opening.chance * each.botch for opening, each in zip(openings, found, strict=True)), Fraction(0))
    return replace(found[0], success=success, botch=botch)


def guess_chance(state: State, attacker: Combatant, declared: DeclaredAttack, numbers: Exchange) -> float | None:
    """Return the average chance against usual DVs, for a seat that may not know the DV; None against its own side.

    `numbers`: those of the attack roll, whatever its DV.
    """
    if state.get(declared.target).side == attacker.side:
        return None
    attack = open_attack(state, declared)
    if needs_surprise_roll(attack):
        chances = [float(mix_odds(openings).success) for openings in guess_openings(state, declared)]
    else:
        dvs = list_usual_dvs(state, declared, unaware=attack.unaware)
        found = {dv: float(exchange_odds(numbers, dv).success) for dv in set(dvs)}
        chances = [found[dv] for dv in dvs]
    return sum(chances) / len(chances)


def list_cases(seat: Seat, state: State, declared: DeclaredAttack) -> list[tuple[Opening, ...]]:
    """Return the cases that the seat may see, all as likely: the known one, or those that are usual."""
    if may_show_chance(seat, state.get(declared.actor), state.get(declared.target)):
        return [list_openings(state, declared)]
    return guess_openings(state, declared)
