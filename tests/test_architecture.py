"""The house keeps its walls: who may import whom, and nothing that works behind the reader's back."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APPS = ("rules", "campaigns", "play", "config")
MAY_IMPORT = {
    "rules": {"rules"},
    "campaigns": {"campaigns", "rules"},
    "play": {"play", "campaigns", "rules"},
    "config": {"config", "play", "campaigns", "rules"},
}


def modules(app: str) -> Iterator[Path]:
    return (path for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts)


@cache
def imported(path: Path) -> set[str]:
    """Top-level names that a module imports, at its top or anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("app", APPS)
def test_imports_only_flow_one_way(app: str) -> None:
    wrong = {str(path): bad for path in modules(app) if (bad := imported(path) & set(APPS) - MAY_IMPORT[app])}
    assert not wrong


def test_rules_need_nothing_but_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"rules"}
    wrong = {str(path): bad for path in modules("rules") if (bad := imported(path) - allowed)}
    assert not wrong


def test_no_signals_are_used() -> None:
    wrong = [str(path) for app in APPS for path in modules(app) if "dispatch import receiver" in path.read_text()]
    assert not wrong


ASKS_WHICH = re.compile(r"(?<!set )\bREDIS_URL\b|\.vendor\b|backends\.(sqlite3|postgresql)|\bsqlite3\b|\bpsycopg\b")
"""A look at which kind of server, database or broker this is. The sentences of the checks name the variable."""


@pytest.mark.parametrize("app", APPS)
def test_nothing_but_the_settings_asks_which_kind_of_server_this_is(app: str) -> None:
    asked = {str(path.relative_to(ROOT)) for path in modules(app) if ASKS_WHICH.search(path.read_text())}
    assert asked <= {"config/settings.py", "config/postgresql/base.py"}  # the second is what the first may choose


def test_no_module_shares_a_name_with_a_package_we_install() -> None:
    pins = (ROOT / "requirements.txt").read_text().splitlines()
    installed = {line.split("==")[0].lower() for line in pins if "==" in line and not line.startswith(" ")}
    assert "django" in installed
    assert not installed & set(APPS)
