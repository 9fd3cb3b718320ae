"""What a long log costs: a scene with ten thousand entries against one with a hundred, turn by turn in one process.

`python -m benchmarks.long_log [entries]` prints a table in milliseconds; it writes to a database in memory alone.
"""

import json
import statistics
import sys
import time
import uuid
from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO

from benchmarks.memory import make_tables
from benchmarks.stage import set_stage
from campaigns.models import Membership, Scene
from config.demo import STORYTELLER
from play.commands.moves import Say
from play.commands.submit import submit
from play.live.frames import Drawing, draw_board
from play.models import Table
from play.seats.facts import SeatClass, load_room
from play.seats.gather import gather_board
from play.table.live_scene import live_scenes

SHORT = 100
ROUNDS = 60
WORDS = "The river is low and the toll is high."


class Place:
    """One scene: who sits there, and how long what is done there takes."""

    def __init__(self, scene: int, entries: int) -> None:
        self._scene = Scene.objects.select_related("episode__story__series").get(pk=scene)
        people = Membership.objects.select_related("user", "series").filter(series=self._scene.series)
        self._storyteller = people.get(user__username=STORYTELLER)
        self._users = {member.user_id for member in people}
        self.seconds: dict[str, list[float]] = defaultdict(list)
        while Table.objects.get(scene=scene).number < entries:
            self._say()

    def measure(self) -> None:
        """Open it as a process that knows nothing does, say a line, and write what everybody is sent."""
        live_scenes.forget()
        start = time.perf_counter()
        before = self._draw()
        opened = time.perf_counter()
        self._say()
        said = time.perf_counter()
        for seat_class, drawing in self._draw().items():
            drawing.come_after(before[seat_class]).make_change(before[seat_class])
        pushed = time.perf_counter()
        for name, seconds in (("open", opened - start), ("command", said - opened), ("push", pushed - said)):
            self.seconds[name].append(seconds)

    def _say(self) -> None:
        submit(self._storyteller, self._scene, uuid.uuid4(), None, Say(WORDS))

    def _draw(self) -> dict[SeatClass, Drawing]:
        seats, facts = load_room(self._scene.pk, self._users)
        return {kind: draw_board(gather_board(facts, kind)) for kind in set(seats.values())} if facts else {}


def main() -> None:
    """Measure and print."""
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    make_tables()
    output = StringIO()
    with redirect_stdout(output):
        set_stage(2)
    short, long = (
        Place(key, size) for key, size in zip(json.loads(output.getvalue())["scenes"], (SHORT, entries), strict=True)
    )
    for _ in range(ROUNDS):
        short.measure()
        long.measure()
    print(f"| | {SHORT} entries, ms | {entries:,} entries, ms | ratio |\n|---|---|---|---|")
    for name in short.seconds:
        few, many = (statistics.median(place.seconds[name]) * 1000 for place in (short, long))
        print(f"| {name} | {few:.2f} | {many:.2f} | {many / few:.2f} |")


if __name__ == "__main__":
    main()
