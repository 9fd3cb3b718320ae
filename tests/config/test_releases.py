"""A migration that was released is never edited: databases remember its name, not what it did. And what the changelog
says of each version.
"""

import ast
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from rules import __version__
from tests.ready import ROOT
from tests.releases import FOLDER, MIGRATIONS, list_releases
from tests.releases.make import find_migrations, hash_migrations


@pytest.mark.parametrize("release", list_releases(), ids=lambda release: release.name)
def test_released_migrations_are_as_they_were(release: Path) -> None:
    now = hash_migrations()
    for name, was in json.loads((release / MIGRATIONS).read_text()).items():
        assert now.get(name) == was, f"{name} was released with {release.name}: take the change back, add a migration"


@pytest.mark.parametrize("path", find_migrations(), ids=lambda path: path.stem)
def test_a_migration_names_the_database_that_it_works_on(path: Path) -> None:
    """Else it would read and write the live one while an old backup is carried over in a database of its own."""
    named, managers = set(), {}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute) and node.attr == "using":
            named.add(node.value)
        elif isinstance(node, ast.Attribute) and node.attr in ("objects", "_default_manager", "_base_manager"):
            managers[node] = node.lineno
    blind = [line for manager, line in managers.items() if manager not in named]
    assert not blind, f"{path.name}, lines {blind}: .objects.using(schema_editor.connection.alias)"


PARTS = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]
VERSIONS = {head.split()[0]: notes for head, _, notes in (part.partition("\n") for part in PARTS)}
"""The notes of each version, newest first; the first are of what is not released yet."""
BEFORE = "### Before you upgrade"


def migrations_of(version: str) -> set[str]:
    """The migrations that a version has."""
    if version == "Unreleased":
        return set(hash_migrations())
    return set(json.loads((FOLDER / version / MIGRATIONS).read_text()))


def test_the_changelog_has_each_released_version_newest_first() -> None:
    released = [folder.name for folder in reversed(list_releases())]
    assert list(VERSIONS) == ["Unreleased", *released] or list(VERSIONS) == released
    assert __version__ == released[0], "the version stands in rules/__init__.py alone"


@pytest.mark.parametrize(("version", "former"), list(pairwise(VERSIONS)))
def test_a_version_with_migrations_says_what_to_do_before_an_upgrade(version: str, former: str) -> None:
    new = migrations_of(version) - migrations_of(former)
    assert not new or BEFORE in VERSIONS[version]


def test_there_are_versions_to_look_at() -> None:
    assert len(VERSIONS) > 1
    assert migrations_of("Unreleased") > migrations_of("0.1.0")
    assert "dynamic" in (ROOT / "pyproject.toml").read_text().partition("[project]")[2].partition("\n\n")[0]
    assert 'attr = "rules.__version__"' in (ROOT / "pyproject.toml").read_text()
