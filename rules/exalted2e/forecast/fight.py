"""The simulator: one whole fight in whole numbers, by the tactics alone.

It does what `rules.exalted2e.decide` and `apply` do with the moves of `rules.exalted2e.forecast.driver`, in their
order, so that the same dice lead to the same end; `rules.forecast.law` holds it to that.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import NamedTuple

from rules.exalted2e.actions.stunts import rewards
from rules.exalted2e.attack.defenses import STUN_DICE
from rules.exalted2e.attack.steps import KNOCKDOWN_DIFFICULTY
from rules.exalted2e.defense import BOTCH_PENALTY
from rules.exalted2e.forecast.fighter import Fighter, Figures
from rules.exalted2e.health.recovery import regain, regain_motes
from rules.exalted2e.state import State, get_order_key
from rules.exalted2e.timing import ACTIONS, MAX_AIM, get_first_tick
from rules.forecast.contract import Outcome, Plans
from rules.forecast.dice import Dice
from rules.forecast.tactics import pick, plan_of

VIGOR, DANGER = attrgetter("room"), attrgetter("danger")
BLOW, GUARD, RISE = ACTIONS["attack"], ACTIONS["guard"], ACTIONS["rise"]


class Blow(NamedTuple):
    """An attack that was declared: the wounds of its tick, dice added, successes bought, whether from hiding."""

    attacker: Fighter
    target: Fighter
    wound: int
    dice: int
    bought: int
    is_ambush: bool


class Simulator:
    """Plays fights from one state."""

    def __init__(self, state: State, plans: Plans) -> None:
        self.state, self.options = state, state.options
        self.figures = tuple(Figures(state, one, place) for place, one in enumerate(state.combatants))
        self.tactics = {one.side: plan_of(plans, one.side) for one in state.combatants}
        for one in self.figures:
            one.face(state, self.figures, {})
        self.places = {one.id: place for place, one in enumerate(state.combatants)}
        present = [one for one in state.combatants if not one.has_left]
        self.has_bystanders = len(present) > 2
        self.order = tuple(self.places[one.id] for one in sorted(present, key=get_order_key))

    def __call__(self, dice: Dice, limit: int) -> Outcome:
        """Play one fight."""
        run = Run(self, dice, limit)
        if not run.is_over:
            run.play()
        return run.tell()


class Run:
    """One fight while it is played."""

    def __init__(self, simulator: Simulator, dice: Dice, limit: int) -> None:
        self.simulator, self.dice, self.limit = simulator, dice, limit
        state, self.options = simulator.state, simulator.options
        self.tick = state.tick
        self.fighters = [Fighter(figures, state.tick) for figures in simulator.figures]
        self.order = [self.fighters[place] for place in simulator.order]
        self.due = [self.fighters[simulator.places[id]] for id in state.due]
        self.rewarded: list[Fighter] = []
        self.blows: list[Blow] = []
        self.standing = dict.fromkeys(simulator.tactics, 0)
        for one in self.fighters:
            self.standing[one.side] += not one.fate
        self.is_over = False
        self._look()

    def _look(self) -> None:
        """Look whether the fight ends as soon as somebody must choose."""
        self.is_over = self.tick > self.limit or sum(map(bool, self.standing.values())) < 2

    def tell(self) -> Outcome:
        """Return how it stands."""
        everyone = self.fighters
        return Outcome(
            self.tick,
            tuple([one.fate for one in everyone]),
            tuple([one.wounds for one in everyone]),
            tuple([(one.willpower, one.personal, one.peripheral) for one in everyone]),
        )

    # --- ticks

    def play(self) -> None:
        """Play tick after tick until the fight is over."""
        if self.simulator.state.phase == "setup":
            self._join()
            self._advance()
        while not self._play_tick():
            if not self._advance():
                return

    def _join(self) -> None:
        """Roll Join Battle for all; the best act on tick 0 (2E-261 to 2E-265)."""
        totals: dict[Fighter, int] = {}
        for one in self.fighters:
            if one.fate != "left":
                totals[one] = self._roll(one, max(1, one.figures.join.count(one.wound)))
        reaction = max(totals.values())
        for one, total in totals.items():
            one.next = one.call = get_first_tick(reaction, total)
        sort = {one: (-total, *get_order_key(one.figures.actor)[1:]) for one, total in totals.items()}
        self.order = sorted(totals, key=lambda one: sort[one])

    def _roll(self, one: Fighter, dice: int) -> int:
        """Return the successes of a roll, none for a botch."""
        return max(0, self.dice.roll((max(0, dice), one.figures.tens_twice)))

    def _advance(self) -> bool:
        """Turn to the next tick on which somebody may act. Return whether there is one."""
        calls = [one.call for one in self.order if not one.fate]
        if not calls:
            return False
        tick = max(self.tick, min(calls))
        for one in self.fighters:
            if one.since is not None and one.fate != "left":
                self._change(one, one.bleed, tick)
        if tick != self.tick:
            self.tick = tick
            for one in self.fighters:
                one.wound_now = one.wound
            self._look()
        self._call([one for one in self.order if not one.fate and one.call <= tick])
        return True

    def _change(self, one: Fighter, change: Callable[..., None], *given: int) -> None:
        """Change the body of a combatant, and look whether it falls."""
        stood = not one.fate
        change(*given)
        if stood and one.fate:
            self.standing[one.side] -= 1
            self._look()

    def _call(self, called: list[Fighter]) -> None:
        """Call those who may act now: DV is refreshed, stuns end, stunts are rewarded (2E-276, 2E-388, 2E-195)."""
        fresh = [one for one in called if one.next <= self.tick]
        acting = {one.figures.actor.id for one in fresh}
        for one in self.fighters:
            if one.stunned_by and (one.stunned_by in acting or self._is_out(one.stunned_by)):
                one.stunned_by = ""
        stunted = [one for one in fresh if one.stunt]
        for one in called:
            one.call, one.is_woken = one.next, one.next > self.tick
        for one in fresh:
            one.refresh()
        for one in stunted:
            self._reward(one)
        self.due += called

    def _is_out(self, id: str) -> bool:
        return self.fighters[self.simulator.places[id]].fate not in ("", "inactive")

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
            if self.blows and all([one.hidden for one in self.due]) and self._resolve():
                return True
        return False

    # --- one action

    def _declare(self, one: Fighter) -> None:
        if one.is_woken:
            one.is_woken = False  # goes on aiming or guarding
            return
        if one.prone:
            one.prone = False
            one.act(self.tick, RISE.speed, RISE.penalty)
            return
        opponents = [other for other in self.fighters if other.side != one.side and not other.fate and not other.hidden]
        if not opponents:
            one.act(self.tick, GUARD.speed, GUARD.penalty)
            return
        tactic = self.simulator.tactics[one.side]
        place = self._find_place(one) if tactic.aim == "spread" else 0
        self._attack(one, pick(tactic.aim, opponents, place, VIGOR, DANGER), spends=tactic.spends)

    def _find_place(self, one: Fighter) -> int:
        return sum([other.side == one.side and not other.fate for other in self.fighters[: one.place]])

    def _attack(self, one: Fighter, target: Fighter, *, spends: bool) -> None:
        figures, bought, success = one.figures, 0, 0
        if spends:
            bought = min(figures.bought, one.personal + one.peripheral)
            success = int(one.willpower > 0 and not one.spent and not figures.is_extra)
            one.pay(bought)
            one.willpower -= success
            one.spent = one.spent or success > 0
        dice = bought + MAX_AIM * (one.aim == target.figures.actor.id)
        self.blows.append(Blow(one, target, one.wound_now, dice, success, one.hidden))
        one.act(self.tick, figures.speed, BLOW.penalty)

    # --- attacks

    def _resolve(self) -> bool:
        """Resolve the declared attacks in the order of the tick. Return whether the fight is over."""
        blows, self.blows = self.blows, []
        if len(blows) > 1:
            ranks = {one: rank for rank, one in enumerate(self.order)}
            blows.sort(key=lambda blow: ranks[blow.attacker])
        return any(map(self._strike, blows))

    def _strike(self, blow: Blow) -> bool:
        """Resolve an attack. Return whether the fight is over when somebody must choose."""
        one, target = blow.attacker, blow.target
        one.hidden, figures = False, one.figures
        unaware = self._surprise(blow) if blow.is_ambush else target.unaware
        against = figures.against[target.place]
        if target.fate:
            dv = against.helpless
        elif unaware and not target.figures.has_pool:
            dv = against.helpless
        elif target.figures.is_extra:
            dv = against.unaware if unaware else against.dv
        elif self.is_over:
            return True
        else:
            dv = against.helpless if unaware else against.dv
        dv = max(0, dv - self._find_loss(one, target))
        pool = figures.attack.count(blow.wound, blow.dice - STUN_DICE * bool(one.stunned_by))
        if figures.is_extra and dv > pool:
            return False
        successes = self.dice.roll((max(0, pool), figures.tens_twice))
        is_botch = successes < 0 and not blow.bought
        net = max(0, successes) + blow.bought - figures.external - one.prone - dv
        if net > 0:
            self._hit(one, target, net)
        if is_botch:
            one.botched = True
        return is_botch and self.simulator.has_bystanders and self.is_over  # somebody must say whom it hits

    def _surprise(self, blow: Blow) -> bool:
        """Roll to hide and to notice. Return whether the target is unaware (2E-394)."""
        one, target = blow.attacker, blow.target
        hiding = self._roll(one, one.figures.hide.count(blow.wound))
        return self._roll(target, target.figures.notice.count(target.wound)) < max(1, hiding)

    def _find_loss(self, one: Fighter, target: Fighter) -> int:
        """Return by how much the target's DVs are lower: own actions, wounds and the like (2E-342 to 2E-358)."""
        loss = target.penalty + target.wound + BOTCH_PENALTY * target.botched
        if target.stunned_by and self.options.internal_to_dv:
            loss += STUN_DICE
        if self.simulator.state.plans:
            loss += self._find_coordination(one.figures.actor.id, target.figures.actor.id)
        return loss

    def _find_coordination(self, attacker: str, target: str) -> int:
        """Return the penalty of a coordinated attack that was begun before these fights (2E-301)."""
        plans = self.simulator.state.plans
        led = (plan for plan in plans if plan.at == self.tick and plan.target == target and attacker in plan.attackers)
        return max((plan.penalty for plan in led), default=0)

    def _hit(self, one: Fighter, target: Fighter, net: int) -> None:
        """Roll the damage of a hit, and what it may bring about (2E-369 to 2E-388)."""
        figures = one.figures
        _, _, _, soak, hardness = figures.against[target.place]
        raw, levels = max(0, figures.damage + net), 0
        is_stopped = 0 < hardness >= raw
        if not is_stopped:
            levels = self._roll_damage(target, min(raw, max(raw - soak, figures.least)))
        if levels:
            self._change(target, target.harm, levels, figures.kind, self.tick)
        if not target.fate:
            self._check_injuries(one, target, raw * (not is_stopped), levels)

    def _roll_damage(self, target: Fighter, damage: int) -> int:
        """Return the health levels; an extra takes a third of the dice (2E-380, 2E-381)."""
        if target.figures.is_extra:
            return -(-damage // 3)
        return max(0, self.dice.roll((damage, False))) if damage else 0

    def _check_injuries(self, one: Fighter, target: Fighter, raw: int, levels: int) -> None:
        """Roll whether the target falls, and whether it is stunned (2E-386 to 2E-388)."""
        figures = target.figures
        if raw > figures.balance and not target.prone:
            target.prone = self._roll(target, figures.footing.count(target.wound)) < KNOCKDOWN_DIFFICULTY
        if levels > figures.stamina:
            if self._roll(target, figures.nerve.count(target.wound)) < levels - figures.stamina:
                target.stunned_by = one.figures.actor.id
