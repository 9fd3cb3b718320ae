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
    seconds = time.monotonic() - begun
    TIMES.append((what, seconds))
    assert seconds < most, f"{what}: {seconds:.1f} s, not {most:g}"
