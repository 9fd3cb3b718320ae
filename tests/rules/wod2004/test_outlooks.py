"""All-out, plain or a dodge: the numbers of each, and what a seat may know of them."""

from typing import Any

import pytest

from rules.battle import STORYTELLER, Seat
from rules.outlook import Alternative, Outlook, Prospect
from rules.wod2004 import moves as mv
from rules.wod2004.actions.strike import STRIKE
from tests.rules.wod2004.table import ADA, BATTLE, Table, duel


def foresee(table: Table, seat: Seat = STORYTELLER, **changes: Any) -> Outlook:
    move = mv.Attack("ada", **{"weapon": "unarmed", "targets": ("thug",), **changes})
    outlook = BATTLE.foresee(table.state, seat, move)
    assert outlook is not None
    return outlook


def read(way: Alternative, label: str) -> Prospect:
    return next(one for one in way.prospects if one.label == label)


def test_three_ways_stand_beside_each_other() -> None:
    outlook = foresee(duel())
    assert [way.label for way in outlook.alternatives] == ["Normal attack", "All-out", "Dodge instead"]
    assert [way.is_chosen for way in outlook.alternatives] == [True, False, False]
    assert foresee(duel(), all_out=True).alternatives[1].is_chosen


def test_all_out_hits_more_often_and_leaves_no_defense() -> None:
    """WD-190, WD-187: Defense 3, none, or doubled."""
    plain, all_out, dodge = foresee(duel()).alternatives
    assert (read(plain, "to hit").chance or 0) < (read(all_out, "to hit").chance or 0)
    assert [read(way, "Defense this turn").value for way in (plain, all_out, dodge)] == ["3", "0", "6"]
    hit = [read(way, "to be hit by the next attack").chance or 0 for way in (dodge, plain, all_out)]
    assert hit == sorted(hit)


def test_each_success_is_a_point_of_damage() -> None:
    """WD-184."""
    weighed = BATTLE.weigh(duel().state, STORYTELLER, mv.Attack("ada", "unarmed", ("thug",)))
    assert weighed is not None
    way = foresee(duel()).alternatives[0]
    assert read(way, "to hit").chance == float(weighed.odds.success)
    spread = read(way, "Points of damage").spread
    assert spread == pytest.approx({total: float(chance) for total, chance in weighed.odds.distribution})


def test_what_is_not_possible_now_says_why() -> None:
    table = duel()
    table.set("ada", aim=1)
    table.set("ada", dodging=True)
    assert foresee(table).alternatives[2].reason


def test_a_player_is_told_averages_that_hang_on_nothing_hidden() -> None:
    told = set()
    for dexterity in (1, 5):
        table = duel()
        thug = table.who("thug")
        table.set("thug", traits={**thug.traits, "dexterity": dexterity, "wits": dexterity})
        outlook = foresee(table, ADA)
        told.add(repr(outlook.alternatives))
        assert read(outlook.alternatives[0], "to hit").about
    assert len(told) == 1


def test_the_blow_at_a_cover_tells_no_damage() -> None:
    """WD-195: what passes is rolled again."""
    table = duel()
    table.set("thug", cover=2, structure=4)
    move: dict[str, Any] = {"weapon": "unarmed"}
    assert any(one.label == "Points of damage" for one in foresee(table, **move).alternatives[0].prospects)


def test_an_attack_by_its_numbers_alone_is_told_as_in_the_fight() -> None:
    weighed = BATTLE.weigh(duel().state, STORYTELLER, mv.Attack("ada", "unarmed", ("thug",)))
    assert weighed is not None
    way = foresee(duel()).alternatives[0]
    for numbers in ({"pool": weighed.pool.total + 5, "damage": 0}, {"pool": weighed.pool.total + 2, "damage": 3}):
        hit, points, _full = STRIKE.foresee({**numbers, "defense": 3, "armor": 2})
        assert hit.chance == read(way, "to hit").chance
        assert points.spread == read(way, "Points of damage").spread
