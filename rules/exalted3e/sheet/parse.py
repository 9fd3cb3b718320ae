"""From JSON to a `Sheet`: the only way in, refusing what no game could hold."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from rules.codec import decode
from rules.errors import BadInput
from rules.exalted3e.sheet.gear import armor_keys, read_weapons, weapon_keys
from rules.exalted3e.sheet.model import ARCHETYPES, Intimacy, OwnMerit, Sheet, Specialty
from rules.exalted3e.sheet.powers import POWERS
from rules.exalted3e.traits import ABILITIES, DAMAGE_TYPES, INTENSITIES, MERITS
from rules.powers import check_powers, keep_spent

R = TypeVar("R")
MAX_TEXT = 4000
MAX_NAME = 60
MAX_ITEMS = 30
MAX_MERIT = 5
MAX_SPEED = 10
SPARE_ROWS = 2
DRILLS = ("poor", "average", "elite")
REACHES = ("melee", "thrown", "archery")
INTIMACY_KINDS = ("tie", "principle")
RANGES = {
    "attributes": (0, 10), "abilities": (0, 10), "willpower": (0, 10), "motes": (0, 500), "health": (0, 20),
    "craft": (0, 100_000), "quick": (0, 40),
}  # fmt: skip


def merit_keys() -> dict[str, str]:
    """Every Merit with its dots: "giant_4"."""
    return {
        f"{name}_{dots}": f"{name.replace('_', ' ').title()} {dots}" for name, rows in MERITS.items() for dots in rows
    }


def parse_sheet(data: object) -> Sheet:
    """Build and check a sheet. Raises `BadInput` that names the key at fault."""
    sheet = decode(Sheet, data)
    _check_text(sheet, "")
    _one_of("archetype", sheet.archetype, ARCHETYPES)
    _one_of("armor", sheet.armor, armor_keys())
    _each_of("weapons", sheet.weapons, weapon_keys())
    _each_of("merits", sheet.merits, merit_keys())
    _each_of("favored", sheet.favored, ABILITIES)
    _between("essence", sheet.essence, 1, 10)
    _between("anima", sheet.anima, 0, 3)
    for block, (low, high) in RANGES.items():
        _check_block(block, getattr(sheet, block), low, high)
    _check_lists(sheet)
    _check_health(sheet)
    powers = check_powers(POWERS, sheet.powers)
    spent = keep_spent(powers, sheet.powers_spent)
    return _with_spare_rows(replace(sheet, powers=powers, powers_spent=spent))


def _with_spare_rows(sheet: Sheet) -> Sheet:
    """The sheet with some empty rows to write in after those that are written."""
    specialties = tuple(row for row in sheet.specialties if row.ability or row.name.strip())
    merits = tuple(row for row in sheet.own_merits if row.name.strip())
    intimacies = tuple(row for row in sheet.intimacies if row.text.strip())
    return replace(
        sheet,
        specialties=with_spare(specialties, Specialty()),
        own_merits=with_spare(merits, OwnMerit()),
        intimacies=with_spare(intimacies, Intimacy()),
    )


def with_spare(rows: Sequence[R], blank: R) -> tuple[R, ...]:
    """The rows that are written, and as many empty ones as there is room for."""
    return (*rows, *[blank] * min(SPARE_ROWS, MAX_ITEMS - len(rows)))


def _check_lists(sheet: Sheet) -> None:
    names = [weapon.name for weapon in read_weapons(sheet.own_weapons)]
    taken = [weapon_keys()[key] for key in dict.fromkeys(sheet.weapons)]
    if len({*names, *taken}) < len(names) + len(taken):
        raise BadInput("double_weapon", "Two weapons have the same name.", key="own_weapons")
    for name in ("specialties", "own_merits", "intimacies"):
        if len(getattr(sheet, name)) > MAX_ITEMS:
            raise BadInput("too_many", f"{name} holds {MAX_ITEMS} entries at most.", key=name)
    for specialty in sheet.specialties:
        _one_of("specialties.ability", specialty.ability, ("", *ABILITIES))
    for number, merit in enumerate(sheet.own_merits):
        _between(f"own_merits.{number}.dots", merit.dots, 1, MAX_MERIT)
    for intimacy in sheet.intimacies:
        _one_of("intimacies.kind", intimacy.kind, INTIMACY_KINDS)
        _one_of("intimacies.intensity", intimacy.intensity, INTENSITIES)
    if not 1 <= len(sheet.quick.attack) <= MAX_NAME:
        raise BadInput("bad_text", f"quick.attack is a name of 1 to {MAX_NAME} characters.", key="quick.attack")
    _one_of("quick.reach", sheet.quick.reach, REACHES)
    _one_of("quick.damage_type", sheet.quick.damage_type, DAMAGE_TYPES)
    _one_of("group.drill", sheet.group.drill, DRILLS)
    _between("group.size", sheet.group.size, 0, 5)
    _between("mount_speed", sheet.mount_speed, 0, MAX_SPEED)
    _between("group.might", sheet.group.might, 0, 3)


def _check_health(sheet: Sheet) -> None:
    marks = sheet.health.marks
    if set(marks) - set("alb") or len(marks) > len(sheet.levels):
        sentence = f"health.marks is a text of a, l and b, {len(sheet.levels)} at most."
        raise BadInput("bad_marks", sentence, key="health.marks")


def _check_block(name: str, block: object, low: int, high: int) -> None:
    if is_dataclass(block):
        for item in fields(block):
            value = getattr(block, item.name)
            if isinstance(value, int) and not isinstance(value, bool):
                _between(f"{name}.{item.name}", value, low, high)


def _check_text(value: object, where: str) -> None:
    if isinstance(value, str):
        if len(value) > MAX_TEXT or (not value.isprintable() and any(_is_bad(char) for char in value)):
            raise BadInput("bad_text", f"{where} is too long or holds what cannot be printed.", key=where)
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            _check_text(item, f"{where}.{number}")
    elif is_dataclass(value):
        for part in fields(value):
            _check_text(getattr(value, part.name), f"{where}.{part.name}".lstrip("."))


def _is_bad(char: str) -> bool:
    return not char.isprintable() and char not in "\n\r\t"


def _between(key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadInput("out_of_range", f"{key} must be {low} to {high}, not {value}.", key=key)


def _one_of(key: str, value: str, known: Iterable[str]) -> None:
    if value not in known:
        raise BadInput("unknown_value", f"{key} knows no {value[:40]!r}.", key=key)


def _each_of(key: str, values: tuple[str, ...], known: Iterable[str]) -> None:
    known = tuple(known)
    if len(values) > MAX_ITEMS:
        raise BadInput("too_many", f"{key} holds {MAX_ITEMS} entries at most.", key=key)
    for value in values:
        _one_of(key, value, known)
