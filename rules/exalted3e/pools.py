"""Dice pools as breakdowns: traits, then bonuses, then penalties, never below no dice (3E-010, 3E-012, 3E-024)."""

from collections.abc import Iterable

from rules.pool import Breakdown, Pool, Step, Term, add_step, add_steps, change
from rules.text import EMPTY, Text

STUNT_DICE = 2
"""Dice of any stunt (3E-014 to 3E-016)."""
TRAITS, BASE = Text("Traits"), Text("Base")
BONUSES, PENALTIES, MODIFIERS = Text("Bonuses"), Text("Penalties"), Text("Modifiers")
FLOOR = Text("Floor")
NO_DICE, NO_VALUE = Text("A pool can’t go below 0 dice."), Text("Never below 0.")


def build_pool(title: Text, traits: Iterable[Term], modifiers: Iterable[Term] = (), auto: int = 0) -> Pool:
    """Return a pool in the book's order (3E-024). `auto` successes are added after the dice (3E-013)."""
    modifiers = tuple(modifiers)
    steps = add_steps(
        (TRAITS, "3E-010", traits),
        (BONUSES, "3E-024", (term for term in modifiers if term.amount >= 0)),
        (PENALTIES, "3E-024", (term for term in modifiers if term.amount < 0)),
    )
    steps += _floor(steps[-1].after, "3E-012", NO_DICE)
    return Pool(title, steps, steps[-1].after, bonus_successes=auto)


def build_value(
    title: Text, base: Iterable[Term], modifiers: Iterable[Term], rule: str, note: Text = EMPTY
) -> Breakdown:
    """Return a value (a Defense, a soak, raw damage) from its base and modifiers, never below 0 (3E-139)."""
    first = add_step(BASE, rule, tuple(base), 0, note)
    second = add_step(MODIFIERS, "3E-024", tuple(modifiers), first.after)
    steps = (first, second, *_floor(second.after, "3E-139", NO_VALUE))
    return Breakdown(title, steps, steps[-1].after)


def _floor(value: int, rule: str, note: Text) -> tuple[Step, ...]:
    """Return the step that raises a negative value to 0; empty for any other."""
    return (Step(FLOOR, rule, (), value, 0, note),) if value < 0 else ()


def halve_up(value: int) -> int:
    """Return half of a value, rounded up, as all static values are (3E-023)."""
    return -(-value // 2)


def static_value(attribute: int, ability: int, specialty: bool = False) -> int:
    """Return half of Attribute, Ability and specialty, rounded up (3E-032, 3E-033, 3E-129, 3E-131, 3E-133)."""
    return halve_up(attribute + ability + (1 if specialty else 0))


def stunt_terms(stunt: int) -> tuple[Term, ...]:
    """Return the dice of a stunt of 0 to 3 points."""
    return change(Text("{n}-point stunt", n=stunt), STUNT_DICE if stunt else 0, "stunt", stunt_rule(stunt))


def stunt_rule(stunt: int) -> str:
    """Return the rule of a stunt of 1 to 3 points."""
    return f"3E-{13 + stunt:03d}"


def stunt_successes(stunt: int) -> int:
    """Return the automatic successes of a stunt: none, none, one, two (3E-014 to 3E-016)."""
    return max(0, stunt - 1)


def stunt_willpower(willpower: int, stunt: int) -> int:
    """Return Willpower after a stunt's reward: it may exceed the rating, but not 10 (3E-015 to 3E-017)."""
    return min(10, willpower + stunt_successes(stunt)) if stunt > 1 else willpower


def motes_of(being: str, essence: int, pools: dict[str, dict[str, list[int]]]) -> tuple[int, int]:
    """Return the personal and peripheral motes of a kind of Exalt (3E-339, 3E-340); 0 for anyone else."""
    figures = pools.get(being)
    if figures is None:
        return 0, 0
    personal, peripheral = figures["personal"], figures["peripheral"]
    return personal[0] * essence + personal[1], peripheral[0] * essence + peripheral[1]
