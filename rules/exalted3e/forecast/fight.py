"""The simulator: one whole fight in whole numbers, by the tactics alone.

It does what `rules.exalted3e.decide` and `apply` do with the moves of `rules.exalted3e.forecast.driver`, in their
order, so that the same dice lead to the same end; `rules.forecast.law` holds it to that.
"""

from rules.exalted3e.decide.movement import RISE_DIFFICULTY
from rules.exalted3e.decide.resources import MOTES_PER_ROUND
from rules.exalted3e.forecast.bout import Bout
from rules.exalted3e.forecast.choices import is_ripe
from rules.exalted3e.forecast.fighter import Fighter
from rules.exalted3e.forecast.figures import Figures, find_fate
from rules.exalted3e.state.board import State, is_rough
from rules.exalted3e.timing.initiative import BASE, CRASH_TURNS
from rules.forecast import simulation
from rules.forecast.contract import Outcome, Plans
from rules.forecast.dice import Dice


class Simulator(simulation.Simulator[Figures]):
    """Plays fights from one state."""

    def __init__(self, state: State, plans: Plans) -> None:
        super().__init__(state, plans, [Figures(combatant, place) for place, combatant in enumerate(state.combatants)])
        self.due = tuple(self.places[id] for id in state.due)
        self.current = self.places.get(state.current or "")

    def open(self, dice: Dice, limit: int) -> "Run":
        return Run(self, dice, limit)


class Run(Bout):
    """One fight while it is played."""

    def __init__(self, simulator: Simulator, dice: Dice, limit: int) -> None:
        fighters = [Fighter(figure) for figure in simulator.figures]
        super().__init__(simulator, fighters, simulator.state.round, dice, limit)
        self.current = simulator.current
        self.due = [fighters[place] for place in simulator.due]
        self.is_tied = False  # whether several parties act on the tick, and none has yet

    def get_outcome(self) -> Outcome:
        """Return the outcome. The wounds of those who were felled decide their fate (3E-268)."""
        fates = tuple([find_fate(fighter.fate, fighter.bashing) for fighter in self.fighters])
        return super().get_outcome()._replace(fates=fates)

    # --- rounds and ticks

    def begin(self) -> bool:
        if self.state.phase == "setup":
            self._join()
            return False
        return self.current is not None and self._act(self.fighters[self.current])

    def play_round(self) -> bool:
        if self._play_tick():
            return True
        for fighter in self.fighters:
            if fighter.falls and not fighter.fate and (fighter.falls == "defeated" or not fighter.room):
                self.leave(fighter, fighter.falls)
        return not (self._reach() or self._next_round())

    def _join(self) -> None:
        """Roll Join Battle for all, and begin the first round (3E-056 to 3E-059)."""
        for fighter in self.fighters:
            if not fighter.fate:
                fighter.initiative = self.roll(fighter.figures.actor.join_battle - fighter.wound) + BASE
        self._begin_round(1)

    def _begin_round(self, number: int) -> None:
        self.time, self.tick = number, None
        for fighter in self.fighters:
            fighter.acted = False
        self.look()

    def _next_round(self) -> bool:
        """End the round, in which motes come back, and begin the next. Return whether anyone is left (3E-341)."""
        if not any(self.standing.values()):
            return False
        for fighter in self.fighters:
            actor = fighter.figures.actor
            if actor.has_motes and not fighter.fate:
                gained = max(0, min(MOTES_PER_ROUND, actor.peripheral_max - fighter.peripheral))
                fighter.peripheral += gained
                fighter.personal += max(0, min(MOTES_PER_ROUND - gained, actor.personal_max - fighter.personal))
        self._begin_round(self.time + 1)
        return True

    def _reach(self) -> bool:
        """Reach the next tick on which someone acts. Return whether there is one (3E-043 to 3E-050)."""
        last, late = self.tick, self.options.equal_initiative_is_late
        tick, due = 0, self.due
        for fighter in self.fighters:
            if fighter.acted or fighter.fate:
                continue
            mine = fighter.initiative
            if last is not None and (mine > last or (late and mine == last)):
                mine = last - 1
            if not due or mine > tick:
                tick, due = mine, [fighter]
            elif mine == tick:
                due.append(fighter)
        self._order_own(due)
        if self.options.felled_keeps_wounds:
            for fighter in due:
                fighter.tick_wound = fighter.wound
        self.tick, self.due, self.is_tied = (
            tick,
            due,
            len({fighter.figures.party for fighter in due if not fighter.hidden}) > 1,
        )
        return bool(due)

    def _order_own(self, due: list[Fighter]) -> None:
        """Order the Storyteller's own by a die each, and again for equals; as if so where she chooses (3E-583)."""
        own = [place for place, fighter in enumerate(due) if fighter.figures.party is None]
        if len(own) < 2 or self.options.own_ties == "added":
            return
        faces = self._roll_off(len(own))
        ranked = sorted(range(len(own)), key=lambda place: faces[place], reverse=True)
        for place, fighter in zip(own, [due[own[rank]] for rank in ranked], strict=True):
            due[place] = fighter

    def _roll_off(self, count: int) -> list[tuple[int, ...]]:
        """Return a die's faces for each, and more of them for equals."""
        faces: list[tuple[int, ...]] = [()] * count
        while len(set(faces)) < count:
            for index in [index for index, face in enumerate(faces) if faces.count(face) > 1]:
                faces[index] = (*faces[index], *self.dice.faces(1))
        return faces

    def _play_tick(self) -> bool:
        """Let all who are due take their turns. Return whether the fight is over."""
        if self.is_tied:
            if self.is_over:
                return True  # someone must choose whether to act first
            self._break_tie()
        while self.due:
            fighter = self.due[0]
            self._begin_turn(fighter)
            if self._act(fighter):
                return True
        return False

    def _break_tie(self) -> None:
        """Roll a die for each party, and again for equals; the hidden come last (3E-051)."""
        self.is_tied = False
        parties: dict[str | None, list[Fighter]] = {}
        for fighter in self.due:
            if not fighter.hidden:
                parties.setdefault(fighter.figures.party, []).append(fighter)
        faces = self._roll_off(len(parties))
        ranked = sorted(zip(faces, parties.values(), strict=True), key=lambda each: each[0], reverse=True)
        order = [fighter for _, party in ranked for fighter in party]
        self.due = order + [fighter for fighter in self.due if fighter.hidden]

    # --- one turn

    def _begin_turn(self, fighter: Fighter) -> None:
        """Begin a turn; after three turns in Crash Initiative returns to base (3E-099)."""
        fighter.begin_turn()
        if fighter.initiative <= 0 and fighter.crash_turns >= CRASH_TURNS:
            self.change(fighter, BASE - fighter.initiative)

    def _act(self, fighter: Fighter) -> bool:
        """Take the turn that is open. Return whether the fight is over when someone must choose."""
        while True:
            if self.is_over:
                return True
            if fighter.used or not self._take_step(fighter):
                break
        fighter.end_turn()
        if fighter in self.due:
            self.due.remove(fighter)
        return False

    def _take_step(self, fighter: Fighter) -> bool:
        """Rise, reload, close in or attack. Return whether there was anything to do."""
        if fighter.prone and not fighter.moved:
            self._rise(fighter)
            return True
        if fighter.unloaded and fighter.strike.is_slow:
            self._reload(fighter)
            return True
        targets = self._list_targets(fighter)
        if not targets:
            return False
        target = self.choose_target(fighter, targets)
        bands = abs(fighter.position - target.position)
        if bands > fighter.strike.reach:
            self._move(fighter, 1 if target.position > fighter.position else -1)
        else:
            self._attack(fighter, target, bands, spends=self.tactics[fighter.side].spends)
        return True

    def _list_targets(self, fighter: Fighter) -> list[Fighter]:
        """Return whom one may attack, now or after a move; next to an opponent one cannot move on (3E-210)."""
        position, opponents = fighter.position, self.list_opponents(fighter)
        targets = [other for other in opponents if not (other.is_covered and other.cover_against(fighter))]
        if fighter.lock:
            targets = [other for other in targets if other.figures.actor.id == fighter.lock]
        if fighter.moved or any(other.position == position for other in opponents):
            reach = fighter.strike.reach
            return [other for other in targets if -reach <= other.position - position <= reach]
        return targets

    def _rise(self, fighter: Fighter) -> None:
        """Rise from prone; next to an opponent that takes a roll (3E-225)."""
        fighter.used = fighter.moved = True
        is_embattled = any(other.position == fighter.position for other in self.list_opponents(fighter))
        if not is_embattled or self.roll(fighter.figures.rise - fighter.wound) >= RISE_DIFFICULTY:
            fighter.prone = False

    def _reload(self, fighter: Fighter) -> None:
        """Make a slow weapon ready again (3E-180, 3E-257)."""
        fighter.unloaded = False
        if not fighter.figures.actor.quick_draw:
            fighter.used = True
            fighter.drawn += 1

    def _move(self, fighter: Fighter, step: int) -> None:
        """Move a band, in difficult terrain in two moves; in hiding one may be seen (3E-209, 3E-240, 3E-279)."""
        fighter.moved, goal = True, fighter.position + step
        if is_rough(self.state, fighter.position, step) and fighter.half != goal:
            fighter.half = goal
        else:
            fighter.position, fighter.half = goal, None
            if self.options.cover_of_places:
                fighter.leave_cover()
        if fighter.hidden:
            fighter.hidden = fighter.figures.can_hide and self._stay_hidden(fighter)

    def _stay_hidden(self, fighter: Fighter) -> bool:
        """Roll against the senses of all opponents; all of them roll (3E-275)."""
        mine = self.roll(fighter.figures.stealth - fighter.wound)
        theirs = [self.roll(other.figures.actor.awareness - other.wound) for other in self.list_opponents(fighter)]
        return mine > max(theirs, default=-1)

    def _attack(self, attacker: Fighter, target: Fighter, bands: int, *, spends: bool) -> None:
        ripe = is_ripe(attacker.initiative, attacker.strike.cost, target.hardness, in_crash=target.initiative <= 0)
        bought = success = 0
        if spends:
            bought = min(attacker.strike.bought, attacker.personal + attacker.peripheral)
            success = int(attacker.willpower > 0)
            attacker.willpower -= success
            attacker.pay(bought)
        self.strike(attacker, target, bands, bought, success, decisive=ripe)
