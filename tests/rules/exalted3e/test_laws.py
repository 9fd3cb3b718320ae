"""Laws that hold in every battle, tried by random play."""

import random
from typing import Any

import pytest

from rules import get_system
from rules.battle import STORYTELLER, Event, fold
from rules.codec import encode
from rules.errors import RulesError
from rules.exalted3e import events as ev
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.state import State
from tests.rules.battle_laws import SeededRoller, trials
from tests.rules.exalted3e.builders import blank, start

COMMON = ("Attack", "EndTurn", "MoveBand", "Aim", "FullDefense", "Disengage", "DefendOther", "Delay", "Rush")


def test_the_general_laws_hold() -> None:
    for trial in trials(get_system("exalted3e"), range(2), 60):
        assert trial.accepted["StartBattle"]


class Fight:
    """A fight in which people mostly attack; keeps every state and event."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.roller = SeededRoller(seed)
        self.state: State = start(get_system("exalted3e").options())
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
            wanted = [offer for offer in offers if offer.group == "answer" or offer.move in COMMON]
            if not wanted:
                break
            offer = self.random.choice(wanted)
            data = {"kind": offer.move, **encode(offer.fixed)}
            for field in offer.fields:
                if field.kind == "choice" and (field.required or self.random.random() < 0.3):
                    data[field.name] = self.random.choice([c.value for c in field.choices if not c.reason])
                elif field.kind == "flag" and self.random.random() < 0.3:
                    data[field.name] = True
                elif field.name == "difficulty":
                    data[field.name] = self.random.randint(field.low, field.high)
            data.pop("staged", None)
            self.make(data)
        return self


FIGHTS = range(8)


@pytest.fixture(scope="module")
def fights() -> list[Fight]:
    return [Fight(seed).play(160) for seed in FIGHTS]


def test_the_fights_are_real(fights: list[Fight]) -> None:
    kinds = {type(event).__name__ for fight in fights for _, events in fight.steps for event in events}
    assert {"AttackRolled", "DamageRolled", "BreakGained", "HealthMarked", "OnslaughtSuffered"} <= kinds


def walk(fight: Fight) -> Any:
    """Every event with the state right before and after it."""
    for state, events in fight.steps:
        for event in events:
            after = BATTLE.apply(state, event)
            yield state, event, after
            state = after


def test_initiative_moves_only_by_its_own_event(fights: list[Fight]) -> None:
    for fight in fights:
        for before, event, after in walk(fight):
            moved = {c.id for c in after.combatants if (old := before.find(c.id)) and old.initiative != c.initiative}
            assert moved <= ({event.actor} if isinstance(event, ev.InitiativeChanged) else set())


def test_initiative_taken_equals_initiative_lost_plus_one_and_the_break(fights: list[Fight]) -> None:
    checked = 0
    for fight in fights:
        for exchange in exchanges(fight):
            damage = next((e for e in exchange if isinstance(e, ev.DamageRolled) and e.attack == "withering"), None)
            if damage is None or any(isinstance(e, ev.MagnitudeMarked | ev.HealthMarked) for e in exchange):
                continue
            gained = changed(exchange, damage.actor, ("3E-070", "3E-071"))
            lost = -changed(exchange, damage.target, ("3E-071",))
            breaks = [e for e in exchange if isinstance(e, ev.BreakGained) and not e.blocked]
            assert changed(exchange, damage.actor, ("3E-109",)) == 5 * len(breaks)
            if gained or lost:
                is_group = gained == 0
                assert lost == damage.amount
                assert is_group or gained == lost + 1
                checked += 1
    assert checked


def exchanges(fight: Fight) -> Any:
    """The events of each attack from its damage roll to its end."""
    running: list[Event] = []
    for _, event, _ in walk(fight):
        running.append(event)
        if isinstance(event, ev.AttackResolved):
            running = [event]
        elif isinstance(event, ev.AttackEnded):
            yield running
            running = []


def changed(events: list[Event], id: str, rules: tuple[str, ...]) -> int:
    return sum(
        e.now - (e.was or 0)
        for e in events
        if isinstance(e, ev.InitiativeChanged) and e.actor == id and e.rule in rules
    )


def test_no_break_is_gained_inside_its_window(fights: list[Fight]) -> None:
    for fight in fights:
        for before, event, _ in walk(fight):
            if isinstance(event, ev.BreakGained) and not event.blocked:
                recovered = before.get(event.target).recovered_round
                assert recovered is None or before.round > recovered + 1


def test_nobody_takes_two_turns_in_a_round_but_by_a_shift(fights: list[Fight]) -> None:
    for fight in fights:
        taken: set[str] = set()
        for _, event, _ in walk(fight):
            if isinstance(event, ev.RoundBegun):
                taken = set()
            elif isinstance(event, ev.TurnBegun):
                assert event.actor not in taken
                taken.add(event.actor)


def test_everyone_in_play_has_a_turn_before_the_round_ends(fights: list[Fight]) -> None:
    for fight in fights:
        for before, event, _ in walk(fight):
            if isinstance(event, ev.RoundBegun) and event.round > 1:
                assert all(c.acted or c.out or c.initiative is None for c in before.combatants)


def test_nobody_at_zero_or_below_makes_a_decisive_attack(fights: list[Fight]) -> None:
    for fight in fights:
        for before, event, _ in walk(fight):
            if isinstance(event, ev.AttackDeclared) and event.exchange.kind == "decisive":
                assert (before.get(event.actor).initiative or 0) >= 1
            if isinstance(event, ev.AttackRolled) and event.exchange.kind == "decisive":
                assert (before.get(event.actor).initiative or 0) >= 1


def test_a_refusal_tells_what_would_work(fights: list[Fight]) -> None:
    state = fights[0].state
    for name in ("ann", "ben", "foe"):
        with pytest.raises(RulesError) as refused:
            BATTLE.decide(state, STORYTELLER, BATTLE.moves.decode({"kind": "Rise", "actor": name}), SeededRoller(1))
        assert refused.value.sentence.endswith((".", "?"))
