"""A simulated fight as it stands, and how its attacks are resolved."""

from collections.abc import Callable
from typing import NamedTuple

from rules.exalted2e.attack.defenses import STUN_DICE
from rules.exalted2e.attack.steps import KNOCKDOWN_DIFFICULTY
from rules.exalted2e.defense import BOTCH_PENALTY
from rules.exalted2e.forecast.fighter import Fighter
from rules.exalted2e.state import State
from rules.forecast import simulation


class PendingAttack(NamedTuple):
    """An attack that was declared: the wounds of its tick, dice added, successes bought, whether from hiding.

    Of a flurry, `multi` are the dice that it loses with the wounds, `onslaught` the attacks before it (2E-230, 2E-320).
    """

    attacker: Fighter
    target: Fighter
    wound: int
    dice: int
    bought: int
    is_ambush: bool
    multi: int = 0
    onslaught: int = 0


class Bout(simulation.Run[Fighter]):
    """The part of a fight in which attacks are resolved. Its `time` is the tick."""

    state: State

    def change(self, fighter: Fighter, change: Callable[..., None], *given: int) -> None:
        """Change the body of a combatant, and look whether it falls."""
        stood = not fighter.fate
        change(*given)
        if stood and fighter.fate:
            self.fall(fighter)

    def roll(self, fighter: Fighter, dice: int) -> int:
        """Return the successes of a roll, none for a botch."""
        return max(0, self.dice.roll((max(0, dice), fighter.figures.tens_twice)))

    def strike(self, attack: PendingAttack) -> bool:
        """Resolve an attack. Return whether the fight is over when someone must choose."""
        attacker, target = attack.attacker, attack.target
        attacker.hidden, figures = False, attacker.figures
        unaware = self._surprise(attack) if attack.is_ambush else target.unaware
        against = figures.against[target.place]
        if target.fate or (unaware and not target.figures.has_pool):
            dv = against.helpless
        elif target.figures.is_extra:
            dv = against.unaware if unaware else against.dv
        elif self.is_over:
            return True
        else:
            dv = against.helpless if unaware else against.dv
        dv = max(0, dv - self.find_loss(attacker, target) - attack.onslaught)
        pool = self.count_dice(attacker, attack.wound + attack.multi, attack.dice)
        if figures.is_extra and dv > pool:
            return False
        successes = self.dice.roll((max(0, pool), figures.tens_twice))
        is_botch = successes < 0 and not attack.bought
        net = max(0, successes) + attack.bought - figures.external - attacker.prone - dv
        if net > 0:
            self._hit(attacker, target, net)
        if is_botch:
            attacker.botched = True
        return is_botch and self.is_over and self._has_bystanders()  # someone must say whom it hits

    def _has_bystanders(self) -> bool:
        return sum(fighter.fate != "left" for fighter in self.fighters) > 2

    def _surprise(self, attack: PendingAttack) -> bool:
        """Roll to hide and to notice. Return whether the target is unaware (2E-394)."""
        attacker, target = attack.attacker, attack.target
        hiding = self.roll(attacker, attacker.figures.hide.count(attack.wound))
        return self.roll(target, target.figures.notice.count(target.wound)) < max(1, hiding)

    def count_dice(self, fighter: Fighter, wound: int, more: int = 0) -> int:
        """Return the dice of an attack with these wounds, and `more` dice."""
        return fighter.figures.attack.count(wound, more - STUN_DICE * bool(fighter.stunned_by))

    def find_loss(self, attacker: Fighter, target: Fighter) -> int:
        """Return by how much the target's DVs are lower: own actions, wounds and the like (2E-342 to 2E-358)."""
        loss = target.penalty + target.wound + BOTCH_PENALTY * target.botched
        if target.stunned_by and self.state.options.internal_to_dv:
            loss += STUN_DICE
        if self.state.plans:
            loss += self._find_coordination(attacker.figures.actor.id, target.figures.actor.id)
        return loss

    def _find_coordination(self, attacker: str, target: str) -> int:
        """Return the penalty of a coordinated attack that was begun before these fights (2E-301)."""
        plans = self.state.plans
        led = (plan for plan in plans if plan.at == self.time and plan.target == target and attacker in plan.attackers)
        return max((plan.penalty for plan in led), default=0)

    def _hit(self, attacker: Fighter, target: Fighter, net: int) -> None:
        """Roll the damage of a hit, and what it may bring about (2E-369 to 2E-388)."""
        figures = attacker.figures
        _, _, _, soak, hardness = figures.against[target.place]
        raw, levels = max(0, figures.damage + net), 0
        is_stopped = 0 < hardness >= raw
        if not is_stopped:
            levels = self._roll_damage(target, min(raw, max(raw - soak, figures.least)))
        if levels:
            self.change(target, target.harm, levels, figures.kind, self.time)
        if not target.fate:
            self._check_injuries(attacker, target, raw * (not is_stopped), levels)

    def _roll_damage(self, target: Fighter, damage: int) -> int:
        """Return the health levels; an extra takes a third of the dice (2E-380, 2E-381)."""
        if target.figures.is_extra:
            return -(-damage // 3)
        return max(0, self.dice.roll((damage, False))) if damage else 0

    def _check_injuries(self, attacker: Fighter, target: Fighter, raw: int, levels: int) -> None:
        """Roll whether the target falls, and whether it is stunned (2E-386 to 2E-388)."""
        figures = target.figures
        if raw > figures.balance and not target.prone:
            target.prone = self.roll(target, figures.footing.count(target.wound)) < KNOCKDOWN_DIFFICULTY
        if levels > figures.stamina and self.roll(target, figures.nerve.count(target.wound)) < levels - figures.stamina:
            target.stunned_by = attacker.figures.actor.id
