"""How long until all was well again: measured in the drills, bounded there, and told at the end of the run."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

TIMES: list[tuple[str, float]] = []
"""What was broken and mended, and the seconds that it took."""


@contextmanager
def recovery(what: str, most: float) -> Iterator[None]:
    """Measure what stands inside. It fails if it takes more seconds than `most`."""
    begun = time.monotonic()
    yield
    tell(what, time.monotonic() - begun, most)


def tell(what: str, seconds: float, most: float) -> None:
    """Keep a measured time for the end. It fails if it is more seconds than `most`."""
    TIMES.append((what, max(0.0, seconds)))
    assert seconds < most, f"{what}: {seconds:.1f} s, not {most:g}"
