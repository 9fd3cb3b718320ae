"""Figures that never go wrong: every total of every exchange, and every turn of the tick line, in random fights."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.battle import STORYTELLER, Event, Offer, fold, gather_items
from rules.battle.moves import AddCombatant, StartBattle
from rules.codec import encode
from rules.exalted2e.attack.steps import Exchange
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.decide.acting import can_abort
from rules.exalted2e.events.exchange import AttackResolved, DamageRolled
from rules.exalted2e.events.table import ActionTaken, TickAdvanced
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.sheets import SHEETS
from rules.exalted2e.state import State

pytestmark = pytest.mark.walk


class Seeded:
    """Faces from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def roll(self, count: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, 10) for _ in range(count))


def fill(offer: Offer, chance: random.Random) -> dict[str, Any]:
    """An offer with some of its own choices."""
    values: dict[str, Any] = {"kind": offer.move, **encode(offer.fixed)}
    for field in offer.fields:
        known = [choice.value for choice in field.choices if not choice.reason]
        if field.kind == "choice":
            values[field.name] = chance.choice(known)
        elif field.kind == "list":
            values[field.name] = [chance.choice(known) for _ in range(chance.randint(field.low, field.high))]
        elif field.kind == "number" and chance.random() < 0.3:
            values[field.name] = chance.randint(field.low, field.high)
        elif field.kind == "flag":
            values[field.name] = chance.random() < 0.2
        elif field.kind == "number" and field.initial is None:
            values[field.name] = field.low
        elif field.kind == "number":
            values[field.name] = field.initial
    hinged = BATTLE.hinged.get(offer.move, ())
    return gather_items({name: value for name, value in values.items() if name not in hinged})


def play(seed: int, steps: int) -> list[tuple[State, Event, State]]:
    """A fight between six, as the Storyteller might run it: every event with the state before and after."""
    chance, roller, story = random.Random(seed), Seeded(seed), []
    state: State = BATTLE.start(Options())
    archetypes, blank = list(SHEETS.archetypes), SHEETS.blank
    moves: list[Any] = [
        AddCombatant(f"c{n}", f"Name {n}", "ab"[n % 2], f"p{n}" if n < 2 else None, blank(chance.choice(archetypes)))
        for n in range(6)
    ]
    for step in range(steps):
        if step < len(moves):
            move = moves[step]
        elif step == len(moves):
            move = StartBattle()
        else:
            offers = [
                o for o in BATTLE.legal_moves(state, STORYTELLER) if o.group in ("act", "answer") and not o.reason
            ]
            if not offers:
                break
            move = BATTLE.moves.decode(fill(chance.choice(offers), chance))
        events = BATTLE.decide(state, STORYTELLER, move, roller)
        for event in events:
            after = BATTLE.apply(state, event)
            story.append((state, event, after))
            state = after
    return story


def check_exchange(numbers: Exchange) -> None:
    """Every step's figure follows from those before it."""
    if numbers.dice:
        assert numbers.successes == sum(die.worth for die in numbers.dice) + numbers.bonus_successes
    assert numbers.net == numbers.successes - numbers.all_external - max(0, numbers.dv)
    assert numbers.hit == (numbers.net >= 1 and not numbers.auto_miss)
    assert numbers.levels == 0 or numbers.hit
    if numbers.damage_dice:
        assert len(numbers.damage_dice) == numbers.final
        assert numbers.levels + numbers.warded == sum(die.face >= 7 for die in numbers.damage_dice)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_every_figure_of_a_random_fight_is_right(seed: int) -> None:
    for before, event, after in play(seed, 45):
        if isinstance(event, ActionTaken):
            actor = before.get(event.actor)
            assert event.actor in before.due or can_abort(before, actor), "somebody acted out of turn"
            clock = after.get(event.actor).clock
            assert clock is not None
            assert clock.next == event.next == before.tick + event.speed
            assert clock.penalty == (actor.clock.penalty if actor.clock else 0) + event.penalty
            assert event.actor not in after.due
        elif isinstance(event, TickAdvanced):
            assert event.tick >= before.tick
            for acting in event.acting:
                one = after.get(acting.id)
                assert before.get(acting.id).is_standing
                assert one.clock is not None
                assert not acting.fresh or (one.clock.penalty == 0 and one.clock.next <= event.tick)
        elif isinstance(event, DamageRolled):
            check_exchange(event.numbers)
        elif isinstance(event, AttackResolved):
            check_exchange(event.numbers)
            for harm in event.harms:
                assert harm.before == before.get(harm.target).health.boxes
                assert harm.health.boxes == after.get(harm.target).health.boxes


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_the_events_alone_give_the_state(seed: int) -> None:
    story = play(seed, 40)
    stored = [BATTLE.events.decode(BATTLE.events.encode(event)) for _, event, _ in story]
    assert fold(BATTLE.apply, BATTLE.start(Options()), stored) == story[-1][2]


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_nobody_waits_in_vain(seed: int) -> None:
    last = play(seed, 45)[-1][2]
    if last.phase == "running" and any(one.is_standing for one in last.combatants):
        assert last.due or any(not pending.free for pending in last.pending)
