"""Weapons of one's own beside the table's (V20-169)."""

import pytest

from rules.errors import BadInput
from rules.v20da.attack import ATTACKS, attacks_of, has_blade
from rules.v20da.sheet.equipment import find_own, parse_own
from rules.v20da.sheet.model import Sheet, parse
from tests.rules.v20da.table import ADA, duel, sheet

ROWS = (
    "Great pike: melee, Strength + 4 lethal\nHunting bow: archery, 5 lethal, 80 yards\nCudgel: Str + 1 bashing\nStool"
)


def test_rows_are_read_as_the_table_prints_them() -> None:
    pike, bow, cudgel, stool = parse_own(ROWS)
    assert (pike.ability, pike.strength, pike.damage, pike.type) == ("melee", True, 4, "lethal")
    assert (bow.ability, bow.strength, bow.damage, bow.range) == ("archery", False, 5, 80)
    assert (cudgel.type, stool.damage) == ("bashing", 0)


def test_a_key_tells_the_whole_weapon() -> None:
    for row in parse_own(ROWS):
        assert find_own(row.key) == row
        assert row.key in ATTACKS
        assert ATTACKS[row.key].label == row.name


@pytest.mark.parametrize(
    "key", ["own:", "own:melee:1:4:lethal:0:", "own:melee:1:444:lethal:0:x", "own:melee:1:4:holy:0:x"]
)
def test_no_other_key_is_an_attack(key: str) -> None:
    assert key not in ATTACKS
    with pytest.raises(KeyError):
        ATTACKS[key]


@pytest.mark.parametrize(
    "text", ["Pike: very long", ": melee, 3", "Pike: melee, 3, 40 yards, blue", "A: 1\nA: 2", "x" * 41]
)
def test_what_cannot_be_read_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse({"own_weapons": text})
    assert refused.value.data["key"] == "own_weapons"


def test_they_are_attacks_as_long_as_the_hands_hold_them() -> None:
    sheet = Sheet(own_weapons=ROWS)
    labels = [attack.label for attack in attacks_of(sheet)]
    assert labels[:4] == ["Great pike", "Hunting bow", "Cudgel", "Stool"]
    assert has_blade(sheet)
    assert not has_blade(Sheet(own_weapons="Hunting bow: archery, 5"))
    assert "Great pike" not in [attack.label for attack in attacks_of(sheet, is_disarmed=True)]


def test_one_strikes_with_them_and_nobody_else_does() -> None:
    (pike,) = parse_own("Great pike: melee, Strength + 4 lethal")
    table = duel(sheet(own_weapons="Great pike: melee, Strength + 4 lethal"))
    assert table.refuse("DeclareActions", actor="foe", others=[], attack=pike.key, target="ada")
    table.declare("foe", "full_defense")
    table.declare("ada", attack=pike.key, target="foe", seat=ADA)
    table.reveal()
    table.move("MakeAttack", (), ADA, actor="ada", target="foe")
    assert "Great pike" in str(table.view())
