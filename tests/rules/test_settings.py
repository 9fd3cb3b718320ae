"""Rulings as people read them: a sentence, its rules apart, and each value in words."""

import re

import pytest

from rules import SYSTEMS, get_system
from rules.settings import option_fields


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_ruling_is_told_in_words_and_its_rules_stand_apart(key: str) -> None:
    options = get_system(key).options
    for field in option_fields(options, options()):
        assert not re.search(r"[A-Z0-9]+[-:]\d|_|\(A\d", field.label), field.label
        assert field.help == "" or re.match(r"(2E|3E|WD|V20)-\d", field.help)
        for choice in field.choices:
            assert choice.label == choice.value if choice.value.isdigit() else " " in choice.label, choice


def test_a_tie_says_who_wins() -> None:
    options = get_system("exalted2e").options
    tie = next(field for field in option_fields(options, options()) if field.name == "tie")
    assert (tie.label, tie.help) == ("Ties in a resisted roll.", "2E-124")
    assert [choice.label for choice in tie.choices] == ["no winner", "the defender wins"]
