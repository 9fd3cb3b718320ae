"""A migration that was released is never edited: databases remember its name, not what it did."""

import json
from pathlib import Path

import pytest

from tests.releases import MIGRATIONS, list_releases
from tests.releases.make import hash_migrations


@pytest.mark.parametrize("release", list_releases(), ids=lambda release: release.name)
def test_released_migrations_are_as_they_were(release: Path) -> None:
    now = hash_migrations()
    for name, was in json.loads((release / MIGRATIONS).read_text()).items():
        assert now.get(name) == was, f"{name} was released with {release.name}: take the change back, add a migration"
