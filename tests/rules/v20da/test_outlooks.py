"""How many actions: what the form tells is what comes of every throw of the dice."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.battle import STORYTELLER, Seat
from rules.dice import SIDES, Roller, ScriptedRoller
from rules.errors import IllegalMove
from rules.outlook import Alternative, Outlook
from rules.v20da.actions.chances import chances
from rules.v20da.actions.rolling import roll_dice
from rules.v20da.actions.strike import STRIKE
from rules.v20da.attack import Side, roll_attack
from tests.rules.every_roll import play_out
from tests.rules.v20da.table import ADA, BEN, RULES, Table, sheet


def make_table(**changes: Any) -> Table:
    table = Table()
    table.add("ann", sheet(**changes), character="ada")
    table.add("bo")
    table.start(1, 9)
    return table


def foresee(table: Table, *others: str, seat: Seat = STORYTELLER, **fields: Any) -> Outlook | None:
    move = {"kind": "DeclareActions", "actor": "ann", "others": list(others), **fields}
    return RULES.foresee(table.state, seat, RULES.moves.decode(move))


def list_ways(table: Table, *others: str, **fields: Any) -> tuple[Alternative, ...]:
    outlook = foresee(table, *others, **fields)
    assert outlook is not None
    return outlook.alternatives


def count_every_throw(dice: int, difficulty: int) -> list[int]:
    """The net successes of every throw, all as likely."""
    faces = product(range(1, SIDES + 1), repeat=dice)
    return [roll_dice(dice, difficulty, ScriptedRoller(fallen)).net for fallen in faces]


def test_every_action_costs_its_place_in_dice_and_difficulty() -> None:
    """V20-051: of 4 dice at 6 two and three are left, at 7 and 8."""
    (alone, two, *_more) = list_ways(make_table(), "dodge", "dodge")
    assert alone.prospects[0].why == "4 dice, difficulty 6"
    assert [one.why for one in two.prospects[:2]] == [
        "3 dice, difficulty 7 (−1 die, +1 difficulty)",
        "2 dice, difficulty 8 (−2 dice, +2 difficulty)",
    ]
    assert two.is_chosen
    assert not alone.is_chosen


def test_a_set_is_told_as_it_comes_out() -> None:
    (_alone, two, *_more) = list_ways(make_table(), "dodge", "dodge")
    first, second = count_every_throw(3, 7), count_every_throw(2, 8)
    chance = [sum(map(bool, throws)) / len(throws) for throws in (first, second)]
    assert [one.chance for one in two.prospects[:2]] == pytest.approx(chance)
    assert two.prospects[2].chance == pytest.approx(1 - (1 - chance[0]) * (1 - chance[1]))
    mean = sum(first) / len(first) + sum(second) / len(second)
    assert two.prospects[3].value.startswith(f"{mean:.1f}, ")


@settings(max_examples=10, deadline=None)
@given(dice=st.integers(1, 3), difficulty=st.integers(2, 10))
def test_the_chance_of_an_action_is_that_of_every_throw(dice: int, difficulty: int) -> None:
    throws = count_every_throw(dice, difficulty)
    assert float(chances(dice, difficulty).success) == pytest.approx(sum(map(bool, throws)) / len(throws))


def test_an_attack_is_weighed_with_a_dodge_beside_it() -> None:
    ways = list_ways(make_table(), attack="strike", target="bo")
    assert [way.label.split(": ")[1] for way in ways] == ["Strike", "Strike, Dodge", "Strike, Dodge, Dodge"]
    assert ways[0].is_chosen


def test_what_does_not_fit_any_more_says_why_and_is_the_last() -> None:
    """V20-053, 056."""
    ways = list_ways(make_table(), "dodge", "dodge", "dodge")
    assert len(ways) == 3
    weak = make_table(attributes={"dexterity": 1, "stamina": 2, "wits": 2, "strength": 2}, abilities={"athletics": 1})
    (alone, refused) = list_ways(weak, "dodge")
    assert alone.is_chosen
    assert "none are left" in refused.reason
    with pytest.raises(IllegalMove):
        foresee(weak, "dodge", "dodge", "dodge")


def test_what_fills_the_turn_is_not_weighed() -> None:
    assert foresee(make_table(), "wait") is None
    assert foresee(make_table(), "full_defense") is None


def test_only_the_own_declaration_in_its_time_is_weighed() -> None:
    assert foresee(make_table(), "dodge", seat=ADA) is not None
    with pytest.raises(IllegalMove):
        foresee(make_table(), "dodge", seat=BEN)
    table = make_table()
    table.declare("ann", "dodge")
    with pytest.raises(IllegalMove) as refused:
        foresee(table, "dodge")
    assert refused.value.code == "not_your_turn"


def test_the_sheet_of_the_target_changes_nothing_in_what_is_told() -> None:
    told = set()
    for stamina in (1, 5):
        table = Table()
        table.add("ann", sheet(), character="ada")
        table.add("bo", sheet(attributes={"dexterity": stamina, "stamina": stamina, "wits": stamina, "strength": 2}))
        table.start(1, 9)
        told.add(repr(foresee(table, attack="strike", target="bo", seat=ADA)))
    assert len(told) == 1


@pytest.mark.parametrize(("defense", "damage", "soak"), [(0, 1, 1), (1, 1, 0), (0, 2, 0)])
def test_an_attack_by_its_numbers_alone_comes_out_as_it_is_rolled(defense: int, damage: int, soak: int) -> None:
    """Every throw of the dice of `roll_attack`."""
    answered = Side(defense, 6) if defense else None

    def once(roller: Roller) -> tuple[int, int]:
        struck = roll_attack(Side(1, 7), answered, damage, "lethal", soak, "mortal", roller)
        return int(struck.left > 0), struck.after_soak

    rolled = play_out(once, {1: 1, 2: 4, 6: 1, 8: 4})  # what counts alike against 6 and 7
    hit, levels, _full = STRIKE.foresee(
        {"pool": 1, "difficulty": 7, "defense": defense, "damage": damage, "soak": soak, "enough": 1}
    )
    assert hit.chance == pytest.approx(sum(chance for (is_hit, _), chance in rolled.items() if is_hit))
    wanted: dict[int, float] = {}
    for (_hit, after), chance in rolled.items():
        wanted[after] = wanted.get(after, 0.0) + chance
    assert levels.spread is not None
    assert {value: chance for value, chance in levels.spread.items() if chance} == pytest.approx(wanted)
    assert levels.rule == "V20-156", "bashing is not halved here, as V20-159 would have it"
