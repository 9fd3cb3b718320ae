"""Battles, sheets and series as an earlier state of the code wrote them: today's code must still read all of them.

`make earlier-files NAME=...` adds a folder. What was written is never written again: that would prove nothing.
"""

import gzip
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "fixtures" / "earlier"
"""One folder for each state of the code, named after what came next."""


def list_earlier() -> list[Path]:
    """The folders, by name."""
    return sorted(FOLDER.iterdir())


def write(path: Path, data: Any) -> None:
    """Write JSON, packed: each item of its lists and objects down to the third level on a line of its own."""
    path.write_bytes(gzip.compress((_lay_out(data, 3) + "\n").encode(), mtime=0))


def read(path: Path) -> Any:
    """What `write` has written."""
    return json.loads(gzip.decompress(path.read_bytes()))


def _lay_out(data: Any, levels: int) -> str:
    if not levels or not data or not isinstance(data, list | dict):
        return json.dumps(data, ensure_ascii=False)
    if isinstance(data, list):
        return "[\n" + ",\n".join(_lay_out(item, levels - 1) for item in data) + "\n]"
    lines = (f"{json.dumps(key)}: {_lay_out(item, levels - 1)}" for key, item in data.items())
    return "{\n" + ",\n".join(lines) + "\n}"
