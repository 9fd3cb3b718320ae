"""The rules library is installed by itself, and works where nothing else is installed."""

import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from deploy.processes import ROOT
from rules import SYSTEMS, __version__

pytestmark = pytest.mark.walk

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
USE_ALL = """
from importlib.metadata import distribution
import rules

for key in rules.SYSTEMS:
    system = rules.get_system(key)
    for archetype in system.sheets.archetypes:
        sheet = system.sheets.parse(system.sheets.blank(archetype))
        system.sheets.layout(sheet), system.sheets.derived(sheet), system.sheets.arms(sheet)
    system.battle.start(system.options())
    print(key)
print(distribution("storywheel-rules").version, distribution("storywheel-rules").requires)
"""


def run(*command: str | Path, where: Path) -> str:
    """Run a command and return what it printed."""
    done = subprocess.run(command, cwd=where, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def empty_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a virtual environment with the library in it, built from a copy of the sources."""
    folder = tmp_path_factory.mktemp("package")
    source = folder / "source"
    shutil.copytree(ROOT / "rules", source / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "LICENSE", "docs/rules.md"):
        (source / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    run(*PIP, "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", folder, source, where=folder)
    venv.create(folder / "empty")
    python = folder / "empty" / "bin" / "python"
    run(*PIP, "--python", python, "install", "--no-index", *folder.glob("*.whl"), where=folder)
    return python


def test_every_game_works_from_an_empty_environment(empty_python: Path, tmp_path: Path) -> None:
    told = run(empty_python, "-I", "-c", USE_ALL, where=tmp_path)
    assert told.split("\n") == [*SYSTEMS, f"{__version__} None", ""]


def test_the_command_line_works_from_an_empty_environment(empty_python: Path, tmp_path: Path) -> None:
    assert "success" in run(empty_python, "-I", "-m", "rules", "odds", "exalted2e", "--pool", "4", where=tmp_path)


def test_only_the_library_is_installed(empty_python: Path) -> None:
    (packages,) = (empty_python.parent.parent / "lib").glob("python*/site-packages")
    installed = {path.name for path in packages.iterdir() if not path.name.endswith(".dist-info")}
    assert installed == {"rules"}
    kept = [path.relative_to(ROOT) for path in (ROOT / "rules").rglob("*") if path.suffix in (".py", ".toml", ".typed")]
    assert [str(path) for path in kept if not (packages / path).is_file()] == []
