"""The simulator: one whole fight in whole numbers, by the tactics alone.

It does what `rules.wod2004.decide` and `apply` do with the moves of `rules.wod2004.forecast.driver`, in their order,
so that the same dice lead to the same end; `rules.forecast.law` holds it to that.
"""

from collections.abc import Hashable, Sequence
from operator import attrgetter
from typing import Any

from rules.forecast import simulation
from rules.forecast.contract import Plans
from rules.forecast.dice import Dice
from rules.wod2004.actions.instant import TEN_AGAIN
from rules.wod2004.attack.circumstances import MAX_AIM
from rules.wod2004.attack.cover import hit_cover
from rules.wod2004.forecast.fighter import CHANGING, Fighter, Figures
from rules.wod2004.pools import WILLPOWER_DICE
from rules.wod2004.state.battle import State

READ = attrgetter(*CHANGING)


class Simulator(simulation.Simulator[Figures]):
    """Plays fights from one state."""

    def __init__(self, state: State, plans: Plans) -> None:
        super().__init__(state, plans, [Figures(combatant, place) for place, combatant in enumerate(state.combatants)])
        for figure in self.figures:
            figure.face(self.figures)
        self.order = tuple(self.places[id] for id in state.order)
        self.acting = self.places.get(state.acting)

    def open(self, dice: Dice, limit: int) -> "Run":
        return Run(self, dice, limit)


class Run(simulation.Run[Fighter]):
    """One fight while it is played."""

    def __init__(self, simulator: Simulator, dice: Dice, limit: int) -> None:
        fighters = [Fighter(figures) for figures in simulator.figures]
        super().__init__(simulator, fighters, simulator.state.turn, dice, limit)
        self.order = [fighters[place] for place in simulator.order]
        self.acting = simulator.acting

    # --- the order of turns

    def begin(self) -> bool:
        if self.state.phase == "setup":
            self._join()
        return self.acting is not None and self._act(self.fighters[self.acting])

    def play_round(self) -> bool:
        for fighter in self.order:
            if not (fighter.done or fighter.fate or fighter.surprised) and self._call(fighter):
                return True
        if all(fighter.fate for fighter in self.order):
            return True
        self._next_turn()
        return False

    # --- one turn at a time, for duels that are counted out

    def save(self) -> Hashable:
        since = None if self.decided is None else self.decided - self.time
        return tuple([fighter.place for fighter in self.order]), tuple(map(READ, self.fighters)), since

    def load(self, position: Any) -> None:
        order, fighters, self.decided = position
        self.time, self.order = 0, [self.fighters[place] for place in order]
        self.standing = dict.fromkeys(self.standing, 0)
        for fighter, values in zip(self.fighters, fighters, strict=True):
            for name, value in zip(CHANGING, values, strict=True):
                setattr(fighter, name, value)
            self.standing[fighter.side] += not fighter.fate
        self.look()

    def play_step(self) -> bool:
        for fighter in self.order:
            if not (fighter.done or fighter.fate or fighter.surprised):
                return self._call(fighter)
        if any(not fighter.fate for fighter in self.order):
            self._next_turn()
            return False
        return True

    # --- initiative

    def _join(self) -> None:
        """Roll initiative for all, and begin the first turn (WD-160)."""
        self.time = 1
        self.look()
        for fighter in self.fighters:
            fighter.refresh()
        self.order = self._roll_order([fighter for fighter in self.fighters if fighter.fate != "left"])

    def _roll_order(self, fighters: Sequence[Fighter]) -> list[Fighter]:
        ranks: dict[tuple[int, int], list[Fighter]] = {}
        for fighter, face in zip(fighters, self.dice.faces(len(fighters)), strict=True):
            modifier = fighter.figures.actor.initiative_modifier
            ranks.setdefault((face + modifier, modifier), []).append(fighter)
        return [fighter for rank in sorted(ranks, reverse=True) for fighter in self._break_tie(ranks[rank])]

    def _break_tie(self, level: list[Fighter]) -> list[Fighter]:
        """Roll until these have an order; the highest go first, and their ties are broken first (WD-161)."""
        if len(level) < 2:
            return level
        faces: dict[int, list[Fighter]] = {}
        for fighter, face in zip(level, self.dice.faces(len(level)), strict=True):
            faces.setdefault(face, []).append(fighter)
        return [fighter for face in sorted(faces, reverse=True) for fighter in self._break_tie(faces[face])]

    def _next_turn(self) -> None:
        self.time += 1
        for fighter in self.fighters:
            if not fighter.fate:
                fighter.refresh()
                fighter.surprised = max(0, fighter.surprised - 1)
            elif fighter.fate == "dying" and not fighter.stable:
                fighter.bleed()
        self.look()

    def _call(self, fighter: Fighter) -> bool:
        """Let a combatant have its turn, if it stays awake. Return whether the fight is over (WD-175)."""
        if fighter.is_staggering:
            actor = fighter.figures.actor
            can_spend = fighter.willpower > 0 and not fighter.spent
            if can_spend and not actor.extra and self.is_over:
                return True  # someone must choose whether to spend a point
            self._stay_awake(fighter, spends=can_spend and not actor.extra and self.tactics[fighter.side].spends)
        return False if fighter.fate else self._act(fighter)

    def _stay_awake(self, fighter: Fighter, *, spends: bool) -> None:
        pool = fighter.figures.actor.dots("stamina") + WILLPOWER_DICE * spends
        if spends:
            self._pay(fighter)
        if self.dice.roll((max(0, pool), TEN_AGAIN.again)) < 1:
            fighter.fate = "unconscious"
            self.fall(fighter)
        if spends:
            self._give_back(fighter, pool)

    def _pay(self, fighter: Fighter) -> None:
        fighter.willpower -= 1
        fighter.spent = True

    def _give_back(self, fighter: Fighter, pool: int) -> None:
        """Return the point if it was spent on a chance roll and the options say so (WD-051)."""
        if pool <= 0 and self.state.options.return_willpower:
            fighter.willpower += 1
            fighter.spent = False

    # --- one turn

    def _act(self, fighter: Fighter) -> bool:
        """Play the turn of a combatant. Return whether the fight is over when someone must choose."""
        fighter.done = True
        if fighter.acted and self._is_finished(fighter):
            return False
        if self.is_over:
            return True
        if not fighter.acted:
            self._use_action(fighter)
        return not self._is_finished(fighter) and self.is_over

    def _is_finished(self, fighter: Fighter) -> bool:
        """Return whether nothing is left to choose in its turn once the action is used (WD-164)."""
        return fighter.acted and (fighter.moved or fighter.prone or not fighter.figures.actor.speed)

    def _use_action(self, fighter: Fighter) -> None:
        if fighter.prone:
            fighter.acted, fighter.prone = True, False
            fighter.lower_aim()
            return
        if opponents := self.list_opponents(fighter):
            spends = self.tactics[fighter.side].spends and fighter.willpower > 0 and not fighter.spent
            self._attack(fighter, self.choose_target(fighter, opponents), spends=spends)

    def _attack(self, attacker: Fighter, target: Fighter, *, spends: bool) -> None:
        strike = attacker.strike
        is_covered = strike.is_ranged and target.cover > 0
        pool = strike.dice + attacker.penalty + self._find_situation(attacker, target)
        if spends:
            self._pay(attacker)
            pool += WILLPOWER_DICE
        is_seen, attacker.hidden = not attacker.hidden, False
        armor, harm = attacker.against[target.place]
        attacker.acted = True
        attacker.lower_aim()
        if strike.weapon.mode == "thrown":
            attacker.drop()
        if is_covered:
            points = self._hit_cover(target, pool, strike.weapon.again, armor)
        else:
            pool -= armor
            if is_seen and strike.meets_defense and not (target.surprised or target.all_out):
                pool -= self._defend(target, is_bare=strike.weapon.mode == "brawl")
            points = self.dice.roll((max(0, pool), strike.weapon.again))
        if spends:
            self._give_back(attacker, pool)
        if points > 0:
            target.harm(points, harm)
            if target.fate:
                self.fall(target)

    def _find_situation(self, attacker: Fighter, target: Fighter) -> int:
        """Return the dice of aim, concealment and a target that lies on the ground (WD-191 to WD-196)."""
        if not attacker.strike.is_ranged:
            return 2 if target.prone else 0
        dice = -attacker.figures.hampered - (0 if target.cover else target.figures.unseen) - 2 * target.prone
        return dice + (min(MAX_AIM, attacker.aim) if attacker.aim_target == target.figures.actor.id else 0)

    def _defend(self, target: Fighter, *, is_bare: bool) -> int:
        """Return the Defense against one more attack (WD-182, WD-186, WD-187)."""
        defense = (target.figures.defense + (target.guard if is_bare else 0)) * (2 if target.dodging else 1)
        defense = max(0, defense - target.attacked)
        target.attacked += 1
        target.lower_aim()
        return defense

    def _hit_cover(self, target: Fighter, pool: int, again: int, armor: int) -> int:
        """Attack full cover; return the successes that reach the target behind it (WD-195)."""
        cover = hit_cover(max(0, self.dice.roll((max(0, pool), again))), target.cover, armor)
        if target.structure:
            target.structure = max(0, target.structure - cover.structure_damage)
            target.cover *= target.structure > 0
        return self.dice.roll((cover.new_pool, again)) if cover.new_pool else 0
