"""Targets as a seat sees them, with usual figures in place of those that it may not know (2E-665).

They stand where the target stands, on the same ground, with its wounds, its action and its conditions, so that a guess
meets them as the attack would.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from rules.exalted2e.attack.defenses import NO_ANSWER, build_situation, compute_no_defense, list_lent
from rules.exalted2e.defense import Situation, compute_dv
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.ready import Ready
from rules.exalted2e.state import Combatant, DeclaredAttack, Response, State
from rules.lru_cache import cached_by_identity

USUAL_DVS = {True: range(1, 5), False: range(3, 9)}
"""The DVs that are usual, of extras and of everyone else, before what all can see changes them."""
USUAL_SOAK = {True: range(2, 6), False: range(3, 12, 2)}
"""The soak that is usual, of extras and of everyone else."""
WEAKER_BY = 1
"""By how much the weaker of someone's two DVs is usually lower, as with eight of the ten ready-made characters.
Half of all dodge better, half parry better.
"""
BLADE = "straight_sword"
"""What a usual target parries with: the board does not show what anyone holds."""


def list_usual_defenses(*, is_extra: bool) -> list[tuple[int, int]]:
    """Return the usual pairs of Dodge DV and Parry DV, all as likely."""
    found = ((dv, max(0, dv - WEAKER_BY)) for dv in USUAL_DVS[is_extra])
    return [pair for dv, weaker in found for pair in ((dv, weaker), (weaker, dv))]


@lru_cache(maxsize=64)
def make_usual_sheet(*, is_extra: bool, dodge: int, parry: int) -> Sheet:
    """Return a sheet with these DVs, a blade to parry with, and nothing else that counts."""
    ready = Ready(used=True, dodge_dv=dodge, parry_dv=parry)
    return Sheet(being="extra" if is_extra else "mortal", weapons=(BLADE,), ready=ready)


@cached_by_identity(1024)
def imagine(actor: Combatant, dodge: int, parry: int) -> Combatant:
    """Return the combatant as all see it, with these DVs."""
    sheet = make_usual_sheet(is_extra=actor.sheet.being == "extra", dodge=dodge, parry=parry)
    return replace(actor, sheet=sheet, ready=(BLADE,), active=())


def _imagine_guard(actor: Combatant) -> Combatant:
    """Return someone who defends another, with the average of the usual DVs."""
    usual = list_usual_defenses(is_extra=actor.sheet.being == "extra")
    middle = sum(parry for _dodge, parry in usual) // len(usual)
    return imagine(actor, middle, middle)


def _imagine_guards(state: State, target: str) -> State:
    """Return the fight with usual guardians of this target."""
    guards = (combatant for combatant in state.combatants if combatant.doing and combatant.doing.kind == "defend")
    there = [_imagine_guard(guard) for guard in guards if guard.doing and guard.doing.target == target]
    return state.put(*there) if there else state


def list_usual_dvs(state: State, declared: DeclaredAttack, *, unaware: bool, mode: Response | None = None) -> list[int]:
    """Return the DVs that usual targets have against this attack, all as likely; 0 for a negative one.

    `mode`: the defense, once it was declared; the best one before.
    """
    fight, there = _imagine_guards(state, declared.target), imagine(state.get(declared.target), 0, 0)
    usual = list_usual_defenses(is_extra=there.sheet.being == "extra")
    if unaware or there.is_helpless:
        return [max(0, compute_no_defense(fight.put(there), declared).total)] * len(usual)
    now = build_situation(fight, declared, there, NO_ANSWER)
    lent = [option.dv.total for option in list_lent(fight, declared, there)]
    return [*_choose_dvs(now, tuple(usual), max(lent, default=0), mode)]


@lru_cache(maxsize=1024)
def _choose_dvs(
    now: Situation, usual: tuple[tuple[int, int], ...], lent: int, mode: Response | None
) -> tuple[int, ...]:
    """Return the DV of each usual target in a situation. Most foes in a fight are in the same one."""
    return tuple(_choose(mode, {"lent": lent, **_find_dvs(now, *pair)}) for pair in usual)


def _choose(mode: Response | None, dvs: Mapping[str, int]) -> int:
    best = max(dvs.values())
    return max(0, dvs.get(mode, best) if mode else best)


def _find_dvs(now: Situation, dodge: int, parry: int) -> dict[str, int]:
    return {"dodge": compute_dv("dodge", dodge, now).total, "parry": compute_dv("parry", parry, now).total}
