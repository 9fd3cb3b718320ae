"""What processes use, as the kernel counts it."""

import os
from collections.abc import Iterable
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(roots: Iterable[int]) -> float:
    """User and system time of these processes and all below them, those that have ended included."""
    return sum(_times(process, ended=process in set(roots)) for process in list_family(roots))


def resident_bytes(roots: Iterable[int]) -> int:
    """Memory that these processes and all below them hold; what they share counts for each."""
    return sum(map(resident_bytes_of, list_family(roots)))


def list_family(roots: Iterable[int]) -> list[int]:
    """Return these processes and all below them."""
    found = []
    for process in roots:
        found.append(process)
        try:
            threads = list(Path(f"/proc/{process}/task").iterdir())
            children = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
        except OSError:
            continue
        found += list_family(children)
    return found


def _times(process: int, *, ended: bool) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11 : 15 if ended else 13])) / TICKS


def resident_bytes_of(process: int) -> int:
    """Memory that a process holds; 0 if it has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE
    except OSError:
        return 0
