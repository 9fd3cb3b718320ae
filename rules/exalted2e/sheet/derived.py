"""The values derived from the traits of a sheet, with their sums."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.exalted2e.actions.social import dodge_mdv, parry_mdv
from rules.exalted2e.defense import compute_armor_soak, compute_dodge_dv, compute_natural_soak, compute_parry_dv
from rules.exalted2e.health.track import Damage
from rules.exalted2e.pools import join_battle
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import mote_capacity, specialty_dots
from rules.exalted2e.sheet.ready import give_value
from rules.exalted2e.timing import get_pace
from rules.exalted2e.traits import label
from rules.pool import Breakdown, Step, Term, sum_terms
from rules.text import Text, mean, word

SOAKS: Final[Mapping[Damage, Text]] = {
    "B": Text("Soak, bashing"),
    "L": Text("Soak, lethal"),
    "A": Text("Soak, aggravated"),
}


def derived(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Return Join Battle, DVs, soak, Hardness, movement, MDVs and mote pools, outside of a battle."""
    charm = max(("charisma", "manipulation"), key=sheet.attribute)
    debate = max(("investigation", "performance", "presence"), key=sheet.ability)
    return (
        *_defenses(sheet),
        *_movement(sheet),
        dodge_mdv(sheet),
        parry_mdv(sheet, charm, debate),
        *_motes(sheet),
    )


def fight(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Return what a fight needs of them: Join Battle, DVs, soak, Hardness, Move and Dash."""
    move, dash, *_jumps = _movement(sheet)
    return (*_defenses(sheet), move, dash)


def _defenses(sheet: Sheet) -> tuple[Breakdown, ...]:
    return (
        join_battle(sheet, sheet.body().wound),
        dodge_dv(sheet),
        *(parry_dv(sheet, weapon) for weapon in sheet.arms() if weapon.defense is not None),
        *(soak(sheet, damage) for damage in SOAKS),
        *_hardness(sheet),
    )


def dodge_dv(sheet: Sheet) -> Breakdown:
    """Return Dodge DV without modifiers (2E-334)."""
    if sheet.ready.used:
        return give_value(Text("Dodge DV"), sheet.ready.dodge_dv, "2E-334")
    dots = specialty_dots(sheet, "dodge")
    return compute_dodge_dv(sheet.attributes["dexterity"], sheet.abilities["dodge"], sheet.essence, sheet.being, dots)


def parry_dv(sheet: Sheet, weapon: Weapon) -> Breakdown:
    """Return Parry DV with one weapon, without modifiers (2E-335)."""
    if sheet.ready.used:
        return give_value(Text("Parry DV, {w}", w=word(weapon.name)), sheet.ready.parry_dv, "2E-335")
    ability = max(weapon.abilities, key=sheet.ability)
    found = compute_parry_dv(
        sheet.attributes["dexterity"],
        sheet.ability(ability),
        weapon.defense or 0,
        sheet.being,
        specialty_dots(sheet, ability),
        label(ability),
    )
    return Breakdown(Text("Parry DV, {w}", w=word(weapon.name)), found.steps, found.total)


def soak(sheet: Sheet, damage: Damage) -> Breakdown:
    """Return natural and armored soak against one type of damage (2E-373 to 2E-375)."""
    other = {"B": sheet.soak_bashing, "L": sheet.soak_lethal, "A": sheet.soak_aggravated}[damage]
    armored = [
        Term(
            word(suit.name),
            compute_armor_soak({"B": suit.soak_bashing, "L": suit.soak_lethal}, damage, False),
            "armor",
            "2E-375",
        )
        for suit in sheet.suits()
    ]
    best = max(armored, key=lambda term: term.amount, default=None)
    terms = (
        Term(
            Text("Natural"), compute_natural_soak(sheet.attributes["stamina"], sheet.being, damage), "natural", "2E-374"
        ),
        *((Term(Text("Charms and mutations"), other, "natural", "2E-374"),) if other else ()),
        *((best,) if best else ()),
    )
    return sum_terms(SOAKS[damage], "2E-373", terms)


def _hardness(sheet: Sheet) -> Iterator[Breakdown]:
    """Yield the highest Hardness of each type that is above 0 (2E-372)."""
    suits, body = sheet.suits(), Text("Natural")
    bashing = [(body, sheet.hardness_bashing), *((word(suit.name), suit.hardness_bashing) for suit in suits)]
    lethal = [(body, sheet.hardness_lethal), *((word(suit.name), suit.hardness_lethal) for suit in suits)]
    for title, sources in ((Text("Hardness, bashing"), bashing), (Text("Hardness, lethal"), lethal)):
        name, amount = max(sources, key=lambda source: source[1])
        if amount:
            yield sum_terms(title, "2E-372", (Term(name, amount, "armor", "2E-372"),))


def _movement(sheet: Sheet) -> Iterator[Breakdown]:
    """Yield yards per tick and yards of a jump (2E-298, 2E-299)."""
    body, attributes = sheet.body(), sheet.attributes
    athletics = sheet.abilities["athletics"]
    pace = get_pace(attributes["dexterity"], attributes["strength"], athletics, body.lag, sheet.mobility())
    slowed = (
        *((Term(Text("Wounds"), -body.lag, "wound", "2E-299"),) if body.lag else ()),
        *((Term(Text("Mobility"), -sheet.mobility(), "mobility", "2E-299"),) if sheet.mobility() else ()),
    )
    dexterity = Term(Text("Dexterity"), attributes["dexterity"], "attribute", "2E-299")
    leap = (
        Term(Text("Strength"), attributes["strength"], "attribute", "2E-299"),
        Term(Text("Athletics"), athletics, "ability", "2E-299"),
        *slowed,
    )
    yield _at_least(mean("distance", "Move"), "2E-299", (dexterity, *slowed), pace.move)
    yield _at_least(Text("Dash"), "2E-298", (dexterity, Term(Text("Dash"), 6, "base", "2E-298"), *slowed), pace.dash)
    yield _at_least(Text("Jump, up"), "2E-299", leap, pace.jump_up)
    across = _at_least(Text("Jump, across"), "2E-299", leap, pace.jump_up)
    doubled = Step(Text("Twice that across"), "2E-299", (), pace.jump_up, pace.jump_across)
    yield Breakdown(across.title, (*across.steps, doubled), pace.jump_across)


def _motes(sheet: Sheet) -> Iterator[Breakdown]:
    """Yield the mote pools when full, if any (2E-033)."""
    willpower = Term(Text("Willpower"), sheet.willpower, "willpower", "2E-033")
    virtues = Term(Text("Virtues"), sum(sheet.virtues.values()), "virtue", "2E-033")
    personal: tuple[Term, ...] = (Term(Text("Essence x 3"), 3 * sheet.essence, "essence", "2E-033"), willpower)
    terms = (Term(Text("Essence x 7"), 7 * sheet.essence, "essence", "2E-033"), willpower, virtues)
    peripheral: tuple[Term, ...] = terms
    if sheet.ready.used:
        personal = peripheral = ()
    capacity = mote_capacity(sheet)
    yield from _pool(Text("Personal motes"), personal, sheet.personal_bonus, capacity[0])
    yield from _pool(Text("Peripheral motes"), peripheral, sheet.peripheral_bonus, capacity[1])


def _pool(title: Text, terms: tuple[Term, ...], beyond: int, capacity: int) -> Iterator[Breakdown]:
    if capacity:
        other = (Term(Text("Above the formula"), beyond, "other", "2E-033"),) if beyond else ()
        yield _at_least(title, "2E-033", (*terms, *other), capacity)


def _at_least(title: Text, rule: str, terms: tuple[Term, ...], total: int) -> Breakdown:
    """Return a sum; if the rules raise it to a least value, that is a step of its own."""
    found = sum_terms(title, rule, terms)
    if found.total == total:
        return found
    return Breakdown(title, (*found.steps, Step(Text("Minimum value"), rule, (), found.total, total)), total)
