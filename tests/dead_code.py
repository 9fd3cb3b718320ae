"""Functions, classes, methods and properties that nothing uses.

Vulture reads all modules. A name counts as used if a module, a template or `tests/called_by_name.txt` has it, or if a
decorator of `REGISTERS` gives the function to others.

python -m tests.dead_code    lists what is unused, and ends with an error if there is anything
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from vulture import Vulture

ROOT = Path(__file__).resolve().parent.parent
CALLED_BY_NAME = ROOT / "tests" / "called_by_name.txt"
SOURCES = ("api", "benchmarks", "campaigns", "config", "deploy", "docs", "examples", "play", "rules", "tests")
TEMPLATES = ("templates", "*/templates")
KINDS = ("class", "function", "method", "property")
"""Fields are left out: forms, stored data and templates name them in too many ways."""
REGISTERS = (
    "@acts",  # conformance
    "@kind",
    "@*.kind",
    "@api.exception_handler",  # Ninja
    "@router.*",
    "@register.*",  # Django
    "@sync_and_async_middleware",
    "@shared_task",  # Celery
    "@pytest.*",
    "@pytest_asyncio.*",
    "@invariant",  # Hypothesis
    "@precondition",
    "@rule",
)
CODE_OF_TEMPLATES = re.compile(r"\{[{%](.+?)[%}]\}", re.DOTALL)


def find_unused(root: Path, sources: Sequence[str], called: Sequence[str] = ()) -> Iterator[str]:
    """Yield a line for everything in these folders that nothing uses. `called`: patterns of names to pass over."""
    search = Vulture(ignore_names=called, ignore_decorators=REGISTERS)
    search.scavenge([root / source for source in sources], exclude=["*/migrations/*"])
    search.used_names |= list_in_templates(root)
    for item in search.get_unused_code():
        if item.typ in KINDS:
            yield f"{item.filename.relative_to(root)}:{item.first_lineno}: {item.typ} {item.name} is unused"


def list_in_templates(root: Path) -> set[str]:
    """Return the words in the tags and variables of the templates."""
    pages = [path.read_text() for folder in TEMPLATES for path in root.glob(f"{folder}/**/*.*")]
    return {word for page in pages for code in CODE_OF_TEMPLATES.findall(page) for word in re.findall(r"\w+", code)}


if __name__ == "__main__":
    lines = CALLED_BY_NAME.read_text().splitlines()
    unused = [*find_unused(ROOT, SOURCES, [line for line in lines if line and not line.startswith("#")])]
    sys.exit("\n".join(unused) or None)
