"""Laws that hold in every battle, driven through whole random fights."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import get_system
from rules.battle import STORYTELLER, Event, Offer, fold
from rules.codec import encode
from rules.dice import SeededRoller
from rules.errors import RulesError
from rules.exalted3e import events as ev
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import SELF
from rules.laws import trials
from tests.rules.exalted3e.builders import blank, found

pytestmark = pytest.mark.walk

WEIGHTS = {
    "Attack": 8, "EndTurn": 6, "MoveBand": 2, "Aim": 1, "FullDefense": 1, "Disengage": 12, "DefendOther": 1, "Delay": 1,
    "Rush": 1, "DeclareFlurry": 1, "UseCharm": 1.5, "Influence": 1.5, "Withdraw": 0.5, "InflictHarm": 0.1,
}  # fmt: skip
"""How often a move is taken; what is not here is not, and prompts are always answered first."""
SEEDS = range(10, 22)
MOVES = 140


def test_the_general_laws_hold() -> None:
    for trial in trials(get_system("exalted3e"), range(2), 60):
        assert trial.accepted["StartBattle"]


class Fight:
    """A fight in which people mostly attack; keeps every state and event."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.roller = SeededRoller(seed)
        flee = {"routed_groups_flee": seed % 4 == 3}  # a group fights in every odd one
        self.state: State = BATTLE.start(replace(get_system("exalted3e").options(), **flee))
        self.steps: list[tuple[State, list[Event]]] = []
        cast = (("ann", "red", "ann"), ("ben", "red", "ben"), ("foe", "blue", None), ("mob", "blue", None))
        for id, side, owner in cast:
            kind = "group" if id == "mob" and seed % 2 else "solar" if owner else "quick"
            self.make({"kind": "AddCombatant", "id": id, "name": id, "side": side, "character": owner,
                       "sheet": blank(kind)})  # fmt: skip
        self.make({"kind": "StartBattle"})

    def make(self, data: dict[str, Any]) -> None:
        events = list(BATTLE.decide(self.state, STORYTELLER, BATTLE.moves.decode(data), self.roller))
        self.steps.append((self.state, events))
        self.state = fold(BATTLE.apply, self.state, events)

    def play(self, moves: int) -> "Fight":
        for _ in range(moves):
            offers = [offer for offer in BATTLE.legal_moves(self.state, STORYTELLER) if not offer.reason]
            answers = [offer for offer in offers if offer.group == "answer"]
            wanted = answers or [offer for offer in offers if offer.move in WEIGHTS]
            if not wanted:
                break
            weights = [1 if answers else WEIGHTS[offer.move] for offer in wanted]
            self.make(self.fill(self.random.choices(wanted, weights)[0]))
        return self

    def fill(self, offer: Offer) -> dict[str, Any]:
        data = {"kind": offer.move, **encode(offer.fixed)}
        for field in offer.fields:
            if field.kind == "choice" and (field.required or self.random.random() < 0.3):
                data[field.name] = self.random.choice([c.value for c in field.choices if not c.reason])
            elif field.kind == "flag" and self.random.random() < 0.3:
                data[field.name] = True
            elif field.kind == "number" and (field.required or self.random.random() < 0.2):
                data[field.name] = self.random.randint(field.low or 0, field.high or 0)
            elif field.kind == "text":
                data[field.name] = "something"
        data.pop("staged", None)
        return data


@lru_cache(maxsize=len(SEEDS))
def fought(seed: int) -> Fight:
    return Fight(seed).play(MOVES)


@lru_cache(maxsize=len(SEEDS) + 1)
def walk(fight: Fight) -> tuple[tuple[State, Event, State], ...]:
    """Every event with the state right before and after it."""
    walked = []
    for before, events in fight.steps:
        state = before
        for event in events:
            after = BATTLE.apply(state, event)
            walked.append((state, event, after))
            state = after
    return tuple(walked)


def exchanges(fight: Fight) -> Iterator[list[Event]]:
    """The events of each attack from its resolution to its end; a counterattack stands within another's."""
    running: dict[str, list[Event]] = {}
    for _, event, _ in walk(fight):
        id = getattr(event, "exchange", "")
        if isinstance(event, ev.AttackResolved):
            running[id] = []
        if id in running:
            running[id].append(event)
        if isinstance(event, ev.AttackEnded) and id in running:
            yield running.pop(id)


def changed(events: list[Event], id: str, *rules: str) -> int:
    moves = [e for e in events if isinstance(e, ev.InitiativeChanged) and e.actor == id and e.rule in rules]
    return sum(e.now - (e.was or 0) for e in moves)


def initiative_moves_only_by_its_own_event(fight: Fight) -> None:
    for before, event, after in walk(fight):
        moved = {c.id for c in after.combatants if (old := before.find(c.id)) and old.initiative != c.initiative}
        assert moved <= ({event.actor} if isinstance(event, ev.InitiativeChanged) else set())


def crash_is_crossing_the_line(fight: Fight) -> None:
    for before, event, after in walk(fight):
        if not isinstance(event, ev.InitiativeChanged):
            continue
        actor = before.get(event.actor)
        assert event.was == actor.initiative
        can = actor.group is None and event.was is not None
        assert event.crashed == (can and (event.was or 0) >= 1 > event.now)
        assert event.recovered == (can and (event.was or 0) < 1 <= event.now)
        if event.recovered:
            assert after.get(event.actor).recovered_round == after.round


def initiative_taken_equals_initiative_lost_plus_one_and_the_break(fight: Fight) -> None:
    for exchange in exchanges(fight):
        damage = next((e for e in exchange if isinstance(e, ev.DamageRolled) and e.attack == "withering"), None)
        if damage is None or damage.damage_type != "initiative":
            continue
        gained, landing = changed(exchange, damage.actor, "3E-071"), changed(exchange, damage.actor, "3E-070")
        lost = -changed(exchange, damage.target, "3E-071")
        breaks = [e for e in exchange if isinstance(e, ev.BreakGained) and not e.blocked]
        assert lost == damage.amount
        assert (gained, landing) in ((lost, 1), (0, 0))
        assert changed(exchange, damage.actor, "3E-109") == 5 * len(breaks)
        assert landing or not breaks


def no_break_is_gained_inside_its_window(fight: Fight) -> None:
    for before, event, _ in walk(fight):
        if isinstance(event, ev.BreakGained) and not event.blocked:
            recovered = before.get(event.target).recovered_round
            assert recovered is None or before.round > recovered + 1


def nobody_takes_two_turns_in_a_round_but_by_a_shift(fight: Fight) -> None:
    taken: set[str] = set()
    for _, event, _ in walk(fight):
        if isinstance(event, ev.RoundBegun):
            taken = set()
        elif isinstance(event, ev.TurnBegun):
            assert event.actor not in taken
            taken.add(event.actor)


def a_turn_is_renewed_only_by_a_shift(fight: Fight) -> None:
    shifted: set[str] = set()
    for _, event, _ in walk(fight):
        if isinstance(event, ev.ShiftRolled):
            shifted.add(event.actor)
        elif isinstance(event, ev.TurnRefreshed):
            assert event.actor in shifted
            shifted.discard(event.actor)


def one_combat_action_is_taken_per_turn_but_in_a_flurry(fight: Fight) -> None:
    for before, event, _ in walk(fight):
        if not isinstance(event, ev.AttackDeclared | ev.Aimed | ev.WardTaken):
            continue
        if not (isinstance(event, ev.AttackDeclared) and event.attack.reflexive):
            actor = before.get(event.actor)
            assert not actor.action_used or actor.flurry


def a_shift_avenges_the_crash_by_the_very_target(fight: Fight) -> None:
    crashed: dict[tuple[str, str], str | None] = {}
    for before, event, _ in walk(fight):
        if isinstance(event, ev.AttackDeclared):
            for id in (event.actor, event.attack.target):
                crashed[event.attack.id, id] = before.get(id).crashed_by
        elif isinstance(event, ev.ShiftRolled):
            assert crashed[event.exchange, event.actor] == event.target != SELF
            assert before.get(event.target).is_crashed
            assert (before.get(event.actor).initiative or 0) >= 3


def a_renewed_turn_strikes_only_at_its_target(fight: Fight) -> None:
    locks: dict[str, str] = {}
    for _, event, _ in walk(fight):
        if isinstance(event, ev.TurnRefreshed):
            locks[event.actor] = event.target
        elif isinstance(event, ev.TurnEnded):
            locks.pop(event.actor, None)
        elif isinstance(event, ev.AttackDeclared) and not event.attack.reflexive:
            assert locks.get(event.actor, event.attack.target) == event.attack.target


def ones_own_crash_costs_five_more_once(fight: Fight) -> None:
    for _, events in fight.steps:
        changes = found(events, ev.InitiativeChanged)
        own = [index for index, change in enumerate(changes) if change.crashed and change.cause == "own"]
        assert len(own) == sum(change.rule == "3E-103" for change in changes)
        for index in own:
            extra = changes[index + 1]
            assert (extra.actor, extra.rule) == (changes[index].actor, "3E-103")
            assert extra.now == changes[index].now - 5


def nobody_at_zero_or_below_makes_a_decisive_attack(fight: Fight) -> None:
    for before, event, _ in walk(fight):
        if isinstance(event, ev.AttackDeclared | ev.AttackRolled) and event.attack.kind == "decisive":
            assert (before.get(event.actor).initiative or 0) >= 1


def a_decisive_hit_returns_to_base(fight: Fight) -> None:
    for exchange in exchanges(fight):
        rolled = next((e for e in exchange if isinstance(e, ev.DamageRolled) and e.attack == "decisive"), None)
        if rolled is not None:
            changes = [e for e in exchange if isinstance(e, ev.InitiativeChanged) and e.actor == rolled.actor]
            assert all(change.rule != "3E-088" or change.now == 3 for change in changes)
            assert not any(change.rule in ("3E-080", "3E-081") for change in changes)


def onslaught_ends_when_the_turn_begins(fight: Fight) -> None:
    for _, event, after in walk(fight):
        if isinstance(event, ev.TurnBegun):
            actor = after.get(event.actor)
            assert (actor.onslaught, actor.timed, actor.ward) == (0, (), None)


def everyone_in_play_has_a_turn_before_the_round_ends(fight: Fight) -> None:
    for before, event, _ in walk(fight):
        if isinstance(event, ev.RoundBegun) and event.turn > 1:
            assert all(c.acted or c.out or c.initiative is None for c in before.combatants)


def ticks_count_down(fight: Fight) -> None:
    for before, event, _ in walk(fight):
        if isinstance(event, ev.TickReached) and before.tick is not None and not before.due:
            assert event.tick < before.tick


LAWS: tuple[Callable[[Fight], None], ...] = (
    initiative_moves_only_by_its_own_event,
    crash_is_crossing_the_line,
    initiative_taken_equals_initiative_lost_plus_one_and_the_break,
    no_break_is_gained_inside_its_window,
    nobody_takes_two_turns_in_a_round_but_by_a_shift,
    a_turn_is_renewed_only_by_a_shift,
    one_combat_action_is_taken_per_turn_but_in_a_flurry,
    a_shift_avenges_the_crash_by_the_very_target,
    a_renewed_turn_strikes_only_at_its_target,
    ones_own_crash_costs_five_more_once,
    nobody_at_zero_or_below_makes_a_decisive_attack,
    a_decisive_hit_returns_to_base,
    onslaught_ends_when_the_turn_begins,
    everyone_in_play_has_a_turn_before_the_round_ends,
    ticks_count_down,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: str(law.__name__))
def test_the_law_holds(law: Callable[[Fight], None]) -> None:
    for seed in SEEDS:
        law(fought(seed))


@settings(max_examples=12, deadline=None)
@given(st.integers(min_value=SEEDS.stop, max_value=10**9), st.integers(min_value=20, max_value=MOVES))
def test_every_law_holds_in_any_fight(seed: int, moves: int) -> None:
    fight = Fight(seed).play(moves)
    for law in LAWS:
        law(fight)


def test_the_fights_are_real() -> None:
    kinds = {type(event).__name__ for seed in SEEDS for _, events in fought(seed).steps for event in events}
    wanted = {"AttackRolled", "DamageRolled", "BreakGained", "HealthMarked", "OnslaughtSuffered", "GambitRolled"}
    wanted |= {"ShiftRolled", "TurnRefreshed", "CrashReset", "TurnDelayed", "FlurryDeclared"}
    assert wanted | {"CounterLanded", "ContestAnswered", "InfluenceAnswered"} <= kinds


def test_a_refusal_tells_what_would_work() -> None:
    state = fought(0).state
    for name in ("ann", "ben", "foe"):
        with pytest.raises(RulesError) as refused:
            BATTLE.decide(state, STORYTELLER, BATTLE.moves.decode({"kind": "Rise", "actor": name}), SeededRoller(1))
        assert refused.value.sentence.endswith((".", "?"))
