"""The ten steps of an attack, one function per step over a frozen Exchange (2E-330..385).

Steps 1 and 2, the declarations, are the values that the exchange starts with; steps 9 and 10 apply its results.
"""

from dataclasses import dataclass, replace
from typing import Final

from rules.dice import Die, FaceRule, Roller, throw
from rules.exalted2e.actions.rolling import DAMAGE_RULE, face_rule, is_botch
from rules.exalted2e.defense import BOTCH_PENALTY, compute_final_damage, is_stopped
from rules.exalted2e.health.track import Damage
from rules.exalted2e.traits import Being
from rules.text import Text

STEPS: Final[tuple[tuple[Text, str], ...]] = (
    (Text("Declaration of attack"), "2E-330"),
    (Text("Declaration of defense"), "2E-332"),
    (Text("Attack roll"), "2E-360"),
    (Text("Attack reroll"), "2E-364"),
    (Text("External penalties and DV"), "2E-365"),
    (Text("Defense reroll"), "2E-368"),
    (Text("Raw damage"), "2E-369"),
    (Text("Hardness, soak, damage roll"), "2E-372"),
    (Text("Counterattack"), "2E-383"),
    (Text("Results"), "2E-384"),
)
"""The book's ten steps and the first rule of each; step n is at index n - 1."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One attack as numbers: what was declared, then what each step found.

    Penalties are positive, `post_mod` is signed.

    `charm_successes` are the bonus successes that do not prevent a botch (0 unless the series' options say so, R:03).
    `dv` may be negative; `third` is the Ability of a defender's Third Excellency; `weapon_damage` is added to
    `strength` (0 for flat damage); `hardness` is every Hardness against this damage type; `levels` are the health
    levels to mark, `warded` those that magic took off after the roll.
    """

    pool: int
    tn: int = 7
    attacker_being: Being = "exalt"
    bonus_successes: int = 0
    charm_successes: int = 0
    external: int = 0
    range: int = 0
    distance: int = 0
    reroll: bool = False
    dv: int = 0
    third: int = 0
    strength: int = 0
    weapon_damage: int = 0
    damage_type: Damage = "L"
    weapon_min: int = 1
    essence: int = 1
    raw_mod: int = 0
    hardness: tuple[int, ...] = ()
    soak_natural: int = 0
    soak_armor: int = 0
    piercing: bool = False
    post_mod: int = 0
    defender_being: Being = "exalt"

    auto_miss: bool = False
    dice: tuple[Die, ...] = ()
    successes: int = 0
    ones: int = 0
    botch: bool = False
    net: int = 0
    hit: bool = False
    raw: int = 0
    stopped: bool = False
    soak: int = 0
    final: int = 0
    damage_dice: tuple[Die, ...] = ()
    levels: int = 0
    warded: int = 0

    @property
    def face_rule(self) -> FaceRule:
        """The rule by which the attack's dice are counted (2E-040..044)."""
        return face_rule(self.attacker_being, self.tn)

    @property
    def effective_dv(self) -> int:
        """The DV that the roll meets: a negative one counts as 0 (2E-356)."""
        return max(0, self.dv)

    @property
    def is_out_of_range(self) -> bool:
        """Whether the target is beyond three times the Range (2E-366)."""
        return self.range > 0 and self.distance > 3 * self.range

    @property
    def all_external(self) -> int:
        """External penalties of the attack with that of range, without the DV."""
        return self.external + get_range_penalty(self.range, self.distance)

    @property
    def dv_extra(self) -> int:
        """The penalty on the attacker's own DVs after a botch (2E-362)."""
        return BOTCH_PENALTY if self.botch else 0


def get_range_penalty(weapon_range: int, distance: int) -> int:
    """Return the successes lost to distance: none up to the Range, 1 up to twice, 2 beyond (2E-366)."""
    if weapon_range <= 0 or distance <= weapon_range:
        return 0
    return 1 if distance <= 2 * weapon_range else 2


def check_automatic_miss(now: Exchange) -> Exchange:
    """Before step 3: note whether an extra misses unrolled, for its pool is smaller than the DV (2E-359)."""
    return replace(now, auto_miss=now.attacker_being == "extra" and now.effective_dv > now.pool)


def roll_attack(now: Exchange, roller: Roller) -> Exchange:
    """Step 3: roll the pool, add bonus successes; no success and a 1 is a botch (2E-360, 2E-047, 2E-049)."""
    if now.auto_miss or now.is_out_of_range:
        return now
    return _count_attack(now, throw(now.face_rule, max(0, now.pool), roller))


def reroll_attack(now: Exchange, roller: Roller) -> Exchange:
    """Step 4: roll all dice once more and keep the better total, at equal totals the roll that is no botch (2E-364)."""
    if now.auto_miss or now.is_out_of_range or not now.dice:
        return now
    again = _count_attack(now, throw(now.face_rule, max(0, now.pool), roller))
    is_better = (again.successes, not again.botch) > (now.successes, not now.botch)
    return again if is_better else now


def _count_attack(now: Exchange, dice: tuple[Die, ...]) -> Exchange:
    hits = sum(die.worth for die in dice)
    ones = sum(die.face == 1 for die in dice)
    botch = is_botch(dice, now.bonus_successes - now.charm_successes)
    return replace(now, dice=dice, successes=hits + now.bonus_successes, ones=ones, botch=botch)


def subtract_penalties(now: Exchange) -> Exchange:
    """Step 5: take off external penalties, the DV last; what remains must be at least 1 (2E-365)."""
    net = now.successes - now.all_external - now.effective_dv
    return replace(now, net=net, hit=net >= 1 and not now.auto_miss and not now.is_out_of_range)


def reroll_defense(now: Exchange) -> Exchange:
    """Step 6: a Third Excellency raises the DV by half the Ability, down (2E-357, 2E-368)."""
    return subtract_penalties(replace(now, dv=now.dv + now.third // 2)) if now.third else now


def find_raw_damage(now: Exchange) -> Exchange:
    """Step 7: base damage and all net successes (2E-369)."""
    if not now.hit:
        return now
    return replace(now, raw=add_raw(now, now.net))


def add_raw(now: Exchange, net: int) -> int:
    """Return the raw damage of a hit with these net successes (2E-369)."""
    return max(0, now.strength + now.weapon_damage + net + now.raw_mod)


def apply_soak(now: Exchange) -> Exchange:
    """Step 8, before the roll: Hardness, soak, minimum damage, late effects (2E-372..379)."""
    if not now.hit:
        return now
    soak = add_soak(now)
    final = compute_final_damage(now.raw, soak, now.weapon_min, now.essence, now.hardness, now.post_mod)
    return replace(now, stopped=is_stopped(now.raw, now.hardness), soak=soak, final=final)


def add_soak(now: Exchange) -> int:
    """Return natural and armored soak; a piercing attack halves that of armor, down (2E-373..376)."""
    return now.soak_natural + (now.soak_armor // 2 if now.piercing else now.soak_armor)


def roll_damage(now: Exchange, roller: Roller) -> Exchange:
    """Step 8, the roll: a success is a health level; extras take a third of the damage, up (2E-380, 2E-381)."""
    if not now.hit or now.final == 0:
        return now
    dice, levels = roll_levels(now.final, now.defender_being, roller)
    return replace(now, damage_dice=dice, levels=levels)


def roll_levels(damage: int, being: Being, roller: Roller) -> tuple[tuple[Die, ...], int]:
    """Return damage dice and their health levels; an extra takes a third of the dice, unrolled (2E-380, 2E-381)."""
    if being == "extra":
        return (), -(-damage // 3)
    dice = throw(DAMAGE_RULE, damage, roller)
    return dice, sum(die.worth for die in dice)


def resolve(start: Exchange, roller: Roller) -> Exchange:
    """Take an attack through steps 3 to 8 without prompts."""
    now = check_automatic_miss(start)
    now = roll_attack(now, roller)
    if now.reroll:
        now = reroll_attack(now, roller)
    now = reroll_defense(subtract_penalties(now))
    return roll_damage(apply_soak(find_raw_damage(now)), roller)


@dataclass(frozen=True, slots=True)
class Injury:
    """The checks of step 10; `stun_difficulty` is None without a stun check (2E-386..388).

    `knockback`: yards that the Storyteller may choose instead of a knockdown check, 0 without such a check (2E-387).
    """

    knockdown: bool
    knockdown_pool: int
    knockback: int
    stun: bool
    stun_difficulty: int | None
    stun_pool: int


KNOCKDOWN_DIFFICULTY: Final = 2


def check_injury(
    raw: int, levels: int, stamina: int, resistance: int, dexterity: int, athletics: int, stopped: bool
) -> Injury:
    """Return whether an attack may knock down or stun, and the pools to resist it (2E-386..388)."""
    knockdown, stun = raw > stamina + resistance and not stopped, levels > stamina
    return Injury(
        knockdown=knockdown,
        knockdown_pool=max(dexterity, stamina) + max(athletics, resistance),
        knockback=raw // 3 if knockdown else 0,
        stun=stun,
        stun_difficulty=levels - stamina if stun else None,
        stun_pool=stamina + resistance,
    )
