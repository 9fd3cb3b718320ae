"""The difference of two texts. Regions have a line of HTML for each row, and lines that stay are not sent again."""

from functools import lru_cache

Patch = list[str | list[int]]
"""New text, and `[first, count]` for runs of lines of the old text."""


@lru_cache(maxsize=64)
def make_patch(before: str, after: str) -> Patch:
    """Return what makes `before` into `after`: new text, and `[first, count]` for runs of lines that stay.

    Seats that see the same share it, so nobody may change it.
    """
    old = before.split("\n")
    places = dict(zip(reversed(old), range(len(old) - 1, -1, -1), strict=True))
    made: Patch = []
    fresh: list[str] = []
    run = [0, 0]
    for line in after.split("\n"):
        end = run[0] + run[1]
        if run[1] and end < len(old) and old[end] == line:
            run[1] += 1
        elif (place := places.get(line)) is None:
            fresh.append(line)
            run = [0, 0]
        else:
            if fresh:
                made.append("\n".join(fresh))
                fresh = []
            run = [place, 1]
            made.append(run)
    return [*made, "\n".join(fresh)] if fresh else made


def apply_patch(before: str, made: Patch) -> str:
    """Return the region that a patch makes, as the page's script does."""
    old = before.split("\n")
    return "\n".join(part if isinstance(part, str) else "\n".join(old[part[0] : sum(part)]) for part in made)
