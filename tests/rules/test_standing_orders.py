"""Standing orders in random fights of every game: they do what their owner could do by hand, and nothing else."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Offer, Seat
from rules.battle.standing_orders import (
    ALWAYS,
    BREAKS,
    UNTIL,
    Limit,
    StandingOrder,
    check_order,
    find_actor,
    find_break,
    find_move,
    is_over,
    list_breaks,
    list_gauges,
    list_replies,
    list_turn_offers,
    say,
    why_not,
)
from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove
from rules.laws import ADA, BEN, SPECTATOR, Trial

pytestmark = pytest.mark.walk

HIGH = 900


class Ordered(Trial):
    """A random fight in which standing orders are given and carried out."""

    followed: Counter[str]
    barred: int
    broken: Counter[str]

    def __init__(self, system: Any, seed: int = 0) -> None:
        self.followed, self.broken, self.barred, self.orders = Counter(), Counter(), 0, list[StandingOrder]()
        super().__init__(system, seed)

    def _begin(self) -> None:
        self.orders = []
        super()._begin()

    def take_offer(self) -> None:
        if not self.orders or self.random.random() < 0.1:
            self._give()
        if not self._follow():
            before, count = self.state, len(self.events)
            super().take_offer()
            self._withdraw(before, count)

    def _give(self) -> None:
        seat = self.random.choice((ADA, BEN, STORYTELLER))
        mine = [one for one in self.state.combatants if seat.controls(one.character)]
        if self.state.phase != "running" or not mine:
            return
        actor = self.random.choice(mine)
        offered: list[tuple[str, Offer]] = [
            (when, offer)
            for when, offers in list_replies(self.rules, self.state, seat, actor).items()
            for offer in offers
        ]
        turn, offers = list_turn_offers(self.rules, self.state, seat, actor)
        turns = [(turn, offer) for offer in offers]
        for when, offer in (self.random.choice(some) for some in (offered, turns) if some):
            self._keep(seat, self._make(actor, when, offer))

    def _make(self, actor: Any, when: str, offer: Offer) -> StandingOrder:
        filled = self._fill(offer)
        move = {name: value for name, value in filled.items() if name != "actor"} if offer.move else {}
        breaks = tuple(name for name in list_breaks(self.rules.order_rules) if self.random.random() < 0.3)
        return StandingOrder(str(len(self.orders)), actor.id, when, move, offer.label, breaks=breaks)

    def _keep(self, seat: Seat, order: StandingOrder) -> None:
        check_order(self.rules, self.state, seat, order)
        stored = decode(StandingOrder, encode(order))
        assert replace(stored, what=order.what) == order
        told = say(self.rules, order)
        assert not any(mark in told for mark in self._hidden_marks(seat)), told
        self.orders.append(order)

    def _seat_of(self, order: StandingOrder) -> Seat:
        actor = self.state.find(order.actor)
        return Seat(characters=frozenset({actor.character})) if actor and actor.character else STORYTELLER

    def _follow(self) -> bool:
        for order in list(self.orders):
            seat = self._seat_of(order)
            move = find_move(self.rules, self.state, seat, order)
            if move is None:
                continue
            self._check_bars(seat, order)
            before, count = self.state, len(self.events)
            if self._try(seat, move) is None:
                self.followed[order.when] += 1
                spent = replace(order, used=self.rules.count_time(before))
                self.orders = [spent if one is order else one for one in self.orders]
                assert order.when not in (next(iter(self.rules.order_rules.turns)),) or why_not(
                    self.rules, before, seat, spent
                ), "an order for a turn acts twice in it"
                self._withdraw(before, count)
                return True
            self.orders.remove(order)
        return False

    def _check_bars(self, seat: Seat, order: StandingOrder) -> None:
        """Nobody else can use the order, and no condition is passed over."""
        rules, state = self.rules, self.state
        assert find_move(rules, state, SPECTATOR, order) is None
        if not seat.storyteller:
            assert find_move(rules, state, BEN if seat == ADA else ADA, order) is None
        actor = find_actor(state, seat, order.actor)
        for what in list_gauges(rules.order_rules, actor):
            number = rules.order_rules.gauges[what].read(actor)
            for bar in (Limit(what, number + 1), Limit(what, number, below=False)):
                assert find_move(rules, state, seat, replace(order, unless=bar)) is None
                self.barred += 1
            for free in (Limit(what, number), Limit(what, number + 1, below=False)):
                assert find_move(rules, state, seat, replace(order, unless=free)) is not None
        if order.when == "defense":
            nobody = replace(order, foe=order.actor)
            assert find_move(rules, state, seat, nobody) is None, "an order against one foe answers another"

    def _withdraw(self, before: Any, count: int) -> None:
        events = self.events[count:]
        for order in list(self.orders):
            if self.state.find(order.actor) is None or before.find(order.actor) is None:
                continue
            why = find_break(self.rules, self._seat_of(order), order, before, self.state, events)
            if why:
                self.broken[
                    next(name for name, label in list_breaks(self.rules.order_rules).items() if label == why)
                ] += 1
                self.orders.remove(order)


@pytest.mark.parametrize("system", SYSTEMS)
def test_orders_do_what_their_owner_could_do_by_hand(system: str) -> None:
    followed, broken, barred = Counter[str](), Counter[str](), 0
    for seed in range(3):
        trial = Ordered(get_system(system), seed)
        trial.play(260, hostile=0.05)
        followed, broken, barred = followed + trial.followed, broken + trial.broken, barred + trial.barred
    assert set(followed) >= {"turn", "defense"}, followed
    assert set(broken) >= set(BREAKS) - {"newcomer"}, broken
    assert barred > 20


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_newcomer_withdraws_an_order_only_where_its_owner_sees_one(system: str) -> None:
    trial = Trial(get_system(system), 5)
    rules, before = trial.rules, trial.state
    order = StandingOrder("1", "a1", "defense", {}, trial.rules.order_rules.asked["defense"], breaks=("newcomer",))
    hidden = next(one.id for one in before.combatants if one.hidden and one.character is None)
    trial.must(STORYTELLER, {"kind": "Reveal", "actor": hidden})
    assert find_break(rules, ADA, order, before, trial.state, ())
    assert not find_break(rules, STORYTELLER, order, before, trial.state, ())
    trial.add_combatant("late", None, hidden=True, side="blue")
    assert not find_break(rules, ADA, order, before=trial.state, after=trial.state, events=())


def sample(system: str) -> tuple[Trial, StandingOrder]:
    trial = Trial(get_system(system), 7)
    rules = trial.rules
    (offer, *_rest) = list_replies(rules, trial.state, ADA, trial.state.find("a1"))["defense"]
    return trial, StandingOrder("1", "a1", "defense", {"kind": offer.move, **offer.fixed}, offer.label)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_order_is_told_in_words(system: str) -> None:
    trial, order = sample(system)
    gauge = next(iter(list_gauges(trial.rules.order_rules, trial.state.find("a1"))))
    label = trial.rules.order_rules.gauges[gauge].label
    told = say(trial.rules, replace(order, unless=Limit(gauge, 5), breaks=("wounded",), lasts=UNTIL, until=9))
    assert told.startswith("When I am attacked: ")
    assert f"unless {label[0].lower()}{label[1:]} below 5." in told
    assert told.endswith("Until turn or tick 9. Canceled when: I am wounded.")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    "change",
    [
        {"when": "never"}, {"lasts": "long"}, {"lasts": UNTIL, "until": -1}, {"attack": "by letter"},
        {"breaks": ("bored",)}, {"unless": Limit("courage", 1)}, {"unless": Limit("willpower", HIGH * 2)},
        {"foe": "nobody"}, {"actor": "b1"}, {"actor": "e1"},
        {"when": "turn", "foe": "e1"},
    ],
)  # fmt: skip
def test_an_order_names_only_what_the_rules_know(system: str, change: dict[str, Any]) -> None:
    trial, order = sample(system)
    check_order(trial.rules, trial.state, ADA, order)
    with pytest.raises((BadInput, IllegalMove)):
        check_order(trial.rules, trial.state, ADA, replace(order, **change))


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_hidden_foe_cannot_be_named(system: str) -> None:
    trial, order = sample(system)
    hidden = next(one.id for one in trial.state.combatants if one.hidden and one.character is None)
    with pytest.raises(IllegalMove):
        check_order(trial.rules, trial.state, ADA, replace(order, foe=hidden))


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_order_ends_with_its_last_turn(system: str) -> None:
    trial, order = sample(system)
    now = trial.rules.count_time(trial.state)
    assert not is_over(trial.rules, trial.state, replace(order, lasts=ALWAYS))
    assert not is_over(trial.rules, trial.state, replace(order, lasts=UNTIL, until=now))
    assert is_over(trial.rules, trial.state, replace(order, lasts=UNTIL, until=now - 1))
    assert is_over(trial.rules, trial.state, replace(order, actor="gone"))
