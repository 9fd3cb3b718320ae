"""From JSON to a sheet: every value checked, and refused by name when no state of the game could make it right."""

from dataclasses import fields, replace

from rules.codec import decode
from rules.errors import BadInput
from rules.exalted2e.health.track import check_health, levels
from rules.exalted2e.sheet.model import Sheet, Virtues
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.sheet.rows import (
    check_backgrounds,
    check_intimacies,
    check_specialties,
    list_specialties,
    read_rows,
)
from rules.exalted2e.traits import ALL_ABILITIES, MAX_TRAIT, MAX_VIRTUE, MAX_WILLPOWER, is_magical
from rules.powers import check_powers, keep_spent

MAX_TEXT = 2000
MAX_MOTES = 500
MAX_SHARE = 1_000_000


def parse(data: object) -> Sheet:
    """Build a sheet from its JSON form. Raises `BadInput` naming the key at fault."""
    sheet = decode(Sheet, read_rows(data))
    for name in ("motivation", "notes", "own_weapons", "own_armor"):
        if len(getattr(sheet, name)) > MAX_TEXT:
            raise BadInput("too_long", f"{name!r} has at most {MAX_TEXT} characters.", key=name)
    _check_traits(sheet)
    _check_willpower(sheet)
    _check_motes(sheet)
    _check_body(sheet)
    for ability in sheet.favored:
        _check_one_of("favored", ability, ALL_ABILITIES)
    _check_equipment(sheet)
    powers = check_powers(POWERS, sheet.powers) if sheet.powers else ()
    return replace(
        sheet,
        specialties=check_specialties(sheet.specialties),
        intimacies=check_intimacies(sheet.intimacies),
        own_backgrounds=check_backgrounds(sheet.own_backgrounds),
        powers=powers,
        powers_spent=keep_spent(powers, sheet.powers_spent),
    )


def specialty_dots(sheet: Sheet, ability: str) -> int:
    """All specialty dots in an Ability: the most dice that they can add to one roll (2E-170)."""
    return sum(row.dots for row in list_specialties(sheet.specialties) if row.ability == ability)


def mote_capacity(sheet: Sheet) -> tuple[int, int]:
    """The Personal and Peripheral pools when full (2E-033); mortals have none unless awakened."""
    personal = peripheral = 0
    if is_magical(sheet.being) or sheet.awakened:
        virtues = sum(getattr(sheet.virtues, virtue.name) for virtue in fields(Virtues))
        personal = sheet.essence * 3 + sheet.willpower
        peripheral = sheet.essence * 7 + sheet.willpower + virtues
    return max(0, personal + sheet.personal_bonus), max(0, peripheral + sheet.peripheral_bonus)


def mote_room(sheet: Sheet) -> tuple[int, int]:
    """The most Personal and Peripheral motes that there is room for beside the committed ones (2E-442)."""
    personal, peripheral = mote_capacity(sheet)
    return max(0, personal - sheet.personal_committed), max(0, peripheral - sheet.peripheral_committed)


def fit_motes(sheet: Sheet) -> Sheet:
    """The same with no more motes, committed or left, than its pools hold now: they shrink with Willpower (2E-033)."""
    most = mote_capacity(sheet)
    committed = (min(sheet.personal_committed, most[0]), min(sheet.peripheral_committed, most[1]))
    fitted = replace(sheet, personal_committed=committed[0], peripheral_committed=committed[1])
    room = mote_room(fitted)
    return replace(fitted, personal=min(sheet.personal, room[0]), peripheral=min(sheet.peripheral, room[1]))


def _check_traits(sheet: Sheet) -> None:
    for group, high in (("attributes", MAX_TRAIT), ("abilities", MAX_TRAIT), ("backgrounds", 5)):
        traits = getattr(sheet, group)
        for trait in fields(traits):
            _check_range(f"{group}.{trait.name}", getattr(traits, trait.name), 0, high)
    for virtue in fields(Virtues):
        dots = getattr(sheet.virtues, virtue.name)
        _check_range(f"virtues.{virtue.name}", dots, 1, MAX_VIRTUE)
        _check_range(f"channels.{virtue.name}", getattr(sheet.channels, virtue.name), 0, dots)
    _check_range("essence", sheet.essence, 1, MAX_TRAIT)
    if sheet.essence > 1 and not is_magical(sheet.being) and not sheet.awakened:
        raise BadInput("bad_essence", "An ordinary mortal has Essence 1; awaken it first.", key="essence")


def _check_willpower(sheet: Sheet) -> None:
    _check_range("willpower", sheet.willpower, 1, MAX_WILLPOWER)
    _check_range("willpower_points", sheet.willpower_points, 0, MAX_WILLPOWER)


def _check_motes(sheet: Sheet) -> None:
    for name, capacity in zip(("personal", "peripheral"), mote_capacity(sheet), strict=True):
        _check_range(f"{name}_bonus", getattr(sheet, f"{name}_bonus"), -MAX_MOTES, MAX_MOTES)
        _check_range(f"{name}_committed", getattr(sheet, f"{name}_committed"), 0, capacity)
        _check_range(name, getattr(sheet, name), 0, capacity - getattr(sheet, f"{name}_committed"))


def _check_body(sheet: Sheet) -> None:
    check_health("health", sheet.health, len(levels(sheet.track)))
    _check_range("dying", sheet.dying, 0, MAX_TRAIT)
    _check_range("fatigue", sheet.fatigue, 0, 20)
    for box, share, whole in sheet.healing:
        if not (0 <= box < len(sheet.health) and 0 <= share < whole <= MAX_SHARE):
            raise BadInput("bad_healing", "'healing' lists boxes with a share below 1: [[0, 1, 3]].", key="healing")
    for name in ("soak_bashing", "soak_lethal", "soak_aggravated", "hardness_bashing", "hardness_lethal"):
        _check_range(name, getattr(sheet, name), 0, 50)


def _check_equipment(sheet: Sheet) -> None:
    """Reading equipment refuses what it does not know."""
    sheet.arms()
    sheet.suits()
    sheet.held_shield()


def _check_range(key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadInput("out_of_range", f"{key!r} is {low} to {high}, not {value}.", key=key, low=low, high=high)


def _check_one_of(key: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise BadInput("unknown_trait", f"{value[:40]!r} in {key!r} is not an Ability.", key=key)
