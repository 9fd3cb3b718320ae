"""Vectors of combat, health, derived values and experience."""

from rules.dice import Roller
from rules.errors import BadInput
from rules.wod2004.actions.instant import roll_dice
from rules.wod2004.attack.cover import hit_cover
from rules.wod2004.attack.pool import (
    armor_penalty,
    attack_pool,
    attack_traits,
    damage_points,
    damage_type,
    weapon_bonus,
)
from rules.wod2004.conformance.keys import MOST, QUALITY, Answer, Given, Reader
from rules.wod2004.conformance.pools import modifier_error
from rules.wod2004.defense import applies, base_defense, defense_against
from rules.wod2004.experience import dot_cost
from rules.wod2004.health import (
    MARKS,
    bleed,
    check_track,
    first_aid_target,
    heal,
    hospital_target,
    mark_damage,
    minutes_to_heal,
    wound_penalty,
    wound_state,
)
from rules.wod2004.pools import circumstance, is_chance
from rules.wod2004.sheet.derived import health_of, willpower_of
from rules.wod2004.timing import (
    Contender,
    initiative_modifier,
    roll_initiative,
    sort_initiative,
    speed,
    surprise_pool,
    turns_lost,
)
from rules.wod2004.traits import HUMAN_SIZE, SPECIES_FACTOR

MODES = {"unarmed": "brawl", "melee": "weaponry", "thrown": "thrown", "firearm": "firearms"}
ATTACK = (
    "mode", "attribute", "skill", "weapon", "bonuses", "penalties", "defense", "armor", "ballistic", "bulletproof",
    "close_range", "damage_type", *QUALITY,
)  # fmt: skip
DERIVED = ("strength", "dexterity", "stamina", "wits", "resolve", "composure", "size")


def check_initiative(given: Given, roller: Roller) -> Answer:
    """One die each in list order, then the dice that break ties."""
    combatants = [
        Reader(item, ("name", "dex", "com"), "initiative.combatants")
        for item in Reader(given, ("combatants",), "initiative").items("combatants")
    ]
    contenders = [
        Contender(who.text("name"), initiative_modifier(who.number("dex"), who.number("com")).total)
        for who in combatants
    ]
    if len({who.key for who in contenders}) < len(contenders):
        raise BadInput("same_name", "Every combatant has a name of its own.", key="name")
    rolled = roll_initiative(contenders, roller)
    return {"totals": {who.key: rolled[who.key].total for who in contenders}, "order": sort_initiative(rolled)}


def check_defense(given: Given, roller: Roller) -> Answer:
    """Defense against each of several attacks in one turn."""
    read = Reader(given, ("dex", "wits", "armor_defense", "dodging", "attacks", "willpower_on"), "defense")
    base = base_defense(read.number("dex"), read.number("wits"), armor=read.number("armor_defense", low=-MOST))
    dodging, spent = read.flag("dodging"), read.number("willpower_on")
    return {
        "values": [
            defense_against(base, attack - 1, dodging=dodging, willpower=attack == spent).total
            for attack in range(1, read.number("attacks", high=1000) + 1)
        ]
    }


def check_attack(given: Given, roller: Roller) -> Answer:
    """An attack on one target."""
    read = Reader(given, ATTACK, "attack")
    mode = MODES[read.text("mode", known=MODES)]
    type = read.text("damage_type", "none", ("none", *MARKS))
    traits, unskilled = attack_traits(mode, read.number("attribute"), read.number("skill"))
    defense = read.number("defense") if applies(mode, close=read.flag("close_range")) else 0
    # A hold deals no damage, and armor does not hinder it (WD-208).
    armor = armor_penalty(mode, read.number("armor"), read.number("ballistic")) if type != "none" else None
    try:
        bonuses = [circumstance("Bonus", amount) for amount in read.numbers("bonuses")]
        penalties = [circumstance("Penalty", -amount) for amount in read.numbers("penalties")]
    except BadInput as refusal:
        return modifier_error(refusal)
    bonuses.insert(0, weapon_bonus("Weapon", read.number("weapon")))
    pool = attack_pool("Attack", traits, bonuses, [*unskilled, *penalties], defense, armor)
    result = roll_dice(pool.total, roller, read.quality())
    return {
        "pool": pool.dice,
        "chance": is_chance(pool),
        "damage": damage_points(result.successes, type),
        "damage_type": damage_type(mode, type, bulletproof=read.flag("bulletproof")),
        "outcome": result.outcome,
    }


def check_cover(given: Given, roller: Roller) -> Answer:
    """What successes do to full cover."""
    read = Reader(given, ("successes", "durability", "armor"), "cover")
    cover = hit_cover(read.number("successes"), read.number("durability"), read.number("armor"))
    return {"through": cover.through, "new_pool": cover.new_pool, "structure_damage": cover.structure_damage}


def check_damage(given: Given, roller: Roller) -> Answer:
    """Hits marked on a track, in their order."""
    read = Reader(given, ("health", "track", "hits"), "damage")
    boxes = read.needed("health", low=1, high=1000)
    track = check_track(read.text("track", ""), boxes)
    for hit in read.items("hits"):
        amount, type = _read_hit(hit)
        track = mark_damage(track, boxes, amount, type)
    return {"track": track, "penalty": wound_penalty(track, boxes), "state": wound_state(track, boxes)}


def _read_hit(hit: object) -> tuple[int, str]:
    if not isinstance(hit, list) or len(hit) != 2:
        raise BadInput("wrong_type", "A hit is [points, type].", key="hits")
    amount, type = hit
    if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= MOST:
        raise BadInput("wrong_type", "The points of a hit are a whole number.", key="hits")
    if not isinstance(type, str) or type not in MARKS:
        raise BadInput("wrong_type", f"Damage is one of {', '.join(MARKS)}.", key="hits")
    return amount, type


def check_dying(given: Given, roller: Roller) -> Answer:
    """Minutes without care."""
    read = Reader(given, ("health", "track", "minutes"), "dying")
    boxes = read.needed("health", low=1, high=1000)
    track = bleed(check_track(read.text("track", ""), boxes), boxes, read.number("minutes"))
    return {"track": track, "state": wound_state(track, boxes)}


def check_heal(given: Given, roller: Roller) -> Answer:
    """The minutes until everything is healed, and the track after those given."""
    read = Reader(given, ("track", "minutes"), "heal")
    track = check_track(read.text("track", ""))
    answer: Answer = {"full_minutes": minutes_to_heal(track)}
    if read.has("minutes"):
        answer["track"] = heal(track, read.number("minutes", high=10**9))
    return answer


def check_treat(given: Given, roller: Roller) -> Answer:
    """Medical care as an extended action."""
    read = Reader(given, ("track", "place"), "treat")
    track = check_track(read.text("track", ""))
    if read.text("place", known=("field", "hospital")) == "field":
        return {"target": first_aid_target(track), "interval_minutes": 1, "pool": "Dexterity + Medicine"}
    return {"target": hospital_target(track), "interval_minutes": 60, "pool": "Intelligence + Medicine"}


def check_surprise(given: Given, roller: Roller) -> Answer:
    """The roll to notice an ambush."""
    read = Reader(given, ("wits", "composure"), "surprise")
    result = roll_dice(surprise_pool(read.number("wits"), read.number("composure")).total, roller)
    acts = turns_lost(result) == 0
    return {"successes": result.successes, "acts_first_turn": acts, "defense_first_turn": acts}


def check_xp(given: Given, roller: Roller) -> Answer:
    """The price of new dots."""
    read = Reader(given, ("trait", "from", "to"), "xp")
    old = read.number("from")
    return {"cost": dot_cost(read.text("trait"), old, read.number("to", old + 1))}


def check_derived(given: Given, roller: Roller) -> Answer:
    """Values that follow from the traits."""
    read = Reader(given, DERIVED, "derived")
    dexterity, composure = read.number("dexterity"), read.number("composure")
    return {
        "health": health_of(read.number("stamina"), read.number("size", HUMAN_SIZE)).total,
        "willpower": willpower_of(read.number("resolve"), composure).total,
        "defense": base_defense(dexterity, read.number("wits")).total,
        "initiative": initiative_modifier(dexterity, composure).total,
        "speed": speed(read.number("strength"), dexterity, SPECIES_FACTOR).total,
    }
