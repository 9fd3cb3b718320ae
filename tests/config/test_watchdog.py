"""A server that stands still ends itself, also while a thread holds the interpreter; one that works does not."""

import subprocess
import sys

import pytest

from deploy.processes import ROOT

pytestmark = pytest.mark.walk

HEAD = """
import asyncio, re, sys, threading, time
import uvloop
from config.server.watchdog import watch
loop = watch(uvloop.new_event_loop(), float(sys.argv[1]))
def hold(): re.fullmatch("(a|aa)+", "a" * 60 + "b")
"""


def run(last: str, patience: float) -> tuple[int, str]:
    """The exit code of a loop that is watched with this patience, in seconds, and what it wrote to stderr."""
    command = [sys.executable, "-c", HEAD + last, str(patience)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    return ended.returncode, ended.stderr


@pytest.mark.parametrize(
    "still",
    [
        "loop.run_until_complete(asyncio.to_thread(hold))",
        "loop.call_soon(time.sleep, 60); loop.run_forever()",
    ],
    ids=["a pattern in a thread holds the interpreter", "something blocks the loop"],
)
def test_a_server_that_stands_still_ends_and_says_where(still: str) -> None:
    code, told = run(still, 0.6)
    assert code == 1
    assert "Timeout" in told
    assert "<string>" in told


def test_a_server_that_works_goes_on() -> None:
    assert run("loop.run_until_complete(asyncio.wait_for(asyncio.to_thread(time.sleep, 4), 30))", 3) == (0, "")
