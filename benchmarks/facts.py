"""What a tick costs without its command, in CPU time without any socket: the same clicks again and again.

    python -m benchmarks.facts
    python -m benchmarks.facts --against main       this state of the code in turns with another (`benchmarks.turns`)

The same fight as `benchmarks.tick`: its clicks are recorded once, and then played from the beginning in each round,
with the same dice. After each click the facts of the four classes of seats that sit at the table are made, and the
frames written and compressed. It prints the medians of the rounds; only figures of runs in turns can be compared.
"""

import argparse
import gc
import statistics
import tempfile
from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO
from unittest.mock import patch

from benchmarks import turns
from benchmarks.fights import set_up
from benchmarks.tick import Clock, seed_dice

PARTS = ("facts", "boards", "drawing", "frames", "deflate")
WARM = 10
"""The clicks of each round before anything is counted."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.facts", description=__doc__.partition("\n")[0])
    parser.add_argument("--clicks", type=int, default=80)
    turns.add_options(parser)
    options = parser.parse_args()
    if options.against:
        turns.compare("facts", options, ["--clicks", str(options.clicks), "--rounds", "3"])
        return
    with tempfile.TemporaryDirectory(prefix="storywheel-facts-") as folder:
        set_up(folder)
        from benchmarks.stage import set_stage

        output = StringIO()
        seed_dice(7)  # who joins the battle when
        with redirect_stdout(output):
            set_stage(1)
        fight = Fight(output.getvalue(), options.clicks + WARM)
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)  # as config.asgi sets it
        fight.play()
        found = [fight.play() for _ in range(options.rounds)]
    for name in (*PARTS, "all"):
        print(f"{name:10} {statistics.median(each[name] for each in found):8.2f} ms")
    print(f"{'bytes':10} {statistics.median(each['bytes'] for each in found):8.2f} bytes a tick")


class Fight:
    """A recorded fight."""

    def __init__(self, stage_json: str, clicks: int) -> None:
        from benchmarks.seats import Seats

        self.seats = Seats(stage_json)
        self.begin = self.seats.begin
        """The count of the last entry before the fight."""
        self._begin_again()
        self.seats.play(clicks, Clock(""))
        ends = [place for place, data in enumerate(self.seats.sent) if data["move"] == "Rewind"]
        self.forms = self.seats.sent[: min([*ends, clicks])]  # what comes after names entries of this time

    def play(self) -> dict[str, float]:
        """Play it again. Return the milliseconds of each part of a tick and of all, and the bytes of its frames."""
        self._begin_again()
        clock, sizes = Clock(""), defaultdict[str, float](float)
        self.seats.draw(clock, sizes)
        for place, data in enumerate(self.forms):
            self.seats.act(data)
            if place == WARM:
                clock.spent.clear()
                sizes.clear()
            self.seats.draw(clock, sizes)
        counted = len(self.forms) - WARM
        spent = {name: clock.spent[name] * 1000 / counted for name in PARTS}
        return {**spent, "all": sum(spent.values()), "bytes": sizes["frames deflated"] / counted}

    def _begin_again(self) -> None:
        from django.http import QueryDict

        from play.models import Table
        from play.table.live_scene import live_scenes

        if self.seats.sent:
            self.seats.act(QueryDict(f"move=Rewind&entry={self.begin + 1}"))
            self.begin = Table.objects.get(scene=self.seats.scene).storyteller_count
        self.seats.leave()
        live_scenes.forget()
        patch.stopall()
        seed_dice(7)


if __name__ == "__main__":
    main()
