"""What the pages of a chronicle of years cost: 200 scenes, 60 characters, 5,000 log entries.

    python -m benchmarks.pages

Each page is asked for by the Storyteller and by a player, in this process, on SQLite: CPU ms, medians of several
askings, by a process that knows nothing of the scenes yet and by one that does, and the number of queries of the first,
session and person included. The goal is 150 ms and 15 queries.
"""

import time
from statistics import median

from benchmarks import memory

memory.make_tables()

from django.db import connection  # noqa: E402 - the settings must stand first
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import get_resolver  # noqa: E402
from django.urls.resolvers import URLPattern, URLResolver  # noqa: E402

from benchmarks.long_chronicle import load_long_chronicle  # noqa: E402
from campaigns.models import Scene, Series, User  # noqa: E402
from config.server.static_files.collect_static import collect_static_once  # noqa: E402
from play.table.live_scene import live_scenes  # noqa: E402

ROUNDS = 5
MS, QUERIES = 150, 15
PEOPLE = ("petra", "mira")


def examples(series: Series) -> dict[str, int]:
    """Return, by the first word of an address, the key of one of its rows."""
    scene = series.stories.earliest("pk").episodes.earliest("pk").scenes.earliest("pk")
    return {
        "series": series.pk,
        "characters": series.characters.filter(owner__username="mira").earliest("pk").pk,
        "story": scene.episode.story_id,
        "episode": scene.episode_id,
        "scene": scene.pk,
        "threads": series.threads.filter(known_to="all").earliest("pk").pk,
        "people": series.subjects.filter(known_to="all").earliest("pk").pk,
        "ties": series.ties.filter(known_to="all").earliest("pk").pk,
        "handouts": series.handouts.earliest("pk").pk,
    }


def addresses(series: Series) -> list[str]:
    """Return the addresses of pages, by the table of URLs: those of a series and its parts that stand for one row, and
    those that stand for none. Those of a scene are of the first, which is closed, and the last, which is open.
    """
    keys, found = examples(series), ["/"]
    for pattern in walk(get_resolver()):
        if pattern == "<kind:kind>/<key:pk>/":
            found += [f"/{kind}/{keys[kind]}/" for kind in ("story", "episode", "scene")]
        word = pattern.partition("/")[0]
        if word in keys and pattern.count("<") == 1 and "<key:pk>" in pattern:
            found.append("/" + pattern.replace("<key:pk>", str(keys[word])))
        elif word == "scenes":
            asked = pattern.replace("<int:count>", "1")
            scenes = (keys["scene"], Scene.objects.filter(episode__story__series=series).latest("pk").pk)
            found += [f"/{asked.replace('<int:scene_id>', str(key))}" for key in scenes if asked.count("<") == 1]
        elif "<" not in pattern and pattern.endswith("/"):
            found.append(f"/{pattern}")
    return list(dict.fromkeys(found))


def walk(resolver: URLResolver, before: str = "") -> list[str]:
    """Return the patterns of all addresses."""
    found: list[str] = []
    for pattern in resolver.url_patterns:
        path = before + str(pattern.pattern)
        found += [path] if isinstance(pattern, URLPattern) else walk(pattern, path)
    return found


def measure(client: Client, address: str) -> tuple[float, float, int] | None:
    """Return the CPU ms of a page, cold and known, and its queries; None for an address that shows nothing."""
    live_scenes.forget()
    with CaptureQueriesContext(connection) as queries:
        status = client.get(address).status_code
    asked = len(queries)  # the next request empties the list
    if status != 200:
        return None
    return time_page(client, address, cold=True), time_page(client, address, cold=False), asked


def time_page(client: Client, address: str, *, cold: bool) -> float:
    """Return the CPU ms of a page. `cold`: what the process remembers of scenes is forgotten before each asking."""
    taken: list[float] = []
    for _round in range(ROUNDS):
        if cold:
            live_scenes.forget()
        began = time.process_time()
        client.get(address)
        taken.append((time.process_time() - began) * 1000)
    return median(taken)


def main() -> None:
    """Print a line for each page and person, the dearest first."""
    collect_static_once()
    series = load_long_chronicle()
    rows: list[tuple[float, float, int, str, str]] = []
    for name in PEOPLE:
        client = Client(SERVER_NAME="localhost")
        client.force_login(User.objects.get(username=name))
        rows += [
            (*found, name, address) for address in addresses(series) if (found := measure(client, address)) is not None
        ]
    for cold, known, queries, name, address in sorted(rows, reverse=True):
        mark = " !" if cold > MS or queries > QUERIES else ""
        print(f"{cold:7.1f} ms cold {known:7.1f} ms {queries:4} queries  {name:6} {address}{mark}")


if __name__ == "__main__":
    main()
