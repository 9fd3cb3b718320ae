"""The search for dead code finds what nothing uses, and only that."""

from pathlib import Path

from tests.dead_code import find_unused

CODE = """
from functools import cache


@cache
def dead() -> int:
    return alive()


def alive() -> int:
    return 1


def in_a_template() -> int:
    return 2


def clean_name() -> int:
    return 3


@register.filter
def handed_over() -> int:
    return 4
"""


def test_only_what_nothing_uses_is_found(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "rules" / "code.py").write_text(CODE)
    (tmp_path / "templates" / "page.html").write_text("dead {{ it.in_a_template }}")
    assert [*find_unused(tmp_path, ["rules"], ["clean_*"])] == ["rules/code.py:5: function dead is unused"]
