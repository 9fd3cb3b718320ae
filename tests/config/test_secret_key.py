"""A server that was given no key makes one, keeps it to itself, and starts with the same one the next time."""

import stat
import threading
from pathlib import Path

from config.server.secret_key import get_or_create_key


def test_the_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    key = get_or_create_key(tmp_path)
    assert len(key) == 50
    assert get_or_create_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_who_starts_while_another_writes_the_key_has_the_same(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    path.touch()
    writer = threading.Timer(0.05, lambda: path.write_text("the key of both"))
    writer.start()
    assert get_or_create_key(tmp_path) == "the key of both"
    writer.join()
