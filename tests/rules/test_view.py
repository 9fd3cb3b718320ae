"""What all systems' views share."""

import pytest

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
