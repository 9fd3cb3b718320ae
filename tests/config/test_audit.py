"""What is known against our packages: found is red, clean is green, and nobody's answer is told as that."""

import json
from typing import Any

import pytest

from deploy.audit import FILES, Verdict, judge
from deploy.processes import ROOT

GOOD: dict[str, Any] = {"name": "django", "version": "5.2.1", "vulns": []}
BAD: dict[str, Any] = {
    "name": "pillow",
    "version": "9.0",
    "vulns": [{"id": "PYSEC-2099-1", "fix_versions": ["9.1"], "aliases": [], "description": "A picture that bites."}],
}
NOBODY_KNOWS = {"name": "ours", "skip_reason": "Dependency not found on PyPI and could not be audited: ours (1)"}
SILENCE = [
    "requests.exceptions.ProxyError: HTTPSConnectionPool(host='pypi.org', port=443): Max retries exceeded",
    "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='pypi.org', port=443): Max retries exceeded",
    "requests.exceptions.SSLError: HTTPSConnectionPool(host='pypi.org', port=443): certificate verify failed",
    "requests.exceptions.ReadTimeout: HTTPSConnectionPool(host='pypi.org', port=443): Read timed out.",
    "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed\nERROR:pip_audit._cli:Tip: your network may",
    "requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: https://pypi.org/pypi/amqp/5/json",
]


def told(*packages: dict[str, Any]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_nothing_known_is_clean() -> None:
    finding = judge(0, told(GOOD, {**GOOD, "name": "redis"}), "No known vulnerabilities found")
    assert finding.verdict is Verdict.CLEAN
    assert finding.lines == ("nothing is known against any of 2 packages",)
    assert finding.exit_code(if_reachable=True) == finding.exit_code(if_reachable=False) == 0


@pytest.mark.parametrize("others", [(), (GOOD,), (NOBODY_KNOWS,)])
def test_a_known_vulnerability_is_red_wherever_it_is_asked(others: tuple[dict[str, Any], ...]) -> None:
    finding = judge(1, told(*others, BAD), "Found 1 known vulnerability in 1 package")
    assert finding.verdict is Verdict.VULNERABLE
    assert finding.lines == ("pillow 9.0: PYSEC-2099-1, mended in 9.1",)
    assert finding.exit_code(if_reachable=True) == finding.exit_code(if_reachable=False) == 1


@pytest.mark.parametrize("words", SILENCE, ids=lambda words: words.partition(":")[0])
def test_where_nobody_answers_it_is_not_told_as_clean(words: str) -> None:
    finding = judge(1, "", f"Traceback (most recent call last):\n  ...\n{words}\n")
    assert finding.verdict is Verdict.UNKNOWN
    assert "does not answer" in finding.lines[0]
    assert finding.exit_code(if_reachable=True) == 0
    assert finding.exit_code(if_reachable=False) != 0


def test_a_package_that_the_database_does_not_know_is_not_told_as_clean() -> None:
    finding = judge(0, told(GOOD, NOBODY_KNOWS), "")
    assert finding.verdict is Verdict.UNKNOWN
    assert "ours" in finding.lines[0]


def test_a_mirror_that_knows_nothing_is_not_told_as_clean() -> None:
    """For which pip-audit itself finds that there are no known vulnerabilities, and ends with 0."""
    finding = judge(0, told(NOBODY_KNOWS, {**NOBODY_KNOWS, "name": "django"}), "No known vulnerabilities found")
    assert finding.verdict is Verdict.UNKNOWN
    assert "knows none of these packages" in finding.lines[0]


@pytest.mark.parametrize(
    ("code", "text", "complaint"),
    [
        (1, "", "ERROR:pip_audit._cli:requirement django is not hashed"),
        (1, "", "ModuleNotFoundError: No module named 'pip_audit'"),
        (1, "", "requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: https://pypi.org/"),
        (2, "", ""),
        (0, "{}", ""),
        (0, told(), ""),
        (1, told(GOOD), "something else"),
    ],
)
def test_an_audit_that_breaks_in_any_other_way_is_red(code: int, text: str, complaint: str) -> None:
    finding = judge(code, text, complaint)
    assert finding.verdict is Verdict.BROKEN
    assert finding.lines
    assert finding.exit_code(if_reachable=True) == 1


def test_the_audit_reads_all_that_a_server_installs_and_the_check_runs_it() -> None:
    left_out = {"requirements-dev.txt", "requirements-docs.txt"}  # no server installs them
    assert set(FILES) == {path.name for path in ROOT.glob("requirements*.txt")} - left_out
    makefile = (ROOT / "Makefile").read_text()
    assert "$(RUN) -m deploy.audit --if-reachable\n" in makefile
    assert "$(RUN) -m deploy.audit\n" in makefile
