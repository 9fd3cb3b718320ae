"""The values that follow from the traits, each with its why."""

from rules.exalted3e.health import choose_fate, find_body_fate
from rules.exalted3e.pools import build_pool, build_value, static_value
from rules.exalted3e.sheet.gear import UNARMED, Weapon, attunement, find_armor, find_weapon, parse_weapons
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.sheet.powers import STACKS, WORKS_IN_CRASH
from rules.exalted3e.traits import PARRY_ABILITIES, label
from rules.pool import Breakdown, Term
from rules.powers import Power
from rules.text import Text, join, verbatim, word
from rules.view import signed


def find_fate(sheet: Sheet) -> str:
    """Return the fate that counts: a full track goes before all but death (3E-268)."""
    said = "" if sheet.archetype == "group" else find_body_fate(sheet.track)
    return choose_fate(sheet.fate, said)


def term(sheet: Sheet, name: str, rule: str) -> Term:
    """Return a trait as an addend."""
    if name in sheet.attributes:
        return Term(word(label(name)), sheet.attribute(name), "attribute", rule)
    return Term(word(label(name)), sheet.ability(name), "ability", rule)


def _half_term(sheet: Sheet, attribute: str, ability: str, kind: str, rule: str) -> Term:
    """Return half of Attribute and Ability, with a specialty that counts in static values (3E-133), as an addend."""
    has_specialty = bool(sheet.specialty(ability, always=True))
    values = {
        "attribute": word(label(attribute)),
        "n": sheet.attribute(attribute),
        "ability": word(label(ability)),
        "n2": sheet.ability(ability),
    }
    name = Text("({attribute} {n} + {ability} {n2}) / 2", **values)
    if has_specialty:
        name = Text("({attribute} {n} + {ability} {n2} + specialty) / 2", **values)
    return Term(name, static_value(sheet.attribute(attribute), sheet.ability(ability), has_specialty), kind, rule)


def _mobility_terms(sheet: Sheet, rule: str) -> tuple[Term, ...]:
    """Return the mobility penalty of the armor worn; nothing where it has none."""
    lost = find_armor(sheet.armor).mobility
    return (Term(Text("mobility penalty"), -lost, "armor", rule),) if lost else ()


def best_ability(sheet: Sheet, weapon: Weapon) -> str:
    """Return the Ability with which this character wields the weapon best (3E-063)."""
    return max(weapon.abilities, key=sheet.ability)


def carried(sheet: Sheet) -> tuple[Weapon, ...]:
    """Return what the character carries, bare hands last."""
    keys = [key for key in dict.fromkeys(sheet.weapons) if key != UNARMED]
    return (*map(find_weapon, keys), *parse_weapons(sheet.own_weapons), find_weapon(UNARMED))


def weapon_parry(sheet: Sheet, weapon: Weapon) -> Breakdown | None:
    """Return Parry with a weapon (3E-129, 3E-130, 3E-133); None for a ranged one."""
    abilities = [name for name in weapon.abilities if name in PARRY_ABILITIES]
    if weapon.defense is None or not abilities:
        return None
    half = _half_term(sheet, "dexterity", max(abilities, key=sheet.ability), "parry", "3E-129")
    base = (half, Term(word(weapon.name), weapon.defense, "weapon", "3E-129"))
    return build_value(Text("Parry ({w})", w=word(weapon.name)), base, (), "3E-129", half.name)


def evasion(sheet: Sheet) -> Breakdown:
    """Return Evasion (3E-131)."""
    half = _half_term(sheet, "dexterity", "dodge", "evasion", "3E-131")
    return build_value(Text("Evasion"), (half,), _mobility_terms(sheet, "3E-131"), "3E-131", half.name)


def base_evasion(sheet: Sheet) -> int:
    """Return Evasion before the modifiers of a fight, which armor may have taken below 0 (3E-131, 3E-139)."""
    return evasion(sheet).steps[1].after


def soak(sheet: Sheet) -> Breakdown:
    """Return natural and armor soak (3E-145 to 3E-147)."""
    armor = find_armor(sheet.armor)
    worn = (Term(word(armor.name), armor.soak, "armor", "3E-146"),) if armor.soak else ()
    return build_value(Text("Soak"), (term(sheet, "stamina", "3E-145"),), worn, "3E-147")


def _hardness(sheet: Sheet) -> Breakdown:
    """Return the Hardness of the armor (3E-247), with a note of what powers give while they are on."""
    armor = find_armor(sheet.armor)
    worn = Term(word(armor.name), armor.hardness, "armor", "3E-247")
    return build_value(Text("Hardness"), (worn,), (), "3E-151", _note_hardness(sheet, in_crash=False))


def _hardness_in_crash(sheet: Sheet) -> Breakdown:
    """Return Hardness in Initiative Crash: armor gives none, only powers that work there give any (3E-591)."""
    return build_value(Text("Hardness in Crash"), (), (), "3E-591", _note_hardness(sheet, in_crash=True))


def _note_hardness(sheet: Sheet, *, in_crash: bool) -> Text:
    """Return what each power gives while it is on: "Oak Skin: +3, its Hardness stacks"."""
    given = (power for power in sheet.powers if power.amount("hardness"))
    return join(
        "; ",
        (
            Text("{name}: {what}", name=verbatim(power.name), what=_describe_hardness(power))
            for power in given
            if power.amount(WORKS_IN_CRASH) or not in_crash
        ),
    )


def _describe_hardness(power: Power) -> Text:
    text = Text("{n} Hardness", n=signed(power.amount("hardness")))
    return join(", ", (text, Text("its Hardness stacks"))) if power.amount(STACKS) else text


def _trait_pool(sheet: Sheet, title: Text, attribute: str, ability: str, rule: str, mobile: bool = False) -> Breakdown:
    """Return a pool of two traits; `mobile` ones suffer the armor's mobility penalty (3E-035)."""
    traits = (term(sheet, attribute, rule), term(sheet, ability, rule))
    return build_pool(title, traits, _mobility_terms(sheet, "3E-035") if mobile else ())


def join_battle(sheet: Sheet) -> Breakdown:
    """Return Join Battle (3E-029), with Fast Reflexes (3E-036)."""
    merit = (Term(Text("Fast Reflexes"), 1, "merit", "3E-036"),) if sheet.has_merit("fast_reflexes") else ()
    return build_pool(Text("Join Battle"), (term(sheet, "wits", "3E-029"), term(sheet, "awareness", "3E-029")), merit)


def resolve(sheet: Sheet) -> Breakdown:
    """Return Resolve (3E-032)."""
    return build_value(Text("Resolve"), (_half_term(sheet, "wits", "integrity", "static", "3E-032"),), (), "3E-032")


def guile(sheet: Sheet) -> Breakdown:
    """Return Guile (3E-033)."""
    return build_value(
        Text("Guile"), (_half_term(sheet, "manipulation", "socialize", "static", "3E-033"),), (), "3E-033"
    )


def _motes(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Return the full pools of an Exalt (3E-339, 3E-340), and what its artifacts commit (3E-247)."""
    full = sheet.full_motes
    if not any(full):
        return ()
    essence = Text("Essence {n}", n=sheet.essence)
    pools = tuple(
        build_value(title, (Term(essence, amount, "motes", "3E-339"),), (), "3E-339")
        for title, amount in zip((Text("Personal motes"), Text("Peripheral motes")), full, strict=True)
    )
    attuned = attunement(tuple(weapon.key for weapon in carried(sheet)), sheet.armor)
    bound = (Term(Text("for attuning artifacts"), attuned, "motes", "3E-247"),)
    return (build_value(Text("Motes to commit"), bound, (), "3E-247"), *pools) if attuned else pools


def derive(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Return everything that follows from the sheet."""
    if sheet.is_quick:
        return ()
    attacks = tuple(
        _trait_pool(
            sheet,
            Text("{w}: decisive attack", w=word(weapon.name)),
            "dexterity",
            best_ability(sheet, weapon),
            "3E-031",
        )
        for weapon in carried(sheet)
    )
    return (*_defenses(sheet), resolve(sheet), guile(sheet), *_moves(sheet), *attacks, *_motes(sheet))


def fight(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Return what a fight needs of it apart from the weapons: Join Battle, defenses, soak, Hardness, movement."""
    return () if sheet.is_quick else (*_defenses(sheet), *_moves(sheet))


def _defenses(sheet: Sheet) -> tuple[Breakdown, ...]:
    parries = (weapon_parry(sheet, weapon) for weapon in carried(sheet))
    return (
        join_battle(sheet),
        *(parry for parry in parries if parry),
        evasion(sheet),
        soak(sheet),
        _hardness(sheet),
        _hardness_in_crash(sheet),
    )


def _moves(sheet: Sheet) -> tuple[Breakdown, ...]:
    return (
        _trait_pool(sheet, Text("Rush and Withdraw"), "dexterity", "athletics", "3E-034", mobile=True),
        _trait_pool(sheet, Text("Disengage, Cover, Rise"), "dexterity", "dodge", "3E-034", mobile=True),
    )
