"""Games in packages of their own: found, checked, left out where they are broken, and laid out anew."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rules
from rules import PACKAGED, SYSTEMS, get_system, packages
from rules.__main__ import main
from rules.check_game import break_laws, check_vectors, find_faults
from rules.errors import BadInput
from rules.new_game import lay_out
from rules.packages import GROUP, LOCALES, load_packages
from rules.system import System

pytestmark = pytest.mark.walk

ROOT = Path(rules.__file__).parent.parent


@pytest.fixture(autouse=True)
def registry() -> Iterator[None]:
    """Put the registry back after each test."""
    before = dict(SYSTEMS)
    yield
    for key in {*SYSTEMS} - {*before}:
        del SYSTEMS[key]
        PACKAGED.pop(key, None)
        LOCALES.pop(key, None)
    get_system.cache_clear()


def install(monkeypatch: pytest.MonkeyPatch, *games: tuple[str, str]) -> None:
    """Let these entry points be those of installed packages."""
    entries = [EntryPoint(name, place, GROUP) for name, place in games]
    monkeypatch.setattr(packages, "entry_points", lambda group: entries if group == GROUP else [])


def provide(monkeypatch: pytest.MonkeyPatch, **values: Any) -> None:
    """Let the module `pack` hold these values."""
    monkeypatch.setitem(sys.modules, "pack", SimpleNamespace(**values))


def test_an_installed_game_is_a_system_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, ("coins", "storywheel_coins.system:SYSTEM"))
    assert load_packages() == {}
    assert (SYSTEMS["coins"], get_system("coins").key) == ("Coins", "coins")
    assert load_packages() == {}, "a second look finds nothing new"
    assert [path.name for path in LOCALES["coins"].glob("fi/LC_MESSAGES/*.mo")] == ["rules.mo"]


def test_a_game_with_a_broken_translation_is_left_out(
    toy: System, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiled = tmp_path / "locale" / "fi" / "LC_MESSAGES" / "rules.mo"
    compiled.parent.mkdir(parents=True)
    compiled.write_bytes(b"no messages")
    provide(monkeypatch, __file__=str(tmp_path / "__init__.py"), SYSTEM=replace(toy, key="pack"))
    install(monkeypatch, ("pack", "pack:SYSTEM"))
    assert "Bad magic number" in load_packages()["pack"]
    assert "pack" not in {*SYSTEMS, *LOCALES}


@pytest.mark.parametrize(
    ("key", "place", "reason"),
    [
        ("coins", "no_such_package.system:SYSTEM", "ModuleNotFoundError"),
        ("coins", "storywheel_coins.system:NOTHING", "AttributeError"),
        ("coins", "storywheel_coins.system:Tasks", "not to a rules.system.System"),
        ("flips", "storywheel_coins.system:SYSTEM", "its entry point says flips, its System says coins"),
        ("exalted2e", "storywheel_coins.system:SYSTEM", "there is a game with this key already"),
        (
            "Coins!",
            "storywheel_coins.system:SYSTEM",
            "2 to 40 lowercase letters, digits and underscores, a letter first",
        ),
    ],
)
def test_a_broken_package_is_left_out_with_its_reason(
    key: str, place: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dict(SYSTEMS)
    install(monkeypatch, (key, place))
    assert reason in load_packages()[key]
    assert before == SYSTEMS


def test_a_package_that_ends_the_process_does_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "quitter.py").write_text("import sys\nsys.exit('goodbye')\n")
    monkeypatch.syspath_prepend(tmp_path)
    install(monkeypatch, ("quitter", "quitter:SYSTEM"), ("coins", "storywheel_coins.system:SYSTEM"))
    assert load_packages() == {"quitter": "SystemExit: goodbye"}
    assert "coins" in SYSTEMS


def test_a_game_whose_sheets_are_not_legal_is_left_out(toy: System, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(archetype: str) -> Any:
        return replace(toy.sheets.parse({}), coins=99)

    broken = replace(toy, key="wrong", sheets=replace(toy.sheets, make=make))
    provide(monkeypatch, SYSTEM=broken)
    install(monkeypatch, ("wrong", "pack:SYSTEM"))
    assert "must be 1 to 10" in load_packages()["wrong"]
    assert find_faults(broken)[-1] == "its battle says that it is of coins, not wrong"


def test_the_example_passes_its_vectors(toy: System) -> None:
    report = check_vectors(toy)
    assert report is not None
    assert (report.passed, report.failed) == (3, 0)


def test_check_game_says_what_fails(toy: System, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", "coins", "--fights", "2", "--moves", "40"]) == 0
    assert "3 vectors pass; 2 of 2 fights keep the laws of battle" in capsys.readouterr().out
    assert main(["check-game", "nothing"]) == 2
    assert "There is no system 'nothing'" in capsys.readouterr().err


def test_check_game_tells_why_a_package_is_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, ("gone", "no_such_package:SYSTEM"))
    assert main(["check-game", "gone"]) == 2
    assert "The package of gone is broken: ModuleNotFoundError" in capsys.readouterr().err


def test_a_broken_law_is_told_with_its_seed(toy: System, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(toy.battle), "may_act", lambda self, state, actor: True)
    told = list(break_laws(toy, seeds=2, steps=120))
    assert told
    assert all(line.startswith("seed ") and "may_act is True" in line for line in told)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("Blades", "A game’s key has 2 to 40 lowercase letters, digits and underscores, such as blades"),
        ("b", "2 to 40"),
        ("exalted2e", "already"),
        ("../up", "letters"),
    ],
)
def test_a_new_game_needs_a_key_of_its_own(key: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        lay_out(key, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_new_game_never_writes_over_a_folder(tmp_path: Path) -> None:
    lay_out("blades", tmp_path)
    with pytest.raises(BadInput, match="Can’t create"):
        lay_out("blades", tmp_path)


def test_a_new_game_passes_its_own_tests(tmp_path: Path) -> None:
    made = lay_out("blades", tmp_path)
    (made / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:django", str(made / "tests"))
    done = subprocess.run(command, cwd=made, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert "3 passed" in done.stdout, done.stdout + done.stderr


def test_a_new_game_bears_its_name_everywhere(tmp_path: Path) -> None:
    made = lay_out("iron_towns", tmp_path)
    files = [path for path in made.rglob("*") if path.is_file()]
    assert not [path for path in files if "newgame" in path.name or "newgame" in path.read_text()]
    assert 'name="Iron towns"' in (made / "storywheel_iron_towns" / "system.py").read_text()
    assert not [path for path in files if path.suffix == ".py-tpl"]
