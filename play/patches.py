"""What is new of a text: pieces are drawn with a line of HTML for each row, and lines that stay are not sent again."""

Patch = list[str | list[int]]
"""New text, and `[first, count]` for runs of lines of the old text."""


def make_patch(before: str, after: str) -> Patch:
    """What makes `before` into `after`: new text, and `[first, count]` for runs of lines that stay."""
    old = before.split("\n")
    places = {line: place for place, line in reversed(list(enumerate(old)))}
    made: Patch = []
    fresh: list[str] = []
    for line in after.split("\n"):
        run = made[-1] if made and not fresh else None
        if isinstance(run, list) and (place := sum(run)) < len(old) and old[place] == line:
            run[1] += 1
        elif line in places:
            if fresh:
                made.append("\n".join(fresh))
                fresh = []
            made.append([places[line], 1])
        else:
            fresh.append(line)
    return [*made, "\n".join(fresh)] if fresh else made


def apply_patch(before: str, made: Patch) -> str:
    """The piece that a patch makes: what the page's script does."""
    old = before.split("\n")
    return "\n".join(part if isinstance(part, str) else "\n".join(old[part[0] : sum(part)]) for part in made)
