"""Attacks: manoeuvres and weapons, their pools and difficulty, and the roll down to the marked levels."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.dice import Die, Roller
from rules.pool import Breakdown, Pool, Term, add_steps, change
from rules.tables import load_table
from rules.text import EMPTY, Text, word
from rules.v20da.actions.difficulty import build_difficulty
from rules.v20da.actions.rolling import Result, check_roll, count_levels, roll_dice, roll_levels
from rules.v20da.health.levels import Being, applied_levels
from rules.v20da.options import BotchMode
from rules.v20da.pools import action_pool
from rules.v20da.sheet.equipment import OwnWeapon, find_own, parse_own
from rules.v20da.sheet.model import Sheet
from rules.v20da.traits import TABLES, WEAPON_DATA
from rules.wounds import Harm

DamageType = Literal["bashing", "lethal", "aggravated", "none"]

STAKE_LEVELS = 3
"""The levels in one attack that drive a stake through the heart (V20-162)."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A way to attack (V20-150, 168, 169).

    `accuracy`: dice added; `difficulty`: added to 6; `damage`: dice, added to Strength if `strength`; `range`: yards at
    the ordinary difficulty, 0 for hand to hand; `missile`: cannot be blocked or parried (V20-153); `effect`: the
    condition of a target that is hit; `aim`: the place where it always strikes.
    """

    key: str
    label: Text
    ability: str
    attribute: str = "dexterity"
    accuracy: int = 0
    difficulty: int = 0
    damage: int = 0
    strength: bool = True
    type: DamageType = "bashing"
    range: int = 0
    missile: bool = False
    thrown: bool = False
    needs: str = ""
    effect: str = ""
    aim: str = ""

    @property
    def figures(self) -> Text:
        """The figures in short: "Strength + 2 lethal, 30 yards"."""
        damage = count_damage(self.damage, self.type)
        if self.strength:
            damage = Text("Strength + {damage}", damage=damage)
        return Text("{damage}, {n} yards", damage=damage, n=self.range) if self.range else damage


def count_damage(dice: int, kind: DamageType) -> Text:
    """Return damage dice with their kind: "2 lethal"."""
    match kind:
        case "bashing":
            return Text("{n} bashing", n=dice)
        case "lethal":
            return Text("{n} lethal", n=dice)
        case "aggravated":
            return Text("{n} aggravated", n=dice)
    return EMPTY


def _make_attack(key: str, row: Mapping[str, Any]) -> Attack:
    return Attack(key=key, missile=row["ability"] == "archery", **{**row, "label": word(row["label"])})


MANEUVERS = {key: _make_attack(key, row) for key, row in load_table("v20da", "maneuvers").items()}
WEAPONS = {key: _make_attack(key, row) for key, row in WEAPON_DATA.items()}


def throw_of(weapon: Attack) -> Attack:
    """Return the attack with a thrown weapon: Dexterity + Athletics (V20-150)."""
    label = Text("{w}, thrown", w=weapon.label)
    return Attack(f"throw_{weapon.key}", label, "athletics", damage=weapon.damage, type=weapon.type, missile=True)


THROWN = {f"throw_{key}": throw_of(weapon) for key, weapon in WEAPONS.items() if weapon.thrown}


class Attacks(dict[str, Attack]):
    """Every way to attack by its key: those of the tables, and own weapons, whose keys hold their figures."""

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or (isinstance(key, str) and find_own(key) is not None)

    def __missing__(self, key: str) -> Attack:
        if (own := find_own(key)) is None:
            raise KeyError(key)
        return own_attack(own)


def own_attack(own: OwnWeapon) -> Attack:
    """Return the attack with an own weapon."""
    return Attack(
        own.key,
        word(own.name),
        own.ability,
        damage=own.damage,
        strength=own.strength,
        type=own.type,
        range=own.range,
        missile=own.ability == "archery",
    )


ATTACKS = Attacks({**MANEUVERS, **WEAPONS, **THROWN})


def has_blade(sheet: Sheet) -> bool:
    """Return whether the character has a weapon to parry with, or to be disarmed of."""
    own = any(row.ability == "melee" for row in parse_own(sheet.own_weapons))
    return own or any(WEAPONS[key].ability == "melee" for key in sheet.weapons)


def attacks_of(sheet: Sheet, is_disarmed: bool = False, has_grip: bool = False) -> tuple[Attack, ...]:
    """Return every attack that this body and these weapons allow. A clinch goes on while the grip holds."""
    weapons = () if is_disarmed else sheet.weapons
    has = {
        "": True,
        "vampire": sheet.is_vampire,
        "claws": sheet.claws,
        "grip": has_grip,
        "stake": "stake" in weapons,
        "weapon": not is_disarmed and has_blade(sheet),
    }
    held = [attack for key in dict.fromkeys(weapons) for attack in (WEAPONS[key], THROWN.get(f"throw_{key}")) if attack]
    held += [] if is_disarmed else map(own_attack, parse_own(sheet.own_weapons))
    return (*held, *(attack for attack in MANEUVERS.values() if has[attack.needs]))


def attack_pool(
    sheet: Sheet,
    attack: Attack,
    extra: tuple[Term, ...] = (),
    armor: int | None = None,
    wounds: int = 0,
    place: int = 0,
) -> Pool:
    """Return the dice of an attack (V20-150, 168)."""
    accuracy = change(attack.label, attack.accuracy, "maneuver", "V20-168")
    return action_pool(sheet, attack.label, (attack.attribute, attack.ability), accuracy + extra, armor, wounds, place)


def attack_difficulty(attack: Attack, aim: str = "", mods: tuple[Term, ...] = (), place: int = 0) -> Breakdown:
    """Add up 6, the manoeuvre, the place aimed at (V20-161), circumstances, the place in a multiple action."""
    own = change(attack.label, attack.difficulty, "maneuver", "V20-168")
    return build_difficulty(None, (*own, *mods, *_aim_terms(attack.aim or aim, 0)), place=place)


def _aim_terms(target: str, column: int) -> tuple[Term, ...]:
    """Return what aiming at a place changes; empty for no place. The column 0 is difficulty, 1 damage."""
    if not target:
        return ()
    return (Term(Text("Aimed at the {part}", part=word(target)), TABLES["aim"][target][column], "aim", "V20-161"),)


def base_damage(sheet: Sheet, attack: Attack, aim: str = "", wounds: int = 0) -> Breakdown:
    """Add up the damage dice before successes: weapon or Strength (V20-154), aim (161), wounds on Strength (183)."""
    terms = [Term(Text("Strength"), sheet.dots("strength"), "attribute", "V20-154")] if attack.strength else []
    terms += change(attack.label, attack.damage, "weapon", "V20-169")
    terms += _aim_terms(attack.aim or aim, 1)
    terms += change(Text("Wounds"), wounds if attack.strength else 0, "wound", "V20-183")
    steps = add_steps((Text("Damage rating"), "V20-154", terms))
    return Breakdown(Text("Damage"), steps, max(0, steps[-1].after))


@dataclass(frozen=True, slots=True)
class Side:
    """One side's roll. `difficulty`: None for 6. `bought`: successes of powers."""

    pool: int
    difficulty: int | None = None
    specialty: bool = False
    willpower: bool = False
    bought: int = 0

    def roll(self, roller: Roller, botch_mode: BotchMode) -> Result:
        """Roll the dice."""
        return roll_dice(self.pool, self.difficulty, roller, self.specialty, self.willpower, botch_mode, self.bought)


@dataclass(frozen=True, slots=True)
class AttackOutcome:
    """An attack rolled to its end. After a miss the figures are 0; `defense` is None if none was rolled.

    `attack` is None for a clinch that goes on: only its damage is rolled (V20-168).
    """

    attack: Result | None
    defense: Result | None
    left: int
    damage_pool: int = 0
    damage_dice: tuple[Die, ...] = ()
    damage: int = 0
    soak_dice: tuple[Die, ...] = ()
    soaked: int = 0
    after_soak: int = 0
    applied: int = 0

    @property
    def is_hit(self) -> bool:
        """Return whether successes are left after the defense (V20-152)."""
        return self.left > 0


def roll_attack(
    attack: Side,
    defense: Side | None,
    damage: int,
    kind: DamageType,
    soak: int,
    being: Being,
    roller: Roller,
    botch_mode: BotchMode = "rolled",
) -> AttackOutcome:
    """Roll attack, defense, damage and soak, in this order (V20-152 to 159).

    `damage`: the dice before successes are added. A defense is not rolled against an attack without successes. Raises
    `IllegalMove` before a die falls if a side cannot be rolled (V20-026, 037).
    """
    if defense is not None:
        check_roll(defense.pool, defense.difficulty)
    struck = attack.roll(roller, botch_mode)
    answered = defense.roll(roller, botch_mode) if defense is not None and struck.net else None
    left = max(0, struck.net - (answered.net if answered else 0))
    if not left or kind == "none":
        return AttackOutcome(struck, answered, left)
    return _roll_damage(AttackOutcome(struck, answered, left), count_dice(damage, left), kind, soak, being, roller)


def count_dice(damage: int, left: int) -> int:
    """Return the dice of damage: each success beyond the first adds one (V20-154)."""
    return max(0, damage + left - 1)


def roll_squeeze(damage: int, kind: Harm, soak: int, being: Being, roller: Roller) -> AttackOutcome:
    """Roll the damage of a clinch that goes on, without an attack roll (V20-168)."""
    return _roll_damage(AttackOutcome(None, None, 1), damage, kind, soak, being, roller)


def _roll_damage(
    struck: AttackOutcome, pool: int, kind: Harm, soak: int, being: Being, roller: Roller
) -> AttackOutcome:
    damage_dice = roll_levels(pool, roller)
    damage = count_levels(damage_dice)
    soak_dice = roll_levels(soak, roller) if damage else ()
    soaked = min(damage, count_levels(soak_dice))
    after = damage - soaked
    return AttackOutcome(
        struck.attack,
        struck.defense,
        struck.left,
        pool,
        damage_dice,
        damage,
        soak_dice,
        soaked,
        after,
        applied_levels(being, after, kind),
    )
