"""Bring rows of tables, and names with their numbers below them, into the form "Name: number"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from campaigns.quick_text.markup import FAVORED

RATING: Final = re.compile(r"\d{1,3}(?: ?[/(+-] ?\d{1,3}\)?)?(?: ?\([^()\n]{0,40}\))?")
ALONE: Final = re.compile(r"[:=(\[-]{1,2} ?(\d{1,2}) ?[)\]]?")
"""A number on a line of its own, with what joins it to the name above: ": 3", "(3)"."""
LABEL: Final = re.compile(r"[^\W\d_][\w '’/&-]{0,40}(?: ?\([^()\n]{0,60}\))?[ ]?[:=]?")
RULE: Final = re.compile(r"[\s|+:=-]*")
"""A line that only divides a table."""
TICK: Final = re.compile(r"[xX✓✔☑☒*F]|\[[xX✓*]\]")
TICKED: Final = re.compile(r"(?m)(?:(?<=^)|(?<=[;,|]))[ \t]*(?:\[[xX✓*]\]|\([xX✓*]\)|[☑☒✓✔])[ \t]*(?=[^\W\d_])")
UNTICKED: Final = re.compile(r"(?m)(?:(?<=^)|(?<=[;,|]))[ \t]*(?:\[[ _]?\]|\([ _]?\)|[☐□])[ \t]*(?=[^\W\d_])")
NUMBERED: Final = re.compile(r": (\d{1,3})$")
"""A name with its number: another number in the next cell makes it unclear which one counts."""
CELLS: Final = re.compile(r"\|\||!!|[|^\t]")
SLASHED: Final = re.compile(
    r"(?<!\w)(?P<names>[^\W\d_][\w ]{1,30}(?:[ ]?/[ ]?[^\W\d_][\w ]{1,30}){1,8}?)[ ]?[:=]?[ ]?"
    r"(?P<numbers>\d{1,3}(?:[ ]?/[ ]?\d{1,3}){1,8})(?![\d/])"
)
FIRST: Final = re.compile(
    r"(?:(?P<number>\d{1,2})(?: ?[x×])? (?P<name>[^\W\d_][^\W\d_' ’-]*?)(?: ?[,;|/] ?| ?$| (?=\d)))"
)
MAX_LABELS: Final = 12
NOT_NAMES: Final = frozenset({"dice", "die", "points", "dots", "xp", "bp", "motes", "m", "level", "levels", "health"})


def join_rows(words: str) -> str:
    """Return the text with each rated trait as "Name: number", whatever rows and columns it stands in."""
    words = UNTICKED.sub(" ", TICKED.sub(FAVORED, words))
    lines = [_join_cells(line) for line in _zip_columns(words.split("\n"))]
    lines = list(_join_below(lines))
    return "\n".join(_turn(_share(line)) for line in lines)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in CELLS.split(line) if cell.strip()]


def _zip_columns(lines: Sequence[str]) -> Iterator[str]:
    """A row of names with a row of as many numbers below it, as tables and lists with commas have them."""
    names: list[str] = []
    row = ""
    for line in lines:
        if not line.strip() or (RULE.fullmatch(line) and len(line.strip()) > 2):
            yield "" if not names else line if not line.strip() else ""
            continue
        cells = _cells(line) if CELLS.search(line) else [part.strip() for part in line.split(",") if part.strip()]
        if len(cells) > 1 and len(cells) == len(names) and all(map(RATING.fullmatch, cells)):
            yield "; ".join(f"{name.rstrip(':= ')}: {cell}" for name, cell in zip(names, cells, strict=True))
            names = []
            continue
        if names:
            yield row
        row = "; ".join(cells) if CELLS.search(line) else line
        names = cells if len(cells) > 1 and all(map(_is_label, cells)) else []
        if not names:
            yield line
    if names:
        yield row


def _is_label(cell: str) -> bool:
    return LABEL.fullmatch(cell) is not None


def _join_cells(line: str) -> str:
    """A row of a table: a name with the number in the next cell, ticked or not."""
    if not CELLS.search(line):
        return line
    found: list[str] = []
    ticked = ""
    for cell in _cells(line):
        if TICK.fullmatch(cell):
            ticked = FAVORED
        elif RATING.fullmatch(cell) and found and _is_label(found[-1].lstrip(FAVORED)):
            found[-1] = f"{found[-1].rstrip(':= ')}: {cell}"
        elif found and cell.isdigit() and (last := NUMBERED.search(found[-1])):
            found[-1] += "" if int(cell) in (0, int(last[1])) else f" {cell}"
        elif cell in (":", "=") and found:
            found[-1] = f"{found[-1]}:"
        elif found and found[-1].endswith(":"):
            found[-1] = f"{found[-1]} {cell}"
        else:
            found.append(f"{ticked}{cell}")
            ticked = ""
    return "; ".join(found)


def _join_below(lines: Sequence[str]) -> Iterator[str]:
    """Names with their numbers on the lines below: one by one, or a column of names before one of numbers."""
    labels: list[str] = []
    numbers: list[str] = []
    for line in (*lines, "\0"):
        plain = line.strip()
        number = ALONE.fullmatch(plain)
        if labels and (number or RATING.fullmatch(plain)):
            numbers.append(number[1] if number else plain)
            continue
        if not plain and labels:
            continue
        if numbers:
            yield from _pair(labels, numbers)
            labels, numbers = [], []
        if _is_label(plain.lstrip(FAVORED)) and len(plain) <= 60:
            labels.append(plain)
            if len(labels) > MAX_LABELS:
                yield labels.pop(0)
            continue
        yield from labels
        labels = []
        yield from () if line == "\0" else (line,)


def _pair(labels: Sequence[str], numbers: Sequence[str]) -> Iterator[str]:
    if len(numbers) > len(labels):
        yield from (*labels, *numbers)
        return
    alone = len(labels) - len(numbers)
    yield from labels[:alone]
    for label, number in zip(labels[alone:], numbers, strict=True):
        yield f"{label.rstrip(':= ')}: {number}"


def _share(line: str) -> str:
    """ "Soak/Hardness: 22/10" gives each name its number."""

    def spread(match: re.Match[str]) -> str:
        names = [name.strip() for name in match["names"].split("/")]
        numbers = [number.strip() for number in match["numbers"].split("/")]
        if len(names) != len(numbers):
            return match.group()
        return "; ".join(f"{name}: {number}" for name, number in zip(names, numbers, strict=True))

    return SLASHED.sub(spread, line) if "/" in line else line


def _turn(line: str) -> str:
    """ "3 Strength, 4 Dexterity" has its numbers first: they go behind the names."""
    plain = line.strip()
    if not plain[:1].isdigit() or plain[-1:].isdigit():
        return line
    found = list(FIRST.finditer(plain))
    if not found or "".join(match.group() for match in found) != plain:
        return line
    if any(match["name"].casefold().split()[0] in NOT_NAMES for match in found):
        return line
    return "; ".join(f"{match['name'].strip()}: {match['number']}" for match in found)
