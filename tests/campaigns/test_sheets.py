"""From a posted form to the sheet's JSON."""

import pytest
from django.http import QueryDict
from django.utils.http import urlencode

from campaigns.sheets.json import Unreadable, canonical, empty_sheet, field_at_fault, parse_traits, with_values
from rules.errors import BadInput
from rules.text import Text
from tests.campaigns.toybox import SHEETS, Sheet

KEYS = ["limbs.arms", "limbs.legs", "motto", "health"]


def read(**typed: str | list[str]) -> dict[str, object]:
    posted = {f"trait:{key.replace('__', '.')}": value for key, value in typed.items()}
    return parse_traits(SHEETS.layout(Sheet()), QueryDict(urlencode(posted, doseq=True)))


@pytest.mark.parametrize(
    ("typed", "key", "value"),
    [
        ({"limbs__arms": "4"}, "limbs.arms", 4),
        ({"strings": " 12 "}, "strings", 12),
        ({"spare": "7"}, "spare", 7),
        ({"motto": "Onward"}, "motto", "Onward"),
        ({"story": "One\r\nTwo"}, "story", "One\nTwo"),
        ({"painted": ["", "on"]}, "painted", True),
        ({"colour": "red"}, "colour", "red"),
        ({"gear": ["", "rope", "", "rope", "lamp"]}, "gear", ["rope", "rope", "lamp"]),
        ({"health": ["L", "B", ".", ".", "."]}, "health", "LB..."),
    ],
)
def test_every_kind_of_trait_is_read(typed: dict[str, str], key: str, value: object) -> None:
    assert read(**typed) == {key: value}


def test_what_stands_as_it_was_or_was_not_posted_is_left_out() -> None:
    assert read(limbs__arms="1", motto="", painted="", gear="", spare="") == {}


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ({"limbs__arms": "many"}, "limbs.arms"),
        ({"limbs__arms": "6"}, "limbs.arms"),
        ({"limbs__arms": ""}, "limbs.arms"),
        ({"strings": "9" * 5000}, "strings"),
        ({"strings": "٣"}, "strings"),
        ({"strings": "1.5"}, "strings"),
        ({"colour": "plaid"}, "colour"),
        ({"gear": ["rope", "anvil"]}, "gear"),
        ({"gear": ["rope"] * 151}, "gear"),
        ({"health": ["."] * 151}, "health"),
        ({"health": "A" * 151}, "health"),
        ({"health": ["L" * 150, "B"]}, "health"),
        ({"motto": "a\0b"}, "motto"),
    ],
)
def test_what_is_no_value_gets_a_sentence(typed: dict[str, str], key: str) -> None:
    value = read(**typed)[key]
    assert isinstance(value, Unreadable)
    assert value.sentence.endswith(".")


def test_traits_that_the_layout_does_not_have_are_not_read() -> None:
    assert read(secret="1", limbs__wings="3", limbs="x") == {}


def test_a_path_that_leads_nowhere_is_refused_by_the_rules() -> None:
    sheet = with_values(canonical("toybox", {}), {"limbs.wings": 2})
    with pytest.raises(BadInput):
        canonical("toybox", sheet)


def test_setting_values_leaves_the_sheet_given_alone() -> None:
    sheet = canonical("toybox", {})
    changed = with_values(sheet, {"limbs.arms": 3})
    assert (sheet["limbs"]["arms"], changed["limbs"]["arms"]) == (1, 3)


def test_an_empty_sheet_is_legal() -> None:
    assert empty_sheet("toybox") == canonical("toybox", {})


@pytest.mark.parametrize(
    ("named", "key"),
    [
        ("motto", "motto"),
        ("limbs", "limbs.arms"),
        ("health[3]", "health"),
        ("limbs.legs.x", "limbs.legs"),
        ("", ""),
        ("?", ""),
    ],
)
def test_a_refusal_finds_its_field(named: str, key: str) -> None:
    assert field_at_fault(BadInput("bad", Text("Bad."), key=named), KEYS) == key
