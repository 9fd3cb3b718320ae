"""The values that follow from the traits, each with its why."""

from rules.exalted3e.pools import build_pool, build_value, motes_of, static_value
from rules.exalted3e.sheet.gear import UNARMED, Weapon, attunement, find_armor, find_weapon, read_weapons
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.traits import PARRY_ABILITIES, TABLES, label
from rules.pool import Breakdown, Term


def term(sheet: Sheet, name: str, rule: str) -> Term:
    """A trait as an addend."""
    if hasattr(sheet.attributes, name):
        return Term(label(name), sheet.attribute(name), "attribute", rule)
    return Term(label(name), sheet.ability(name), "ability", rule)


def best_ability(sheet: Sheet, weapon: Weapon) -> str:
    """The Ability with which this character wields the weapon best (3E-063)."""
    return max(weapon.abilities, key=sheet.ability)


def carried(sheet: Sheet) -> tuple[Weapon, ...]:
    """What the character carries, bare hands last."""
    keys = [key for key in dict.fromkeys(sheet.weapons) if key != UNARMED]
    return (*map(find_weapon, keys), *read_weapons(sheet.own_weapons), find_weapon(UNARMED))


def weapon_parry(sheet: Sheet, weapon: Weapon) -> Breakdown | None:
    """Parry with a weapon (3E-129, 3E-130, 3E-133); None for a ranged one."""
    abilities = [name for name in weapon.abilities if name in PARRY_ABILITIES]
    if weapon.defense is None or not abilities:
        return None
    ability = max(abilities, key=sheet.ability)
    special = bool(sheet.specialty(ability, always=True))
    half = static_value(sheet.attribute("dexterity"), sheet.ability(ability), special)
    note = f"(Dexterity {sheet.attribute('dexterity')} + {label(ability)} {sheet.ability(ability)}"
    note += " + specialty) / 2" if special else ") / 2"
    base = (Term(note, half, "parry", "3E-129"), Term(weapon.name, weapon.defense, "weapon", "3E-129"))
    return build_value(f"Parry ({weapon.name})", base, (), "3E-129", note)


def evasion(sheet: Sheet) -> Breakdown:
    """Evasion (3E-131)."""
    special = bool(sheet.specialty("dodge", always=True))
    half = static_value(sheet.attribute("dexterity"), sheet.ability("dodge"), special)
    note = f"(Dexterity {sheet.attribute('dexterity')} + Dodge {sheet.ability('dodge')}"
    note += " + specialty) / 2" if special else ") / 2"
    armor = find_armor(sheet.armor)
    lost = (Term("mobility penalty", -armor.mobility, "armor", "3E-131"),) if armor.mobility else ()
    return build_value("Evasion", (Term(note, half, "evasion", "3E-131"),), lost, "3E-131", note)


def base_evasion(sheet: Sheet) -> int:
    """Evasion before the modifiers of a fight, which armor may have taken below 0 (3E-131, 3E-139)."""
    return evasion(sheet).steps[1].after


def soak(sheet: Sheet) -> Breakdown:
    """Natural and armor soak (3E-145 to 3E-147)."""
    armor = find_armor(sheet.armor)
    worn = (Term(armor.name, armor.soak, "armor", "3E-146"),) if armor.soak else ()
    return build_value("Soak", (Term("Stamina", sheet.attribute("stamina"), "attribute", "3E-145"),), worn, "3E-147")


def hardness(sheet: Sheet) -> Breakdown:
    """Hardness of the armor (3E-247)."""
    armor = find_armor(sheet.armor)
    return build_value("Hardness", (Term(armor.name, armor.hardness, "armor", "3E-247"),), (), "3E-151")


def trait_pool(sheet: Sheet, title: str, attribute: str, ability: str, rule: str, mobile: bool = False) -> Breakdown:
    """A pool of two traits; `mobile` ones suffer the armor's mobility penalty (3E-035)."""
    lost = find_armor(sheet.armor).mobility if mobile else 0
    extra = (Term("mobility penalty", -lost, "armor", "3E-035"),) if lost else ()
    return build_pool(title, (term(sheet, attribute, rule), term(sheet, ability, rule)), extra)


def join_battle(sheet: Sheet) -> Breakdown:
    """Join Battle (3E-029), with Fast Reflexes (3E-036)."""
    merit = (Term("Fast Reflexes", 1, "merit", "3E-036"),) if sheet.has_merit("fast_reflexes") else ()
    return build_pool("Join Battle", (term(sheet, "wits", "3E-029"), term(sheet, "awareness", "3E-029")), merit)


def social_value(sheet: Sheet, title: str, attribute: str, ability: str, rule: str) -> Breakdown:
    """Resolve or Guile (3E-032, 3E-033)."""
    special = bool(sheet.specialty(ability, always=True))
    value = static_value(sheet.attribute(attribute), sheet.ability(ability), special)
    name = f"({label(attribute)} {sheet.attribute(attribute)} + {label(ability)} {sheet.ability(ability)}"
    name += " + specialty) / 2" if special else ") / 2"
    return build_value(title, (Term(name, value, "static", rule),), (), rule)


def motes(sheet: Sheet) -> tuple[Breakdown, ...]:
    """The full pools of an Exalt (3E-339, 3E-340)."""
    full = motes_of(sheet.archetype, sheet.essence, TABLES["pools"])
    if not any(full):
        return ()
    attuned = attunement(tuple(weapon.key for weapon in carried(sheet)), sheet.armor)
    bound = (Term("to attune artifacts", attuned, "motes", "3E-247"),)
    gear = (build_value("Motes to commit", bound, (), "3E-247"),) if attuned else ()
    return gear + tuple(
        build_value(f"{name} motes", (Term(f"Essence {sheet.essence}", amount, "motes", "3E-339"),), (), "3E-339")
        for name, amount in zip(("Personal", "Peripheral"), full, strict=True)
    )


def derive(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Everything that follows from the sheet."""
    if sheet.is_quick:
        return ()
    parries = (weapon_parry(sheet, weapon) for weapon in carried(sheet))
    attacks = tuple(
        trait_pool(sheet, f"{weapon.name}: decisive attack", "dexterity", best_ability(sheet, weapon), "3E-031")
        for weapon in carried(sheet)
    )
    return (
        join_battle(sheet),
        *(parry for parry in parries if parry),
        evasion(sheet),
        soak(sheet),
        hardness(sheet),
        social_value(sheet, "Resolve", "wits", "integrity", "3E-032"),
        social_value(sheet, "Guile", "manipulation", "socialize", "3E-033"),
        trait_pool(sheet, "Rush and Withdraw", "dexterity", "athletics", "3E-034", mobile=True),
        trait_pool(sheet, "Disengage, Cover, Rise", "dexterity", "dodge", "3E-034", mobile=True),
        *attacks,
        *motes(sheet),
    )
