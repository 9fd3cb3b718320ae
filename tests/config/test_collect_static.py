"""Static files are collected once, and again where they are gone: a new container finds an old volume."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from config.server.static_files import collect_static
from config.server.static_files.storage import StaticStorage


@pytest.fixture
def collected(settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often they were collected."""
    settings.DEBUG, settings.VAR_DIR, settings.STATIC_ROOT = False, tmp_path / "var", tmp_path / "static"
    settings.VAR_DIR.mkdir()
    settings.STATIC_ROOT.mkdir()
    calls: list[str] = []

    def collect(name: str, **_options: Any) -> None:
        calls.append(name)
        (settings.STATIC_ROOT / StaticStorage.manifest_name).write_text("{}")

    monkeypatch.setattr(collect_static, "call_command", collect)
    return calls


def test_they_are_collected_once_for_a_version(collected: list[str], settings: LazySettings) -> None:
    collect_static.collect_static_once()
    collect_static.collect_static_once()
    assert collected == ["collectstatic"]
    (settings.VAR_DIR / "static.stamp").write_text("that of another version")
    collect_static.collect_static_once()
    assert len(collected) == 2


def test_they_are_collected_again_where_only_the_stamp_is_left(collected: list[str], settings: LazySettings) -> None:
    collect_static.collect_static_once()
    (settings.STATIC_ROOT / StaticStorage.manifest_name).unlink()
    collect_static.collect_static_once()
    assert len(collected) == 2
