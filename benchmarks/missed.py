"""What "Since you were here" costs in each game: bytes, queries and CPU time of one request.

    python -m benchmarks.missed --entries 5000

A scene of many entries, at its end a fight of eleven, all of which its Storyteller and a player ask for: in sum, as
the table shows it, and the first stretch of its log. Cold is a process that knows nothing of the scene.
"""

import argparse
import tempfile
import time
import uuid
import zlib
from typing import Any

from benchmarks.fights import FIGHTS, HEROES, make_fight, set_up

SEED = 7
FOUGHT = 500
"""How many of the entries the fight leaves, more or less."""
WORDS = "@Ysane, the river is low and the toll is high."


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.missed", description=__doc__.partition("\n")[0])
    parser.add_argument("--entries", type=int, default=5000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="storywheel-missed-") as folder:
        set_up(folder)
        from config.server.static_files.collect_static import collect_static_once

        collect_static_once()
        print("| | | bytes, deflated | queries cold | warm | CPU ms cold | warm |\n|---|---|---|---|---|---|---|")
        for key in FIGHTS:
            scene = _make_scene(key, options.entries)
            for who in ("Storyteller", "player"):
                for part in ("in sum", "the log"):
                    print(f"| {key}, {who} | {part} | {' | '.join(measure(scene, who, part))} |")


def _make_scene(key: str, entries: int) -> Any:
    """Return a scene with this many entries: lines, and at the end a fight of a few hundred."""
    from django.db import transaction

    from play.commands.moves import Say
    from play.commands.submit import submit
    from play.models import Table
    from tests.e2e.showcase import Game

    scene = make_fight(key, SEED)
    game, storyteller = Game(scene, SEED), _member(scene, "Storyteller")
    number = Table.objects.filter(scene=scene).values_list("number", flat=True)

    def say_until(wanted: int) -> None:
        with transaction.atomic():
            while number.get() < wanted:
                submit(storyteller, scene, uuid.uuid4(), None, Say(WORDS))

    say_until(entries - FOUGHT)
    while number.get() < entries and game.board().battle["phase"] == "running":
        game.step()
    say_until(entries)
    return scene


def _member(scene: Any, who: str) -> Any:
    from campaigns.models import Membership
    from config.demo.people import STORYTELLER

    name = STORYTELLER if who == "Storyteller" else HEROES["Ysane"]
    members = Membership.objects.select_related("user", "series")
    return members.get(series=scene.episode.story.series, user__username=name)


def measure(scene: Any, who: str, part: str) -> list[str]:
    """Return bytes, queries and CPU ms of a request by a process that knows nothing of the scene, and of the next."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from campaigns.core.seats import get_seat
    from play.models import Table
    from play.table.live_scene import live_scenes
    from play.table.seat_log import count_entries

    client = Client(SERVER_NAME="localhost")
    client.force_login(_member(scene, who).user)
    count = count_entries(Table.objects.get(scene=scene), get_seat(_member(scene, who)))
    address = f"{reverse('stage_missed', args=[scene.pk])}?after=0&upto={count}"
    if part == "the log":
        address = reverse("table_log", args=[scene.pk, 1])
    client.get(address)  # reads templates and translations
    live_scenes.forget()
    taken = []
    for _ in range(2):
        began = time.process_time()
        answer = client.get(address)
        taken.append((time.process_time() - began) * 1000)
    assert answer.status_code == 200, answer
    live_scenes.forget()
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        asked.append(len(queries))
    size = f"{len(answer.content):,}, {len(zlib.compress(answer.content)):,}"
    return [size, *map(str, asked), *(f"{seconds:.0f}" for seconds in taken)]


if __name__ == "__main__":
    main()
