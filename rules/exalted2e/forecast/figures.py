"""What a combatant brings into a simulated fight: whole numbers that no longer need the sheet."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.attack.defenses import compute_no_defense, is_off_hand, list_defenses
from rules.exalted2e.attack.figures import BLIND, get_hardness, get_missing_strength, get_soak
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.forecast.choices import choose_ability, choose_weapon, count_bought, count_dice
from rules.exalted2e.health.track import MARKS
from rules.exalted2e.pools import UNSKILLED
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import mote_room
from rules.exalted2e.state import Combatant, DeclaredAttack, State
from rules.exalted2e.timing import Clock, get_speed
from rules.exalted2e.traits import has_rule_of_10, is_unskilled
from rules.forecast import simulation

KINDS = tuple(MARKS.values())
"""The kinds of harm, the lightest first."""


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool of traits: `traits` is the original pool, `dice` the pool with all that does not change in a fight."""

    traits: int
    dice: int
    essence: int

    @classmethod
    def of(cls, sheet: Sheet, attributes: Iterable[str], abilities: Iterable[str], change: int = 0) -> Self:
        """Return the pool of the best of these Attributes and Abilities (2E-034, 2E-082, 2E-430).

        A quick character has the ready number that stands for the Ability.
        """
        if sheet.ready.used:
            return cls.ready(sheet, max(map(sheet.ready.pool, abilities)), change)
        dots = max(map(sheet.ability, abilities))
        traits = max(map(sheet.attribute, attributes)) + dots
        lost = sheet.fatigue + UNSKILLED * is_unskilled(sheet.being, dots)
        return cls(traits, traits - lost + change, sheet.essence)

    @classmethod
    def ready(cls, sheet: Sheet, number: int, change: int = 0) -> Self:
        """Return the pool of a ready number."""
        return cls(number, number - sheet.fatigue + change, sheet.essence)

    def count(self, wound: int, more: int = 0) -> int:
        """Return the dice with a wound penalty and `more` dice; those with Essence keep some (2E-104)."""
        dice = self.dice - wound + more
        if self.essence >= 2 and dice < self.essence:
            return max(dice, min(self.essence - wound, self.traits))
        return dice


class DefenseFigures(NamedTuple):
    """What an attack meets: the better DV, that of the helpless and of the unaware, soak, and Hardness."""

    dv: int
    helpless: int
    unaware: int
    soak: int
    hardness: int


class Figures(simulation.Figures):
    """`against`: what its attack meets, by the place of the target."""

    actor: Combatant

    def __init__(self, state: State, actor: Combatant, place: int) -> None:
        sheet, ground, options = actor.sheet, actor.ground, state.options
        super().__init__(actor, place, fate_of(actor), wounds_of(actor))
        self.weapon = weapon = choose_weapon(actor)
        ability = choose_ability(actor, weapon)
        self.is_extra, self.has_pool = sheet.being == "extra", has_pool(actor)
        self.tens_twice = has_rule_of_10(sheet.being)
        self.danger, self.bought = count_dice(actor, weapon), count_bought(actor, weapon)
        change = weapon.accuracy - is_off_hand(actor, weapon) - (0 if options.vision_external else ground.dim)
        self.attack = Pool.of(sheet, ["dexterity"], [ability], change)
        sight = 1 + (ground.dim >= BLIND) if ground.dim and options.vision_external else 0
        self.external = sight + ground.external + ground.weather + get_missing_strength(actor, weapon.key)
        self.rate = weapon.rate
        self.speed = get_speed("attack", weapon.speed, options)
        self.kind = KINDS.index(weapon.damage_type)
        self.damage = weapon.damage + (0 if weapon.flat else sheet.attribute("strength"))
        self.least = max(weapon.minimum, sheet.essence)
        self.join = self.notice = Pool.of(sheet, ["wits"], ["awareness"])
        if sheet.ready.used:
            self.join = Pool.ready(sheet, sheet.ready.join_battle)
        self.hide = Pool.of(sheet, ["dexterity"], ["stealth"])
        self.footing = Pool.of(sheet, ["dexterity", "stamina"], ["athletics", "resistance"])
        self.nerve = Pool.of(sheet, ["stamina"], ["resistance"])
        self.stamina = sheet.attribute("stamina")
        self.balance = max(self.stamina, self.nerve.traits)
        size = len(actor.health.boxes)
        marked = (replace(actor.health, boxes="L" * count + "." * (size - count)) for count in range(size + 1))
        self.wounds = tuple(health.wound for health in marked)
        self.stunt = rate_stunt(sheet.being, actor.stunt, has_pool=self.has_pool, options=options)
        self.stunt = replace(self.stunt, experience=actor.stunt_xp)
        self.room, self.willpower = mote_room(sheet), sheet.willpower
        self.dying_levels, self.wraps = actor.health.dying_levels, options.bashing_wrap
        self.against: list[DefenseFigures] = []

    def face(self, state: State, others: Iterable["Figures"], known: dict[object, DefenseFigures]) -> None:
        """Work out what its attack meets. `known`: what was found for attacks that are alike."""
        weapon = self.weapon
        alike = (weapon.is_ranged, weapon.damage_type, weapon.has_reach, weapon.is_piercing, self.actor.ground)
        for other in others:
            key = (other.place, *alike)
            if key not in known:
                known[key] = self._meet(state, other)
            self.against.append(known[key])

    def _meet(self, state: State, other: "Figures") -> DefenseFigures:
        """Return what its attack meets, for a target that is unhurt and has not acted yet (2E-334 to 2E-376)."""
        target, weapon = other.actor, self.weapon
        health = replace(target.health, boxes="." * len(target.health.boxes), dead=False, unconscious=False)
        ready = replace(target, health=health, clock=Clock(0), stunned_by="", botched=False)
        calm = replace(state.put(ready), plans=(), covering={})
        declared = DeclaredAttack("", self.actor.id, target.id, weapon.key, weapon.ability)
        best, none = list_defenses(calm, declared)[0], compute_no_defense(calm, declared).total
        unaware = none
        if other.is_extra and other.has_pool:  # it is not asked, and still names a defense
            mode = "dodge" if best.mode == "dodge" else "parry"
            options = list_defenses(calm, declared, unaware=True)
            unaware = next(option.dv.total for option in options if option.mode == mode)
        natural, armor = get_soak(target.sheet, weapon.damage_type)
        soak = natural + (armor // 2 if weapon.is_piercing else armor)
        hardness = max(get_hardness(target.sheet, weapon.damage_type), default=0)
        return DefenseFigures(best.dv.total, none, unaware, soak, hardness)


def fate_of(actor: Combatant) -> str:
    """Return how a combatant is out of the fight, or an empty text."""
    if actor.has_left:
        return "left"
    condition = actor.health.state
    if condition != "ok":
        return condition
    if actor.health.unconscious:
        return "unconscious"
    return "inactive" if actor.inactive else ""


def wounds_of(actor: Combatant) -> tuple[int, int, int]:
    """Return the health levels of each kind of harm."""
    bashing, lethal, aggravated = map(actor.health.boxes.count, KINDS)
    return bashing, lethal, aggravated
