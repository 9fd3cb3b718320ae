"""The grammar of commands that do what a tool does: each line one meaning, and none that hangs or breaks."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play.commands.roll_command import FoesWanted, RollWords, parse_line
from play.commands.typed_commands import (
    FightWanted,
    HandoutWanted,
    MarkWanted,
    PauseWanted,
    TimeWanted,
    UndoWanted,
    add_slash,
)
from rules.errors import BadInput


@pytest.mark.parametrize(
    ("line", "understood"),
    [
        ("6 toll guards, spear", FoesWanted("6 toll guards, spear")),
        ("3x Guard", FoesWanted("3x Guard")),
        ("fight 6 toll guards", FightWanted("6 toll guards")),
        ("fight", FightWanted("")),
        ("/fight 2 x Guard", FightWanted("2 x Guard")),
        ("roll Wits + Stealth diff 2", RollWords(traits=("Wits", "Stealth"), words={"diff": "2"})),
        ("pause", PauseWanted(True)),
        ("RESUME", PauseWanted(False)),
        ("6 minutes", TimeWanted(6, "minute")),
        ("1h", TimeWanted(1, "hour")),
        ("2 Weeks", TimeWanted(2, "week")),
        ("Toll guard 1: 3 lethal", MarkWanted("Toll guard 1", "lethal", 3)),
        ("Ysane of the Reeds: −5 peripheral", MarkWanted("Ysane of the Reeds", "peripheral", -5, has_sign=True)),
        ("Ysane: +2 willpower", MarkWanted("Ysane", "willpower", 2, has_sign=True)),
        ("show letter", HandoutWanted("letter")),
        ("undo", UndoWanted(1)),
        ("undo 3", UndoWanted(3)),
    ],
)
def test_lines_are_understood_with_and_without_a_slash(line: str, understood: Any) -> None:
    assert parse_line(add_slash(line)) == understood
    assert add_slash(add_slash(line)) == add_slash(line)


SEARCHED = ("", "  ", "letter", "Toll guard", "paused", "6", "6 + 2", "who: me", "a: b c", "６ guards")


@pytest.mark.parametrize("line", SEARCHED)
def test_words_to_search_for_are_no_command(line: str) -> None:
    assert not add_slash(line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/undo 0", "how many steps"), ("/undo 100", "how many steps"), ("/undo -1", "how many steps"),
        ("/undo ٣", "how many steps"), ("/time", "how much time"), ("/time 6 moons", "how much time"),
        ("/time -6 minutes", "how much time"), ("/mark guard", "Write who"), ("/mark guard: 3", "Write who"),
        ("/mark : 3 lethal", "Write who"), ("/mark guard: 3000 lethal", "Write who"), ("/show", "title of a handout"),
        ("/fight " + "x" * 300, "up to 200"), ("/mark " + "a: 1 " * 80, "up to 200"),
    ],
)  # fmt: skip
def test_a_line_that_is_not_understood_says_what_works(line: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        parse_line(line)


PARTS = ["6", " ", "guards", ":", "+", "−", "-", "x", "×", ",", "lethal", "undo", "show", "minutes", "/", "\n", "\x00",
         "٣", "é", "roll", "fight", "99999999"]  # fmt: skip


@settings(max_examples=150)
@given(st.lists(st.sampled_from(PARTS), max_size=40).map("".join) | st.text(max_size=80))
def test_nothing_typed_breaks_the_parser(line: str) -> None:
    with suppress(BadInput):
        if said := add_slash(line):
            assert said.startswith("/")
            parse_line(said)
