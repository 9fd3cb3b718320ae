"""How an attack opens: who is unaware of it, how those answer who are not asked, and its numbers before step 3.

What resolves an attack and what previews it both begin here, so that they cannot differ (2E-665).
"""

from collections.abc import Iterable
from dataclasses import replace

from rules.exalted2e.attack.defenses import Option, compute_no_defense, list_defenses
from rules.exalted2e.attack.figures import build_attack_pool, build_exchange
from rules.exalted2e.attack.steps import Exchange, check_automatic_miss
from rules.exalted2e.sheet.parse import mote_capacity
from rules.exalted2e.state import Answer, Attack, DeclaredAttack, LogStep, State
from rules.pool import Pool
from rules.text import Text


def open_attack(state: State, declared: DeclaredAttack, log: Iterable[LogStep] = ()) -> Attack:
    """Return the attack as step 1 leaves it (2E-330). An attack from hiding has its roll still to come (2E-394)."""
    unaware = declared.surprise == "unaware" or state.get(declared.target).unaware
    return Attack(declared, 1, unaware, log=tuple(log), held=state.attack)


def needs_surprise_roll(attack: Attack) -> bool:
    """Return whether the roll to notice the attack is still to be made (2E-394)."""
    return attack.declared.surprise == "roll" and not attack.noticed


def find_unasked(state: State, attack: Attack) -> Answer | None:
    """Return the answer of a target that is not asked, or None for one that chooses (2E-332, 2E-333).

    Without magic nothing is left to choose for the unaware. An extra takes the best of its defenses.
    """
    target = state.get(attack.declared.target)
    if target.is_helpless or (attack.unaware and not any(mote_capacity(target.sheet))):
        return Answer("none")
    if target.sheet.being == "extra":
        return Answer(list_defenses(state, attack.declared)[0].mode)
    return None


def find_likely(state: State, attack: Attack) -> Answer:
    """Return the answer that a preview counts with: the best defense as it stands, with nothing added to it."""
    best = list_defenses(state, attack.declared, unaware=attack.unaware)[0]
    return find_unasked(state, attack) or Answer(best.mode)


def is_unaware(attack: Attack, answer: Answer) -> bool:
    """Return whether the target is unaware of the attack and has no magic to defend all the same (2E-333)."""
    return attack.unaware and not answer.magic.enables


def choose_defense(state: State, attack: Attack, answer: Answer) -> Option:
    """Return the defense that this answer chooses, or no defense if it does not apply."""
    declared = attack.declared
    unaware = is_unaware(attack, answer)
    options = {option.mode: option for option in list_defenses(state, declared, answer, unaware)}
    none = Option("none", Text("No defense"), compute_no_defense(state, declared))
    return options.get(answer.mode, none)


def open_exchange(state: State, attack: Attack, answer: Answer) -> tuple[Pool, Exchange]:
    """Return pool and numbers of an attack before its dice fall, with the Storyteller's rulings on it (2E-360).

    An extra may miss without a roll (2E-359); the ones of a botch stand for successes (2E-363).
    """
    declared, fixed = attack.declared, attack.fixed
    pool = build_attack_pool(state.get(declared.actor), declared, state.options)
    dv = choose_defense(state, attack, answer).dv.total
    numbers = build_exchange(state, declared, pool, fixed.get("dv", dv), answer)
    numbers = replace(numbers, pool=fixed.get("pool", numbers.pool))
    if declared.strays:
        return pool, replace(numbers, successes=declared.strays, bonus_successes=0, external=0, reroll=False)
    return pool, check_automatic_miss(numbers)
