"""The budget of a unit test: what takes more of the processor is made quicker, or marked `walk`."""

UNIT_SECONDS = 6.0
"""Seconds of the processor that the call of a unit test may take. Load of the machine does not count; what the first
test of a process pays for all (Hypothesis reads every module once) does, hence the room."""
FOLDERS_WITHOUT = ("tests/e2e/", "tests/shared/")
"""Browsers and servers wait for other processes; their tests are targets of their own."""


def find_excess(place: str, *, is_walk: bool, seconds: float) -> str:
    """Return what is to be done about a test that was too slow; empty for one within its budget.

    `place`: the test's id, which begins with its path.
    """
    if is_walk or seconds <= UNIT_SECONDS or place.startswith(FOLDERS_WITHOUT):
        return ""
    return (
        f"This unit test took {seconds:.1f} s of the processor; {UNIT_SECONDS:.0f} are allowed. "
        "Make it quicker, or mark it with pytest.mark.walk."
    )
