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
        super().__init__(state, plans, [Figures(one, place) for place, one in enumerate(state.combatants)])
        for one in self.figures:
            one.face(self.figures)
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
        for one in self.order:
            if not (one.done or one.fate or one.surprised) and self._call(one):
                return True
        if all(one.fate for one in self.order):
            return True
        self._next_turn()
        return False

    # --- one turn at a time, for duels that are counted out

    def save(self) -> Hashable:
        since = None if self.decided is None else self.decided - self.time
        return tuple([one.place for one in self.order]), tuple(map(READ, self.fighters)), since

    def load(self, position: Any) -> None:
        order, fighters, self.decided = position
        self.time, self.order = 0, [self.fighters[place] for place in order]
        self.standing = dict.fromkeys(self.standing, 0)
        for one, values in zip(self.fighters, fighters, strict=True):
            for name, value in zip(CHANGING, values, strict=True):
                setattr(one, name, value)
            self.standing[one.side] += not one.fate
        self.look()

    def play_step(self) -> bool:
        for one in self.order:
            if not (one.done or one.fate or one.surprised):
                return self._call(one)
        if any(not one.fate for one in self.order):
            self._next_turn()
            return False
        return True

    # --- initiative

    def _join(self) -> None:
        """Roll initiative for all, and begin the first turn (WD-160)."""
        self.time = 1
        self.look()
        for one in self.fighters:
            one.refresh()
        self.order = self._roll_order([one for one in self.fighters if one.fate != "left"])

    def _roll_order(self, fighters: Sequence[Fighter]) -> list[Fighter]:
        ranks: dict[tuple[int, int], list[Fighter]] = {}
        for one, face in zip(fighters, self.dice.faces(len(fighters)), strict=True):
            modifier = one.figures.actor.initiative_modifier
            ranks.setdefault((face + modifier, modifier), []).append(one)
        return [one for rank in sorted(ranks, reverse=True) for one in self._break_tie(ranks[rank])]

    def _break_tie(self, level: list[Fighter]) -> list[Fighter]:
        """Roll until these have an order; the highest go first, and are told apart first (WD-161)."""
        if len(level) < 2:
            return level
        faces: dict[int, list[Fighter]] = {}
        for one, face in zip(level, self.dice.faces(len(level)), strict=True):
            faces.setdefault(face, []).append(one)
        return [one for face in sorted(faces, reverse=True) for one in self._break_tie(faces[face])]

    def _next_turn(self) -> None:
        self.time += 1
        for one in self.fighters:
            if not one.fate:
                one.refresh()
                one.surprised = max(0, one.surprised - 1)
            elif one.fate == "dying" and not one.stable:
                one.bleed()
        self.look()

    def _call(self, one: Fighter) -> bool:
        """Let a combatant have its turn, if it stays awake. Return whether the fight is over (WD-175)."""
        if one.is_staggering:
            actor = one.figures.actor
            can_spend = one.willpower > 0 and not one.spent
            if can_spend and not actor.extra and self.is_over:
                return True  # somebody must choose whether to spend a point
            self._stay_awake(one, spends=can_spend and not actor.extra and self.tactics[one.side].spends)
        return False if one.fate else self._act(one)

    def _stay_awake(self, one: Fighter, *, spends: bool) -> None:
        pool = one.figures.actor.dots("stamina") + WILLPOWER_DICE * spends
        if spends:
            self._pay(one)
        if self.dice.roll((max(0, pool), TEN_AGAIN.again)) < 1:
            one.fate = "unconscious"
            self.fall(one)
        if spends:
            self._give_back(one, pool)

    def _pay(self, one: Fighter) -> None:
        one.willpower -= 1
        one.spent = True

    def _give_back(self, one: Fighter, pool: int) -> None:
        """Return the point if it was spent on a chance roll and the options say so (WD-051)."""
        if pool <= 0 and self.state.options.return_willpower:
            one.willpower += 1
            one.spent = False

    # --- one turn

    def _act(self, one: Fighter) -> bool:
        """Play the turn of a combatant. Return whether the fight is over when somebody must choose."""
        one.done = True
        if one.acted and self._is_finished(one):
            return False
        if self.is_over:
            return True
        if not one.acted:
            self._use_action(one)
        return not self._is_finished(one) and self.is_over

    def _is_finished(self, one: Fighter) -> bool:
        """Return whether nothing is left to choose in its turn once the action is used (WD-164)."""
        return one.acted and (one.moved or one.prone or not one.figures.actor.speed)

    def _use_action(self, one: Fighter) -> None:
        if one.prone:
            one.acted, one.prone = True, False
            one.lower_aim()
            return
        if opponents := self.list_opponents(one):
            spends = self.tactics[one.side].spends and one.willpower > 0 and not one.spent
            self._attack(one, self.choose_target(one, opponents), spends=spends)

    def _attack(self, one: Fighter, target: Fighter, *, spends: bool) -> None:
        strike = one.strike
        is_covered = strike.is_ranged and target.cover > 0
        pool = strike.dice + one.penalty + self._find_situation(one, target)
        if spends:
            self._pay(one)
            pool += WILLPOWER_DICE
        is_seen, one.hidden = not one.hidden, False
        armor, harm = one.against[target.place]
        one.acted = True
        one.lower_aim()
        if strike.weapon.mode == "thrown":
            one.drop()
        if is_covered:
            points = self._hit_cover(target, pool, strike.weapon.again, armor)
        else:
            pool -= armor
            if is_seen and strike.meets_defense and not (target.surprised or target.all_out):
                pool -= self._defend(target, is_bare=strike.weapon.mode == "brawl")
            points = self.dice.roll((max(0, pool), strike.weapon.again))
        if spends:
            self._give_back(one, pool)
        if points > 0:
            target.harm(points, harm)
            if target.fate:
                self.fall(target)

    def _find_situation(self, one: Fighter, target: Fighter) -> int:
        """Return the dice of aim, concealment and a target that lies on the ground (WD-191 to WD-196)."""
        if not one.strike.is_ranged:
            return 2 if target.prone else 0
        dice = -one.figures.hampered - (0 if target.cover else target.figures.unseen) - 2 * target.prone
        return dice + (min(MAX_AIM, one.aim) if one.aim_target == target.figures.actor.id else 0)

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
