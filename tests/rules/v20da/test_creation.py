"""The budget of a new character (V20-012), and what Freebies pay for."""

from typing import Any

from rules.creation import Creation
from rules.v20da.options import Options
from rules.v20da.sheet.creation import hold_against_budget, starting_road, starting_willpower
from rules.v20da.sheet.model import parse

BY_THE_BOOK: dict[str, Any] = {
    "being": "vampire",
    "attributes": {"strength": 4, "dexterity": 3, "stamina": 3, "charisma": 4, "manipulation": 3, "wits": 4},
    "abilities": {
        "alertness": 3,
        "athletics": 3,
        "brawl": 3,
        "empathy": 2,
        "subterfuge": 2,
        "melee": 3,
        "ride": 3,
        "stealth": 3,
        "law": 3,
        "occult": 2,
    },
    "virtues": {"conscience": 4, "self_control": 3, "courage": 3},
    "disciplines": {"potence": 3},
    "backgrounds": {"allies": 5},
    "road": 7,
    "willpower": 3,
    "willpower_points": 3,
}


def check(sheet: dict[str, Any], options: Options | None = None) -> Creation:
    return hold_against_budget(parse(sheet), options or Options())


def test_creation_counts_what_was_spent() -> None:
    sheet = {
        "being": "vampire",
        "attributes": {"strength": 4, "wits": 3, "appearance": 0},
        "abilities": {"melee": 3, "law": 1},
        "virtues": {"conscience": 3, "self_control": 2, "courage": 4},
        "disciplines": {"potence": 2},
    }
    found = [(line.title, line.spent, line.most) for line in check(sheet, Options(disciplines=4)).lines]
    assert found == [
        ("Physical Attributes", 3, 7), ("Social Attributes", 0, 3), ("Mental Attributes", 2, 5),
        ("Talents", 0, 5), ("Skills", 3, 13), ("Knowledges", 1, 9),
        ("Backgrounds", 0, 5), ("Virtues", 6, 7), ("Disciplines", 2, 4), ("Road", 5, 5), ("Willpower", 3, 4),
    ]  # fmt: skip
    assert (starting_road(parse(sheet)), starting_willpower(parse(sheet))) == (5, 4)


def test_without_freebies_only_the_freebies_are_left() -> None:
    assert check(BY_THE_BOOK).faults == ("Freebie points: 15 left to spend (0 of 15, V20-012).",)


def test_freebies_pay_for_dots_above_the_budget() -> None:
    attributes = {**BY_THE_BOOK["attributes"], "strength": 5}
    more = {**BY_THE_BOOK, "attributes": attributes, "disciplines": {"potence": 4}, "willpower": 6}
    assert check(more).bonus_spent == 5 + 7 + 3
    assert check(more).faults == ()
    assert check({**more, "road": 8}).faults == ("Freebie points: 2 too many (17 of 15, V20-012).",)


def test_a_mortal_has_no_disciplines_and_one_of_a_crowd_no_budget() -> None:
    mortal = {**BY_THE_BOOK, "being": "mortal", "disciplines": {}}
    assert check(mortal).faults == check(BY_THE_BOOK).faults
    assert not check({**mortal, "extra": True}).lines


def test_a_generation_that_was_bought_and_not_set_is_pointed_out() -> None:
    bought = {**BY_THE_BOOK, "backgrounds": {"generation": 2}}
    assert "the field Generation is still 12" in check(bought).note
    assert "the field Generation" not in check({**bought, "generation": 10}).note
    assert "the field Generation" not in check(BY_THE_BOOK).note
