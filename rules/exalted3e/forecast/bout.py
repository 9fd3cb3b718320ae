"""A simulated fight as it stands, and how its attacks are resolved."""

from rules.dice import MAX_DICE
from rules.exalted3e.attack.rolls import PRONE_DICE
from rules.exalted3e.forecast.fighter import Fighter
from rules.exalted3e.forecast.figures import Figures
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import SELF
from rules.exalted3e.timing.initiative import BASE, BREAK, SELF_CRASH
from rules.forecast import simulation
from rules.forecast.dice import Dice


class Bout(simulation.Run[Fighter]):
    """The part of a fight in which attacks are resolved. Its `time` is the round.

    `due` are those who still act on the running tick; the first one's turn is open while it acts.
    """

    state: State

    def __init__(
        self, simulator: simulation.Simulator[Figures], fighters: list[Fighter], time: int, dice: Dice, limit: int
    ) -> None:
        super().__init__(simulator, fighters, time, dice, limit)
        self.options, self.tick = self.state.options, self.state.tick
        self.due: list[Fighter] = []

    def roll(self, dice: int, *, twice: bool = True) -> int:
        """Return the successes of a roll; `twice`: whether a 10 counts twice."""
        return self.dice.roll((dice, twice)) if dice > 0 else 0

    def leave(self, fighter: Fighter, why: str) -> None:
        """Take a combatant out of the fight (3E-054)."""
        fighter.fate, fighter.falls = why, ""
        if fighter in self.due:
            self.due.remove(fighter)
        self.fall(fighter)

    # --- Initiative

    def change(self, fighter: Fighter, delta: int) -> bool:
        """Change Initiative; a rise to 1 or more ends Crash. Return whether it fell into Crash (3E-092, 3E-107)."""
        was = fighter.initiative
        fighter.initiative = now = was + delta
        if was < 1 <= now:
            fighter.crashed_by, fighter.crash_turns, fighter.crashed_at_start = None, 0, False
            fighter.recovered, fighter.no_hope = self.time, False
        return was >= 1 > now

    def lose(self, fighter: Fighter, points: int) -> None:
        """Lose Initiative by the fighter's own action, and more of it in Crash (3E-103)."""
        if self.change(fighter, -points):
            fighter.crashed_by, fighter.crash_turns = SELF, 0
            fighter.initiative -= SELF_CRASH

    def _crash(self, attacker: Fighter, target: Fighter, *, avenges: bool) -> None:
        """Give the attacker the Break, and a Shift if it avenges its own Crash (3E-109, 3E-120)."""
        target.crashed_by, target.crash_turns = attacker.figures.actor.id, 0
        if self.options.break_before_base or not avenges:
            self._award(attacker, target)
        if avenges:
            self._shift(attacker, target)

    def _award(self, attacker: Fighter, target: Fighter) -> None:
        """Give the Break, unless the target recovered in this round or the last (3E-111, 3E-112)."""
        if target.recovered is None or self.time > target.recovered + 1:
            self.change(attacker, BREAK)

    def _shift(self, attacker: Fighter, target: Fighter) -> None:
        """Give base Initiative, a Join Battle roll and the turn again (3E-120 to 3E-123)."""
        if attacker.initiative < BASE:
            self.change(attacker, BASE - attacker.initiative)
        if not self.options.break_before_base:
            self._award(attacker, target)
        self.change(attacker, self.roll(attacker.figures.actor.join_battle - attacker.wound))
        attacker.used = attacker.moved = False
        attacker.lock = target.figures.actor.id

    # --- one attack

    def strike(
        self, attacker: Fighter, target: Fighter, bands: int, bought: int, success: int, *, decisive: bool
    ) -> None:
        """Resolve an attack from its declaration to its end (3E-064 to 3E-091).

        `bought` are dice that motes have bought, `success` is the one that Willpower has.
        """
        avenges = attacker.initiative <= 0 and attacker.crashed_by == target.figures.actor.id
        dice = self._count_dice(attacker) + bought + (0 if decisive else attacker.strike.accuracy[bands])
        defense = self._defend(attacker, target, bands)
        attacker.hidden, attacker.used, attacker.bonus, attacker.unloaded = (
            False,
            True,
            0,
            attacker.unloaded or attacker.strike.is_slow,
        )
        if attacker.strike.cost:
            self.lose(attacker, attacker.strike.cost)
        threshold = self.roll(dice) + success - defense
        helps = success if self.options.stunts_help_damage else 0
        if threshold < 0:
            target.onslaught += 1
            if decisive:
                self._miss(attacker)
            return
        beaten = target.no_hope and target.initiative <= 0 and not decisive
        if decisive:
            self._wound(attacker, target, helps)
        else:
            self._wither(attacker, target, attacker.strike.damage[bands] + threshold, helps, avenges=avenges)
        target.onslaught += 1
        if not target.room and not target.fate:
            self._fell(target, "incapacitated")
        if beaten and not target.fate:
            self._fell(target, "defeated")

    def _count_dice(self, fighter: Fighter) -> int:
        """Return the dice of a decisive attack (3E-031, 3E-264, 3E-299, 3E-301)."""
        dice = fighter.strike.dice + fighter.bonus - fighter.wound - fighter.figures.hampered
        return dice + PRONE_DICE if fighter.prone else dice

    def _defend(self, attacker: Fighter, target: Fighter, bands: int) -> int:
        """Return the higher of Parry and Evasion (3E-132 to 3E-144, 3E-227, 3E-228, 3E-277, 3E-299, 3E-300)."""
        mine, cover = target.figures, target.cover_against(attacker)
        if not bands:
            cover = max(cover, attacker.cover_against(target))
        change = cover - target.onslaught - target.wound - target.drawn - 2 * attacker.hidden
        if target.mounted and not (bands or attacker.strike.reaches or attacker.mounted):
            change += 1
        evasion = mine.evasion + change - 2 * target.prone
        parry = evasion if mine.parry is None else mine.parry + change - target.prone
        return max(0, parry, evasion)

    def _miss(self, fighter: Fighter) -> None:
        """Pay for a missed decisive attack; who strikes as `is_ripe` says has too much to Crash (3E-080, 3E-081)."""
        fighter.initiative -= 3 if fighter.initiative >= 11 else 2

    def _wound(self, attacker: Fighter, target: Fighter, helps: int) -> None:
        """Roll all Initiative as damage, and return to base (3E-084 to 3E-089)."""
        dice = attacker.initiative
        if dice > target.hardness:
            levels = self.roll(min(dice, MAX_DICE), twice=False) + helps
            if levels:
                target.harm(levels, attacker.strike.harm)
        attacker.initiative = BASE

    def _wither(self, attacker: Fighter, target: Fighter, raw: int, helps: int, *, avenges: bool) -> None:
        """Take Initiative from the target (3E-066 to 3E-072)."""
        dice = max(max(0, raw) - target.figures.soak, attacker.strike.overwhelming)
        amount = self.roll(min(dice, MAX_DICE)) + helps
        self.change(attacker, 1 + amount)
        if self.change(target, -amount):
            self._crash(attacker, target, avenges=avenges)

    def _fell(self, target: Fighter, why: str) -> None:
        """Take the struck out at once, or by the option after its turn on this tick (3E-044, 3E-046)."""
        if not (self.options.felled_takes_its_turn and target in self.due):
            self.leave(target, why)
        elif not target.falls:
            target.wait_to_fall(why)
