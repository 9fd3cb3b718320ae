"""What a form of the table has chosen before anybody touches it."""

import pytest

from play.fields import make_input
from rules.battle import Choice, Field

FAR, NEAR, FRIEND = Choice("far", "Far", reason="Out of reach."), Choice("near", "Near"), Choice("friend", "Friend")


@pytest.mark.parametrize(
    ("name", "choices", "chosen"),
    [
        ("target", (NEAR, FAR, FRIEND), ["near"]),
        ("target", (FAR, FRIEND), []),  # foes stand first: nobody strikes a friend unasked
        ("target", (), []),
        ("weapon", (FAR, NEAR), ["near"]),
    ],
)
def test_what_must_be_chosen_begins_with_the_first_but_no_target_is_taken_in_anothers_place(
    name: str, choices: tuple[Choice, ...], chosen: list[str]
) -> None:
    drawn = make_input(Field(name, "Label", "choice", choices), f"m.{name}", "o-1")
    assert [option.value for option in drawn.options if option.chosen] == chosen
