"""The simulator: one whole fight in whole numbers, by the tactics alone.

It does what `rules.v20da.decide` and `apply` do with the moves of `rules.v20da.forecast.driver`, in their order, so
that the same dice lead to the same end; `rules.forecast.law` holds it to that. Every step of a turn is someone's move,
so a fight that is decided goes no further.
"""

from rules.forecast import simulation
from rules.forecast.contract import Plans
from rules.forecast.dice import Dice
from rules.v20da.actions.difficulty import HIGHEST
from rules.v20da.forecast.fighter import FINAL, Fighter
from rules.v20da.forecast.figures import Figures
from rules.v20da.state.model import State

UNROLLED = (*FINAL, "torpor", "left")
"""Fates in which no initiative is rolled."""


class Simulator(simulation.Simulator[Figures]):
    """Plays fights from one state."""

    def __init__(self, state: State, plans: Plans) -> None:
        everyone = state.combatants
        super().__init__(
            state, plans, [Figures(combatant, place, everyone) for place, combatant in enumerate(everyone)]
        )
        self.aims = tuple(self.places.get(figure.card.target or "") if figure.card else None for figure in self.figures)

    def open(self, dice: Dice, limit: int) -> "Run":
        return Run(self, dice, limit)


class Run(simulation.Run[Fighter]):
    """One fight while it is played."""

    def __init__(self, simulator: Simulator, dice: Dice, limit: int) -> None:
        everyone = [Fighter(figures) for figures in simulator.figures]
        for fighter, aim in zip(everyone, simulator.aims, strict=True):
            fighter.aim = None if aim is None else everyone[aim]
        super().__init__(simulator, everyone, simulator.state.turn, dice, limit)

    def begin(self) -> bool:
        if self.state.phase == "setup":
            self._begin_turn()
        elif self.state.stage == "act":
            self._act_out()
        return self.is_over

    def play_round(self) -> bool:
        self._declare()
        self._act_out()
        return self.is_over

    def _begin_turn(self) -> None:
        self.time += 1
        rolling = []
        for fighter in self.fighters:
            fighter.refresh()
            if fighter.fate not in UNROLLED:
                rolling.append(fighter)
        for fighter, face in zip(rolling, self.dice.faces(len(rolling)), strict=True):
            fighter.roll_initiative(face)
        self.look()

    def _declare(self) -> None:
        """Let everyone declare an attack. Nothing happens between, so their order does not matter (V20-143)."""
        for fighter in self.fighters:
            if fighter.initiative is not None and not fighter.fate:
                fighter.aim = self._choose(fighter)
                fighter.acts = fighter.aim is not None

    def list_opponents(self, fighter: Fighter) -> list[Fighter]:
        """Return the enemies whom one can attack: neither hidden nor dead, though the dead may still act (V20-141)."""
        side = fighter.side
        return [
            other
            for other in self.fighters
            if other.side != side and not (other.fate or other.hidden or other.condition in FINAL)
        ]

    def _choose(self, fighter: Fighter) -> Fighter | None:
        """Return whom the tactic attacks, None if there is no one or the attack cannot be made."""
        opponents = self.list_opponents(fighter)
        if not opponents:
            return None
        target = self.choose_target(fighter, opponents)
        return target if _can_attack(fighter, target) else None

    def _act_out(self) -> None:
        """Let all who have declared act, the highest initiative first, and begin the next turn (V20-140, 143)."""
        order = [fighter for fighter in self.fighters if fighter.acts]
        order.sort(key=lambda fighter: (-(fighter.initiative or 0), -fighter.rating))
        for fighter in order:
            if not fighter.fate:
                self._act(fighter)
                if self.is_over:
                    return
        self._begin_turn()

    def _act(self, fighter: Fighter) -> None:
        """Take the declared attack, or let it go: another target is allowed only if that one is gone."""
        target = fighter.aim
        if target is None or target.hidden or target.is_gone:
            target = self._choose(fighter)
        if target is not None and not target.fate and _can_attack(fighter, target):
            self._attack(fighter, target)
        fighter.end_action()
        if fighter.fate:
            self.fall(fighter)

    def _attack(self, attacker: Fighter, target: Fighter) -> None:
        """Roll an attack down to the levels it costs (V20-152 to 160)."""
        attacker.hidden = False
        strike, roll = attacker.strike, self.dice.roll
        dice, difficulty = strike.against[target.place]
        spends = self.tactics[attacker.side].spends and attacker.willpower > 0 and not attacker.spent
        if spends:
            attacker.willpower, attacker.spent = attacker.willpower - 1, True
        successes = roll((dice + attacker.dice, difficulty, spends))
        damage = roll(attacker.damage + successes - 1) if successes > 0 else 0
        if not damage:
            return
        levels = max(0, damage - roll(target.soaks[strike.harm]))
        if target.is_vampire and not strike.harm:
            levels //= 2
        if levels:
            target.harm(levels, strike.harm, attacker)
            if target.fate:
                self.fall(target)
        if target.armor and damage >= 2 * target.armor:
            target.ruin_armor()


def _can_attack(attacker: Fighter, target: Fighter) -> bool:
    """Return whether dice are left and the difficulty can be rolled (V20-037, 039)."""
    dice, difficulty = attacker.strike.against[target.place]
    return dice + attacker.dice > 0 and difficulty <= HIGHEST
