"""Third Edition: withering and decisive attacks, surprise, cover, flurries, and defenses."""

import random
from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Seat, fold
from rules.dice import Roller
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.health import Health
from rules.exalted3e.state.board import State
from rules.pool import Term
from rules.text import Text
from tests.rules.every_roll import SEVENS, play_rolls
from tests.rules.exalted3e.builders import BATTLE, BOW, QUIET, SWORD, battle, fighter
from tests.rules.previews.common import chance_of, check_spread, draw, find_chosen, gather, read

BOB = Seat(characters=frozenset({"bob"}))
ATTACKER: dict[str, Any] = {
    "prone": (True,), "flurry": (("attack", "aim"),), "health": (Health(lethal=3),), "bonus_dice": (1, -1),
    "cover": ("light",),
}  # fmt: skip
TARGET: dict[str, Any] = {
    "prone": (True,), "onslaught": (1, 2), "cover": ("light", "heavy"), "health": (Health(lethal=4),),
    "evasion": (0, 1, 3), "soak": (12, 14), "hardness": (1, 3), "initiative": (-1, 2, 8),
}  # fmt: skip
RULED: dict[str, Any] = {
    "surprise": ("surprise", "ambush"), "unblockable": (True,), "undodgeable": (True,), "bonus": (1, -1),
}  # fmt: skip


def make_fight(rng: random.Random, **changes: Any) -> tuple[State, dict[str, Any]]:
    """A duel with few dice, and what the attack has beside it."""
    far = rng.random() < 0.3
    arm = replace(
        BOW if far else SWORD, pool=(Term(Text("pool"), rng.randint(1, 3), "pool", ""),), accuracy=rng.randint(0, 2)
    )
    ann = fighter("ann", arms=(arm,), weapon=arm.name, **{"initiative": rng.randint(1, 6), **draw(rng, **ATTACKER)})
    bob = fighter("bob", "blue", **{"soak": 13, **draw(rng, **TARGET), **changes})
    state = battle(replace(ann, position=0), replace(bob, position=int(far)), turn="ann")
    return state, draw(rng, **RULED)


Result = tuple[bool, int, int, int]
"""Whether it hits, the attacker's Initiative, the target's, and the levels on the target."""


def play(state: State, move: Any) -> dict[Result, float]:
    def once(roller: Roller) -> Result:
        events = BATTLE.decide(state, STORYTELLER, move, roller)
        after = fold(BATTLE.apply, state, events)
        hit = any(one.hit for one in events if isinstance(one, ev.AttackResolved))
        ann, bob = after.get("ann"), after.get("bob")
        return hit, ann.initiative or 0, bob.initiative or 0, bob.health.filled

    return play_rolls(once, SEVENS, SEVENS)


@pytest.mark.parametrize("seed", range(10))
def test_an_attack_is_told_as_it_comes_out(seed: int) -> None:
    rng = random.Random(seed)
    state, ruled = make_fight(rng)
    kind = ("withering", "decisive")[seed % 2]
    move = mv.Attack("ann", "bob", kind, **ruled)
    weighed, way = BATTLE.weigh(state, STORYTELLER, move), find_chosen(BATTLE.foresee(state, STORYTELLER, move))
    assert weighed is not None
    out = play(state, move)
    wanted = chance_of(out, lambda result: result[0])
    assert float(weighed.odds.success) == pytest.approx(wanted)
    assert read(way, "to hit").chance == pytest.approx(wanted)
    before = state.get("ann").initiative or 0
    hurt = state.get("bob").health.filled
    if kind == "withering":
        check_spread(read(way, "Initiative gained").spread, gather(out, lambda one: one[1] - before))
    else:
        check_spread(read(way, "Levels of damage").spread, gather(out, lambda one: one[3] - hurt))


@pytest.mark.parametrize("seed", range(4))
def test_a_defense_is_told_as_it_comes_out(seed: int) -> None:
    rng = random.Random(100 + seed)
    state, ruled = make_fight(rng, character="bob", willpower=3, personal=6, personal_max=6, defense_cap=2)
    state = replace(state, options=replace(QUIET, ask_defender=True))
    events = BATTLE.decide(state, STORYTELLER, mv.Attack("ann", "bob", "withering", **ruled), _NoDice())
    state = fold(BATTLE.apply, state, events)
    prompts = BATTLE.prompts(state)
    if not prompts:  # an ambush leaves nothing to add to
        return
    move = mv.AnswerDefense(prompts[0].id, **draw(rng, stunt=(1, 2), willpower=(True,), motes=(2, 4)))
    weighed = BATTLE.weigh(state, STORYTELLER, move)
    assert weighed is not None
    assert float(weighed.odds.success) == pytest.approx(chance_of(play(state, move), lambda result: result[0]))


class _NoDice:
    """No die falls before the defender has answered."""

    def roll(self, count: int) -> tuple[int, ...]:
        return (4,) * count
