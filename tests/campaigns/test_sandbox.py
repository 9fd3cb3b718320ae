"""Files of strangers are decoded one at a time, in processes that cannot take much and know nothing."""

import ast
import gzip
import subprocess
import threading
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from campaigns import sandbox
from campaigns.core.refusals import Refused
from campaigns.imports import parse_file
from campaigns.sandbox import character_file
from config import transfer
from config.transfer import sandbox as series_file
from tests.test_architecture import APPS, ROOT, imported, modules

PROGRAM = """
class Unfit(Exception): ...
MAX_MEMORY, MAX_SECONDS = 200_000_000, 1
def run(content):
    {does}
"""


def program(folder: Path, does: str) -> Any:
    path = folder / f"program{len(list(folder.iterdir()))}.py"
    path.write_text(PROGRAM.format(does=does))
    return SimpleNamespace(__file__=str(path), Unfit=type("Unfit", (Exception,), {}), MAX_MEMORY=0, MAX_SECONDS=0)


def test_a_program_answers_with_its_output_or_its_reason(tmp_path: Path) -> None:
    assert sandbox.quick.run(program(tmp_path, "yield content[::-1]"), b"abc") == b"cba"
    unfit = program(tmp_path, "raise Unfit('torn')")
    with pytest.raises(unfit.Unfit, match="torn"):
        sandbox.quick.run(unfit, b"")


@pytest.mark.parametrize(
    "does",
    ["yield b'x' * 10**9", "while True: pass", "import os; os.kill(os.getpid(), 9)", "yield 1 / 0"],
    ids=["memory", "time", "killed", "fault"],
)
def test_a_program_that_takes_too_much_is_ended(does: str, tmp_path: Path) -> None:
    greedy = program(tmp_path, does)
    with pytest.raises(greedy.Unfit, match="rich"):
        sandbox.quick.run(greedy, b"")


def test_a_program_that_sleeps_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "TIMEOUT_SECONDS", 0.3)
    sleeper = program(tmp_path, "import time; time.sleep(60)")
    with pytest.raises(sleeper.Unfit, match="rich"):
        sandbox.quick.run(sleeper, b"")


def test_a_program_does_not_know_the_settings_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STORYWHEEL_SECRET_KEY", "canary")
    told = sandbox.quick.run(program(tmp_path, "import os; yield repr(dict(os.environ)).encode()"), b"")
    assert b"PATH" not in told
    assert b"canary" not in told


def test_eight_files_at_once_are_taken_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, most = 0, 0

    def run(*_args: Any, **_options: Any) -> Any:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        time.sleep(0.01)
        inside -= 1
        return SimpleNamespace(returncode=0, stdout=b"")

    monkeypatch.setattr(subprocess, "run", run)
    one = program(tmp_path, "yield b''")
    threads = [threading.Thread(target=sandbox.quick.run, args=(one, b"")) for _n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_who_waits_too_long_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "TIMEOUT_SECONDS", 0.01)
    door = sandbox.Door()
    with door.turn, pytest.raises(Refused, match="Another import is running"):
        door.run(program(tmp_path, "yield b''"), b"")


def test_even_a_small_file_is_parsed_in_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = []

    def run(door: sandbox.Door, program: Any, content: bytes) -> bytes:
        parsed.append((door, program))
        raise program.Unfit(program.UNREADABLE)

    monkeypatch.setattr(sandbox.Door, "run", run)
    for read in (partial(parse_file, "exalted2e", b"{}"), partial(transfer.parse, gzip.compress(b"{}"))):
        with pytest.raises(Refused, match="can’t be read"):
            read()
    assert parsed == [(sandbox.quick, character_file), (sandbox.slow, series_file)]


PROGRAMS = [*(ROOT / "campaigns" / "sandbox").glob("*.py"), ROOT / "config" / "transfer" / "sandbox.py"]
DECODERS = {"zipfile", "typst", "defusedxml", "tarfile", "lzma", "bz2"}


def test_programs_of_the_sandbox_import_nothing_of_ours() -> None:
    door = ROOT / "campaigns" / "sandbox" / "__init__.py"
    assert not {path: bad for path in PROGRAMS if path != door and (bad := imported(path) & set(APPS))}


def opens_pictures(path: Path) -> bool:
    text = path.read_text()
    return "Image" in text and any(
        isinstance(node, ast.Attribute) and ast.unparse(node) == "Image.open" for node in ast.walk(ast.parse(text))
    )


def calls_a_program(path: Path) -> set[str]:
    """Return what of a program of the sandbox a module calls itself, but for its word on why a file does not fit."""
    programs = {"character_file", "redraw", "typeset"} | ({"sandbox"} if path.parent.name == "transfer" else set())
    calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    called = {ast.unparse(call) for call in calls if isinstance(call, ast.Attribute)}
    return {name for name in called if name.partition(".")[0] in programs}


def test_no_module_calls_a_program_of_the_sandbox_itself() -> None:
    outside = [path for app in ("campaigns", "play", "api", "config") for path in modules(app) if path not in PROGRAMS]
    called = {str(path.relative_to(ROOT)): names for path in outside if (names := calls_a_program(path))}
    assert called == {"config/transfer/parse.py": {"sandbox.put_together"}}


def decodes(path: Path) -> bool:
    """Whether a module imports a decoder. Most do not even hold the name of one."""
    text = path.read_text()
    return any(name in text for name in DECODERS) and bool(imported(path) & DECODERS)


def test_nothing_decodes_the_file_of_a_stranger_but_the_sandbox() -> None:
    ours = {"campaigns/people/portraits/drawing.py"}  # makes a portrait that the sandbox drew smaller
    outside = [path for app in ("campaigns", "play", "api") for path in modules(app) if path not in PROGRAMS]
    assert not [path for path in outside if decodes(path)]
    assert {str(path.relative_to(ROOT)) for path in outside if opens_pictures(path)} == ours
