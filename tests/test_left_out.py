"""What a run leaves out is counted by its reason, and the lists of what runs when name what is there."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import left_out
from tests.conftest import pytest_terminal_summary

ROOT = Path(__file__).resolve().parent.parent


def skipped(test: str, reason: str) -> Any:
    """The report of a test that was skipped."""
    return SimpleNamespace(nodeid=test, longrepr=("file.py", 1, f"Skipped: {reason}"))


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which runs note what they left out."""
    monkeypatch.setenv(left_out.NOTED, str(tmp_path / "left-out"))
    return tmp_path / "left-out"


Tell = Callable[..., tuple[str, int]]


@pytest.fixture
def tell(noted: Path, capsys: pytest.CaptureFixture[str]) -> Tell:
    """The last line of a run, and the code with which it ends."""

    def run(*options: str) -> tuple[str, int]:
        code = left_out.main([str(noted), *options])
        return capsys.readouterr().out.strip(), code

    return run


def test_the_last_line_counts_what_several_runs_left_out_by_kind_and_reason(noted: Path, tell: Tell) -> None:
    left_out.note([skipped("tests/e2e/test_a.py::test_b", "no Chromium")] * 3)
    left_out.note([skipped("tests/e2e/test_c.py::test_d", "no Chromium")])
    left_out.note([skipped("tests/shared/test_e.py::test_f", "no PostgreSQL and no Redis")])
    left_out.note([skipped("tests/config/test_g.py::test_h", "no nginx")])
    wanted = "Left out: 4 journeys (no Chromium), 1 server test (no PostgreSQL and no Redis), 1 test (no nginx)."
    assert tell() == (wanted, 0)
    assert tell("--whole") == (wanted, 1)


def test_a_whole_run_may_lack_what_only_few_machines_have(noted: Path, tell: Tell) -> None:
    left_out.note([skipped("tests/config/test_g.py::test_h", "no nginx")])
    with noted.open("a") as file:
        file.write('["script test", "Node older than 20", 7]\n')
    assert tell("--whole") == ("Left out: 1 test (no nginx), 7 script tests (Node older than 20).", 0)


def test_a_run_that_leaves_nothing_out_says_so(noted: Path, tell: Tell) -> None:
    left_out.note([])
    assert tell("--whole") == ("Nothing was left out.", 0)


def test_a_test_is_skipped_by_the_name_of_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(left_out.PROGRAMS, "PostgreSQL", lambda: False)
    monkeypatch.setitem(left_out.PROGRAMS, "Redis", lambda: True)
    with pytest.raises(pytest.skip.Exception, match=r"^no PostgreSQL$"):
        left_out.require("PostgreSQL", "Redis")
    assert left_out.needs("PostgreSQL", "Redis").kwargs == {"reason": "no PostgreSQL"}
    assert left_out.needs("PostgreSQL", "Redis").args == (True,)
    left_out.require("Redis")


@pytest.mark.parametrize("name", ["short", "fast"])
def test_every_list_names_tests_that_are_there(name: str) -> None:
    lines = [line for line in (ROOT / "tests" / f"{name}.txt").read_text().splitlines() if not line.startswith("#")]
    assert lines
    assert len(set(lines)) == len(lines)
    for line in lines:
        path, _, test = line.partition("::")
        assert (ROOT / path).exists(), line
        assert not test or f"def {test}(" in (ROOT / path).read_text(), line


def test_the_short_list_leaves_other_journeys_and_servers_to_make_check() -> None:
    named = next(line for line in left_out.SHORT.read_text().splitlines() if line.startswith("tests/e2e/"))
    marked: dict[str, list[Any]] = {}
    items: list[Any] = [
        SimpleNamespace(nodeid=test, add_marker=marked.setdefault(test, []).append)
        for test in (
            f"{named.partition('::')[0]}::x",
            f"{named}::y[z]",
            "tests/e2e/test_other.py::a",
            "tests/play/b.py::c",
        )
    ]
    left_out.leave_to_check(items)
    assert [len(marks) for marks in marked.values()][2:] == [1, 0]
    assert marked[f"{named}::y[z]"] == []


@pytest.mark.parametrize(
    ("of_a_worker", "counted"), [(False, "Left out: 1 test (no nginx)."), (True, "Nothing was left out.")]
)
def test_what_workers_have_skipped_is_counted_once_by_their_controller(
    noted: Path, tell: Tell, of_a_worker: bool, counted: str
) -> None:
    config = SimpleNamespace(workerinput={}) if of_a_worker else SimpleNamespace()
    told: Any = SimpleNamespace(
        config=config, stats={"skipped": [skipped("tests/config/test_g.py::test_h", "no nginx")]}
    )
    pytest_terminal_summary(told)
    assert tell()[0] == counted
