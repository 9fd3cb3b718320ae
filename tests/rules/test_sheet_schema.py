"""A sheet out of declared places: what JSON may hold, and what stands on the page."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from rules.battle import Choice
from rules.codec import encode
from rules.errors import BadInput
from rules.powers import Power, PowerRules, Timing, Use
from rules.sheets import (
    Part,
    Trait,
    choice,
    decode_sheet,
    dots,
    flag,
    group,
    has_no_controls,
    items,
    lay_out,
    name_choices,
    number,
    rows,
    text,
)
from rules.text import Text

POWERS = PowerRules(
    (Use("any", Text("On any roll"), frozenset({"roll"})),), (Timing("reflexive", Text("Reflexive")),), (), ()
)


@dataclass(frozen=True, slots=True)
class Oath:
    """A row."""

    to: str = text(Text("To whom"), 20)
    weight: int = dots(Text("Weight"), 1, 3, 1, rule="X-1")


@dataclass(frozen=True, slots=True)
class Body:
    """Two of a kind."""

    strength: int = 1
    wits: int = 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """One place of every kind."""

    limit: int = number(Text("Limit"), 1, 9, 5)
    body: Body = group(Body, 0, 10, page=(0, lambda sheet: int(sheet.limit)), rule="X-2")
    arts: Mapping[str, int] = group(dict, 0, 5)
    skills: Mapping[str, int] = group({"ride": 1, "swim": 0}, 0, 5)
    oaths: tuple[Oath, ...] = rows(Oath, 3)
    held: int = number(Text("Held"), 0, lambda sheet: int(sheet.limit), full=lambda sheet: int(sheet.limit))
    name: str = text(lambda sheet: Text("Name of {limit}", limit=sheet.limit), 10, chars=str.isprintable)
    gear: tuple[str, ...] = items(Text("Gear"), (Choice("rope", Text("Rope")), Choice("lamp", Text("Lamp"))), 2)
    kind: str = choice(Text("Kind"), name_choices(("", "old_one")))
    free: str = choice(Text("Free"), (), loose=True)
    sworn: bool = flag(Text("Sworn"), help=Text("By the river"))
    secret: int = 0
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()


PAGE = (
    Part(Text("Body"), ("body", "arts")),
    Part(Text("One"), ("body.wits", "limit", "held", "name")),
    Part(Text("Oaths"), ("oaths",), when=lambda sheet: sheet.sworn),
    Part(
        Text("Now"),
        ("gear", "kind", "sworn", lambda sheet: [Trait("x", Text("X"), "flag", True)], "powers_spent"),
        scene=True,
    ),
)


def parse(**values: Any) -> Sheet:
    return decode_sheet(Sheet, values, POWERS)


def page(sheet: Sheet) -> dict[str, Trait]:
    return {trait.key: trait for section in lay_out(PAGE, sheet) for trait in section.traits}


@pytest.mark.parametrize(
    ("values", "code", "key"),
    [
        ({"limit": 10}, "out_of_range", "limit"),
        ({"limit": 3, "held": 4}, "out_of_range", "held"),
        ({"limit": 99, "held": 99}, "out_of_range", "limit"),
        ({"body": {"wits": 11}}, "out_of_range", "body.wits"),
        ({"arts": {"song": 6}}, "out_of_range", "arts.song"),
        ({"oaths": [{"to": "A", "weight": 4}]}, "out_of_range", "oaths.0.weight"),
        ({"oaths": [{}, {"to": "x" * 21}]}, "too_long", "oaths.1.to"),
        ({"oaths": [{}] * 4}, "too_many", "oaths"),
        ({"name": "x" * 11}, "too_long", "name"),
        ({"name": "a\nb"}, "bad_text", "name"),
        ({"gear": ["boat"]}, "unknown_value", "gear"),
        ({"gear": ["rope"] * 3}, "too_many", "gear"),
        ({"kind": "new"}, "unknown_value", "kind"),
        ({"luck": 1}, "unknown_key", "luck"),
        ({"skills": {"fly": 1}}, "unknown_key", "skills.fly"),
        ({"skills": {"swim": 6}}, "out_of_range", "skills.swim"),
    ],
)
def test_what_no_place_can_hold_is_refused_by_its_key(values: dict[str, Any], code: str, key: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(**values)
    assert (refused.value.code, refused.value.data["key"]) == (code, key)


def test_a_mapping_with_known_keys_is_whole_and_in_their_order() -> None:
    assert Sheet().skills == {"ride": 1, "swim": 0}
    skills = decode_sheet(Sheet, {"skills": {"swim": 3}}, POWERS).skills
    assert [*skills.items()] == [("ride", 1), ("swim", 3)]
    with pytest.raises(BadInput) as refused:
        decode_sheet(Sheet, {"skills": {"fly": 1}}, POWERS)
    assert refused.value.sentence == "There is no 'skills.fly' here. Known: ride, swim."


def test_what_the_game_checks_itself_is_let_through() -> None:
    assert parse(free="anything", secret=10**6).free == "anything"


def test_empty_rows_follow_those_that_are_written_as_far_as_there_is_room() -> None:
    assert parse().oaths == (Oath(), Oath())
    assert parse(oaths=[{}, {"to": "A"}, {"weight": 3}]).oaths == (Oath("A"), Oath(), Oath())
    assert parse(oaths=[{"to": name} for name in "ABC"]).oaths == tuple(map(Oath, "ABC"))
    sheet = parse(oaths=[{"to": "A", "weight": 2}])
    assert parse(**encode(sheet)) == sheet


def test_the_page_has_the_values_bounds_and_labels_of_the_places() -> None:
    traits = page(parse(limit=4, body={"strength": 7}, arts={"song": 2}, held=3, gear=["rope"], kind="old_one"))
    assert traits["body.strength"] == Trait("body.strength", Text("Strength"), "dots", 7, 0, 7, rule="X-2")
    assert traits["body.wits"].high == 4
    assert traits["arts.song"] == Trait("arts.song", Text("Song"), "dots", 2, 0, 5)
    assert (traits["held"].high, traits["held"].full) == (4, 4)
    assert traits["name"].label == "Name of 4"
    assert (traits["gear"].value, traits["gear"].high) == (["rope"], 0)
    assert traits["kind"].choices == (Choice("", Text("None")), Choice("old_one", Text("Old One")))
    assert traits["sworn"].help == "By the river"
    assert traits["x"].value is True
    assert "secret" not in traits


def test_a_section_stands_only_on_the_sheets_that_have_it() -> None:
    assert [section.title for section in lay_out(PAGE, parse())] == ["Body", "One", "Now"]
    sworn = page(parse(sworn=True, oaths=[{"to": "A"}]))
    assert sworn["oaths.0.to"] == Trait("oaths.0.to", Text("To whom"), "text", "A", high=20)
    assert sworn["oaths.2.weight"] == Trait("oaths.2.weight", Text("Weight"), "dots", 1, 1, 3, rule="X-1")


def test_powers_that_are_used_up_are_kept_and_shown() -> None:
    power = {"name": "Red Leap", "once": True}
    sheet = parse(powers=[power, {"name": "Plain"}], powers_spent=["red-leap", "plain", "gone"])
    assert sheet.powers_spent == ("red-leap",)
    assert page(sheet)["powers_spent"].choices == (Choice("red-leap", Text("Red Leap")),)
    assert "powers_spent" not in page(replace(sheet, powers=()))


def test_texts_differ_in_what_they_are_made_of() -> None:
    assert has_no_controls("a\nb\u202e")
    assert not has_no_controls("a\x00")
