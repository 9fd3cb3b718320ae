"""What a run of the tests leaves out, and why. Its last line says so, and nothing is left out unseen.

A test that wants a program which this machine lacks is skipped by that program's name (`needs`, `require`). `make test`
leaves all journeys and tests of servers that `tests/short.txt` does not list to `make check` (`--short`).

python -m tests.left_out FILE            prints that line, from what each run of pytest has noted in the file
python -m tests.left_out FILE --whole    ends with an error if a program of `ALWAYS` was missing
"""

import argparse
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.chromium import NAMES

ROOT = Path(__file__).resolve().parent.parent
SHORT = ROOT / "tests" / "short.txt"
NOTED = "LEFT_OUT"
"""The environment's name of the file in which runs of pytest note what they left out."""
LATER = "make check runs them"
FOLDERS = {"tests/e2e": "journey", "tests/shared": "server test"}
"""What a test is called, by its folder."""


def _find_initdb() -> bool:
    return bool(list(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or shutil.which("initdb"))


def _find(*names: str) -> bool:
    return any(map(shutil.which, names))


PROGRAMS: dict[str, Callable[[], bool]] = {
    "Chromium": partial(_find, *NAMES),
    "PostgreSQL": _find_initdb,
    "Redis": partial(_find, "redis-server"),
    "Node": partial(_find, "node"),
    "Caddy": partial(_find, "caddy"),
    "nginx": partial(_find, "nginx"),
    "systemd": partial(_find, "systemd-analyze"),
}
"""Programs that some tests want, and whether this machine has them."""
ALWAYS = ("Chromium", "PostgreSQL", "Redis", "Node")
"""Those without which `make check` fails."""


def needs(*programs: str) -> pytest.MarkDecorator:
    """Mark tests that are skipped where one of these programs is missing."""
    missing = _list_missing(programs)
    return pytest.mark.skipif(bool(missing), reason=_explain(missing))


def require(*programs: str) -> None:
    """Skip the test, or all that ask for the fixture, where one of these programs is missing."""
    if missing := _list_missing(programs):
        pytest.skip(_explain(missing))


def _list_missing(programs: Iterable[str]) -> list[str]:
    return [program for program in programs if not PROGRAMS[program]()]


def _explain(missing: list[str]) -> str:
    return f"no {' and no '.join(missing)}"


def leave_to_check(items: list[pytest.Item]) -> None:
    """Skip the journeys and tests of servers that the short list does not name, by file or by test."""
    listed = {line for line in SHORT.read_text().splitlines() if line and not line.startswith("#")}
    for item in items:
        name = item.nodeid.partition("[")[0]
        if item.nodeid.startswith(tuple(FOLDERS)) and not listed & {name, name.partition("::")[0]}:
            item.add_marker(pytest.mark.skip(reason=LATER))


def note(reports: Iterable[pytest.TestReport]) -> None:
    """Add to the file that the environment names how many tests a run has skipped, by kind and reason."""
    path = os.environ.get(NOTED)
    if not path:
        return
    counted = Counter((_name_kind(report.nodeid), _read_reason(report)) for report in reports)
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with Path(path).open("a") as file:
        file.writelines(json.dumps([kind, reason, count]) + "\n" for (kind, reason), count in counted.items())


def _name_kind(test: str) -> str:
    return next((kind for folder, kind in FOLDERS.items() if test.startswith(folder)), "test")


def _read_reason(report: pytest.TestReport) -> str:
    told = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return told.removeprefix("Skipped: ")


def describe(lines: Iterable[str]) -> str:
    """Return the last line of a run, from what was noted."""
    counted: Counter[tuple[str, str]] = Counter()
    for line in lines:
        kind, reason, count = json.loads(line)
        counted[kind, reason] += count
    if not counted:
        return "Nothing was left out."
    found = [f"{count} {kind}{'' if count == 1 else 's'} ({reason})" for (kind, reason), count in counted.items()]
    return f"Left out: {', '.join(found)}."


def main(arguments: Sequence[str]) -> int:
    """Print the line. Return the code with which the process ends."""
    parser = argparse.ArgumentParser(prog="python -m tests.left_out")
    parser.add_argument("file", type=Path)
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args(arguments)
    lines = options.file.read_text().splitlines() if options.file.exists() else []
    print(describe(lines))
    reasons = {json.loads(line)[1] for line in lines}
    return int(options.whole and any(f"no {program}" in reason for program in ALWAYS for reason in reasons))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
