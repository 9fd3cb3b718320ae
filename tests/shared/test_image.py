"""The steps of the Dockerfile, carried out here, where no container engine is: its folders stand below one of ours.

Two things of a container are left out: it has a user of its own, who owns its folders, and another Python.
"""

import json
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.processes import ROOT, TIMEOUT_SECONDS, free_port

FOLDERS = re.compile(r"(?<![\w.])/(?=(?:srv|var|backups)\b)")
"""The beginnings of the image's own folders."""
OWNER = "--owner storywheel "
ONLY_SAID = {"FROM", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK"}
"""Steps that say something and do nothing."""


def read_steps() -> list[tuple[str, str]]:
    """The steps of the Dockerfile in order: (kind, the rest of the line)."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "deploy" / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(kind, rest) for kind, _, rest in (line.partition(" ") for line in lines)]


class Image:
    """What the steps make below a folder. Its environment has nothing of this process."""

    def __init__(self, root: Path) -> None:
        self.root, self.folder = root, root
        programs = root / "programs"
        programs.mkdir()
        (programs / "python").symlink_to(sys.executable)
        (programs / "useradd").write_text("#!/bin/sh\n")
        (programs / "useradd").chmod(0o755)
        self.environment = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(Path.home())}
        self.arguments: dict[str, str] = {}
        """What a build is told, as it is if nothing is said."""
        self.command: list[str] = []

    def carry_out(self, kind: str, rest: str) -> None:
        """Carry out a step."""
        here = FOLDERS.sub(f"{self.root}/", rest)
        match kind:
            case "ARG":
                name, _, value = here.partition("=")
                self.arguments[f"${name}"] = value.strip('"')
            case "ENV":
                for name, _, value in (pair.partition("=") for pair in here.split()):
                    given = self.arguments.get(value, value)
                    self.environment[name] = given.replace("$PATH", self.environment["PATH"])
                self.environment["PIP_NO_CACHE_DIR"] = "0"  # the cache of this machine makes it quick
            case "WORKDIR":
                self.folder = Path(here)
                self.folder.mkdir(parents=True)
            case "COPY":
                *sources, target = here.split()
                for source in sources:
                    self._copy(ROOT / source, self.folder / target)
            case "RUN":
                assert not re.search(r"\bapt\b|\bcurl\b|\bwget\b", here)
                self._run(here.replace(OWNER, ""))
            case "CMD":
                self.command = json.loads(here)
            case _:
                assert kind in ONLY_SAID, f"a step of another kind: {kind}"

    def _copy(self, source: Path, target: Path) -> None:
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)

    def _run(self, command: str) -> None:
        done = subprocess.run(
            ["sh", "-ec", command], cwd=self.folder, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def image(tmp_path: Path) -> Image:
    image = Image(tmp_path)
    for step in read_steps():
        image.carry_out(*step)
    return image


@pytest.fixture
def started(image: Image) -> Iterator[str]:
    """Its command, at a port that is free: the address."""
    port = str(free_port())
    command = [{"8000": port, "0.0.0.0": "127.0.0.1"}.get(word, word) for word in image.command]
    assert port in command
    with (image.root / "log").open("w") as log:
        server = subprocess.Popen(
            [shutil.which(command[0], path=image.environment["PATH"]) or "", *command[1:]],
            cwd=image.folder, env=image.environment, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        wait_for(f"http://127.0.0.1:{port}/readyz", server, image.root / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=20)


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while True:
        try:
            urllib.request.urlopen(url, timeout=5)
            return
        except OSError:
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)


def test_one_command_starts_what_the_dockerfile_makes(image: Image, started: str) -> None:
    with urllib.request.urlopen(started) as answer:
        page = answer.read().decode()
        assert answer.url == f"{started}/first/"
    style = re.search(r'rel="stylesheet" href="(/static/[^"]+)"', page)
    assert style
    assert urllib.request.urlopen(started + style[1]).status == 200
    assert re.search(r"with the code [A-Z0-9]{4}-", (image.root / "log").read_text())
    data = {path.name for path in (image.root / "var/lib/storywheel").iterdir()}
    assert {"storywheel.sqlite3", "secret_key", "first-host-code"} <= data
