"""The memory and CPU time of processes, from /proc."""

import contextlib
import os
import time
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def list_family(process: int) -> list[int]:
    """Return a process and all that it and its children have started and that still run."""
    found = [process]
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in thread.read_text().split():
                found += list_family(int(child))
    return found


def measure_memory(process: int) -> int:
    """Return a process' memory in bytes; of what it shares, its share. 0 if it has ended."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def measure_cpu(process: int) -> float:
    """Return the seconds of the processor that a process and its ended children have taken. 0 if it has ended."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / _TICKS
    return 0.0


def find_boot_time() -> float:
    """Return when the machine started, without /proc/stat, which a unit with `ProcSubset=pid` does not see."""
    return time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)
