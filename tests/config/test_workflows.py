"""The forges run on a clean clone what everybody runs at home."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FORGES = (".github/workflows/check.yml", ".forgejo/workflows/check.yml")
GITLAB = ".gitlab-ci.yml"
MINUTES = 30
"""A run that takes longer hangs."""


def read(path: str) -> dict[Any, Any]:
    told: dict[Any, Any] = yaml.safe_load((ROOT / path).read_text())
    return told


def job_of(path: str) -> tuple[str, list[str], str]:
    """What a forge is told: the image, the commands in order, and the limit."""
    if path == GITLAB:
        job = read(path)["check"]
        return job["image"], job["script"], job["timeout"].split()[0]
    job = read(path)["jobs"]["check"]
    return job["container"], [step["run"] for step in job["steps"] if "run" in step], str(job["timeout-minutes"])


@pytest.mark.parametrize("path", [*FORGES, GITLAB])
def test_every_forge_runs_the_same_command_on_the_same_system(path: str) -> None:
    image, commands, minutes = job_of(path)
    assert image == "python:3.11-bookworm"
    assert commands[-1] == ".ci/run"
    assert commands[:-1] == [
        "apt-get update && apt-get install --yes --no-install-recommends git nodejs npm"
    ]  # the rest is fetched by `make check` itself
    assert int(minutes) == MINUTES
    assert "continue-on-error" not in (ROOT / path).read_text()
    assert "allow_failure" not in (ROOT / path).read_text()


@pytest.mark.parametrize("path", FORGES)
def test_a_push_and_a_request_to_merge_are_checked(path: str) -> None:
    assert set(read(path)[True]) == {"push", "pull_request"}  # YAML takes "on" for a truth


def test_that_command_is_the_one_of_the_guide() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert script.read_text().splitlines()[-1] == "make check"
    assert "make check" in (ROOT / "CONTRIBUTING.md").read_text()


def test_what_deploys_it_and_the_workflows_are_linted() -> None:
    makefile = (ROOT / "Makefile").read_text()
    lint = makefile.partition("\nimages:")[2].partition("\n\n")[0]
    assert re.search(r"^lint: .*\bimages\b", makefile, re.M)
    assert re.search(r"MAKE\) .*\bimages\b", makefile)
    folders = [f"{Path(path).parent}/*.yml" for path in FORGES]
    for named in ("hadolint deploy/Dockerfile", "deploy/compose.yaml", GITLAB, *folders):
        assert named in lint
