"""What holds for every throw: odds against counting, extended actions, contests, teamwork, tracks, healing."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import ScriptedRoller
from rules.pool import Term
from rules.tasks import Side as Worker
from rules.tasks import Task
from rules.text import Text
from rules.v20da.actions.chances import chances, hit_chance
from rules.v20da.actions.difficulty import build_difficulty, is_allowed
from rules.v20da.actions.extended import add_roll
from rules.v20da.actions.resisted import add_round, compare, judge
from rules.v20da.actions.rolling import Result, roll_dice
from rules.v20da.actions.teamwork import Part, work_together
from rules.v20da.attack import Side, roll_attack
from rules.v20da.health.healing import heal_rest, heal_turn
from rules.v20da.health.levels import BOXES, Being, Health, harm
from rules.wounds import Harm, rank

FACES = st.lists(st.integers(1, 10), min_size=1, max_size=8)
MODES = st.sampled_from(["rolled", "net"])
HITS = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["bashing", "lethal", "aggravated"])), max_size=5)
BEINGS = st.sampled_from(["vampire", "mortal"])
TRACKS = st.text(alphabet="/X*", max_size=7).map(lambda marks: "".join(sorted(marks, key="*X/".index)))


def result(faces: list[int], difficulty: int = 6, **how: Any) -> Result:
    return roll_dice(len(faces), difficulty, ScriptedRoller(faces), **how)


@pytest.mark.parametrize("mode", ["rolled", "net"])
@pytest.mark.parametrize("difficulty", [3, 7, 10])
@pytest.mark.parametrize("willpower", [False, True])
def test_the_odds_are_those_of_counting_with_and_without_willpower(
    mode: Literal["rolled", "net"], difficulty: int, willpower: bool
) -> None:
    totals: Counter[int] = Counter()
    botches = 0
    for faces in product(range(1, 11), repeat=2):
        fallen = result(list(faces), difficulty, specialty=True, willpower=willpower, botch_mode=mode)
        totals[fallen.net] += 1
        botches += fallen.outcome == "botch"
    odds = chances(2, difficulty, specialty=True, willpower=willpower, botch_mode=mode)
    assert dict(odds.distribution) == {net: Fraction(ways, 100) for net, ways in totals.items()}
    assert odds.botch == Fraction(botches, 100)
    assert odds.mean == Fraction(sum(net * ways for net, ways in totals.items()), 100)


@given(FACES, st.integers(2, 9), MODES)
@settings(max_examples=60, deadline=None)
def test_willpower_is_worth_exactly_one_more_and_ends_all_botches(faces: list[int], difficulty: int, mode: Any) -> None:
    plain = result(faces, difficulty, botch_mode=mode)
    paid = result(faces, difficulty, botch_mode=mode, willpower=True)
    assert (paid.net, paid.rolled, paid.outcome) == (plain.net + 1, plain.rolled, "success")


@given(FACES, st.integers(2, 9))
@settings(max_examples=60, deadline=None)
def test_the_net_switch_only_turns_failures_into_botches(faces: list[int], difficulty: int) -> None:
    rolled, net = result(faces, difficulty), result(faces, difficulty, botch_mode="net")
    assert (rolled.net, rolled.rolled) == (net.net, net.rolled)
    assert rolled.outcome == net.outcome or (rolled.outcome, net.outcome) == ("failure", "botch")


@given(st.lists(FACES, max_size=8), st.integers(1, 8), st.one_of(st.none(), st.integers(1, 5)), st.booleans())
@settings(max_examples=80, deadline=None)
def test_an_extended_action_counts_time_and_starts_over_at_a_botch(
    rolls: list[list[int]], required: int, most: int | None, ends: bool
) -> None:
    side = Worker("", "", target=required, max_rolls=most)
    gained: list[int] = []
    for faces in rolls:
        if side.standing != "in_progress":
            break
        fallen = result(faces)
        gained = [] if fallen.outcome == "botch" else [*gained, fallen.net]
        side = add_roll(side, fallen, botch_ends=ends)
        time = Task("", "", "extended", (side,), interval=3).seconds
        assert (side.total, time) == (sum(gained), 3 * 60 * len(side.gains))
        assert (side.standing == "ruined") == (ends and fallen.outcome == "botch")
    assert (side.standing == "complete") == (side.total >= required)
    assert most is None or len(side.gains) <= most


@given(FACES, FACES, st.sampled_from(["race", "margin"]))
@settings(max_examples=60, deadline=None)
def test_a_contest_is_the_same_from_both_sides(a: list[int], b: list[int], mode: Any) -> None:
    one, other = result(a), result(b)
    winner, margin = compare(one.net, other.net)
    mirrored = {"a": "b", "b": "a", "none": "none"}
    assert compare(other.net, one.net) == (mirrored[winner], margin)
    sides = (Worker("", "", target=3), Worker("", "", target=3))
    there, back = add_round(sides, one, other, mode), add_round(sides, other, one, mode)
    assert [side.total for side in there] == [side.total for side in reversed(back)]
    status, winner = judge(back)
    assert judge(there) == (status, mirrored[winner])


@given(st.lists(st.lists(st.integers(2, 10), min_size=1, max_size=3), max_size=3), st.integers(0, 3), st.data())
@settings(max_examples=40, deadline=None)
def test_helpers_above_the_limit_make_it_harder_for_all(helpers: list[list[int]], limit: int, data: Any) -> None:
    raised = max(0, len(helpers) - limit)
    gained = sum(result(faces, 6 + raised).net for faces in helpers)
    faces = data.draw(st.lists(st.integers(1, 10), min_size=2 + gained, max_size=2 + gained))
    roller = ScriptedRoller([*(face for helper in helpers for face in helper), *faces])
    work = work_together([Part(len(helper)) for helper in helpers], Part(2), limit, roller)
    assert roller.left == 0
    assert (work.raised, work.primary_pool) == (raised, 2 + gained)
    assert work.primary.net == result(faces, 6 + raised).net


@given(BEINGS, HITS)
@settings(max_examples=80, deadline=None)
def test_one_attack_of_many_levels_is_many_attacks_of_one(being: Being, hits: list[tuple[int, Harm]]) -> None:
    whole = single = Health(being)
    for levels, kind in hits:
        whole = harm(whole, levels, kind)
        for _ in range(levels):
            single = harm(single, 1, kind)
        assert len(whole.track) <= BOXES
        assert (whole.penalty is None) == (whole.condition != "ok")
    assert whole == single
    assert [*whole.track] == sorted(whole.track, key=rank, reverse=True)


@given(TRACKS, st.integers(4, 13), st.integers(0, 12))
@settings(max_examples=60, deadline=None)
def test_blood_heals_one_light_level_a_point_and_never_an_aggravated_one(
    track: str, generation: int, blood: int
) -> None:
    healed = heal_turn(generation, blood, track)
    assert blood - healed.blood == len(track) - len(healed.track)
    assert healed.track.count("*") == track.count("*")
    assert track.startswith(healed.track)


@given(TRACKS, st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_a_day_of_rest_heals_aggravated_levels_alone(track: str, levels: int) -> None:
    healed = heal_rest(50, 10, track, levels)
    count = min(levels, track.count("*"))
    assert healed.track == track.replace("*", "", count)
    assert (healed.blood, healed.willpower) == (50 - 5 * count, 10 - max(0, count - 1))


@given(st.integers(2, 10), st.lists(st.integers(-3, 3), max_size=3), st.integers(1, 5), st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_retries_and_multiple_actions_never_reach_ten(base: int, mods: list[int], attempt: int, place: int) -> None:
    total = build_difficulty(
        base, [Term(Text("Modifier"), mod, "modifier", "V20-038") for mod in mods], attempt, place
    ).total
    assert total == max(2, base + sum(mods) + attempt - 1 + place)
    assert is_allowed(total, attempt, place) == (total < 10 or (total == 10 and attempt == 1 and not place))


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 5), st.integers(0, 4), BEINGS, st.randoms())
@settings(max_examples=60, deadline=None)
def test_an_attack_never_does_more_than_its_damage_dice(
    attack: int, defense: int, damage: int, soak: int, being: Being, random: Any
) -> None:
    class Faces:
        def roll(self, count: int) -> tuple[int, ...]:
            return tuple(random.randint(1, 10) for _ in range(count))

    struck = roll_attack(Side(attack), Side(defense), damage, "bashing", soak, being, Faces())
    assert struck.is_hit == (struck.left > 0)
    assert struck.damage_pool == (damage + struck.left - 1 if struck.is_hit else 0)
    assert 0 <= struck.applied <= struck.after_soak <= struck.damage <= struck.damage_pool
    assert struck.applied == (struck.after_soak // 2 if being == "vampire" else struck.after_soak)
    assert bool(struck.soak_dice) == bool(struck.damage and soak)
    assert (struck.defense is None) == (struck.attack is not None and not struck.attack.net)


def test_the_chance_to_be_hit_is_that_of_counting_both_throws() -> None:
    counted = 0
    for faces in product(range(1, 11), repeat=4):
        counted += result(list(faces[:2]), 5).net > result(list(faces[2:]), 7).net
    assert hit_chance(chances(2, 5), chances(2, 7)) == Fraction(counted, 10_000)
    assert hit_chance(chances(2, 5)) == chances(2, 5).success
