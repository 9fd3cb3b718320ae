"""Asks the public database of vulnerabilities about everything that a server is made of (`pip-audit`).

python -m deploy.audit                   before a release: fails unless all was looked up and nothing is known
python -m deploy.audit --if-reachable    in `make check`: where the database does not answer, says so and goes on
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from deploy.processes import ROOT

FILES = ("requirements.txt", "requirements-pdf.txt")
TIMEOUT_SECONDS, ANSWER_SECONDS = 60, 5
"""Seconds for the whole audit, and for each answer of the database."""
AWAY = re.compile(
    r"^requests\.exceptions\.(ConnectionError|ProxyError|SSLError|ConnectTimeout|ReadTimeout|ChunkedEncodingError)\b"
    r"|^requests\.exceptions\.HTTPError: 5\d\d "
    r"|Could not connect to PyPI's vulnerability feed"
    r"|PyPI is not redirecting properly",
    re.MULTILINE,
)
"""How pip-audit reports that the database does not answer."""


class Verdict(Enum):
    """The result of an audit. `UNKNOWN` is neither good nor bad."""

    CLEAN, VULNERABLE, UNKNOWN, BROKEN = "clean", "vulnerable", "not checked", "broken"


@dataclass(frozen=True)
class Finding:
    """The verdict, and lines that explain it."""

    verdict: Verdict
    lines: tuple[str, ...]

    def exit_code(self, *, if_reachable: bool) -> int:
        """Return 0 if a check may go on."""
        if self.verdict is Verdict.UNKNOWN:
            return 0 if if_reachable else 3
        return 0 if self.verdict is Verdict.CLEAN else 1


def judge(code: int, output: str, errors: str) -> Finding:
    """Return the finding of pip-audit's output and exit status."""
    last_words = tuple(errors.strip().splitlines()[-5:])
    broken = Finding(Verdict.BROKEN, last_words or (f"pip-audit ended with {code}",))
    try:
        packages: list[dict[str, Any]] = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        if away := AWAY.search(errors):
            line = errors[away.start() :].splitlines()[0]
            return Finding(Verdict.UNKNOWN, (f"the database of vulnerabilities does not answer: {line[:200]}",))
        return broken
    known = [_describe(package, vulnerability) for package in packages for vulnerability in package.get("vulns", [])]
    if known:
        return Finding(Verdict.VULNERABLE, tuple(known))
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if unknown and len(unknown) == len(packages):
        return Finding(Verdict.UNKNOWN, ("what answers knows none of these packages, as a mirror without advisories",))
    if unknown:
        return Finding(Verdict.UNKNOWN, (f"the database does not know {', '.join(unknown)}",))
    if code or not packages:
        return broken
    return Finding(Verdict.CLEAN, (f"nothing is known against any of {len(packages)} packages",))


def _describe(package: Mapping[str, Any], vulnerability: Mapping[str, Any]) -> str:
    better = ", ".join(vulnerability["fix_versions"]) or "none yet"
    return f"{package['name']} {package['version']}: {vulnerability['id']}, mended in {better}"


def ask(files: Sequence[str] = FILES) -> Finding:
    """Run pip-audit over the files of pinned requirements."""
    command = [sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip", "--format", "json"]
    command += ["--timeout", str(ANSWER_SECONDS)]
    named = [part for name in files for part in ("--requirement", str(ROOT / name))]
    try:
        done = subprocess.run(
            [*command, "--progress-spinner", "off", *named], capture_output=True, text=True, timeout=TIMEOUT_SECONDS
        )
    except subprocess.TimeoutExpired:
        words = f"the database of vulnerabilities has not answered for {TIMEOUT_SECONDS} seconds"
        return Finding(Verdict.UNKNOWN, (words,))
    return judge(done.returncode, done.stdout, done.stderr)


def main() -> None:
    """Run the audit, print the finding, and exit with its status."""
    parser = argparse.ArgumentParser(prog="deploy.audit", description=__doc__.partition("\n")[0])
    parser.add_argument("--if-reachable", action="store_true", help="go on where the database does not answer")
    options = parser.parse_args()
    finding = ask()
    print(f"Known vulnerabilities: {finding.verdict.value.upper()}")
    for line in finding.lines:
        print(f"  {line}")
    if finding.verdict is Verdict.UNKNOWN:
        print("  Nothing is said about these packages. `make audit` asks again: it must be clean before a release.")
    sys.exit(finding.exit_code(if_reachable=options.if_reachable))


if __name__ == "__main__":
    main()
