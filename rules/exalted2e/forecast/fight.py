"""The simulator: one whole fight in whole numbers, by the tactics alone.

It does what `rules.exalted2e.decide` and `apply` do with the moves of `rules.exalted2e.forecast.driver`, in their
order, so that the same dice lead to the same end; `rules.forecast.law` holds it to that.
"""

from operator import attrgetter

from rules.exalted2e.actions.stunts import rewards
from rules.exalted2e.forecast.bout import Bout, PendingAttack
from rules.exalted2e.forecast.choices import Match, count_attacks
from rules.exalted2e.forecast.fighter import Fighter
from rules.exalted2e.forecast.figures import DefenseFigures, Figures
from rules.exalted2e.health.recovery import regain, regain_motes
from rules.exalted2e.pools import multiple_action_penalty
from rules.exalted2e.state import State, get_order_key
from rules.exalted2e.timing import ACTIONS, MAX_AIM, get_first_tick
from rules.forecast import simulation
from rules.forecast.contract import Plans
from rules.forecast.dice import Dice

HIDDEN = attrgetter("hidden")
ATTACK, GUARD, RISE = ACTIONS["attack"], ACTIONS["guard"], ACTIONS["rise"]


class Simulator(simulation.Simulator[Figures]):
    """Plays fights from one state."""

    def __init__(self, state: State, plans: Plans) -> None:
        super().__init__(
            state, plans, [Figures(state, combatant, place) for place, combatant in enumerate(state.combatants)]
        )
        known: dict[object, DefenseFigures] = {}
        for figure in self.figures:
            figure.face(state, self.figures, known)
        present = (combatant for combatant in state.combatants if not combatant.has_left)
        self.order = tuple(self.places[combatant.id] for combatant in sorted(present, key=get_order_key))

    def open(self, dice: Dice, limit: int) -> "Run":
        return Run(self, dice, limit)


class Run(Bout):
    """One fight while it is played."""

    def __init__(self, simulator: Simulator, dice: Dice, limit: int) -> None:
        tick = simulator.state.tick
        super().__init__(simulator, [Fighter(figure, tick) for figure in simulator.figures], tick, dice, limit)
        self.places = simulator.places
        self.order = [self.fighters[place] for place in simulator.order]
        self.due = [self.fighters[self.places[id]] for id in self.state.due]
        self.rewarded: list[Fighter] = []
        self.attacks: list[PendingAttack] = []

    # --- ticks

    def begin(self) -> bool:
        if self.state.phase == "setup":
            self._join()
            self._advance()
        return False

    def play_round(self) -> bool:
        return self._play_tick() or not self._advance()

    def _join(self) -> None:
        """Roll Join Battle for all; the best act on tick 0 (2E-261 to 2E-265)."""
        totals: dict[Fighter, int] = {}
        for fighter in self.fighters:
            if fighter.fate != "left":
                totals[fighter] = self.roll(fighter, max(1, fighter.figures.join.count(fighter.wound)))
        reaction = max(totals.values())
        for fighter, total in totals.items():
            fighter.next = fighter.call = get_first_tick(reaction, total)
        sort = {fighter: (-total, *get_order_key(fighter.figures.actor)[1:]) for fighter, total in totals.items()}
        self.order = sorted(totals, key=lambda fighter: sort[fighter])

    def _advance(self) -> bool:
        """Turn to the next tick on which someone may act. Return whether there is one."""
        calls = [fighter.call for fighter in self.order if not fighter.fate]
        if not calls:
            return False
        tick = min(calls)
        for fighter in self.fighters:
            if fighter.since is not None and fighter.fate != "left":
                self.change(fighter, fighter.bleed, tick)
        if tick != self.time:
            self.time = tick
            for fighter in self.fighters:
                fighter.wound_now = fighter.wound
            self.look()
        self._call([fighter for fighter in self.order if not fighter.fate and fighter.call <= tick])
        return True

    def _call(self, called: list[Fighter]) -> None:
        """Call those who may act now: DV is refreshed, stuns end, stunts are rewarded (2E-276, 2E-388, 2E-195)."""
        fresh = [fighter for fighter in called if fighter.next <= self.time]
        acting = {fighter.figures.actor.id for fighter in fresh}
        for fighter in self.fighters:
            if fighter.stunned_by and (fighter.stunned_by in acting or self._is_out(fighter.stunned_by)):
                fighter.stunned_by = ""
        stunted = [fighter for fighter in fresh if fighter.stunt]
        for fighter in called:
            fighter.call, fighter.is_woken = fighter.next, fighter.next > self.time
        for fighter in fresh:
            fighter.refresh()
        for fighter in stunted:
            self._reward(fighter)
        self.due += called

    def _is_out(self, id: str) -> bool:
        return self.fighters[self.places[id]].fate not in ("", "inactive")

    def _reward(self, fighter: Fighter) -> None:
        """Pay the best stunt since the last action; a choice waits until someone is asked (2E-183, 2E-184)."""
        choices = self._list_rewards(fighter)
        if len(choices) > 1:
            self.rewarded.append(fighter)
        elif choices:
            self._pay(fighter)

    def _list_rewards(self, fighter: Fighter) -> list[str]:
        figures = fighter.figures
        return [each for each in rewards(figures.stunt) if each != "willpower" or fighter.willpower < figures.willpower]

    def _pay(self, fighter: Fighter) -> None:
        figures, reward = fighter.figures, self._list_rewards(fighter)[0]
        if reward == "motes":
            full = regain_motes(fighter.personal, fighter.peripheral, figures.room, figures.stunt.motes)
            fighter.personal, fighter.peripheral = full
        elif reward == "willpower":
            fighter.willpower = regain(fighter.willpower, figures.willpower, 1)

    def _play_tick(self) -> bool:
        """Let all who are due declare, and resolve the attacks. Return whether the fight is over (2E-267)."""
        while self.due:
            if self.is_over:
                return True
            while self.rewarded:
                self._pay(self.rewarded.pop(0))
            self._declare(self.due.pop(0))
            if self.attacks and all(map(HIDDEN, self.due)) and self._resolve():
                return True
        return False

    # --- one action

    def _declare(self, fighter: Fighter) -> None:
        if fighter.is_woken:
            return  # goes on aiming or guarding
        if fighter.prone:
            fighter.prone = False
            fighter.act(self.time, RISE.speed, RISE.penalty)
            return
        opponents = self.list_opponents(fighter)
        if not opponents:
            fighter.act(self.time, GUARD.speed, GUARD.penalty)
            return
        target, tactic = self.choose_target(fighter, opponents), self.tactics[fighter.side]
        count = 1
        if tactic.flurries and not fighter.hidden:
            count = count_attacks(fighter.figures.rate, self._match(fighter, target), self._match(target, fighter))
        if count > 1:
            self._flurry(fighter, target, count)
        else:
            self._attack(fighter, target, spends=tactic.spends)

    def _attack(self, attacker: Fighter, target: Fighter, *, spends: bool) -> None:
        figures, bought, success = attacker.figures, 0, 0
        if spends:
            bought = min(figures.bought, attacker.personal + attacker.peripheral)
            success = int(attacker.willpower > 0 and not attacker.spent and not figures.is_extra)
            attacker.pay(bought)
            attacker.willpower -= success
            attacker.spent = attacker.spent or success > 0
        dice = bought + self._get_aim(attacker, target)
        self.attacks.append(PendingAttack(attacker, target, attacker.wound_now, dice, success, attacker.hidden))
        attacker.act(self.time, figures.speed, ATTACK.penalty)

    def _get_aim(self, attacker: Fighter, target: Fighter) -> int:
        return MAX_AIM * (attacker.aim == target.figures.actor.id)

    def _match(self, attacker: Fighter, target: Fighter) -> Match:
        """Return how a single attack stands now, without an Aim."""
        dv = attacker.figures.against[target.place].dv - self.find_loss(attacker, target)
        return Match(max(0, self.count_dice(attacker, attacker.wound_now)), max(0, dv))

    def _flurry(self, attacker: Fighter, target: Fighter, count: int) -> None:
        """Declare several attacks at once; an Aim was for the first of them (2E-296, 2E-305 to 2E-308)."""
        aim, whole = self._get_aim(attacker, target), self.state.options.aim_whole_flurry
        for place in range(count):
            dice, multi = aim * (whole or not place), multiple_action_penalty(count, place + 1)
            self.attacks.append(PendingAttack(attacker, target, attacker.wound_now, dice, 0, False, multi, place))
        attacker.act(self.time, attacker.figures.speed, ATTACK.penalty * count)

    def _resolve(self) -> bool:
        """Resolve the declared attacks in the order of the tick. Return whether the fight is over."""
        attacks, self.attacks = self.attacks, []
        if len(attacks) > 1:
            ranks = {fighter: rank for rank, fighter in enumerate(self.order)}
            attacks.sort(key=lambda attack: ranks[attack.attacker])
        return any(map(self.strike, attacks))
