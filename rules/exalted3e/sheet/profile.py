"""From a sheet to a combatant: every number worked out once, when it joins the battle."""

from dataclasses import replace
from typing import Literal, cast

from rules.exalted3e.sheet import derived
from rules.exalted3e.sheet.blocks import Quick, QuickAttack
from rules.exalted3e.sheet.gear import Weapon, find_armor
from rules.exalted3e.sheet.model import ARCHETYPES, Sheet
from rules.exalted3e.state.combatant import Arm, Combatant, Group
from rules.pool import Term
from rules.sheets import written
from rules.text import EMPTY, Text, word
from rules.wounds import Harm

NAMELESS = "Attack"
REACH = {"melee": 0, "thrown": 2, "archery": 3}
STEADFAST = 3
"""What perfect morale adds to Magnitude (3E-309)."""
Kind = Literal["melee", "archery", "thrown"]
Drill = Literal["poor", "average", "elite"]


def build_combatant(
    sheet: Sheet, id: str, name: str, side: str, character: str | None = None, hidden: bool = False
) -> Combatant:
    """Return the combatant of a sheet, ready to roll Join Battle, with its first weapon in hand (3E-061)."""
    fill = _quick_combatant if sheet.is_quick else _full_combatant
    # A battle asks for none of these.
    slim = replace(sheet, concept="", notes="", charms="", intimacies=(), quick_attacks=(), quick_actions=())
    return fill(sheet, Combatant(id=id, name=name, side=side, character=character, hidden=hidden, sheet=slim))


def _full_combatant(sheet: Sheet, base: Combatant) -> Combatant:
    arms = tuple(_arm(sheet, weapon) for weapon in derived.carried(sheet))
    armor = find_armor(sheet.armor)
    armed = replace(
        base,
        being=ARCHETYPES[sheet.archetype],
        extra=sheet.extra,
        powers=sheet.powers,
        spent=sheet.powers_spent,
        arms=arms,
        weapon=arms[0].name,
        evasion=derived.base_evasion(sheet),
        evasion_note=derived.evasion(sheet).steps[0].note,
        soak=derived.soak(sheet).total,
        armor_soak=armor.soak,
        hardness=armor.hardness,
        resolve=derived.resolve(sheet).total,
        guile=derived.guile(sheet).total,
        pain_tolerance=bool(sheet.has_merit("pain_tolerance")),
        quick_draw=bool(sheet.has_merit("quick_draw")),
        health=sheet.track,
        mounted=sheet.mounted,
        mount_speed=sheet.mount_speed,
    )
    return _with_essence(sheet, _with_pools(sheet, armed, armor.mobility))


def _with_pools(sheet: Sheet, base: Combatant, mobility: int) -> Combatant:
    """Return the combatant with the pools of movement, stealth, grappling and command (3E-034, 3E-036)."""
    dexterity = sheet.attribute("dexterity")
    watchful = 1 if sheet.has_merit("danger_sense") else 0
    return replace(
        base,
        join_battle=derived.join_battle(sheet).total,
        athletics=max(0, dexterity + sheet.ability("athletics") - mobility),
        dodge=max(0, dexterity + sheet.ability("dodge") - mobility),
        fleet=1 if sheet.has_merit("fleet_of_foot") else 0,
        control=sheet.attribute("strength") + max(sheet.ability("brawl"), sheet.ability("martial_arts")),
        strength=sheet.attribute("strength"),
        resistance=sheet.attribute("stamina") + sheet.ability("resistance"),
        stealth=dexterity + sheet.ability("stealth"),
        awareness=sheet.attribute("perception") + sheet.ability("awareness") + watchful,
        ride=dexterity + sheet.ability("ride"),
        mobility=mobility,
        command=sheet.attribute("charisma") + sheet.ability("war"),
        influence=sheet.attribute("charisma") + sheet.ability("presence"),
        appearance=sheet.attribute("appearance"),
    )


def _with_essence(sheet: Sheet, base: Combatant) -> Combatant:
    """Return the combatant with Willpower, motes and what excellencies may add to Defense (3E-339, 3E-345)."""
    personal, full = sheet.full_motes
    peripheral = max(0, full - sheet.motes.committed)
    return replace(
        base,
        defense_cap=(sheet.attribute("dexterity") + sheet.ability("dodge")) // 2 if personal else 0,
        willpower_rating=sheet.willpower.rating,
        willpower=sheet.willpower.current,
        personal_max=personal,
        peripheral_max=peripheral,
        personal=min(sheet.motes.personal, personal),
        peripheral=min(sheet.motes.peripheral, peripheral),
        anima=sheet.anima,
    )


def _arm(sheet: Sheet, weapon: Weapon) -> Arm:
    ability = derived.best_ability(sheet, weapon)
    parry = derived.weapon_parry(sheet, weapon)
    strength = Term(Text("Strength"), sheet.attribute("strength"), "attribute", "3E-066")
    if weapon.flat is not None:
        strength = Term(Text("instead of Strength"), weapon.flat, "weapon", "3E-067")
    close, name_close = weapon.close_damage, Text("{w}, close", w=word(weapon.name))
    return Arm(
        name=weapon.name,
        ability=ability,
        kind=cast(Kind, weapon.kind),
        pool=(derived.term(sheet, "dexterity", "3E-030"), derived.term(sheet, ability, "3E-030")),
        accuracy=weapon.accuracy,
        bands=weapon.bands,
        damage=(strength, Term(word(weapon.name), weapon.damage, "weapon", "3E-066")),
        close_damage=() if close is None else (strength, Term(name_close, close, "weapon", "3E-258")),
        overwhelming=weapon.overwhelming,
        parry=parry.total if parry else None,
        parry_note=parry.steps[0].note if parry else EMPTY,
        damage_type=cast(Harm, weapon.damage_type),
        reach=weapon.reach,
        tags=weapon.tags,
        specialty=sheet.specialty(ability),
    )


def _quick_combatant(sheet: Sheet, base: Combatant) -> Combatant:
    quick = sheet.quick
    arms = _quick_arms(sheet)
    return replace(
        base,
        being=ARCHETYPES[sheet.archetype],
        extra=sheet.extra,
        arms=arms,
        weapon=arms[0].name,
        evasion=quick.evasion,
        appearance=quick.appearance,
        soak=quick.soak,
        hardness=quick.hardness,
        hardness_in_crash=quick.hardness_in_crash,
        join_battle=quick.join_battle,
        athletics=quick.movement,
        dodge=quick.disengage,
        control=quick.grapple,
        strength=sheet.attribute("strength"),
        resistance=quick.resistance,
        stealth=quick.stealth,
        awareness=quick.senses,
        command=quick.command,
        influence=quick.influence,
        resolve=quick.resolve,
        guile=quick.guile,
        willpower_rating=sheet.willpower.rating,
        willpower=sheet.willpower.current,
        health=sheet.track,
        group=_group(sheet) if sheet.archetype == "group" else None,
        mounted=sheet.mounted,
        mount_speed=sheet.mount_speed,
    )


def _group(sheet: Sheet) -> Group:
    """Return the battle group with a full Magnitude."""
    traits = sheet.group
    group = Group(
        size=traits.size, might=traits.might, drill=cast(Drill, traits.drill), perfect_morale=traits.perfect_morale
    )
    return replace(group, maximum=count_magnitude(traits.levels or len(sheet.levels), group))


def count_magnitude(levels: int, group: Group) -> int:
    """Return the Magnitude of a group: a member's health levels and Size, 3 more with perfect morale (3E-309)."""
    return levels + group.size + (STEADFAST if group.perfect_morale else 0)


def _quick_arms(sheet: Sheet) -> tuple[Arm, ...]:
    """Return the attacks of a quick character; those of one name are one attack, as the first has it."""
    found = {attack.name: attack for attack in reversed((_name_first(sheet.quick), *written(sheet.quick_attacks)))}
    first = sheet.quick.attack or NAMELESS
    names = (first, *(name for name in reversed(found) if name != first))
    return tuple(_quick_arm(found[name], sheet.quick.parry) for name in names)


def _name_first(quick: Quick) -> QuickAttack:
    return QuickAttack(
        quick.attack or NAMELESS,
        quick.reach,
        quick.withering,
        quick.decisive,
        quick.damage,
        quick.overwhelming,
        quick.damage_type,
    )


def _quick_arm(attack: QuickAttack, parry: int) -> Arm:
    accuracy = attack.withering - attack.decisive
    bands: tuple[int, ...] = ()
    if attack.reach != "melee":
        bands = tuple(accuracy + band for band in (-2, 2, 0, -2, -4))
    return Arm(
        name=attack.name,
        ability=attack.reach,
        kind=cast(Kind, attack.reach),
        pool=(Term(Text("attack pool"), attack.decisive, "pool", "3E-031"),),
        accuracy=accuracy,
        bands=bands,
        damage=(Term(Text("damage"), attack.damage, "weapon", "3E-066"),),
        overwhelming=attack.overwhelming,
        parry=parry if attack.reach == "melee" else None,
        parry_note=Text("Parry"),
        damage_type=cast(Harm, attack.damage_type),
        reach=REACH[attack.reach],
        tags=("natural",),
    )
