"""The sign of life of a process, seen by the one that forked it."""

import ctypes
import mmap
import signal
import struct
import time

PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15


class Pulse:
    """When a process last showed that it goes on, in memory that it shares with its parent. Make it before the fork."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 8)
        self.beat()

    def beat(self) -> None:
        """Show that this process goes on."""
        struct.pack_into("d", self._shared, 0, time.monotonic())

    def measure_silence(self) -> float:
        """Return the seconds since the last beat."""
        (beaten,) = struct.unpack_from("d", self._shared, 0)
        return time.monotonic() - float(beaten)


def die_with_parent(**_event: object) -> None:
    """Have the kernel kill this process when the one that forked it ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def set_name(name: str) -> None:
    """Give this process a name of at most 15 letters, which `top` and `ps -o comm` show."""
    ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode())
