"""The simulator: one whole fight in whole numbers, by the tactics alone.

It does what `rules.exalted2e.decide` and `apply` do with the moves of `rules.exalted2e.forecast.driver`, in their
order, so that the same dice lead to the same end; `rules.forecast.law` holds it to that.
"""

from operator import attrgetter

from rules.exalted2e.actions.stunts import rewards
from rules.exalted2e.forecast.bout import Blow, Bout
from rules.exalted2e.forecast.choices import Match, count_blows
from rules.exalted2e.forecast.fighter import Fighter
from rules.exalted2e.forecast.figures import Against, Figures
from rules.exalted2e.health.recovery import regain, regain_motes
from rules.exalted2e.pools import multiple_action_penalty
from rules.exalted2e.state import State, get_order_key
from rules.exalted2e.timing import ACTIONS, MAX_AIM, get_first_tick
from rules.forecast import simulation
from rules.forecast.contract import Plans
from rules.forecast.dice import Dice

HIDDEN = attrgetter("hidden")
BLOW, GUARD, RISE = ACTIONS["attack"], ACTIONS["guard"], ACTIONS["rise"]


class Simulator(simulation.Simulator[Figures]):
    """Plays fights from one state."""

    def __init__(self, state: State, plans: Plans) -> None:
        super().__init__(state, plans, [Figures(state, one, place) for place, one in enumerate(state.combatants)])
        known: dict[object, Against] = {}
        for one in self.figures:
            one.face(state, self.figures, known)
        present = (one for one in state.combatants if not one.has_left)
        self.order = tuple(self.places[one.id] for one in sorted(present, key=get_order_key))

    def open(self, dice: Dice, limit: int) -> "Run":
        return Run(self, dice, limit)


class Run(Bout):
    """One fight while it is played."""

    def __init__(self, simulator: Simulator, dice: Dice, limit: int) -> None:
        tick = simulator.state.tick
        super().__init__(simulator, [Fighter(one, tick) for one in simulator.figures], tick, dice, limit)
        self.places = simulator.places
        self.order = [self.fighters[place] for place in simulator.order]
        self.due = [self.fighters[self.places[id]] for id in self.state.due]
        self.rewarded: list[Fighter] = []
        self.blows: list[Blow] = []

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
        for one in self.fighters:
            if one.fate != "left":
                totals[one] = self.roll(one, max(1, one.figures.join.count(one.wound)))
        reaction = max(totals.values())
        for one, total in totals.items():
            one.next = one.call = get_first_tick(reaction, total)
        sort = {one: (-total, *get_order_key(one.figures.actor)[1:]) for one, total in totals.items()}
        self.order = sorted(totals, key=lambda one: sort[one])

    def _advance(self) -> bool:
        """Turn to the next tick on which somebody may act. Return whether there is one."""
        calls = [one.call for one in self.order if not one.fate]
        if not calls:
            return False
        tick = min(calls)
        for one in self.fighters:
            if one.since is not None and one.fate != "left":
                self.change(one, one.bleed, tick)
        if tick != self.time:
            self.time = tick
            for one in self.fighters:
                one.wound_now = one.wound
            self.look()
        self._call([one for one in self.order if not one.fate and one.call <= tick])
        return True

    def _call(self, called: list[Fighter]) -> None:
        """Call those who may act now: DV is refreshed, stuns end, stunts are rewarded (2E-276, 2E-388, 2E-195)."""
        fresh = [one for one in called if one.next <= self.time]
        acting = {one.figures.actor.id for one in fresh}
        for one in self.fighters:
            if one.stunned_by and (one.stunned_by in acting or self._is_out(one.stunned_by)):
                one.stunned_by = ""
        stunted = [one for one in fresh if one.stunt]
        for one in called:
            one.call, one.is_woken = one.next, one.next > self.time
        for one in fresh:
            one.refresh()
        for one in stunted:
            self._reward(one)
        self.due += called

    def _is_out(self, id: str) -> bool:
        return self.fighters[self.places[id]].fate not in ("", "inactive")

    def _reward(self, one: Fighter) -> None:
        """Pay the best stunt since the last action; a choice waits until somebody is asked (2E-183, 2E-184)."""
        choices = self._list_rewards(one)
        if len(choices) > 1:
            self.rewarded.append(one)
        elif choices:
            self._pay(one)

    def _list_rewards(self, one: Fighter) -> list[str]:
        figures = one.figures
        return [each for each in rewards(figures.stunt) if each != "willpower" or one.willpower < figures.willpower]

    def _pay(self, one: Fighter) -> None:
        figures, reward = one.figures, self._list_rewards(one)[0]
        if reward == "motes":
            full = regain_motes(one.personal, one.peripheral, figures.room, figures.stunt.motes)
            one.personal, one.peripheral = full
        elif reward == "willpower":
            one.willpower = regain(one.willpower, figures.willpower, 1)

    def _play_tick(self) -> bool:
        """Let all who are due declare, and resolve the attacks. Return whether the fight is over (2E-267)."""
        while self.due:
            if self.is_over:
                return True
            while self.rewarded:
                self._pay(self.rewarded.pop(0))
            self._declare(self.due.pop(0))
            if self.blows and all(map(HIDDEN, self.due)) and self._resolve():
                return True
        return False

    # --- one action

    def _declare(self, one: Fighter) -> None:
        if one.is_woken:
            return  # goes on aiming or guarding
        if one.prone:
            one.prone = False
            one.act(self.time, RISE.speed, RISE.penalty)
            return
        opponents = self.list_opponents(one)
        if not opponents:
            one.act(self.time, GUARD.speed, GUARD.penalty)
            return
        target, tactic = self.choose_target(one, opponents), self.tactics[one.side]
        count = 1
        if tactic.flurries and not one.hidden:
            count = count_blows(one.figures.rate, self._match(one, target), self._match(target, one))
        if count > 1:
            self._flurry(one, target, count)
        else:
            self._attack(one, target, spends=tactic.spends)

    def _attack(self, one: Fighter, target: Fighter, *, spends: bool) -> None:
        figures, bought, success = one.figures, 0, 0
        if spends:
            bought = min(figures.bought, one.personal + one.peripheral)
            success = int(one.willpower > 0 and not one.spent and not figures.is_extra)
            one.pay(bought)
            one.willpower -= success
            one.spent = one.spent or success > 0
        dice = bought + self._get_aim(one, target)
        self.blows.append(Blow(one, target, one.wound_now, dice, success, one.hidden))
        one.act(self.time, figures.speed, BLOW.penalty)

    def _get_aim(self, one: Fighter, target: Fighter) -> int:
        return MAX_AIM * (one.aim == target.figures.actor.id)

    def _match(self, one: Fighter, target: Fighter) -> Match:
        """Return how a single attack stands now, without an Aim."""
        dv = one.figures.against[target.place].dv - self.find_loss(one, target)
        return Match(max(0, self.count_dice(one, one.wound_now)), max(0, dv))

    def _flurry(self, one: Fighter, target: Fighter, count: int) -> None:
        """Declare several attacks at once; an Aim was for the first of them (2E-296, 2E-305 to 2E-308)."""
        aim, whole = self._get_aim(one, target), self.state.options.aim_whole_flurry
        for place in range(count):
            dice, multi = aim * (whole or not place), multiple_action_penalty(count, place + 1)
            self.blows.append(Blow(one, target, one.wound_now, dice, 0, False, multi, place))
        one.act(self.time, one.figures.speed, BLOW.penalty * count)

    def _resolve(self) -> bool:
        """Resolve the declared attacks in the order of the tick. Return whether the fight is over."""
        blows, self.blows = self.blows, []
        if len(blows) > 1:
            ranks = {one: rank for rank, one in enumerate(self.order)}
            blows.sort(key=lambda blow: ranks[blow.attacker])
        return any(map(self.strike, blows))
