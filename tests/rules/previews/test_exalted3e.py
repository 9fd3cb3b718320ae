"""Third Edition: withering and decisive attacks, surprise, cover, flurries, guardians, gambits, and defenses."""

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
from rules.outlook import Alternative
from rules.pool import Term
from rules.spread import change_values
from rules.text import Text
from tests.rules.every_roll import HITS, SEVENS, Faces, play_rolls
from tests.rules.exalted3e.builders import BATTLE, BOW, QUIET, SWORD, battle, fighter
from tests.rules.previews.common import chance_of, check_spread, draw, find_chosen, gather, read

pytestmark = pytest.mark.walk

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


def guard(rng: random.Random, state: State, **changes: Any) -> State:
    """Put Gus before Bob."""
    arm = replace(SWORD, parry=rng.randint(0, 2))
    gus = fighter("gus", "blue", ward="bob", arms=(arm,), **{"soak": 13, **draw(rng, **TARGET), **changes})
    gus = replace(gus, position=state.get("bob").position, evasion=rng.randint(0, 4))
    return replace(state, combatants=(*state.combatants, gus))


DAMAGE = {"withering": SEVENS, "decisive": HITS}
"""Tens count twice in withering damage only (3E-069, 3E-086)."""
Result = tuple[bool, int, int, bool]
"""Whether the one who is struck at is hit, the attacker's Initiative, the levels, and whether a gambit works."""


def play(state: State, move: Any, strike: str = "ward", damage: Faces | None = None) -> dict[Result, float]:
    """What comes of the move. `strike`: whom the attacker chooses once the Parry of somebody who guards is beaten.

    `damage`: the faces of the damage roll that count differently; None where nothing hangs on it.
    """
    aimed = "gus" if strike == "guardian" else "bob"

    def once(roller: Roller) -> Result:
        events = list(BATTLE.decide(state, STORYTELLER, move, roller))
        after = fold(BATTLE.apply, state, events)
        if after.pending and after.pending[0].kind == "guard":
            events += BATTLE.decide(after, STORYTELLER, mv.AnswerGuard(after.pending[0].id, strike), roller)
            after = fold(BATTLE.apply, state, events)
        hit = any(one.struck == aimed for one in events if isinstance(one, ev.AttackResolved))
        works = any(one.works for one in events if isinstance(one, ev.GambitRolled))
        return hit, after.get("ann").initiative or 0, after.get(aimed).health.filled, works

    return play_rolls(once, SEVENS, *([damage] if damage else []))


@pytest.mark.parametrize("seed", range(10))
def test_an_attack_is_told_as_it_comes_out(seed: int) -> None:
    rng = random.Random(seed)
    state, ruled = make_fight(rng)
    kind = ("withering", "decisive")[seed % 2]
    move = mv.Attack("ann", "bob", kind, **ruled)
    weighed, way = BATTLE.weigh(state, STORYTELLER, move), find_chosen(BATTLE.foresee(state, STORYTELLER, move))
    assert weighed is not None
    out = play(state, move, damage=DAMAGE[kind])
    wanted = chance_of(out, lambda result: result[0])
    assert float(weighed.odds.success) == pytest.approx(wanted)
    assert read(way, "to hit").chance == pytest.approx(wanted)
    _check_harm(state, way, kind, out, "bob")


def _check_harm(state: State, way: Alternative, kind: str, out: dict[Result, float], struck: str) -> None:
    before, health = state.get("ann").initiative or 0, state.get(struck).health
    if kind == "withering":
        check_spread(read(way, "Initiative gained").spread, gather(out, lambda one: one[1] - before))
    else:
        spread = read(way, "Levels of damage").spread
        assert spread is not None
        marked = change_values(spread, lambda levels: min(levels, health.free))
        check_spread(marked, gather(out, lambda one: one[2] - health.filled))


@pytest.mark.parametrize("seed", range(4))
def test_an_attack_on_somebody_guarded_is_told_as_it_comes_out(seed: int) -> None:
    """3E-171 to 3E-175: the Parry of who guards comes first, and then the attacker chooses whom to strike."""
    rng = random.Random(200 + seed)
    state, ruled = make_fight(rng)
    state = guard(rng, state)
    kind = ("withering", "decisive")[seed % 2]
    move = mv.Attack("ann", "bob", kind, **{**ruled, "unblockable": False})
    weighed, outlook = BATTLE.weigh(state, STORYTELLER, move), BATTLE.foresee(state, STORYTELLER, move)
    assert weighed is not None
    assert outlook is not None
    at_guardian = find_chosen(outlook)
    at_ward = outlook.alternatives[outlook.alternatives.index(at_guardian) + 1]
    for way, strike, struck in ((at_guardian, "guardian", "gus"), (at_ward, "ward", "bob")):
        out = play(state, move, strike, DAMAGE[kind])
        assert read(way, "to hit").chance == pytest.approx(chance_of(out, lambda result: result[0]))
        _check_harm(state, way, kind, out, struck)
    assert float(weighed.odds.success) == pytest.approx(read(at_guardian, "to hit").chance)


@pytest.mark.parametrize("seed", range(2))
def test_a_gambit_is_told_as_it_comes_out(seed: int) -> None:
    rng = random.Random(300 + seed)
    state, ruled = make_fight(rng)
    state = (guard(rng, state) if seed else state).change("ann", initiative=5, health=Health())
    move = mv.Attack("ann", "bob", "decisive", gambit="other", difficulty=1, **{**ruled, "unblockable": False})
    outlook = BATTLE.foresee(state, STORYTELLER, move)
    out = play(state, move, "guardian" if seed else "ward", SEVENS)
    told = read(find_chosen(outlook), "for the gambit to work").chance
    assert told == pytest.approx(chance_of(out, lambda result: result[3]))


@pytest.mark.parametrize("seed", range(4))
def test_a_defense_is_told_as_it_comes_out(seed: int) -> None:
    rng = random.Random(100 + seed)
    state, ruled = make_fight(rng, character="bob", willpower=3, personal=6, personal_max=6, defense_cap=2)
    if seed % 2:  # to try for Bob, the attacker must beat the Parry of Gus as well
        state = guard(rng, state)
    state = replace(state, options=replace(QUIET, ask_defender=True))
    events = BATTLE.decide(state, STORYTELLER, mv.Attack("ann", "bob", "withering", **ruled), _NoDice())
    state = fold(BATTLE.apply, state, events)
    prompts = BATTLE.prompts(state)
    if not prompts or prompts[0].kind != "defense":  # an ambush leaves nothing to add to
        return
    move = mv.AnswerDefense(prompts[0].id, **draw(rng, stunt=(1, 2), willpower=(True,), motes=(2, 4)))
    weighed = BATTLE.weigh(state, STORYTELLER, move)
    assert weighed is not None
    assert float(weighed.odds.success) == pytest.approx(chance_of(play(state, move), lambda result: result[0]))


class _NoDice:
    """No die falls before the defender has answered."""

    def roll(self, count: int) -> tuple[int, ...]:
        return (4,) * count
