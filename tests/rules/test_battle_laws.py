"""The harness of battle laws: a whole fifth system passes it, and every broken law is found."""

import random
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from rules import SYSTEMS
from rules.battle import STORYTELLER, Offer
from rules.codec import encode
from rules.dice import ScriptedRoller
from rules.errors import BadInput, DiceError
from rules.laws import ADA, Trial, trials
from rules.replay import canonical, play, record
from rules.system import System
from rules.text import EMPTY, join


def test_a_fifth_system_is_one_folder_and_one_line(toy: System) -> None:
    assert toy.key == "coins"
    assert toy.name == SYSTEMS["coins"]


def test_the_fifth_system_rolls(toy: System) -> None:
    sheet = toy.sheets.parse(toy.sheets.blank("gambler"))
    roll = toy.rolls.roll(sheet, toy.rolls.request(more=1), ScriptedRoller([6, 5, 10, 1]), toy.options())
    assert (roll.total, roll.outcome, len(roll.dice)) == (2, "success", 4)
    odds = toy.rolls.odds(sheet, toy.rolls.request(more=1), toy.options())
    assert sum(chance for _, chance in odds.distribution) == 1
    assert odds.mean == 2


def test_the_fifth_system_checks_its_vectors(toy: System) -> None:
    roller = ScriptedRoller([6, 7, 1])
    assert toy.conformance["flip"]({"coins": 3}, roller) == {"heads": 2}
    roller.finish()
    with pytest.raises(BadInput, match="edge"):
        toy.conformance["flip"]({"coins": 3, "edge": 1}, ScriptedRoller([]))


def test_the_fifth_system_replays_a_battle(toy: System) -> None:
    trial = Trial(toy, 5)
    steps = [(taken.seat, trial.rules.moves.decode(taken.move), taken.faces) for taken in trial.taken]
    file = record("coins", toy.options(), steps)
    played = play(file)
    assert played["state"] == encode(trial.state)
    assert canonical(played) == canonical(play(file))


def test_the_fifth_system_keeps_the_laws_of_battle(toy: System) -> None:
    accepted = sum((trial.accepted for trial in trials(toy, range(6), 220)), start=Trial(toy).accepted)
    assert {*toy.battle.moves.classes} == {*accepted}


def breaking(toy: System, **changes: Any) -> System:
    battle = copy(toy.battle)
    for name, change in changes.items():
        setattr(battle, name, change)
    return replace(toy, battle=battle)


def forgetful(toy: System) -> Callable[..., Any]:
    chance = random.Random(1)
    return lambda state, event: toy.battle.apply(state, event) if chance.random() < 0.9 else state


def leaky(toy: System) -> Callable[..., Any]:
    def view(state: Any, seat: Any) -> Any:
        shown = toy.battle.view(state, seat)
        return {**shown, "subline": join(" ", (one.name for one in state.combatants))}

    return view


def crashing(toy: System) -> Callable[..., Any]:
    def decide(state: Any, seat: Any, move: Any, roller: Any) -> Any:
        if getattr(move, "actor", "a1") not in {c.id for c in state.combatants}:
            raise KeyError(move.actor)
        return toy.battle.decide(state, seat, move, roller)

    return decide


def wasteful(toy: System) -> Callable[..., Any]:
    def decide(state: Any, seat: Any, move: Any, roller: Any) -> Any:
        roller.roll(1)
        return toy.battle.decide(state, seat, move, roller)

    return decide


def moody(toy: System) -> Callable[..., Any]:
    def decide(state: Any, seat: Any, move: Any, roller: Any) -> Any:
        events: list[Any] = toy.battle.decide(state, seat, move, roller)
        return [replace(e, heads=random.randint(0, 10**6)) if hasattr(e, "heads") else e for e in events]

    return decide


def teasing(toy: System) -> Callable[..., Any]:
    def legal_moves(state: Any, seat: Any) -> tuple[Offer, ...]:
        return tuple(replace(offer, reason=EMPTY) for offer in toy.battle.legal_moves(state, seat))

    return legal_moves


def generous(toy: System) -> Callable[..., Any]:
    return lambda state, seat: toy.battle.legal_moves(state, STORYTELLER)


def hopeful(toy: System) -> Callable[..., Any]:
    return lambda state, actor: True


def gossiping(toy: System) -> Callable[..., Any]:
    return lambda event, seat: toy.battle.view_event(event, STORYTELLER)


def untidy(toy: System) -> Callable[..., Any]:
    return lambda state, seat: {**toy.battle.view(state, seat), "secrets": ()}


def ruinous(toy: System) -> Callable[..., Any]:
    return lambda state: {"a1": {"coins": 99}}


@pytest.mark.parametrize(
    ("part", "fault", "found"),
    [
        ("apply", forgetful, "apply differs|another state"),
        ("view", leaky, "may not know"),
        ("decide", crashing, "escape"),
        ("decide", wasteful, "dice fell"),
        ("decide", moody, "not a function"),
        ("legal_moves", teasing, "was refused"),
        ("legal_moves", generous, "may not know|is offered"),
        ("may_act", hopeful, "may_act is True"),
        ("view_event", gossiping, "was told|may not know"),
        ("view", untidy, "keys"),
        ("outcome", ruinous, "1 to 10"),
    ],
)
def test_a_broken_law_is_found(toy: System, part: str, fault: Callable[[System], Any], found: str) -> None:
    broken = breaking(toy, **{part: fault(toy)})
    with pytest.raises((AssertionError, BadInput, DiceError), match=found):
        list(trials(broken, range(4), 200))


def test_a_player_is_offered_only_the_own_combatant(toy: System) -> None:
    trial = Trial(toy, 1)
    assert {offer.actor for offer in toy.battle.legal_moves(trial.state, ADA)} == {"a1"}
