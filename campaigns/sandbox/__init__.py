"""The one door for files that strangers may have made: pictures, files of characters and series, sheets to print.

Each is decoded or parsed in a process of its own, with limits of memory and time and without the settings of this
server, so what it costs is gone when it ends. At each of the doors there is one at a time: eight pictures at once cost
no more memory than one.
"""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Protocol

from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.sandbox import runner

TIMEOUT_SECONDS = 60.0
"""Seconds that a file waits for those before it, and may then take itself."""


class Program(Protocol):
    """A module that runs in the sandbox. It imports nothing of ours."""

    __file__: Any
    Unfit: Any
    """An exception: the input does not fit. Its message is the reason, in a word."""
    MAX_MEMORY: int
    MAX_SECONDS: int


class Door:
    """Let one file at a time into a sandbox."""

    def __init__(self) -> None:
        self.turn = threading.Lock()

    def run(self, program: Program, content: bytes) -> bytes:
        """Run a program on a content, and return its output.

        Raises the program's `Unfit`, with the reason `rich` if it was ended at one of its limits. Raises `Refused` if
        too many files are before this one.
        """
        if not self.turn.acquire(timeout=TIMEOUT_SECONDS):
            raise Refused(_("Another import is running. Wait a minute, then try again."), status=503)
        try:
            done = subprocess.run(  # noqa: S603  our own program
                [sys.executable, "-I", str(Path(runner.__file__)), str(program.__file__)],
                input=content,
                capture_output=True,
                timeout=TIMEOUT_SECONDS,
                check=False,
                env={},
            )
        except subprocess.TimeoutExpired:
            raise program.Unfit(runner.RICH) from None
        finally:
            self.turn.release()
        if done.returncode:
            raise program.Unfit(done.stderr.decode() if done.returncode == runner.UNFIT else runner.RICH)
        return done.stdout


quick = Door()
"""For pictures and files of characters, which take tenths of a second."""
slow = Door()
"""For files of series and sheets to print, which may take seconds."""
