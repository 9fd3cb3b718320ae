"""What an older version has written, this one migrates, opens and restores: no evening is lost by an upgrade."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from deploy.processes import CannotStart, manage
from rules import SYSTEMS
from tests.ready import DEMO, EMPTY, Ready, environment
from tests.releases import BACKUP, DATABASE, list_releases

RELEASES = list_releases()
KINDS = {
    *("/series/N/", "/scenes/N/", "/scenes/N/log.txt", "/characters/N/", "/characters/N/edit/"),
    *("/characters/N/sheet.pdf", "/characters/N/export/", "/downtime/N/", "/series/N/series.gz"),
}
"""Of the pages that a Storyteller has opened, the kinds that must be among them."""


def ask(there: dict[str, str], call: str) -> dict[str, Any]:
    """Have a process at that database open what `tests.releases.look` can open."""
    code = f"from tests.releases import look; look.{call}"
    told: dict[str, Any] = json.loads(manage(there, "shell", "-v", "0", "-c", code).splitlines()[-1])
    return told


@pytest.fixture
def there(tmp_path: Path, ready: Ready) -> dict[str, str]:
    """The environment of an embedded server that was never played on; it has its static files."""
    ready.put(EMPTY, tmp_path)
    return environment(tmp_path)


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_its_database_migrates_and_every_page_opens(release: Path, there: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "storywheel.sqlite3").write_bytes(gzip.decompress((release / DATABASE).read_bytes()))
    manage(there, "migrate", "--verbosity", "0")
    told = ask(there, "look('petra', 'mira')")
    assert set(told["scenes"]) == set(SYSTEMS)
    assert set(told["pages"]["petra"]) >= KINDS
    assert "/scenes/N/" in told["pages"]["mira"]


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_its_backup_is_whole_and_is_restored(release: Path, there: dict[str, str]) -> None:
    backup = str(release / BACKUP)
    assert "is whole" in manage(there, "restore", "--check", backup)
    assert "rows are back" in manage(there, "restore", backup)
    assert set(ask(there, "look()")["scenes"]) == set(SYSTEMS)


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
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
