"""The editing page of a sheet, section by section in the order of the printed one."""

from rules.battle import Choice
from rules.powers.rows import spent_traits
from rules.system import Section, Trait
from rules.view import signed
from rules.wod2004.health import PENALTIES
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.equipment import ARMORS, WEAPONS
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import MAX_LINE, MAX_TEXT
from rules.wod2004.traits import ATTRIBUTES, MAX_SKILL, MAX_TRAIT, SKILLS, VICES, VIRTUES, label

MARKS = (
    Choice(".", "unhurt"),
    Choice("B", "bashing", "/"),
    Choice("L", "lethal", "X"),
    Choice("A", "aggravated", "*"),
)
"""The marks of a Health box (WD-170)."""


def layout(sheet: Sheet) -> tuple[Section, ...]:
    """The sections of the page with the sheet's values."""
    supernatural = (_template(sheet),) if sheet.being == "supernatural" else ()
    return (
        _person(sheet),
        *(_attributes(sheet, category) for category in ATTRIBUTES),
        *(_skills(sheet, category) for category in SKILLS),
        _merits(sheet),
        _advantages(sheet),
        *supernatural,
        _equipment(sheet),
        _state(sheet),
    )


def _person(sheet: Sheet) -> Section:
    beings = (Choice("mortal", "Mortal"), Choice("supernatural", "Supernatural"))
    return Section(
        "Person",
        (
            _text("concept", "Concept", sheet.concept, MAX_LINE),
            Trait("being", "Being", "choice", sheet.being, choices=beings),
            Trait("virtue", "Virtue", "choice", sheet.virtue, choices=_named(VIRTUES), rule="WD-058"),
            Trait("vice", "Vice", "choice", sheet.vice, choices=_named(VICES), rule="WD-058"),
            Trait("extra", "Nameless extra", "flag", sheet.extra, rule="WD-225"),
        ),
    )


def _attributes(sheet: Sheet, category: str) -> Section:
    return Section(
        f"{label(category)} Attributes",
        tuple(
            Trait(f"attributes.{name}", label(name), "dots", sheet.attribute(name), 0, MAX_TRAIT, rule="WD-001")
            for name in ATTRIBUTES[category]
        ),
    )


def _skills(sheet: Sheet, category: str) -> Section:
    traits: list[Trait] = []
    for name in SKILLS[category]:
        traits.append(Trait(f"skills.{name}", label(name), "dots", sheet.skill(name), 0, MAX_SKILL, rule="WD-003"))
        text: str = getattr(sheet.specialties, name)
        traits.append(_text(f"specialties.{name}", f"{label(name)} Specialties", text, MAX_LINE, "WD-007"))
    return Section(f"{label(category)} Skills", tuple(traits))


def _merits(sheet: Sheet) -> Section:
    return Section(
        "Merits",
        (
            _text("merits", "Merits", sheet.merits, MAX_TEXT, help="As Quick Draw 1, Resources 3."),
            _text("flaws", "Flaws", sheet.flaws, MAX_TEXT),
        ),
    )


def _advantages(sheet: Sheet) -> Section:
    return Section(
        "Advantages",
        (
            Trait("morality", "Morality", "dots", sheet.morality, 0, MAX_TRAIT, rule="WD-014"),
            _text("derangements", "Derangements", sheet.derangements, MAX_TEXT),
            Trait("size", "Size", "number", sheet.size, 1, 30, rule="WD-008"),
            Trait("species_factor", "Species factor", "number", sheet.species_factor, 0, 30, rule="WD-013"),
            Trait("willpower_lost", "Willpower sacrificed", "number", sheet.willpower_lost, 0, MAX_TRAIT),
            *(
                Trait(f"{name}_bonus", f"{label(name)} from Merits", "number", getattr(sheet, f"{name}_bonus"), -20, 20)
                for name in ("health", "defense", "initiative", "speed")
            ),
        ),
    )


def _template(sheet: Sheet) -> Section:
    return Section(
        "Supernatural",
        (
            _text("power_name", "Name of the power trait", sheet.power_name, MAX_LINE),
            Trait("power", sheet.power_name or "Power", "dots", sheet.power, 0, MAX_TRAIT),
            _text("fuel_name", "Name of its pool", sheet.fuel_name, MAX_LINE),
            Trait("fuel_maximum", f"{sheet.fuel_name or 'Pool'}, at most", "number", sheet.fuel_maximum, 0, 200),
        ),
    )


def _equipment(sheet: Sheet) -> Section:
    weapons = tuple(
        Choice(weapon.key, weapon.name, weapon.figures) for weapon in WEAPONS.values() if not weapon.natural
    )
    armor = tuple(Choice(suit.key, suit.name, f"{suit.general}/{suit.ballistic}") for suit in ARMORS.values())
    return Section(
        "Equipment",
        (
            Trait("weapons", "Weapons", "items", list(sheet.weapons), choices=weapons, rule="WD-181"),
            _text("own_weapons", "Weapons of one's own", sheet.own_weapons, MAX_TEXT,
                  help="One a line, as Dagger: weaponry, 2L, AP 1. A name alone is improvised."),
            Trait("armor", "Armor", "choice", sheet.armor, choices=(Choice("", "None"), *armor), rule="WD-203"),
            _text("own_armor", "Armor of one's own", sheet.own_armor, MAX_TEXT,
                  help="As Coat: 2/1, Def -1, Speed -1, bulletproof."),
            _text("notes", "Notes", sheet.notes, MAX_TEXT),
        ),
    )  # fmt: skip


def _state(sheet: Sheet) -> Section:
    boxes = derived.health(sheet).total
    health = "".join(sorted(sheet.health.replace(".", ""), key="ALB".index)).ljust(boxes, ".")[:boxes]
    hands = tuple(Choice(weapon.key, weapon.name) for weapon in sheet.arms() if not weapon.natural)
    traits = [
        Trait("health", "Health", "track", health, 0, boxes, choices=MARKS, rule="WD-170",
              under=tuple(_penalty(place, boxes) for place in range(boxes))),
        Trait("willpower_points", "Willpower", "number", sheet.willpower_points, 0, derived.willpower(sheet).total,
              rule="WD-059", full=derived.willpower(sheet).total),
        Trait("in_hand", "In hand", "choice", sheet.in_hand, choices=(Choice("", "Nothing"), *hands), rule="WD-166"),
    ]  # fmt: skip
    if sheet.being == "supernatural":
        traits.append(Trait("fuel", sheet.fuel_name or "Pool", "number", sheet.fuel, 0, sheet.fuel_maximum,
                            full=sheet.fuel_maximum))  # fmt: skip
    return Section("Now", (*traits, *spent_traits(sheet.powers, sheet.powers_spent)), scene=True)


def _penalty(place: int, boxes: int) -> str:
    """The last three boxes have one each (WD-174)."""
    from_end = boxes - 1 - place
    return signed(PENALTIES[from_end]) if from_end < len(PENALTIES) else ""


def _named(names: tuple[str, ...]) -> tuple[Choice, ...]:
    return (Choice("", "None"), *(Choice(name, label(name)) for name in names))


def _text(key: str, title: str, value: str, high: int, rule: str = "", help: str = "") -> Trait:
    return Trait(key, title, "text", value, high=high, rule=rule, help=help)
