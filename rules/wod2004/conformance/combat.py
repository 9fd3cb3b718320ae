"""Vectors of combat, health, derived values and experience."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rules.conformance import Range, Result, pick
from rules.dice import Roller
from rules.errors import BadInput
from rules.text import Text
from rules.wod2004 import defense as defenses
from rules.wod2004 import health as wounds
from rules.wod2004 import timing
from rules.wod2004.actions.instant import Quality, roll_dice
from rules.wod2004.attack import pool as attacks
from rules.wod2004.attack.cover import hit_cover
from rules.wod2004.conformance.pools import Again, Signed, make_kinds
from rules.wod2004.experience import dot_cost
from rules.wod2004.pools import circumstance, is_chance
from rules.wod2004.sheet.derived import health_of, willpower_of
from rules.wod2004.traits import HUMAN_SIZE, SPECIES_FACTOR
from rules.wounds import Harm

kind = make_kinds()
Boxes = Annotated[int, Range(1, 1000)]
MODES = {"unarmed": "brawl", "melee": "weaponry", "thrown": "thrown", "firearm": "firearms"}


@dataclass(frozen=True, slots=True)
class _Fighter:
    """A combatant of kind `initiative`."""

    name: str
    dex: int = 0
    com: int = 0


@kind("initiative")
def _initiative(roller: Roller, *, combatants: tuple[_Fighter, ...] = ()) -> Result:
    """Roll one die for each in list order, then the dice that break ties."""
    if len({combatant.name for combatant in combatants}) < len(combatants):
        raise BadInput("same_name", Text("Every combatant needs a different name."), key="name")
    contenders = [timing.Contender(c.name, timing.initiative_modifier(c.dex, c.com).total) for c in combatants]
    rolled = timing.roll_initiative(contenders, lambda _key: roller, lambda _keys: roller)
    totals = {combatant.name: rolled[combatant.name].total for combatant in combatants}
    return {"totals": totals, "order": timing.sort_initiative(rolled)}


@kind("defense")
def _defense(
    *,
    dex: int = 0,
    wits: int = 0,
    armor_defense: Signed = 0,
    dodging: bool = False,
    attacks: Annotated[int, Range(0, 1000)] = 0,
    willpower_on: int = 0,
) -> Result:
    """Return Defense against one attack after another."""
    base = defenses.base_defense(dex, wits, armor=armor_defense)
    values = [
        defenses.defense_against(base, earlier, dodging=dodging, willpower=earlier + 1 == willpower_on)
        for earlier in range(attacks)
    ]
    return {"values": [value.total for value in values]}


@kind("attack")
def _attack(
    roller: Roller,
    *,
    mode: Literal["unarmed", "melee", "thrown", "firearm"],
    attribute: int = 0,
    skill: int = 0,
    weapon: int = 0,
    bonuses: tuple[Signed, ...] = (),
    penalties: tuple[Signed, ...] = (),
    defense: int = 0,
    armor: int = 0,
    ballistic: int = 0,
    bulletproof: bool = False,
    close_range: bool = False,
    damage_type: Harm | Literal["none"] = "none",
    again: Again = 10,
    rote: bool = False,
    surprise: bool = False,
) -> Result:
    """Roll one attack."""
    attack_mode = MODES[mode]
    traits, unskilled = attacks.attack_traits(attack_mode, attribute, skill)
    plus = [attacks.weapon_bonus(Text("Weapon"), weapon), *(circumstance(Text("Bonus"), amount) for amount in bonuses)]
    minus = [*unskilled, *(circumstance(Text("Penalty"), -amount) for amount in penalties)]
    # A hold deals no damage, and armor does not hinder it (WD-208).
    taken = attacks.armor_penalty(attack_mode, armor, ballistic) if damage_type != "none" else None
    against = defense if defenses.applies(attack_mode, close=close_range) and not surprise else 0
    pool = attacks.attack_pool(Text("Attack"), traits, plus, minus, against, taken)
    result = roll_dice(pool.total, roller, Quality(again, rote))
    return {
        "pool": pool.dice,
        "chance": is_chance(pool),
        "damage": attacks.damage_points(result.successes, damage_type),
        "damage_type": attacks.damage_type(attack_mode, damage_type, bulletproof=bulletproof),
        "outcome": result.outcome,
    }


@kind("cover")
def _cover(*, successes: int = 0, durability: int = 0, armor: int = 0) -> Result:
    """Return what goes through the cover, and what damage it takes."""
    return pick(hit_cover(successes, durability, armor), "through", "new_pool", "structure_damage")


@kind("damage")
def _damage(*, health: Boxes, track: str = "", hits: tuple[tuple[int, Harm], ...] = ()) -> Result:
    """Mark damage on a track."""
    track = wounds.check_track(track, health)
    for amount, type in hits:
        track = wounds.mark_damage(track, health, amount, type)
    penalty, state = wounds.wound_penalty(track, health), wounds.wound_state(track, health)
    return {"track": track, "penalty": penalty, "state": state}


@kind("dying")
def _dying(*, health: Boxes, track: str = "", minutes: int = 0) -> Result:
    """Let minutes pass for someone who is dying."""
    track = wounds.bleed(wounds.check_track(track, health), health, minutes)
    return {"track": track, "state": wounds.wound_state(track, health)}


@kind("heal")
def _heal(*, track: str = "", minutes: Annotated[int, Range(0, 10**9)] | None = None) -> Result:
    """Let minutes heal a track."""
    full = wounds.minutes_to_heal(wounds.check_track(track))
    return {"full_minutes": full, **({} if minutes is None else {"track": wounds.heal(track, minutes)})}


@kind("treat")
def _treat(*, track: str = "", place: Literal["field", "hospital"]) -> Result:
    """Return what treating wounds takes."""
    track = wounds.check_track(track)
    if place == "field":
        return {"target": wounds.first_aid_target(track), "interval_minutes": 1, "pool": "Dexterity + Medicine"}
    return {"target": wounds.hospital_target(track), "interval_minutes": 60, "pool": "Intelligence + Medicine"}


@kind("surprise")
def _surprise(roller: Roller, *, wits: int = 0, composure: int = 0) -> Result:
    """Roll surprise."""
    result = roll_dice(timing.surprise_pool(wits, composure).total, roller)
    acts = timing.turns_lost(result) == 0
    return {"successes": result.successes, "acts_first_turn": acts, "defense_first_turn": acts}


@kind("xp")
def _xp(*, trait: str, from_: int = 0, to: int | None = None) -> Result:
    """Return the price of new dots; without `to`, that of one dot."""
    return {"cost": dot_cost(trait, from_, from_ + 1 if to is None else to)}


@kind("derived")
def _derived(
    *,
    strength: int = 0,
    dexterity: int = 0,
    stamina: int = 0,
    wits: int = 0,
    resolve: int = 0,
    composure: int = 0,
    size: int = HUMAN_SIZE,
) -> Result:
    """Return the values that follow from the traits."""
    return {
        "health": health_of(stamina, size).total,
        "willpower": willpower_of(resolve, composure).total,
        "defense": defenses.base_defense(dexterity, wits).total,
        "initiative": timing.initiative_modifier(dexterity, composure).total,
        "speed": timing.speed(strength, dexterity, SPECIES_FACTOR).total,
    }
