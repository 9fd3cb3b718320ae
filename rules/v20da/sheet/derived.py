"""The figures that follow from the traits, each with its derivation."""

from rules.pool import Breakdown, Term, sum_terms
from rules.text import Text, word
from rules.v20da.defense import DEFENSES, defense_pool, sheet_soak
from rules.v20da.health.blood import blood_maximum, blood_per_turn
from rules.v20da.health.levels import parse_track
from rules.v20da.pools import trait_terms
from rules.v20da.sheet.model import Sheet
from rules.v20da.timing import movement
from rules.wounds import HARMS, Harm

PACES = {"walk": Text("Walk"), "jog": Text("Jog"), "run": Text("Run"), "with attack": Text("With attack")}


def derived(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Return initiative, defenses, soak, movement and blood."""
    return (*_paces_and_defenses(sheet), *_blood(sheet))


def fight(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Return what a fight needs of them: all but what the blood pool holds and how high traits may rise."""
    return (*_paces_and_defenses(sheet), *((_blood_per_turn(sheet),) if sheet.is_vampire else ()))


def _paces_and_defenses(sheet: Sheet) -> tuple[Breakdown, ...]:
    wounds = parse_track(sheet.being, sheet.health).penalty or 0
    return (
        sum_terms(Text("Initiative"), "V20-140", trait_terms(sheet, "dexterity", "wits")),
        *(defense_pool(sheet, defense, wounds=wounds) for defense in DEFENSES),
        *(_soak(sheet, kind) for kind in HARMS),
        *(_figure(PACES[name], yards, "V20-148") for name, yards in movement(sheet.dots("dexterity")).items()),
    )


def _soak(sheet: Sheet, kind: Harm) -> Breakdown:
    pool = sheet_soak(sheet, kind)
    return Breakdown(Text("Soak, {kind}", kind=word(kind)), pool.steps, pool.total)


def _blood(sheet: Sheet) -> tuple[Breakdown, ...]:
    if not sheet.is_vampire:
        return ()
    return (
        _figure(Text("Blood pool"), blood_maximum(sheet.generation), "V20-171"),
        _blood_per_turn(sheet),
        _figure(Text("Highest trait"), sheet.maximum, "V20-172"),
    )


def _blood_per_turn(sheet: Sheet) -> Breakdown:
    return _figure(Text("Blood per turn"), blood_per_turn(sheet.generation), "V20-171")


def _figure(title: Text, value: int, rule: str) -> Breakdown:
    return sum_terms(title, rule, (Term(title, value, "table", rule),))
