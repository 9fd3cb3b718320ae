"""World of Darkness: blows with every circumstance, cover, surprise, chance dice, and what players guess."""

import random
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rules.battle import STORYTELLER, fold
from rules.battle.moves import StartBattle
from rules.dice import Roller
from rules.errors import DiceError
from rules.wod2004 import events as ev
from rules.wod2004 import moves as mv
from rules.wod2004.defense import base_defense
from rules.wod2004.legal.chances import USUAL_ARMOR, USUAL_DEFENSES
from rules.wod2004.state.battle import State
from tests.rules.every_roll import Faces, play_rolls
from tests.rules.previews.common import chance_of, draw, find_chosen, gather, read
from tests.rules.wod2004.table import ADA, BATTLE, Table

pytestmark = pytest.mark.walk

FACES: Faces = {1: 1, 4: 6, 8: 2, 10: 1}
MOST_DICE = 6
MOST = 3
"""The successes that are told apart: a throw again brings one at least, so that three rolls are enough for them."""
ATTACKER: dict[str, Any] = {
    "prone": (True,), "concealment": (1, 2), "track": ("//////",), "hidden": (True,), "dice_modifier": (1, -1),
}  # fmt: skip
TARGET: dict[str, Any] = {
    "prone": (True,), "concealment": (1, 3), "attacked": (1, 2), "dodging": (True,), "all_out": (True,),
    "surprised": (1,), "unconscious": (True,), "defense_modifier": (1, -1),
}  # fmt: skip
OWN: dict[str, Any] = {"all_out": (True,), "off_hand": (True,), "modifier": (1, -2), "willpower": (True,)}


def make_fight(rng: random.Random, *, extra: bool) -> Table:
    """Ada, whose turn it is, against a thug; both stand as chance wants."""
    table = Table()
    few: dict[str, Any] = {name: rng.randint(1, 2) for name in ("strength", "dexterity", "wits")}
    table.add("ada", "ada", archetype="officer", brawl=rng.randint(0, 2), firearms=rng.randint(0, 2), **few)
    table.add("thug", archetype="thug", dexterity=rng.randint(1, 3), wits=rng.randint(1, 3))
    table.do(StartBattle(), 10, 1)
    if not extra:
        table.set("thug", extra=False, willpower=1)
    return table


def answer(state: State) -> Any:
    return mv.AnswerDefense(state.prompt.id, "defense") if state.prompt and state.prompt.kind == "defense" else None


def play(table: Table, move: Any) -> dict[tuple[int, bool], float]:
    """Successes, up to three, and whether it is a dramatic failure."""

    def once(roller: Roller) -> tuple[int, bool]:
        state, waiting, rolled = table.state, move, None
        while waiting is not None:
            events = BATTLE.decide(state, STORYTELLER, waiting, roller)
            state = fold(BATTLE.apply, state, events)
            for event in events:
                if isinstance(event, ev.AttackResolved) and rolled is None:
                    rolled = event.roll
            waiting = None if rolled else answer(state)
        assert rolled is not None
        return min(MOST, rolled.successes), rolled.outcome == "dramatic_failure"

    return play_rolls(once, *[FACES] * MOST)


def draw_blow(rng: random.Random, *, extra: bool) -> tuple[Table, mv.Attack]:
    """A situation and a blow of at most six dice."""
    while True:
        table, weapon = make_fight(rng, extra=extra), rng.choice(("unarmed", "light_pistol"))
        table.set("ada", **draw(rng, **ATTACKER))
        table.set("thug", **draw(rng, **TARGET))
        own = {name: value for name, value in draw(rng, **OWN).items() if weapon == "unarmed" or name != "all_out"}
        if weapon != "unarmed":
            own["range"] = rng.choice(("short", "medium", "close"))
            if rng.random() < 0.4:
                table.set("thug", cover=rng.choice((1, 2)), structure=3)
            if rng.random() < 0.3:
                table.set("ada", aim=2, aim_target="thug")
        move = mv.Attack("ada", weapon, ("thug",), **own)
        weighed = BATTLE.weigh(table.state, STORYTELLER, move)
        if weighed is not None and weighed.pool.total <= MOST_DICE:
            return table, move


@pytest.mark.parametrize("seed", range(12))
def test_a_blow_is_told_as_it_comes_out(seed: int) -> None:
    table, move = draw_blow(random.Random(seed), extra=seed % 2 == 0)
    weighed = BATTLE.weigh(table.state, STORYTELLER, move)
    way = find_chosen(BATTLE.foresee(table.state, STORYTELLER, move))
    assert weighed is not None
    out = play(table, move)
    covered = table.who("thug").cover if move.range != "close" else 0
    wanted = chance_of(out, lambda result: result[0] > covered)
    assert float(weighed.odds.success) == pytest.approx(wanted)
    assert read(way, "to hit").chance == pytest.approx(wanted)
    assert float(weighed.odds.botch) == pytest.approx(chance_of(out, lambda result: result[1]))
    found = gather(out, lambda result: result[0])
    for total in range(1, MOST + 1):
        reached = sum(chance for value, chance in found.items() if value >= total)
        assert float(weighed.odds.at_least(total)) == pytest.approx(reached)


def test_shots_at_somebody_behind_a_held_opponent_are_told_as_they_come_out() -> None:
    """WD-210: the opponent is hit."""
    rng = random.Random(3)
    table = make_fight(rng, extra=True)
    held = replace(table.who("thug"), id="held", name="Held", dodging=False, base_defense=base_defense(4, 4))
    held = replace(held, suit=replace(held.suit, general=2, ballistic=3), grapple="thug")
    table.state = replace(table.state, combatants=(*table.state.combatants, held), order=(*table.state.order, "held"))
    table.set("thug", shield=True, grapple="held")
    move = mv.Attack("ada", "light_pistol", ("thug",), range="short")
    weighed, way = (
        BATTLE.weigh(table.state, STORYTELLER, move),
        find_chosen(BATTLE.foresee(table.state, STORYTELLER, move)),
    )
    assert weighed is not None
    wanted = chance_of(play(table, move), lambda result: result[0] > 0)
    assert float(weighed.odds.success) == pytest.approx(wanted)
    assert read(way, "to hit").chance == pytest.approx(wanted)
    offer = next(
        one for one in BATTLE.legal_moves(table.state, STORYTELLER) if one.fixed.get("weapon") == "light_pistol"
    )
    (beside,) = [one for one in next(f for f in offer.fields if f.name == "targets").choices if one.value == "thug"]
    assert beside.odds == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("seed", range(2))
def test_a_player_guesses_the_average_over_usual_figures(seed: int) -> None:
    rng = random.Random(50 + seed)
    table = make_fight(rng, extra=True)
    move = mv.Attack("ada", "unarmed", ("thug",))
    weighed = BATTLE.weigh(table.state, ADA, move)
    assert weighed is not None
    found = []
    for defense, armor in product(USUAL_DEFENSES, USUAL_ARMOR):
        suit = table.who("thug").suit
        table.set(
            "thug", base_defense=base_defense(defense, defense), suit=replace(suit, general=armor, ballistic=armor)
        )
        found.append(chance_of(play(table, move), lambda result: result[0] > 0))
    assert weighed.guess == pytest.approx(sum(found) / len(found))


def play_answer(table: Table, move: Any, found: type[Any]) -> dict[int, float]:
    """Successes of the roll that an answer leads to, up to three."""

    def once(roller: Roller) -> int:
        events = BATTLE.decide(table.state, STORYTELLER, move, roller)
        rolled: Any = next(event for event in events if isinstance(event, found))
        return min(MOST, int(rolled.roll.successes))

    return play_rolls(once, *[FACES] * MOST)


def draw_question(rng: random.Random) -> Table:
    """A blow at somebody who has a choice how to meet it."""
    while True:
        table, move = draw_blow(rng, extra=False)
        with suppress(DiceError):  # a target without a choice is rolled against at once
            table.do(move)
            return table


@pytest.mark.parametrize("seed", range(8))
def test_an_answer_is_told_with_the_chance_to_be_hit_all_the_same(seed: int) -> None:
    table = draw_question(random.Random(100 + seed))
    asked = [one for one in BATTLE.legal_moves(table.state, STORYTELLER) if one.move == "AnswerDefense"]
    for offer in (one for one in asked if not one.reason):
        for willpower in (False, True)[: 1 + any(field.name == "willpower" for field in offer.fields)]:
            move = mv.AnswerDefense(table.prompt, str(offer.fixed["stance"]), willpower)
            wanted = chance_of(play_answer(table, move, ev.AttackResolved), lambda successes: successes > 0)
            weighed = BATTLE.weigh(table.state, STORYTELLER, move)
            assert weighed is not None
            assert weighed.is_struck
            assert float(weighed.odds.success) == pytest.approx(wanted)
            if not willpower:
                assert offer.odds == pytest.approx(wanted)
                assert not offer.about
        assert offer.has_preview == bool(offer.fields)


def test_willpower_lowers_the_chance_that_a_player_is_told() -> None:
    table = Table()
    table.add("ada", "ada", archetype="officer")
    table.add("thug", archetype="thug")
    table.do(StartBattle(), 1, 10)
    table.do(mv.Attack("thug", "unarmed", ("ada",)))
    plain, spent = (
        BATTLE.weigh(table.state, ADA, mv.AnswerDefense(table.prompt, "defense", one)) for one in (False, True)
    )
    assert plain is not None
    assert spent is not None
    assert (plain.measured, plain.pool.steps) == (False, ())
    assert plain.guess is not None
    assert spent.guess is not None
    assert spent.guess < plain.guess


@pytest.mark.parametrize("willpower", [False, True])
def test_the_roll_to_stay_conscious_is_told_as_it_comes_out(willpower: bool) -> None:
    table = make_fight(random.Random(1), extra=False)
    table.set("thug", track="/" * table.who("thug").boxes)
    table.do(mv.EndTurn("ada"))
    (offer,) = [one for one in BATTLE.legal_moves(table.state, STORYTELLER) if one.move == "StayConscious"]
    assert offer.has_preview
    move = mv.StayConscious(table.prompt, willpower)
    weighed = BATTLE.weigh(table.state, STORYTELLER, move)
    assert weighed is not None
    found = play_answer(table, move, ev.ConsciousnessRolled)
    for total in range(1, MOST + 1):
        assert float(weighed.odds.at_least(total)) == pytest.approx(chance_of(found, lambda one: one >= total))  # noqa: B023
