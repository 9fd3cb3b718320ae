"""What all systems' views share."""

import pytest

from rules import SYSTEMS, get_system
from rules.battle import Seat
from rules.view import initials


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Ysane of the Reeds", "Ys"),
        ("The Ferryman", "Fe"),
        ("Toll guard 2", "T2"),
        ("Toll guard 12", "T12"),
        ("Guard II", "G2"),
        ("X", "X"),
        ("The", "Th"),
        ("", "?"),
        ("I", "I"),
    ],
)
def test_a_token_carries_two_letters_that_tell_its_bearer_apart(name: str, letters: str) -> None:
    assert initials(name) == letters


@pytest.mark.parametrize("system", SYSTEMS)
def test_before_the_fight_a_player_reads_what_is_waited_for(system: str) -> None:
    rules = get_system(system)
    view = rules.battle.view(rules.battle.start(rules.options()), Seat())
    rolled = "Join Battle" if system.startswith("exalted") else "Initiative"
    assert view["subline"] == f"{rolled} is rolled when the Storyteller starts the fight."
