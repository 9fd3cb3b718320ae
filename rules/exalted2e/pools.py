"""Dice pools: the order of modifiers in its six steps (chapter 6), and one function for each pool the book names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict, Unpack

from rules.exalted2e.traits import MAX_SPECIALTIES, Being, is_unskilled, label
from rules.pool import Pool, Step, Term, add_step

if TYPE_CHECKING:  # a plain roll needs the six steps, and no sheet
    from rules.exalted2e.sheet.model import Sheet

Terms = tuple[Term, ...]

UNSKILLED = 2
WOUND_KINDS = ("wound", "multiple action")
"""The penalties that lower the Essence floor too (2E-101)."""


def bonus(name: str, dice: int, kind: str, rule: str = "2E-100") -> Term:
    """A bonus of so many dice: kinds stunt, specialty, equipment, virtue, teamwork, aim, other, magic bonus."""
    return Term(name, dice, kind, rule)


def penalty(name: str, dice: int, kind: str = "other internal", rule: str = "2E-081") -> Term:
    """A penalty given as a positive number: kinds wound, multiple action, other internal, magic penalty."""
    return Term(name, -dice, kind, rule)


def stunt_dice(dice: int) -> Terms:
    """The dice of a stunt, if any (2E-181)."""
    return (bonus("Stunt", dice, "stunt", "2E-181"),) if dice else ()


def specialty_dice(dots: int) -> Terms:
    """Specialty dice, at most three on a roll (2E-170)."""
    return (bonus("Specialty", min(dots, MAX_SPECIALTIES), "specialty", "2E-170"),) if dots else ()


def wound_penalty(wound: int) -> Terms:
    """The wound penalty, if any (2E-411)."""
    return (penalty("Wounds", wound, "wound", "2E-411"),) if wound else ()


def multiple_action_penalty(count: int, index: int) -> int:
    """Dice that the `index`th of `count` actions loses, both from 1: count + index - 1, none alone (2E-230, 2E-233)."""
    return count + index - 1 if count > 1 else 0


def multiple_action(dice: int) -> Terms:
    """The multiple-action penalty of one action, if any."""
    return (penalty("Multiple actions", dice, "multiple action", "2E-230"),) if dice else ()


def unskilled_penalty(being: Being, dots: int) -> Terms:
    """Two dice for a missing Ability, for all but the Exalted (2E-082)."""
    return (penalty("Unskilled", UNSKILLED, "other internal", "2E-082"),) if is_unskilled(being, dots) else ()


def order_modifiers(
    title: str,
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
    """Build a pool in the book's order (2E-100 to 2E-114): the original pool, then all six steps, then external ones.

    Amounts are signed as they apply; bonus successes positive, external penalties negative.
    """
    offered = tuple(bonuses)
    # A negative Accuracy is a penalty of step 2 (2E-112).
    step1 = tuple(term for term in offered if term.amount >= 0)
    step2 = tuple(penalties) + tuple(term for term in offered if term.amount < 0)
    original = add_step("Original pool", "2E-035", base, 0)
    steps = [original]
    for name, rule, terms in (
        ("1. Non-magical bonuses", "2E-100", step1),
        ("2. Non-magical internal penalties", "2E-101", step2),
        ("3. Magical bonus dice", "2E-102", tuple(magic_bonuses)),
        ("4. Magical penalties", "2E-103", tuple(magic_penalties)),
    ):
        steps.append(add_step(name, rule, terms, steps[-1].after))
    steps.append(_essence_floor(essence, original.after, step2, steps[-1].after))
    pool = steps[-1].after
    added, taken = tuple(successes), tuple(external)
    extra = sum(term.amount for term in added)
    lost = -sum(term.amount for term in taken)
    steps.append(Step("6. Bonus successes", "2E-109", added, pool, pool, f"+{extra} successes" if extra else ""))
    if taken:
        steps.append(Step("External penalties", "2E-108", taken, pool, pool, f"−{lost} successes"))
    return Pool(title, tuple(steps), pool, bonus_successes=extra, external=lost, can_roll=pool > 0 or extra > 0)


def essence_floor(essence: int, base: int, wound_and_multiple: int) -> int | None:
    """The least pool that internal penalties leave (2E-104, 2E-107): None with Essence 1; it may be 0 or negative."""
    return min(essence - wound_and_multiple, base) if essence >= 2 else None


def _essence_floor(essence: int, base: int, penalties: Terms, before: int) -> Step:
    name, rule = "5. Essence floor", "2E-104"
    deep = -sum(term.amount for term in penalties if term.kind in WOUND_KINDS)
    floor = essence_floor(essence, base, deep)
    if floor is None:
        return Step(name, rule, (), before, before, "none with Essence 1")
    if before >= essence or floor <= before:
        return Step(name, rule, (), before, before, f"{_say(floor)}, not needed")
    raised = (Term("Essence floor", floor - before, "floor", "2E-105"),)
    return Step(name, rule, raised, before, floor, _say(floor))


def _say(floor: int) -> str:
    return f"at least {floor}".replace("-", "−")


class More(TypedDict, total=False):
    """What changes a roll besides penalties, each in its step (2E-100 to 2E-109)."""

    bonuses: Iterable[Term]
    magic_bonuses: Iterable[Term]
    magic_penalties: Iterable[Term]
    successes: Iterable[Term]
    external: Iterable[Term]


def trait_terms(sheet: Sheet, attribute: str, ability: str) -> Terms:
    """The original pool of an Attribute and an Ability (2E-034)."""
    return (
        Term(label(attribute), sheet.attribute(attribute), "attribute", "2E-034"),
        Term(label(ability), sheet.ability(ability), "ability", "2E-034"),
    )


def trait_pool(
    sheet: Sheet,
    attribute: str,
    ability: str,
    *,
    title: str = "",
    wound: int | None = None,
    penalties: Iterable[Term] = (),
    **more: Unpack[More],
) -> Pool:
    """The pool of an Attribute and an Ability with the character's own penalties: wounds, fatigue, unskilled.

    `wound` replaces the wound penalty of the sheet where a battle holds the living track.
    """
    standing = (
        *_wounds(sheet, wound),
        *((penalty("Fatigue", sheet.fatigue, "other internal", "2E-430"),) if sheet.fatigue else ()),
        *unskilled_penalty(sheet.being, sheet.ability(ability)),
    )
    return order_modifiers(
        title or f"{label(attribute)} + {label(ability)}",
        trait_terms(sheet, attribute, ability),
        essence=sheet.essence,
        penalties=(*standing, *penalties),
        **more,
    )


def most_charm_dice(sheet: Sheet, base: int) -> int | None:
    """The most dice that Charms may add to a roll of this original pool; None where no limit is known (2E-113)."""
    return base if sheet.splat == "solar" else None


def virtue_pool(
    sheet: Sheet, virtue: str, *, wound: int | None = None, penalties: Iterable[Term] = (), **more: Unpack[More]
) -> Pool:
    """The pool of a Virtue rolled alone, with the character's wounds."""
    base = (Term(label(virtue), sheet.virtue(virtue), "virtue", "2E-024"),)
    penalties = (*_wounds(sheet, wound), *penalties)
    return order_modifiers(label(virtue), base, essence=sheet.essence, penalties=penalties, **more)


def _wounds(sheet: Sheet, wound: int | None) -> Terms:
    return wound_penalty(sheet.body().wound if wound is None else wound)


def best_pool(sheet: Sheet, attributes: Iterable[str], abilities: Iterable[str], *, title: str, wound: int) -> Pool:
    """The pool of the best of several Attributes and the best of several Abilities."""
    attribute = max(attributes, key=sheet.attribute)
    return trait_pool(sheet, attribute, max(abilities, key=sheet.ability), title=title, wound=wound)


def join_battle(sheet: Sheet, wound: int = 0) -> Pool:
    """Wits + Awareness, at least one die (2E-261, 2E-264)."""
    pool = trait_pool(sheet, "wits", "awareness", title="Join Battle", wound=wound)
    if pool.total >= 1:
        return pool
    least = add_step("At least one die", "2E-264", (Term("Least pool", 1 - pool.total, "other", "2E-264"),), pool.total)
    return Pool(pool.title, (*pool.steps, least), 1)


def coordinate_attack(
    sheet: Sheet, wound: int = 0, bonuses: Iterable[Term] = (), penalties: Iterable[Term] = ()
) -> Pool:
    """The leader's Charisma + War (2E-300)."""
    title = "Coordinate attack"
    return trait_pool(sheet, "charisma", "war", title=title, wound=wound, bonuses=bonuses, penalties=penalties)


def notice_ambush(sheet: Sheet, wound: int = 0) -> Pool:
    """The reflexive Wits + Awareness of the victim of a surprise (2E-394)."""
    return trait_pool(sheet, "wits", "awareness", title="Notice the ambush", wound=wound)


def hide(sheet: Sheet, wound: int = 0) -> Pool:
    """Dexterity + Stealth (2E-394)."""
    return trait_pool(sheet, "dexterity", "stealth", title="Hide", wound=wound)


def keep_footing(sheet: Sheet, wound: int = 0) -> Pool:
    """The knockdown check: the better of Dexterity and Stamina with the better of Athletics and Resistance (2E-386)."""
    return best_pool(sheet, ("dexterity", "stamina"), ("athletics", "resistance"), title="Knockdown check", wound=wound)


def withstand_stun(sheet: Sheet, wound: int = 0) -> Pool:
    """The stun check: Stamina + Resistance (2E-388)."""
    return trait_pool(sheet, "stamina", "resistance", title="Stun check", wound=wound)


def control_clinch(sheet: Sheet, wound: int = 0, bonuses: Iterable[Term] = ()) -> Pool:
    """The better of Strength and Dexterity with Martial Arts (2E-392)."""
    attribute = max(("strength", "dexterity"), key=sheet.attribute)
    return trait_pool(sheet, attribute, "martial_arts", title="Control the clinch", wound=wound, bonuses=bonuses)


def steady_nerve(sheet: Sheet, wound: int | None = None) -> Pool:
    """The Valor check of morale: a roll of the Virtue alone (2E-485)."""
    return virtue_pool(sheet, "valor", wound=wound)
