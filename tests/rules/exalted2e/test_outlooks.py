"""Which flurry: what the form tells is what comes of playing every throw of the dice."""

from typing import Any

import pytest

from rules.battle import STORYTELLER, Seat, fold
from rules.dice import Roller
from rules.exalted2e.actions.strike import STRIKE
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry
from rules.outlook import Alternative, Outlook, Prospect
from tests.rules.every_roll import WITH_ONES, play_out
from tests.rules.exalted2e.table import ADA, EXTRA, Table, make_duel

WEAK = {"attributes__dexterity": 1, "abilities__martial_arts": 0}
"""So few dice that every throw of them can be tried."""
BLOW: dict[str, Any] = {"weapon": "punch", "target": "bo"}


def make_fight(**bo: Any) -> Table:
    """Ann, who can hardly fight, against an extra, who defends without being asked."""
    table = Table()
    table.add("ann", "red", "ada", **WEAK)
    table.add("bo", "blue", extra=True, attributes__dexterity=1, abilities__dodge=0, abilities__melee=0, **bo)
    table.start(4, 0)
    return table


def foresee(table: Table, move: Any, seat: Seat = STORYTELLER) -> Outlook:
    outlook = BATTLE.foresee(table.state, seat, move)
    assert outlook is not None
    return outlook


def read(way: Alternative, label: str) -> Prospect:
    return next(one for one in way.prospects if one.label == label)


def play(table: Table, move: Any) -> dict[tuple[int, int], float]:
    """Hits and levels of damage of the move, with their chances."""

    def once(roller: Roller) -> tuple[int, int]:
        events = BATTLE.decide(table.state, STORYTELLER, move, roller)
        fold(BATTLE.apply, table.state, events)
        hits = sum(one.numbers.hit for one in events if isinstance(one, ev.DefenseApplied))
        return hits, sum(one.numbers.levels for one in events if isinstance(one, ev.DamageRolled))

    return play_out(once, WITH_ONES)


def flurry(count: int, **changes: Any) -> DeclareFlurry:
    return DeclareFlurry(actor="ann", parts=("attack:punch:bo",) * count, **changes)


def test_one_attack_and_a_flurry_are_told_as_they_come_out() -> None:
    table, move = make_fight(), DeclareAttack(actor="ann", **BLOW)
    single, double = foresee(table, move).alternatives[:2]
    assert single.is_chosen
    alone = play(table, move)
    assert single.prospects[0].chance == pytest.approx(sum(chance for (hits, _), chance in alone.items() if hits))
    assert [one.label for one in double.prospects][:3] == ["attack 1 to hit", "attack 2 to hit", "at least one hit"]
    both = play(table, flurry(2))
    assert read(double, "at least one hit").chance == pytest.approx(sum(c for (hits, _), c in both.items() if hits))
    for label, place in (("Hits", 0), ("Levels of damage", 1)):
        wanted: dict[int, float] = {}
        for case, chance in both.items():
            wanted[case[place]] = wanted.get(case[place], 0.0) + chance
        spread = read(double, label).spread
        assert spread is not None
        assert {value: chance for value, chance in spread.items() if chance} == pytest.approx(wanted)


def test_each_way_says_what_becomes_of_the_own_dv() -> None:
    """2E-275, 2E-306: every attack of a flurry costs a point."""
    ways = foresee(make_fight(), DeclareAttack(actor="ann", **BLOW)).alternatives
    assert [read(way, "DV after it").value[:2] for way in ways] == [f"−{n}" for n in range(1, len(ways) + 1)]


def test_a_flurry_stands_beside_shorter_and_longer_ones_up_to_the_rate() -> None:
    """2E-308."""
    outlook = foresee(make_fight(), flurry(2))
    assert [way.label for way in outlook.alternatives] == ["1 attack", "2 attacks", "3 attacks"]
    assert [way.is_chosen for way in outlook.alternatives] == [False, True, False]


def test_a_weapon_of_rate_one_has_no_flurry() -> None:
    table = make_fight()
    outlook = foresee(table, DeclareAttack(actor="ann", weapon="clinch", target="bo"))
    assert [way.label for way in outlook.alternatives] == ["1 attack"]
    assert not outlook.verdicts


def test_the_chances_are_those_of_the_odds() -> None:
    for seat in (STORYTELLER, ADA):
        table = make_duel()
        move = DeclareFlurry(actor="ann", parts=("attack:straight_sword:bo",) * 2)
        weighed = BATTLE.weigh(table.state, seat, move)
        assert weighed is not None
        told = [one.chance for one in foresee(table, move, seat).alternatives[1].prospects[:2]]
        rolls = (weighed, *weighed.others)
        assert told == pytest.approx([float(r.odds.success) if r.measured else r.guess for r in rolls])


def test_a_player_is_told_averages_that_hang_on_nothing_hidden() -> None:
    move = DeclareAttack(actor="ann", weapon="straight_sword", target="bo")
    told = set()
    for secrets in ({}, {"attributes__stamina": 5, "abilities__dodge": 5, "armor": ["lamellar"]}):
        table = Table()
        table.add("ann", "red", "ada")
        table.add("bo", "blue", "ben", **secrets)
        table.start(4, 2)
        told.add(repr(foresee(table, move, ADA)))
        assert "about" not in foresee(table, move).alternatives[0].prospects[0].value
    assert len(told) == 1
    assert "about" in told.pop()


def test_nothing_is_told_of_attacks_on_the_own_side() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("cy", "red")
    table.start(4, 2)
    assert (
        BATTLE.foresee(table.state, STORYTELLER, DeclareAttack(actor="ann", weapon="straight_sword", target="cy"))
        is None
    )


def test_an_extra_takes_a_third_of_the_damage() -> None:
    """2E-381."""
    assert EXTRA["armor"] == []
    way = foresee(make_fight(), DeclareAttack(actor="ann", **BLOW)).alternatives[0]
    spread = read(way, "Levels of damage").spread
    assert spread is not None
    assert set(spread) <= {0, 1, 2}


class Tens:
    """Dice that all fall on ten."""

    def roll(self, count: int) -> tuple[int, ...]:
        return (10,) * count


def test_an_attack_by_its_numbers_alone_is_told_as_in_the_fight() -> None:
    table, move = make_fight(), DeclareAttack(actor="ann", **BLOW)
    events = BATTLE.decide(table.state, STORYTELLER, move, Tens())
    (now,) = (one.numbers for one in events if isinstance(one, ev.DamageRolled))
    alone = STRIKE.foresee({
        "pool": now.pool, "defense": max(0, now.dv), "damage": now.strength + now.weapon_damage,
        "soak": now.soak_natural + now.soak_armor, "minimum": max(now.weapon_min, now.essence), "extra": True,
    })  # fmt: skip
    way = foresee(table, move).alternatives[0]
    assert alone[0].chance == read(way, "to hit").chance
    assert alone[1].spread == pytest.approx(read(way, "Levels of damage").spread)


def test_hardness_stops_what_does_not_exceed_it_and_a_miss_does_nothing() -> None:
    """2E-372: with 3 dice and DV 0, raw damage is 2 to 8."""
    weak, hard = (STRIKE.foresee({"pool": 3, "defense": 0, "damage": 1, "soak": 0, "hardness": n}) for n in (0, 7))
    assert weak[0].chance == hard[0].chance == pytest.approx(1 - 0.6**3)
    assert weak[1].spread is not None
    assert hard[1].spread is not None
    assert 1 - hard[1].spread[0] < 0.001 < 1 - weak[1].spread[0]
