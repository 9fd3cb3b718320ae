"""The figures of an attack: the pool, soak and Hardness, the numbers of an exchange."""

from collections.abc import Iterator

from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.attack.defenses import NO_ANSWER, STUN_DICE, get_weapon
from rules.exalted2e.attack.steps import Exchange
from rules.exalted2e.attack.units import (
    get_unit_damage,
    limit_by_war,
    list_unit_losses,
    list_unit_successes,
)
from rules.exalted2e.defense import compute_armor_soak, compute_natural_soak
from rules.exalted2e.health.track import Damage
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.pools import bonus, penalty, stunt_dice, trait_pool
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.state import Answer, Combatant, DeclaredAttack, Magic, State
from rules.exalted2e.traits import label
from rules.pool import Pool, Term, change
from rules.powers import make_terms, sum_shares
from rules.text import Text, word

MAGIC = Text("Magic")


def build_attack_pool(actor: Combatant, declared: DeclaredAttack, options: Options = DEFAULTS) -> Pool:
    """Return the pool of step 3: Dexterity and the weapon's Ability with every modifier (2E-360)."""
    weapon = get_weapon(actor.sheet, declared.weapon)
    name = word(weapon.name if weapon else declared.weapon)
    return trait_pool(
        actor.sheet,
        "dexterity",
        declared.ability,
        title=Text("Attack with {w}", w=name),
        wound=declared.wound,
        limits=limit_by_war(actor, declared.ability, options, declared.edge),
        bonuses=tuple(_attack_bonuses(actor.sheet, declared, weapon, options)),
        penalties=tuple(_attack_penalties(actor, declared, options)),
        magic_bonuses=(
            *make_terms(actor.standing, "dice", "magic bonus", "2E-102"),
            *list_magic_terms(declared.magic, "dice", declared.magic.dice, "2E-102"),
        ),
        magic_penalties=change(MAGIC, -declared.magic_penalty, "magic penalty", "2E-103"),
        successes=(
            *change(Text("Willpower"), int(declared.willpower), "willpower", "2E-160"),
            *list_magic_terms(declared.magic, "successes", declared.magic.successes, "2E-176"),
            *list_unit_successes(actor, weapon, declared.edge),
        ),
        external=tuple(_attack_external(actor, declared, options)),
    )


def _attack_bonuses(sheet: Sheet, declared: DeclaredAttack, weapon: Weapon | None, options: Options) -> Iterator[Term]:
    yield from stunt_dice(rate_stunt(sheet.being, declared.stunt, options=options).dice)
    if declared.specialty:
        yield bonus(Text("Specialty"), declared.specialty, "specialty", "2E-170")
    if weapon is not None and weapon.accuracy:
        yield bonus(Text("Accuracy"), weapon.accuracy, "equipment", "2E-175")
    if declared.virtue and (virtue := sheet.virtue(declared.virtue)):
        yield bonus(Text("Virtue: {virtue}", virtue=label(declared.virtue)), virtue, "virtue", "2E-161")
    if declared.aim:
        yield bonus(Text("Aim"), declared.aim, "aim", "2E-296")
    if declared.bonus:
        yield bonus(Text("Storyteller’s bonus"), declared.bonus, "other", "2E-100")


def _attack_penalties(actor: Combatant, declared: DeclaredAttack, options: Options) -> Iterator[Term]:
    if declared.multi:
        yield penalty(Text("Multiple actions"), declared.multi, "multiple action", "2E-230")
    if declared.off_hand:
        yield penalty(Text("Off hand"), 1, "other internal", "2E-361")
    if declared.maneuver == "sweep":
        yield penalty(Text("Sweep"), 2, "other internal", "2E-389")
    if declared.abort:
        yield penalty(Text("Aim broken off"), declared.abort, "other internal", "2E-297")
    if actor.stunned_by:
        yield penalty(Text("Stunned"), STUN_DICE, "other internal", "2E-388")
    if actor.ground.dim and not options.vision_external:
        yield penalty(Text("Poor visibility"), actor.ground.dim, "other internal", "2E-084")
    if declared.penalty:
        yield penalty(Text("Storyteller’s penalty"), declared.penalty, "other internal", "2E-081")


def list_magic_terms(magic: Magic, kind: str, amount: int, rule: str) -> tuple[Term, ...]:
    """Return a term for each power that adds to this kind, and one for the rest, which the player gave in figures."""
    powers = make_terms(magic.shares, kind, "magic bonus", rule)
    rest = amount - sum_shares(magic.shares, kind)
    name = MAGIC if magic.shares else magic.name or MAGIC
    return (*powers, Term(name, rest, "magic bonus", rule)) if rest else powers


BLIND = 4
"""Dice lost by fighting blind; a lower number is bad sight (2E-084)."""


def _attack_external(actor: Combatant, declared: DeclaredAttack, options: Options) -> Iterator[Term]:
    if actor.ground.dim and options.vision_external:
        yield Term(Text("Poor visibility"), -1 - (actor.ground.dim >= BLIND), "external", "2E-490")
    if actor.ground.external:
        yield Term(Text("Surroundings"), -actor.ground.external, "external", "2E-087")
    if actor.ground.weather:
        yield Term(Text("Storm"), -actor.ground.weather, "external", "2E-090")
    if actor.prone:
        yield Term(Text("Prone"), -1, "external", "2E-367")
    if lacking := get_missing_strength(actor, declared.weapon):
        yield Term(Text("Two-handed weapon in one hand"), -lacking, "external", "2E-474")
    yield from list_unit_losses(declared.edge)
    if declared.external:
        yield Term(Text("Storyteller’s external penalty"), -declared.external, "external", "2E-087")


def get_missing_strength(actor: Combatant, key: str) -> int:
    """Return the Strength lacking for a two-handed weapon with a shield: triple its minimum (2E-474)."""
    weapon = get_weapon(actor.sheet, key)
    if weapon is None or "2" not in weapon.tags or not actor.sheet.shield:
        return 0
    return weapon.strength_penalty(actor.sheet.attribute("strength"), one_handed=True)


def get_soak(sheet: Sheet, damage: Damage) -> tuple[int, int]:
    """Return natural and armored soak against this damage (2E-373..375)."""
    extra = {"B": sheet.soak_bashing, "L": sheet.soak_lethal, "A": sheet.soak_aggravated}[damage]
    natural = compute_natural_soak(sheet.attribute("stamina"), sheet.being, damage) + extra
    suits = [{"B": suit.soak_bashing, "L": suit.soak_lethal} for suit in sheet.suits()]
    return natural, max((compute_armor_soak(suit, damage, False) for suit in suits), default=0)


def get_hardness(sheet: Sheet, damage: Damage) -> tuple[int, ...]:
    """Return every Hardness against this damage; the highest counts, and there is none against aggravated (2E-372)."""
    if damage == "A":
        return ()
    suits = [suit.hardness_bashing if damage == "B" else suit.hardness_lethal for suit in sheet.suits()]
    return (sheet.hardness_bashing if damage == "B" else sheet.hardness_lethal, *suits)


def lasting_hardness(actor: Combatant) -> tuple[int, ...]:
    """Return the Hardness of each lasting power."""
    return tuple(share.amount for share in actor.standing if share.kind == "hardness")


def build_exchange(state: State, declared: DeclaredAttack, pool: Pool, dv: int, answer: Answer = NO_ANSWER) -> Exchange:
    """Return the numbers of an attack before step 3."""
    attacker, target = state.get(declared.actor), state.get(declared.target)
    weapon = get_weapon(attacker.sheet, declared.weapon)
    damage: Damage = weapon.damage_type if weapon else "B"
    natural, armored = get_soak(target.sheet, damage)
    strict = state.options.botch_ignores_charm_successes
    return Exchange(
        pool=pool.total,
        attacker_being=attacker.sheet.being,
        bonus_successes=pool.bonus_successes,
        charm_successes=declared.magic.successes if strict else 0,
        external=pool.external,
        range=(weapon.range or 0) if weapon else 0,
        distance=declared.distance,
        reroll=declared.magic.reroll,
        dv=dv,
        third=answer.magic.third,
        strength=0 if weapon and weapon.flat else attacker.sheet.attribute("strength"),
        weapon_damage=weapon.damage if weapon else 0,
        damage_type=damage,
        weapon_min=weapon.minimum if weapon else 1,
        essence=attacker.sheet.essence,
        raw_mod=declared.magic.damage + sum_shares(attacker.standing, "damage") + get_unit_damage(attacker, weapon),
        hardness=(*get_hardness(target.sheet, damage), answer.magic.hardness, *lasting_hardness(target)),
        soak_natural=natural + answer.magic.soak + sum_shares(target.standing, "soak"),
        soak_armor=armored + (target.worn.armor if target.worn else 0),
        piercing=bool(weapon and weapon.is_piercing),
        post_mod=declared.magic.post_damage,
        defender_being=target.sheet.being,
    )
