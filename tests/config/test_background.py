"""A process that forks the parts of the background work keeps all of them alive, and ends with all of them."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.processes import ROOT
from tests.shared.people import gather

HEAD = """
import os, signal, sys, time
from config.background import family
from config.background.family import Family, Part
family.PAUSE = 0.05
folder = sys.argv[1]
def note(name):
    with open(f"{folder}/{name}", "a") as file:
        print(os.getpid(), file=file, flush=True)
def work(pulse):
    note("works")
    while True:
        pulse.beat()
        time.sleep(0.05)
def hang(pulse):
    note("hangs")
    time.sleep(600)
def die(pulse):
    note("dies")
    raise ValueError
Family([Part("works", work, 1.0), Part("hangs", hang, 1.0), Part("dies", die, 1.0)], lambda: time.sleep(0.05)).run()
"""


def read(folder: Path, name: str) -> list[int]:
    """The processes that a part has had."""
    file = folder / name
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def lives(process: int) -> bool:
    """Whether it runs. One whose parent has not noticed its end does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def family(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Three parts: one works, one hangs at once, one dies at once."""
    started = subprocess.Popen(
        [sys.executable, "-c", HEAD, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    gather(30, lambda: all(len(read(tmp_path, name)) > 1 for name in ("hangs", "dies")))
    yield started
    started.kill()
    started.communicate()


def test_what_dies_or_hangs_starts_again_and_what_works_is_left_alone(
    family: subprocess.Popen[str], tmp_path: Path
) -> None:
    (works,) = read(tmp_path, "works")
    assert lives(works)
    assert not lives(read(tmp_path, "hangs")[0])
    family.send_signal(signal.SIGTERM)
    assert family.wait(10) == 0
    told = family.communicate()[1]
    assert "hangs does not go on. It is ended, and started again." in told
    assert "dies has ended. It is started again." in told
    assert "works" not in told


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL], ids=["is told to end", "is killed"])
def test_no_part_outlives_the_process_that_forked_it(
    family: subprocess.Popen[str], tmp_path: Path, ending: signal.Signals
) -> None:
    family.send_signal(ending)
    family.wait(10)
    gather(5, lambda: not any(lives(one) for name in ("works", "hangs", "dies") for one in read(tmp_path, name)))
