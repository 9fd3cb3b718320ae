"""Typeset a sheet with typst. It runs in the sandbox: what stands on a sheet is a stranger's, however short.

The input is JSON: the template, what stands on the page, the form and the sizes of type to try. The output is the page.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

MAX_MEMORY = 2_000_000_000
"""Typst reserves far more addresses than it uses."""
MAX_SECONDS = 20


class Unfit(Exception):
    """The sheet cannot be typeset. The message is the reason, in a word."""


def run(content: bytes) -> Iterator[bytes]:
    """Yield the page in the largest type in which it is one page, or in the first size if it is one in none."""
    order = json.loads(content)
    pages = (compile_page(order["source"], order["sheet"], order["form"], scale) for scale in order["scales"])
    first = next(pages)
    yield first if count_pages(first) <= 1 else next((page for page in pages if count_pages(page) <= 1), first)


def compile_page(source: str, sheet: str, form: Literal["pdf", "png"], scale: float) -> bytes:
    """Return a page as `pdf`, or its first page as `png`."""
    import typst

    path = Path(source)
    inputs = {"sheet": sheet, "scale": str(scale)}
    page: bytes | list[bytes] = typst.compile(path, root=path.parent, format=form, ppi=110.0, sys_inputs=inputs)
    return page if isinstance(page, bytes) else page[0]


def count_pages(pdf: bytes) -> int:
    """Return the number of pages of a PDF by typst; 0 of a picture."""
    return max(map(int, re.findall(rb"/Count (\d+)", pdf)), default=0)
