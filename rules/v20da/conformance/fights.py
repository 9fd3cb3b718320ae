"""Initiative, attacks, defense, soak, damage, blood and healing."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rules.conformance import Kinds, Range, Result, pick
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.v20da import attack as attacks
from rules.v20da import defense as defenses
from rules.v20da.attack import DamageType
from rules.v20da.health.blood import blood_per_turn, spend_blood
from rules.v20da.health.healing import heal_rest, heal_turn
from rules.v20da.health.levels import Being, harm, parse_track
from rules.v20da.timing import Place, action_order, full_defense_pools, initiative_total, roll_initiative
from rules.wounds import Harm

kind = Kinds()
Natural = Annotated[int, Range(0, 10_000)]


@dataclass(frozen=True, slots=True)
class Rival:
    """A combatant of kind `initiative`."""

    name: str
    dex: int = 0
    wits: int = 0
    penalty: int = 0

    def roll(self, roller: Roller) -> Place[str]:
        """Roll the combatant's Initiative."""
        rating = self.dex + self.wits
        return Place(self.name, initiative_total(roll_initiative(roller), rating, self.penalty), rating)


@kind("initiative")
def _initiative(roller: Roller, *, combatants: tuple[Rival, ...] = ()) -> Result:
    """Return the order of action (V20-140 to 142)."""
    places = [rival.roll(roller) for rival in combatants]
    order = [list(group) if len(group) > 1 else group[0] for group in action_order(places)]
    return {"totals": {place.who: place.total for place in places}, "order": order}


@kind("full_defense")
def _full_defense(*, pool: int = 0, attacks: int = 0) -> Result:
    """Return the pools against one attack after another (V20-146)."""
    return {"pools": list(full_defense_pools(pool, attacks))}


@dataclass(frozen=True, slots=True)
class _Side:
    """The roll of one side: an `attack.Side` without effects of powers."""

    pool: int
    difficulty: int | None = None
    specialty: bool = False
    willpower: bool = False

    def make_side(self) -> attacks.Side:
        """Return the side for the rules of attacks."""
        return attacks.Side(self.pool, self.difficulty, self.specialty, self.willpower)


@dataclass(frozen=True, slots=True)
class _Soak:
    """What soaks, in place of a ready pool (V20-157, 158)."""

    stamina: int = 0
    fortitude: int = 0
    armor: int = 0

    def count(self, target: Being, type: DamageType) -> int:
        """Return the dice of soak."""
        return defenses.soak_pool(target, self.stamina, self.fortitude, self.armor, type).total


@kind("attack")
def _attack(
    roller: Roller,
    *,
    attack: _Side,
    defense: _Side | None = None,
    base_damage: int = 0,
    damage_type: DamageType = "none",
    soak_pool: int = 0,
    soak: _Soak | None = None,
    surprise: bool = False,
    target: Being = "mortal",
) -> Result:
    """Resolve an attack with defense, damage and soak (V20-152 to 159)."""
    soaks = soak_pool if soak is None else soak.count(target, damage_type)
    defended = None if defense is None or surprise else defense.make_side()
    struck = attacks.roll_attack(attack.make_side(), defended, base_damage, damage_type, soaks, target, roller)
    net = struck.defense.net if struck.defense else 0
    return {
        "attack_net": struck.attack.net if struck.attack else 0,
        "defense_net": None if defended is None else net,
        **pick(struck, "damage_pool", "damage", "soaked", "after_soak", "applied", hit="is_hit"),
        "damage_type": damage_type,
        "soak_pool": soaks,
    }


@kind("soak_pool")
def _soak_pool(
    *,
    target: Being = "mortal",
    stamina: int = 0,
    fortitude: int = 0,
    armor: int = 0,
    type: DamageType = "none",
    source: str = "",
) -> Result:
    """Return the dice of soak (V20-157, 158)."""
    return {"dice": defenses.soak_pool(target, stamina, fortitude, armor, type, source).total}


@kind("damage")
def _damage(*, target: Being = "mortal", track: str = "", hits: tuple[tuple[int, Harm], ...] = ()) -> Result:
    """Mark levels on a track (V20-180 to 188)."""
    health = parse_track(target, track)
    for levels, type in hits:
        health = harm(health, levels, type)
    return pick(health, "track", "level", "penalty", state="condition")


@kind("blood")
def _blood(*, generation: int, blood: int = 0, spend: Natural = 0) -> Result:
    """Spend blood in a turn (V20-171, 202, 207)."""
    limit = blood_per_turn(generation)
    try:
        return {"allowed": True, "max_per_turn": limit, "remaining": spend_blood(generation, blood, spend)}
    except IllegalMove:
        return {"allowed": False, "max_per_turn": limit, "remaining": blood}


@kind("heal")
def _heal(
    *,
    generation: int = 13,
    blood: int = 0,
    willpower: int = 0,
    track: str = "",
    mode: Literal["turn", "rest"] = "turn",
    levels: Natural | None = None,
) -> Result:
    """Heal with blood (V20-200 to 204). Without `levels`, a turn heals all it can, a day of rest one level."""
    marks = parse_track("vampire", track).track
    if mode == "turn":
        return {**pick(heal_turn(generation, blood, marks, levels), "track", "blood"), "willpower": willpower}
    return pick(heal_rest(blood, willpower, marks, 1 if levels is None else levels), "track", "blood", "willpower")
