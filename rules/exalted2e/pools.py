"""Dice pools: the six steps of modifiers (chapter 6), and one function for each pool that the book names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict, Unpack

from rules.exalted2e.traits import MAX_SPECIALTIES, Being, is_unskilled, label
from rules.pool import Pool, Step, Term, add_step, add_steps, change
from rules.text import EMPTY, Text, join

if TYPE_CHECKING:  # a plain roll needs the six steps, and no sheet
    from rules.exalted2e.sheet.model import Sheet

Terms = tuple[Term, ...]

UNSKILLED = 2
WOUND_KINDS = ("wound", "multiple action")
"""The penalties that lower the Essence floor too (2E-101)."""
STEPS = (
    (Text("Original pool"), "2E-035"),
    (Text("1. Non-magical bonuses"), "2E-100"),
    (Text("2. Non-magical internal penalties"), "2E-101"),
    (Text("3. Magical bonus dice"), "2E-102"),
    (Text("4. Magical penalties"), "2E-103"),
)
"""The names and rules of the steps that add terms; every pool of the game has them."""
ESSENCE_FLOOR, SUCCESSES = Text("5. Essence floor"), Text("6. Bonus successes")
"""The names of the last steps."""


def bonus(name: Text, dice: int, kind: str, rule: str = "2E-100") -> Term:
    """Return a bonus of `dice`; kinds: stunt, specialty, equipment, virtue, teamwork, aim, other, magic bonus."""
    return Term(name, dice, kind, rule)


def penalty(name: Text, dice: int, kind: str = "other internal", rule: str = "2E-081") -> Term:
    """Return a penalty; `dice` is positive; kinds: wound, multiple action, other internal, magic penalty."""
    return Term(name, -dice, kind, rule)


def stunt_dice(dice: int) -> Terms:
    """Return the dice of a stunt; empty for none (2E-181)."""
    return change(Text("Stunt"), dice, "stunt", "2E-181")


def specialty_dice(dots: int) -> Terms:
    """Return the specialty dice, at most three on a roll (2E-170)."""
    return change(Text("Specialty"), min(dots, MAX_SPECIALTIES), "specialty", "2E-170")


def wound_terms(wound: int) -> Terms:
    """Return the wound penalty; empty for none (2E-411)."""
    return change(Text("Wounds"), -wound, "wound", "2E-411")


def multiple_action_penalty(count: int, index: int) -> int:
    """Return the dice that the `index`th of `count` actions loses (2E-230, 2E-233). Both count from 1."""
    return count + index - 1 if count > 1 else 0


def multiple_action(dice: int) -> Terms:
    """Return the multiple-action penalty of one action; empty for none."""
    return change(Text("Multiple actions"), -dice, "multiple action", "2E-230")


def unskilled_penalty(being: Being, dots: int) -> Terms:
    """Return the penalty for an Ability without dots; empty for Exalted (2E-082)."""
    return (penalty(Text("Unskilled"), UNSKILLED, "other internal", "2E-082"),) if is_unskilled(being, dots) else ()


def order_modifiers(
    title: Text,
    base: Terms,
    *,
    essence: int,
    bonuses: Iterable[Term] = (),
    penalties: Iterable[Term] = (),
    magic_bonuses: Iterable[Term] = (),
    magic_penalties: Iterable[Term] = (),
    successes: Iterable[Term] = (),
    external: Iterable[Term] = (),
) -> Pool:
    """Build a pool in the book's order (2E-100 to 2E-114): original pool, six steps, external penalties.

    Amounts are signed: penalties, external ones too, are negative.
    """
    offered = tuple(bonuses)
    # A negative Accuracy is a penalty of step 2 (2E-112).
    step1 = tuple(term for term in offered if term.amount >= 0)
    step2 = tuple(penalties) + tuple(term for term in offered if term.amount < 0)
    terms = (base, step1, step2, magic_bonuses, magic_penalties)
    steps = [*add_steps(*((name, rule, given) for (name, rule), given in zip(STEPS, terms, strict=True)))]
    steps.append(_essence_floor(essence, steps[0].after, step2, steps[-1].after))
    pool = steps[-1].after
    added, taken = tuple(successes), tuple(external)
    extra = sum(term.amount for term in added)
    lost = -sum(term.amount for term in taken)
    gained = Text("+{n} successes", n=extra) if extra else EMPTY
    steps.append(Step(SUCCESSES, "2E-109", added, pool, pool, gained))
    if taken:
        note = Text("−{n} successes", n=lost)
        steps.append(Step(Text("External penalties"), "2E-108", taken, pool, pool, note))
    return Pool(title, tuple(steps), pool, bonus_successes=extra, external=lost, can_roll=pool > 0 or extra > 0)


def essence_floor(essence: int, base: int, wound_and_multiple: int) -> int | None:
    """Return the least pool that internal penalties leave, maybe negative; None with Essence 1 (2E-104, 2E-107)."""
    return min(essence - wound_and_multiple, base) if essence >= 2 else None


def _essence_floor(essence: int, base: int, penalties: Terms, before: int) -> Step:
    name, rule = ESSENCE_FLOOR, "2E-104"
    deep = -sum(term.amount for term in penalties if term.kind in WOUND_KINDS)
    floor = essence_floor(essence, base, deep)
    if floor is None:
        return Step(name, rule, (), before, before, Text("none at Essence 1"))
    if before >= essence or floor <= before:
        return Step(name, rule, (), before, before, Text("at least {n}, not needed", n=_minus(floor)))
    raised = (Term(Text("Essence floor"), floor - before, "floor", "2E-105"),)
    return Step(name, rule, raised, before, floor, Text("at least {n}", n=_minus(floor)))


def _minus(number: int) -> str:
    return str(number).replace("-", "−")


class Modifiers(TypedDict, total=False):
    """The modifiers of a roll other than penalties, by their step (2E-100 to 2E-109)."""

    bonuses: Iterable[Term]
    magic_bonuses: Iterable[Term]
    magic_penalties: Iterable[Term]
    successes: Iterable[Term]
    external: Iterable[Term]


def trait_pool(
    sheet: Sheet,
    attribute: str,
    ability: str,
    *,
    title: Text = EMPTY,
    wound: int | None = None,
    limits: Terms = (),
    penalties: Iterable[Term] = (),
    ready: int | None = None,
    **more: Unpack[Modifiers],
) -> Pool:
    """Return the pool of an Attribute and an Ability (2E-034), less wounds, fatigue and the unskilled penalty.

    `wound` replaces the wound penalty of the sheet: in a battle the combatant has it, not the sheet. `limits` are
    (negative) dice that the original pool does not have, before any modifier. `ready`: the number of a quick character
    that stands for this roll, if it has one of its own.
    """
    standing = (
        *_wounds(sheet, wound),
        *change(Text("Fatigue"), -sheet.fatigue, "other internal", "2E-430"),
        *(() if sheet.ready.used else unskilled_penalty(sheet.being, sheet.ability(ability))),
    )
    return order_modifiers(
        title or join(" + ", (label(attribute), label(ability))),
        (*_base(sheet, attribute, ability, ready), *limits),
        essence=sheet.essence,
        penalties=(*standing, *penalties),
        **more,
    )


def _base(sheet: Sheet, attribute: str, ability: str, ready: int | None) -> Terms:
    """Return the original pool: Attribute and Ability, or the ready number of a quick character."""
    if sheet.ready.used:
        dice = sheet.ready.pool(ability) if ready is None else ready
        return (Term(Text("Preset pool"), dice, "attribute", "2E-034"),)
    return (
        Term(label(attribute), sheet.attribute(attribute), "attribute", "2E-034"),
        Term(label(ability), sheet.ability(ability), "ability", "2E-034"),
    )


def most_charm_dice(sheet: Sheet, base: int) -> int | None:
    """Return how many dice Charms may add to this original pool; None: no limit is known (2E-113)."""
    return base if sheet.splat == "solar" else None


def virtue_pool(
    sheet: Sheet, virtue: str, *, wound: int | None = None, penalties: Iterable[Term] = (), **more: Unpack[Modifiers]
) -> Pool:
    """Return the pool of a Virtue rolled alone, less the character's wounds."""
    base = (Term(label(virtue), sheet.virtue(virtue), "virtue", "2E-024"),)
    penalties = (*_wounds(sheet, wound), *penalties)
    return order_modifiers(label(virtue), base, essence=sheet.essence, penalties=penalties, **more)


def _wounds(sheet: Sheet, wound: int | None) -> Terms:
    return wound_terms(sheet.body().wound if wound is None else wound)


def join_battle(sheet: Sheet, wound: int = 0) -> Pool:
    """Return Wits + Awareness, at least one die (2E-261, 2E-264)."""
    ready, title = sheet.ready.join_battle, Text("Join Battle")
    return _at_least_one(trait_pool(sheet, "wits", "awareness", title=title, wound=wound, ready=ready))


def join_war(sheet: Sheet, wound: int = 0, magnitude: int = 0) -> Pool:
    """Return Wits + War, less the Magnitude where the option says so, and at least one die (2E-503, 2E-264)."""
    size = change(Text("Magnitude"), -magnitude, "other internal", "2E-503")
    return _at_least_one(trait_pool(sheet, "wits", "war", title=Text("Join War"), wound=wound, penalties=size))


def _at_least_one(pool: Pool) -> Pool:
    """Return the pool with at least one die (2E-264)."""
    if pool.total >= 1:
        return pool
    missing = Term(Text("Minimum pool"), 1 - pool.total, "other", "2E-264")
    least = add_step(Text("At least one die"), "2E-264", (missing,), pool.total)
    return Pool(pool.title, (*pool.steps, least), 1)


def command_unit(sheet: Sheet, wound: int = 0, bonuses: Iterable[Term] = (), penalties: Iterable[Term] = ()) -> Pool:
    """Return the commander's Charisma + War (2E-505)."""
    title = Text("Command the unit")
    return trait_pool(sheet, "charisma", "war", title=title, wound=wound, bonuses=bonuses, penalties=penalties)


def steady_unit(morale: int) -> Pool:
    """Return the morale of a unit, which is rolled in place of Valor (2E-485, 2E-502)."""
    terms = (Term(Text("Morale"), morale, "virtue", "2E-502"),)
    return order_modifiers(Text("Morale"), terms, essence=1)


def coordinate_attack(
    sheet: Sheet, wound: int = 0, bonuses: Iterable[Term] = (), penalties: Iterable[Term] = ()
) -> Pool:
    """Return the leader's Charisma + War (2E-300)."""
    title = Text("Coordinate attack")
    return trait_pool(sheet, "charisma", "war", title=title, wound=wound, bonuses=bonuses, penalties=penalties)


def notice_ambush(sheet: Sheet, wound: int = 0) -> Pool:
    """Return the reflexive Wits + Awareness of the victim of a surprise (2E-394)."""
    return trait_pool(sheet, "wits", "awareness", title=Text("Notice the ambush"), wound=wound)


def hide(sheet: Sheet, wound: int = 0) -> Pool:
    """Return Dexterity + Stealth (2E-394)."""
    return trait_pool(sheet, "dexterity", "stealth", title=Text("Hide"), wound=wound)


def keep_footing(sheet: Sheet, wound: int = 0) -> Pool:
    """Return the knockdown check: Dexterity or Stamina with Athletics or Resistance, the better of each (2E-386)."""
    attribute = max(("dexterity", "stamina"), key=sheet.attribute)
    ability = max(("athletics", "resistance"), key=sheet.ability)
    return trait_pool(sheet, attribute, ability, title=Text("Knockdown check"), wound=wound)


def withstand_stun(sheet: Sheet, wound: int = 0) -> Pool:
    """Return the stun check: Stamina + Resistance (2E-388)."""
    return trait_pool(sheet, "stamina", "resistance", title=Text("Stun check"), wound=wound)


def control_clinch(sheet: Sheet, wound: int = 0, bonuses: Iterable[Term] = ()) -> Pool:
    """Return the better of Strength and Dexterity with Martial Arts (2E-392)."""
    attribute = max(("strength", "dexterity"), key=sheet.attribute)
    return trait_pool(sheet, attribute, "martial_arts", title=Text("Control the clinch"), wound=wound, bonuses=bonuses)


def steady_nerve(sheet: Sheet, wound: int | None = None) -> Pool:
    """Return the Valor check of morale: the Virtue alone (2E-485)."""
    return virtue_pool(sheet, "valor", wound=wound)
