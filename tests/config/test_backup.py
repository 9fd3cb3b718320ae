"""A backup that is not whole, or not ours, is refused with a sentence before anything is touched."""

import hashlib
import io
import json
import stat
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.apps.registry import Apps
from django.core.management import CommandError, call_command
from django.db import connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from campaigns.models import Character, LastBackup, User
from config.backup import BadBackup, dump, load, reading, verify
from config.backup.archive import MANIFEST
from config.backup.sequences import last_id
from config.management.commands import move_database
from config.server.monitoring.last_backup import note_backup
from tests.cast import Cast

Tamper = Callable[[dict[str, bytes]], None]


@pytest.fixture
def backup(cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup of the fixed cast. The tests' database lives in one connection, which is frozen anyway; its tables may
    be made without migrations, and then nobody has written down that they were applied.
    """
    monkeypatch.setattr("config.backup.writing.frozen_database", TheOnlyConnection)
    monkeypatch.setattr("django.conf.settings.MIGRATION_MODULES", {})
    applied = dict.fromkeys(MigrationLoader(None).graph.nodes)
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _recorder: applied)
    path = tmp_path / "good.zip"
    dump(path)
    return path


class TheOnlyConnection:
    def __enter__(self) -> str:
        return "default"

    def __exit__(self, *_error: object) -> None:
        pass


def rewrite(path: Path, change: Tamper) -> Path:
    """The same archive with something changed, and all of zip's own sums right."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    bad = path.with_name("bad.zip")
    with zipfile.ZipFile(bad, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return bad


def edit_manifest(**values: object) -> Tamper:
    def change(files: dict[str, bytes]) -> None:
        files[MANIFEST] = json.dumps({**json.loads(files[MANIFEST]), **values}).encode()

    return change


def drop(name: str) -> Tamper:
    def change(files: dict[str, bytes]) -> None:
        del files[name]

    return change


def put(name: str, old: bytes, new: bytes) -> Tamper:
    def change(files: dict[str, bytes]) -> None:
        assert old in files[name]
        files[name] = files[name].replace(old, new)

    return change


USERS = "campaigns.User.jsonl"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (drop(MANIFEST), "no backup of Storywheel"),
        (edit_manifest(format="other"), "no backup of Storywheel"),
        (edit_manifest(version=2), "of version 2"),
        (edit_manifest(tables=[1]), "no backup of Storywheel"),
        (drop(USERS), "campaigns.User cannot be read"),
        (put(USERS, b"\n", b""), "campaigns.User"),
        (put(USERS, b"[", b"[ "), "not what its checksum says"),
        (put(USERS, b"[", b"{"), "campaigns.User cannot be read"),
        (put(USERS, b"]\n", b",1]\n"), "is not whole"),
    ],
)
def test_what_was_tampered_with_is_refused(backup: Path, change: Tamper, sentence: str) -> None:
    bad = rewrite(backup, change)
    with pytest.raises(BadBackup, match=sentence):
        load(bad)
    assert User.objects.exists()
    with pytest.raises(CommandError, match=sentence):
        call_command("restore", str(bad), "--check")


@pytest.mark.parametrize("place", [0.1, 0.3, 0.5, 0.7])
def test_one_flipped_bit_is_found(backup: Path, place: float) -> None:
    with zipfile.ZipFile(backup) as archive:
        biggest = max(archive.infolist(), key=lambda info: info.compress_size)
    content = bytearray(backup.read_bytes())
    content[biggest.header_offset + 100 + int((biggest.compress_size - 100) * place)] ^= 0x10
    backup.write_bytes(content)
    with pytest.raises(BadBackup, match="damaged"):
        verify(backup)


def test_half_a_file_no_file_and_no_zip_are_refused(backup: Path) -> None:
    backup.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    with pytest.raises(BadBackup, match="damaged, or is no backup"):
        verify(backup)
    backup.write_text("not a zip")
    with pytest.raises(BadBackup, match="damaged, or is no backup"):
        verify(backup)
    with pytest.raises(BadBackup, match="There is no file"):
        verify(backup.with_name("nothing.zip"))


def test_a_newer_version_is_refused(backup: Path) -> None:
    def change(files: dict[str, bytes]) -> None:
        data = json.loads(files[MANIFEST])
        files[MANIFEST] = json.dumps(data | {"migrations": [*data["migrations"], "campaigns.9999_future"]}).encode()

    bad = rewrite(backup, change)
    for refused in (lambda: load(bad), lambda: call_command("restore", str(bad), "--check")):
        with pytest.raises((BadBackup, CommandError), match="newer Storywheel"):
            refused()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda columns: columns.append("style"), "campaigns.User has a column style"),
        (lambda columns: columns.__setitem__(0, "style"), "campaigns.User has no column id"),
        (list.clear, "campaigns.User has no column date_joined"),
    ],
)
def test_a_backup_of_tables_that_its_migrations_do_not_make_is_not_called_whole(
    backup: Path, change: Callable[[list[str]], object], sentence: str
) -> None:
    """As of a server whose migrations were edited after they had run."""

    def edit(files: dict[str, bytes]) -> None:
        data = json.loads(files[MANIFEST])
        user = data["tables"]["campaigns.User"]
        change(user["columns"])
        rows = [[None] * len(user["columns"])] * user["rows"]
        files[USERS] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        user["sha256"] = hashlib.sha256(files[USERS]).hexdigest()
        files[MANIFEST] = json.dumps(data).encode()

    with pytest.raises(CommandError, match=sentence):
        call_command("restore", str(rewrite(backup, edit)), "--check")


def test_a_migration_that_turns_to_the_live_database_while_a_backup_is_carried_over_is_refused(
    backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "list_later", lambda _manifest: ["campaigns.9999_careless"])
    monkeypatch.setattr(reading, "make_old_tables", lambda *_place: Apps())
    monkeypatch.setattr(reading, "load_rows", lambda *_content: None)
    monkeypatch.setattr(reading, "call_command", lambda *_what, **_how: User.objects.update(is_staff=True))
    with (
        pytest.raises(BadBackup, match=r'turned to the live database .* UPDATE "campaigns_user"'),
        transaction.atomic(),
    ):
        load(backup)
    assert not User.objects.filter(is_staff=True).exists(), "afterwards it answers again"


def test_everything_comes_back_and_nothing_else_stays(backup: Path, cast: Cast) -> None:
    made_at = cast.series.created_at
    User.objects.create_user("latecomer")
    Character.objects.all().delete()
    load(backup)
    assert not User.objects.filter(username="latecomer").exists()
    cast.series.refresh_from_db()
    assert cast.series.created_at == made_at


def test_after_a_restore_the_last_backup_is_the_one_that_was_restored(backup: Path) -> None:
    """What is here now is in that file, and in none that was made of what is gone."""
    note_backup()
    made_at = datetime.fromisoformat(verify(backup).made_at)
    call_command("restore", str(backup), "--replace", stdout=io.StringIO())
    assert LastBackup.objects.get().at == made_at


def test_an_id_that_was_given_once_is_never_given_again(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.backup.writing.frozen_database", TheOnlyConnection)
    gone = User.objects.create_user("gone")
    key = gone.pk
    gone.delete()
    dump(tmp_path / "backup.zip")
    load(tmp_path / "backup.zip")
    assert last_id(connections["default"], User) == key
    assert User.objects.create_user("next").pk == key + 1


def test_only_its_owner_may_read_the_file_and_it_is_never_written_over(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with pytest.raises(BadBackup, match="already"):
        dump(backup)
    with pytest.raises(BadBackup, match="cannot be written"):
        dump(backup.parent / "no" / "such" / "place.zip")
    assert not list(backup.parent.glob("*.part"))


def test_a_database_without_our_tables_is_no_traceback(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As that of an older version before it is migrated."""
    monkeypatch.setattr(User._meta, "db_table", "people_of_old")
    with pytest.raises(BadBackup, match=r"no such table: people_of_old\. If .*, run `manage\.py migrate` first"):
        dump(backup.with_name("other.zip"))


def test_sessions_stay_behind(backup: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        names = [name for name in archive.namelist() if not name.startswith("campaigns.")]
        assert not [name for name in names if "session" in name.lower()]


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(CommandError, match="Write it as postgres://"):
        call_command("move_database", "nonsense")


def test_a_move_without_an_address_says_where_to_put_it() -> None:
    with pytest.raises(CommandError, match="Set DATABASE_URL_TO"):
        call_command("move_database")


@pytest.mark.parametrize("address", ["postgres://me:secret@127.0.0.1:9/there", "postgres:///there?password=secret"])
def test_a_password_in_the_command_line_of_a_move_is_refused(address: str) -> None:
    with pytest.raises(CommandError, match="list of processes") as refusal:
        call_command("move_database", address)
    assert "secret" not in str(refusal.value)


@pytest.mark.django_db
@pytest.mark.parametrize("argument", [(), ("-",)])
def test_a_password_is_read_from_the_environment_or_from_standard_input(
    argument: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "postgres://me:secret@127.0.0.1:9/there"
    if argument:
        monkeypatch.setattr("sys.stdin", io.StringIO(address + "\n"))
    else:
        monkeypatch.setenv("DATABASE_URL_TO", address)
    monkeypatch.setattr(move_database, "call_command", Mock(side_effect=note_target))
    with pytest.raises(CommandError, match=r"me secret 127\.0\.0\.1 9 there"):
        call_command("move_database", *argument)


def note_target(_command: str, database: str, **_options: object) -> None:
    """Instead of migrating: Django lets no test connect to a database that the settings do not name."""
    told = connections[database].settings_dict
    raise BadBackup(" ".join(str(told[name]) for name in ("USER", "PASSWORD", "HOST", "PORT", "NAME")))
