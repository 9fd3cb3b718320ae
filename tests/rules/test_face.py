"""The look of every installed game: words on its paper can be read, by day and by night."""

import re
from pathlib import Path

import pytest

from rules import SYSTEMS, get_system
from rules.face import Face

BASE = Path(__file__).parents[2] / "static/css/base.css"
TEXT, SIGN = 4.5, 3.0
"""The least contrast of words, and of edges and signs (WCAG 1.4.3, 1.4.11)."""
INK = ("ink", "ink-2", "own", "other", "hid", "bash", "lethal", "aggra")
"""The colours of all games in which words are written."""


def read_tokens() -> dict[str, tuple[str, str]]:
    """The colours of all pages, on light and on dark paper."""
    found = re.findall(r"--([\w-]+): +light-dark\((#\w{6}), (#\w{6})\)", BASE.read_text())
    return {name: (light, dark) for name, light, dark in found}


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def faces() -> dict[str, Face]:
    return {key: get_system(key).face for key in sorted(SYSTEMS)}


@pytest.mark.parametrize("shade", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("face", faces().values(), ids=faces())
def test_words_can_be_read_on_the_paper_of_each_game(face: Face, shade: int) -> None:
    tokens = read_tokens()
    papers = {name: face.colors[name][shade] for name in ("page", "leaf", "sunk")}
    written = {name: tokens[name][shade] for name in INK} | {"accent": face.accent[shade]}
    faint = {
        (name, paper): round(contrast(color, under), 2)
        for paper, under in papers.items()
        for name, color in written.items()
        if contrast(color, under) < TEXT
    }
    assert faint == {}
    assert all(contrast(tokens["edge"][shade], under) >= SIGN for under in papers.values())


def test_no_two_games_look_alike() -> None:
    seen = faces()
    assert len({(face.leaf, face.accent, face.sign) for face in seen.values()}) == len(seen) > 1


@pytest.mark.parametrize("face", faces().values(), ids=faces())
def test_a_sign_is_a_path_in_its_square(face: Face) -> None:
    assert re.fullmatch(r"[MLHVCAZmlhvcaz0-9. -]+", face.sign)
    assert all(0 <= float(number) <= 16 for number in re.findall(r"\d+(?:\.\d+)?", face.sign))
