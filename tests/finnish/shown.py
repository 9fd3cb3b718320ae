"""On how many pages of the demo each message is shown, so that translators can begin with those that people see first.

python -m tests.finnish.shown          walks over the demo and writes shown.txt (`make shown`)
python -m tests.finnish.shown FILE...  puts the entries of these catalogues in that order (`make language`)
"""

import gettext
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.finnish.words import CATALOGUE, CONTEXT, KEY, MESSAGES, ROOT, catalogue, read_key
from tests.ready import environment

SHOWN = Path(__file__).with_name("shown.txt")
"""The messages that pages of the demo show, a JSON string in each line, those on most pages first."""
PEOPLE = ("petra", "mira", "jonas", "aino")
INSIDE = re.compile(r"/(?:account|series|scenes?|episode|story|downtime|characters|people|threads|handouts)/")
"""The addresses that the walk follows."""
KEYED = re.compile(KEY, re.M)


def read_shown() -> list[str]:
    """Return the messages that pages show, those on most pages first."""
    return [json.loads(line) for line in SHOWN.read_text().splitlines()]


def sort_entries(text: str, shown: list[str]) -> str:
    """Return a catalogue with the entries of these messages first, in this order, and the others as they were."""
    places = {message: place for place, message in enumerate(shown)}
    head, *entries = text.rstrip("\n").split("\n\n")
    entries.sort(key=lambda entry: places.get(_find_key(entry), len(places)))
    return "\n\n".join([head, *entries]) + "\n"


def _find_key(entry: str) -> str:
    found = KEYED.search(f"{entry}\n")
    return read_key(*found.groups("")) if found else ""


@contextmanager
def listening(heard: set[str]) -> Iterator[None]:
    """Add each message that the block looks up in a catalogue to `heard`."""
    kind, before = gettext.GNUTranslations, {}
    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        before[name] = getattr(kind, name)
        setattr(kind, name, _hearing(before[name], heard, contextual="p" in name.removesuffix("gettext")))
    try:
        yield
    finally:
        for name, method in before.items():
            setattr(kind, name, method)


def _hearing(method: Any, heard: set[str], *, contextual: bool) -> Any:
    def look_up(self: Any, *args: Any) -> str:
        heard.add(CONTEXT.join(args[:2]) if contextual else args[0])
        told: str = method(self, *args)
        return told

    return look_up


def walk() -> None:
    """Open every page of the demo in Finnish as each of its people, and write `shown.txt`."""
    counts = Counter[str]()
    for heard in list_pages():
        counts.update(heard)
    ours = {*catalogue(CATALOGUE), *catalogue(MESSAGES)}
    shown = sorted(filter(ours.__contains__, counts), key=lambda message: -counts[message])
    lines = (json.dumps(message, ensure_ascii=False) for message in shown)
    SHOWN.write_text("".join(f"{line}\n" for line in lines))


def list_pages() -> Iterator[list[str]]:
    """Yield the messages of each page, in the order in which people come to them."""
    from django.core.cache import cache
    from django.test import Client

    from campaigns.models import User
    from config.server.limits.throttle import buckets
    from tests.config.test_public_demo_walk import Offers, find_kind

    for name in ("", *PEOPLE):
        client, known = Client(headers={"accept-language": "fi"}, SERVER_NAME="localhost"), set[Any]()
        if name:
            client.force_login(User.objects.get(username=name))
        waiting = deque(["/"])
        while waiting:
            address = waiting.popleft()
            kind = find_kind(address)
            if kind is None or kind in known:
                continue
            known.add(kind)
            cache.clear()
            buckets.forget()
            heard: set[str] = set()
            with listening(heard):
                answer = client.get(address, follow=True)
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                yield sorted(heard)
                waiting += sorted(link for link in Offers(answer.content.decode()).links if INSIDE.match(link))


def main() -> None:
    """Measure in a process with a database of its own, or sort."""
    if len(sys.argv) > 1:
        for path in map(Path, sys.argv[1:]):
            path.write_text(sort_entries(path.read_text(), read_shown()))
        return
    steps = (("migrate",), ("load_demo",), ("shell", "-c", "from tests.finnish.shown import walk; walk()"))
    with tempfile.TemporaryDirectory() as home:
        for step in steps:
            command = [sys.executable, "manage.py", *step, "--verbosity", "0"]
            subprocess.run(command, cwd=ROOT, env={**environment(Path(home)), "DEBUG": "1"}, check=True)


if __name__ == "__main__":
    main()
