"""What an older version has written, this one migrates, opens and restores: no evening is lost by an upgrade."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy.processes import CannotStart, manage
from deploy.stores import Postgres
from rules import SYSTEMS
from tests.ready import DEMO, EMPTY, Ready, environment
from tests.releases import BACKUP, DATABASE, list_releases
from tests.releases.contents import Contents, read_contents

RELEASES = list_releases()
KINDS = {
    *("/series/N/", "/scenes/N/", "/scenes/N/log.txt", "/characters/N/", "/characters/N/edit/"),
    *("/characters/N/sheet.pdf", "/characters/N/export/", "/downtime/N/", "/series/N/series.gz"),
    *("/results/N/", "/scenes/N/what-if/N/", "/characters/N/experience/"),
}
"""Of the pages that a Storyteller has opened, the kinds that must be among them."""


def tell(there: dict[str, str], call: str) -> str:
    """Have a process at that database do what `tests.releases.look` can do. Return what it printed."""
    return manage(there, "shell", "-v", "0", "-c", f"from tests.releases import look; look.{call}")


def ask(there: dict[str, str], call: str) -> dict[str, Any]:
    """Return what it has found."""
    told: dict[str, Any] = json.loads(tell(there, call).splitlines()[-1])
    return told


@pytest.fixture
def there(tmp_path: Path, ready: Ready) -> dict[str, str]:
    """The environment of an embedded server that was never played on; it has its static files."""
    ready.put(EMPTY, tmp_path)
    return environment(tmp_path)


@pytest.fixture(scope="module", params=RELEASES, ids=lambda release: release.name)
def release(request: pytest.FixtureRequest) -> Path:
    folder: Path = request.param
    return folder


@pytest.fixture(scope="module")
def upgraded(release: Path, ready: Ready, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], Contents]:
    """The environment of a server of the release whose database was migrated, and what that holds."""
    folder = tmp_path_factory.mktemp("upgraded")
    ready.put(EMPTY, folder)
    (folder / "storywheel.sqlite3").write_bytes(gzip.decompress((release / DATABASE).read_bytes()))
    tell(environment(folder), f"upgrade({str(folder / BACKUP)!r})")
    return environment(folder), read_contents(folder / BACKUP)


def test_its_database_migrates_and_every_page_opens(upgraded: tuple[dict[str, str], Contents]) -> None:
    told = ask(upgraded[0], "look('petra', 'mira')")
    assert set(told["scenes"]) == set(SYSTEMS)
    assert set(told["pages"]["petra"]) >= KINDS
    assert "/scenes/N/" in told["pages"]["mira"]


def test_its_backup_is_restored_onto_an_empty_server_as_an_upgrade_would_leave_it(
    release: Path, upgraded: tuple[dict[str, str], Contents], there: dict[str, str], tmp_path: Path
) -> None:
    assert "is whole" in manage(there, "restore", "--check", str(release / BACKUP))
    told = ask(there, f"restore({str(release / BACKUP)!r}, {str(tmp_path / BACKUP)!r}, replace=False)")
    assert set(told["scenes"]) == set(SYSTEMS)
    assert read_contents(tmp_path / BACKUP) == upgraded[1]


@pytest.fixture(params=["sqlite", "postgresql"])
def in_use(request: pytest.FixtureRequest, ready: Ready, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a server with the demo, whose people have played on and read."""
    ready.put(DEMO, tmp_path)
    there = environment(tmp_path)
    if request.param == "sqlite":
        tell(there, "use()")
        yield there
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    with postgres.new_database("releases") as url:
        tell(there | {"DATABASE_URL_TO": url}, "use(); look.call('move_database')")
        yield there | {"DATABASE_URL": url}


def test_nothing_of_a_server_in_use_is_left_when_its_backup_is_restored_onto_it(
    in_use: dict[str, str], release: Path, upgraded: tuple[dict[str, str], Contents], tmp_path: Path
) -> None:
    told = ask(in_use, f"restore({str(release / BACKUP)!r}, {str(tmp_path / BACKUP)!r}, replace=True)")
    assert set(told["scenes"]) == set(SYSTEMS)
    assert read_contents(tmp_path / BACKUP) == upgraded[1]


def test_its_files_open(release: Path, there: dict[str, str]) -> None:
    told = ask(there, f"look_at_files({str(release)!r})")
    assert all(files["pages"] > 5 for files in told.values())


def test_a_backup_goes_through_the_migrations_that_came_after_it(ready: Ready, tmp_path: Path) -> None:
    """Those of a later version, into whose new database it is restored."""
    (tmp_path / "then").mkdir()
    (tmp_path / "later").mkdir()
    then, later = environment(tmp_path / "then"), environment(tmp_path / "later")
    ready.put(DEMO, tmp_path / "then")
    backup = str(tmp_path / "then" / "backup.zip")
    manage(then, "backup", backup)
    later["DJANGO_SETTINGS_MODULE"] = "tests.releases.later_settings"
    assert "is whole" in manage(later, "restore", "--check", backup)
    manage(later, "restore", backup)
    code = "from campaigns.models import Series; print(*set(Series.objects.values_list('tone', flat=True)))"
    assert manage(later, "shell", "-v", "0", "-c", code).strip() == "Carried over."
    manage(later, "backup", backup + "2")
    with pytest.raises(CannotStart, match="newer Storywheel"):
        manage(then, "restore", "--check", backup + "2")
