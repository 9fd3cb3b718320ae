"""What a tick costs as drawn regions and as facts, in turns in one process, in CPU time without any socket.

    python -m benchmarks.facts
    python -m benchmarks.facts --against main       this state of the facts in turns with another (`benchmarks.turns`)

The same fight as `benchmarks.tick`: its clicks are recorded once, and then played again from the beginning with the
same dice, for pages of the one kind and of the other (A B A B). After each click the table is read and drawn for the
four classes of seats that sit at it, and the frames are made and compressed. Only the ratio of two rounds side by side
means anything: other work on the machine changes the figures by half.
"""

import argparse
import gc
import os
import statistics
import tempfile
import time
import uuid
from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO
from typing import Any
from unittest.mock import patch

from benchmarks import turns
from benchmarks.tick import Clock, seed_dice

PARTS = ("boards", "drawing", "frames", "ms", "bytes")
"""What is counted: milliseconds of the parts and of all, and compressed bytes."""
WARM = 10
"""The clicks of each round before anything is counted."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.facts", description=__doc__.partition("\n")[0])
    parser.add_argument("--clicks", type=int, default=80)
    turns.add_options(parser)
    parser.add_argument("--only-facts", action="store_true", help="measure no regions")
    options = parser.parse_args()
    if options.against:
        turns.compare("facts", options, ["--clicks", str(options.clicks), "--rounds", "3", "--only-facts"])
        return
    with tempfile.TemporaryDirectory(prefix="storywheel-facts-") as folder:
        os.environ |= {
            "STORYWHEEL_VAR": folder,
            "DEBUG": "0",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        os.environ.pop("DATABASE_URL", None)
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from benchmarks.stage import set_stage

        told = StringIO()
        seed_dice(7)  # who joins the battle when
        with redirect_stdout(told):
            set_stage(1)
        patch.stopall()
        fight = Fight(told.getvalue(), options.clicks + WARM)
        (measure if options.only_facts else compare)(fight, options.rounds)


def measure(fight: "Fight", rounds: int) -> None:
    """Print what a tick of pages that draw themselves costs, the median of some rounds."""
    _prepare(fight)
    fight.play("facts")
    found = [fight.play("facts") for _ in range(rounds)]
    for name in PARTS:
        unit = "bytes a tick" if name == "bytes" else "ms"
        print(f"{'all' if name == 'ms' else name:10} {statistics.median(each[name] for each in found):8.2f} {unit}")


def _prepare(fight: "Fight") -> None:
    fight.record()
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)  # as config.asgi sets it


def compare(fight: "Fight", rounds: int) -> None:
    """Play the fight in turns for pages of each kind, and print what a tick of each cost."""
    _prepare(fight)
    ratios: dict[str, list[float]] = defaultdict(list)
    for turn in range(rounds):
        before, after = fight.play("regions"), fight.play("facts")
        print(f"round {turn + 1}, regions and facts a tick for all four:", end="")
        for name in PARTS:
            ratios[name].append(after[name] / before[name])
            print(f" {name} {before[name]:.2f}, {after[name]:.2f};", end="")
        print()
    for name in PARTS:
        found = ratios[name]
        print(f"{name}: {statistics.median(found):.2f} of regions ({min(found):.2f} to {max(found):.2f})")


class Fight:
    """A recorded fight, played again for pages of one kind."""

    def __init__(self, told: str, clicks: int) -> None:
        from benchmarks.seats import Seats

        self.seats, self.clicks = Seats(told), clicks
        self.begin = self.seats.begin
        """The count of the last entry before the fight."""
        self.forms: list[Any] = []

    def record(self) -> None:
        """Play it once, and keep every form that was sent."""
        from benchmarks import seats as module
        from play.commands.forms import read_move

        def keep(system: Any, data: Any) -> Any:
            self.forms.append(data.copy())
            return read_move(system, data)

        seed_dice(7)
        with patch.object(module, "read_move", keep):
            self.seats.play(self.clicks, Clock(""))
        ends = [place for place, data in enumerate(self.forms) if data["move"] == "Rewind"]
        self.forms = self.forms[: min([*ends, self.clicks])]  # what comes after names entries of this time

    def play(self, kind: str) -> dict[str, float]:
        """Return the milliseconds of each part of a tick without its command, and the bytes of all its frames."""
        self._begin_again()
        drawings = Drawings(self.seats, kind)
        drawings.draw()
        for place, data in enumerate(self.forms):
            self._act(data)
            if place == WARM:
                drawings.spent.clear()
            drawings.draw()
        counted = len(self.forms) - WARM
        return {name: spent / counted for name, spent in drawings.spent.items()}

    def _begin_again(self) -> None:
        from django.http import QueryDict

        from play.models import Table
        from play.table.live_scene import live_scenes

        self._act(QueryDict(f"move=Rewind&entry={self.begin + 1}"))
        self.begin = Table.objects.get(scene=self.seats.scene).storyteller_count
        live_scenes.forget()
        patch.stopall()
        seed_dice(7)

    def _act(self, data: Any) -> None:
        from django.db import transaction

        from play.commands.forms import read_move
        from play.commands.submit import submit
        from play.table.people import get_scene_for
        from rules import get_system

        with transaction.atomic():
            scene, membership = get_scene_for(self.seats.storyteller, self.seats.scene)
            submit(membership, scene, uuid.uuid4(), None, read_move(get_system(scene.series.system), data))


class Drawings:
    """What the classes of seats were sent last, for pages of one kind, and what it cost."""

    def __init__(self, seats: Any, kind: str) -> None:
        self.seats, self.kind = seats, kind
        self.last: dict[Any, Any] = {}
        self.windows: dict[Any, bytes] = defaultdict(bytes)
        self.spent: dict[str, float] = defaultdict(float)
        self._began = 0.0

    def draw(self) -> None:
        """Read and draw the table for every class, and make what its pages are sent."""
        from play.live.facts_frames import draw_facts

        from play.live.frames import draw_board
        from play.seats.facts import read_room
        from play.seats.reading import gather_board, read_board

        self._began = time.process_time()
        seats, facts = read_room(self.seats.scene, self.seats.users)
        assert facts is not None
        is_facts, classes = self.kind == "facts", set(seats.values())
        boards = {one: (gather_board if is_facts else read_board)(facts, one) for one in classes}
        self._note("boards")
        drawn: dict[Any, Any] = {one: (draw_facts if is_facts else draw_board)(boards[one]) for one in classes}
        self._note("drawing")
        for one in classes:
            self._send(one, drawn[one])
        self._note("frames")

    def _send(self, one: Any, drawing: Any) -> None:
        from play.server.websocket_deflate import deflate

        before = self.last.get(one)
        now = self.last[one] = drawing if before is None else drawing.come_after(before)
        if now is not before:
            frame = now.make_whole() if before is None else now.make_change(before)
            data, self.windows[one] = deflate(self.windows[one], frame.encode())
            self.spent["bytes"] += len(data)

    def _note(self, part: str) -> None:
        now = time.process_time()
        self.spent[part] += (now - self._began) * 1000
        self.spent["ms"] += (now - self._began) * 1000
        self._began = now


if __name__ == "__main__":
    main()
