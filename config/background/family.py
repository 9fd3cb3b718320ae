"""A process that forks others, and restarts those that end or hang."""

import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from config.background.pulse import Pulse, die_with_parent, set_name

logger = logging.getLogger(__name__)

MAX_SILENCE = 300.0
"""Seconds without a beat after which a part counts as hanging. A run of posts, and a worker without its broker, are
silent for a minute or two."""
PAUSE = 1.0
"""Seconds between two looks at the parts, and before one that has ended starts again."""
ENDINGS = (signal.SIGTERM, signal.SIGINT)
ENDING = 60.0
"""Seconds for which parts may finish their tasks after SIGTERM."""


class Part:
    """One forked process. `run` gets a pulse, beats it while all is well, and returns on SIGTERM."""

    def __init__(self, name: str, run: Callable[[Pulse], None], patience: float = MAX_SILENCE) -> None:
        self.name = name
        self.process = 0
        """Its process id; 0 while it does not run."""
        self.starts = 0
        self._run = run
        self._patience = patience
        self._pulse = Pulse()

    def start(self, leave: Callable[[], None]) -> None:
        """Fork it. `leave` is called in the new process first: it closes what is the parent's alone."""
        self._pulse.beat()
        self.starts += 1
        parent = os.getpid()
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)  # until it is known whose process this is
        self.process = os.fork()
        if not self.process:
            self._live(parent, leave)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)

    def _live(self, parent: int, leave: Callable[[], None]) -> NoReturn:
        code = 1
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)
            die_with_parent()
            if os.getppid() != parent:  # it has ended already
                os._exit(code)
            set_name(self.name)
            leave()
            gc.enable()
            self._run(self._pulse)
            code = 0
        except SystemExit as ending:
            code = ending.code if isinstance(ending.code, int) else 1
        except BaseException:
            logger.exception("%s has failed", self.name)
        finally:
            logging.shutdown()
            os._exit(code)

    def look(self) -> None:
        """Note that it has ended, if it has. End it if it hangs."""
        if self.process and self.is_silent():
            logger.error("%s does not go on. It is ended, and started again.", self.name)
            self.kill()
        if self.process and os.waitpid(self.process, os.WNOHANG)[0]:
            logger.error("%s has ended. It is started again.", self.name)
            self.process = 0

    def is_silent(self) -> bool:
        """Whether it has not beaten for too long."""
        return self._pulse.measure_silence() > self._patience

    def stop(self) -> None:
        """Ask it to end."""
        if self.process:
            os.kill(self.process, signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            self.process = 0

    def has_ended(self) -> bool:
        """Whether it has ended after it was asked to."""
        if self.process and os.waitpid(self.process, os.WNOHANG)[0]:
            self.process = 0
        return not self.process


class Family:
    """The parts, and the process that forks them.

    `wait` is called again and again, for `PAUSE` seconds each time. `leave` is called in each part.
    """

    def __init__(
        self,
        parts: Iterable[Part],
        wait: Callable[[], None] = lambda: time.sleep(PAUSE),
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        self.parts = list(parts)
        self._wait = wait
        self._leave = leave

    def run(self) -> None:
        """Keep the parts running until SIGTERM or SIGINT."""
        for ending in ENDINGS:
            signal.signal(ending, _end)
        # What is loaded now stays as it is: a collection that walks through it would make a copy in each part.
        gc.collect()
        gc.disable()
        gc.freeze()
        with contextlib.suppress(SystemExit):
            try:
                self._start()
                _notify("READY=1")
                while True:
                    self._wait()
                    for part in self.parts:
                        part.look()
                    self._start()
                    _notify("WATCHDOG=1")
            finally:
                _notify("STOPPING=1")
                self._stop()

    def is_well(self) -> bool:
        """Whether all parts run and none is silent."""
        return all(part.process and not part.is_silent() for part in self.parts)

    def _start(self) -> None:
        for part in self.parts:
            if not part.process:
                part.start(self._leave)

    def _stop(self) -> None:
        for part in self.parts:
            part.stop()
        deadline = time.monotonic() + ENDING
        while time.monotonic() < deadline and not all(part.has_ended() for part in self.parts):
            time.sleep(0.05)
        for part in self.parts:
            part.kill()


def _end(*_signal: Any) -> None:
    for ending in ENDINGS:
        signal.signal(ending, signal.SIG_IGN)
    sys.exit()


def _notify(state: str) -> None:
    """Send a state, as `READY=1`, to systemd (sd_notify). Without a service manager nothing happens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(state.encode(), address)
