"""What the older texts that a room keeps of its pages take in memory, in each game.

    python -m benchmarks.remembered --steps 80

The fights of `benchmarks.pushes`, drawn for the Storyteller, two players and a spectator. After each command all
objects are counted that the texts before the newest drawings hold, each once, by `sys.getsizeof`: as the server keeps
them, and with one older text of each region. The largest of a fight is told. The 64 texts that the process keeps for
all scenes together are not counted.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterable
from typing import Any
from unittest.mock import patch

from benchmarks.pushes import FIGHTS, SEEDS, make_fight, set_up


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.remembered", description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=80, help="commands of each fight, three fights a game")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="storywheel-remembered-") as folder:
        set_up(folder)
        from play.live.patches import REMEMBERED

        depths = (1, REMEMBERED)
        print(f"| KB of a scene at most | {' | '.join(f'{depth} older' for depth in depths)} |\n|---|---|---|")
        for key in FIGHTS:
            most = [max(of) for of in zip(*(_play(key, seed, options.steps, depths) for seed in SEEDS), strict=True)]
            print(f"| {key} | {' | '.join(f'{size / 1000:,.0f}' for size in most)} |")


def _play(key: str, seed: int, steps: int, depths: tuple[int, ...]) -> list[int]:
    """Play a fight. Return for each depth how many bytes the older texts of all pages took at most."""
    from tests.e2e.showcase import Game

    game = Game(make_fight(key, seed), seed)
    rows: list[dict[Any, Any]] = [{} for _ in depths]
    most = [0 for _ in depths]
    for _ in range(steps):
        if game.board().battle["phase"] != "running":
            break
        game.step()
        for at, size in enumerate(_draw(game.scene.pk, depths, rows)):
            most[at] = max(most[at], size)
    return most


def _draw(scene: int, depths: tuple[int, ...], rows: list[dict[Any, Any]]) -> list[int]:
    """Draw the scene for each class of seats, as the next drawing of the row of each depth. Return their bytes."""
    from campaigns.models import Membership
    from play.live import frames
    from play.seats.facts import read_room
    from play.seats.reading import read_board

    seats, facts = read_room(
        scene, Membership.objects.filter(series__stories__episodes__scenes=scene).values_list("user", flat=True)
    )
    assert facts
    for one in set(seats.values()):
        drawing = frames.draw_board(read_board(facts, one))
        for depth, row in zip(depths, rows, strict=True):
            before = row.get(one)
            if before is None or not drawing.shows_same(before):
                with patch.object(frames, "REMEMBERED", depth):
                    row[one] = drawing.put_after(before) if before else drawing
    return [count_bytes(drawing.past for drawing in row.values()) for row in rows]


def count_bytes(held: Iterable[Any]) -> int:
    """Return the bytes of these objects and of all that they hold, each object once."""
    total, seen, waiting = 0, set[int](), list(held)
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple):
            waiting += one
        else:
            waiting += [getattr(one, name) for name in getattr(one, "__slots__", ())]
    return total


if __name__ == "__main__":
    main()
