"""How fast our table is beside the bare floor, PlanarAlly and Improved Initiative, in turns in one run.

    python -m benchmarks.peers --planarally DIR --initiative DIR

docs/benchmarks.md says what the folders must hold; a server whose folder is not given is left out. All servers run on
one core, which they have to themselves in turn, the clients on another. In each round each server has one scene with
its browsers: clicked at `--rate`, then again as soon as the last browser has seen the click.
"""

import argparse
import asyncio
import contextlib
import dataclasses
import functools
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks import report
from benchmarks.live import Server, floor_process, prepare_scenes
from benchmarks.peer_servers import ImprovedInitiative, Peer, PlanarAlly
from benchmarks.socket_io import Room
from benchmarks.tables import FloorTable, PlayFigures, Table, play
from deploy.processes import UNTHROTTLED, CannotStart, EmbeddedSite, Site

WARM_SECONDS = 0.5
RECORDED_SECONDS = 3.0
"""So long our scene is played first, for the frames that the floor sends, and to warm up."""
COLUMNS = {
    "p50": "p50 ms",
    "p99": "p99 ms",
    "cpu_tick": "CPU ms/tick",
    "full_ticks_s": "no pause: ticks/s",
    "full_p50": "no pause: p50 ms",
    "full_cpu_tick": "no pause: CPU ms/tick",
    "full_client": "no pause: clients' cores",
    "lost": "lost",
    "by_round": "p50 ms by round",
}
RATIOS = {key: COLUMNS[key].replace(" ms", "") for key in ("p50", "p99", "cpu_tick", "full_ticks_s", "full_cpu_tick")}


class Contender:
    """One server of the run, and what was measured of it so far."""

    def __init__(self, site: Site, new_table: Callable[[], Table | Room]) -> None:
        self.name = site.name
        self._usage = Server(site.name, [site], [], [site.port]).usage
        self._new_table = new_table
        self._calm: list[PlayFigures] = []
        self._full: list[PlayFigures] = []

    async def take_turn(self, options: argparse.Namespace) -> None:
        """Open a scene, measure, and close it."""
        table = self._new_table()
        await table.open()
        try:
            await play([table], WARM_SECONDS, self._usage)
            self._calm.append(await play([table], options.seconds, self._usage, options.rate))
            self._full.append(await play([table], options.seconds, self._usage))
        finally:
            await table.close()

    def row(self) -> report.Row:
        """What was measured in all rounds together."""
        calm, full = (report.summarise(self.name, pool(found)) for found in (self._calm, self._full))
        by_round = " / ".join(str(report.percentile(found.times, 0.5)) for found in self._calm)
        lost = calm["lost"] + full["lost"] + calm["failed"] + full["failed"]
        return calm | {f"full_{key}": value for key, value in full.items()} | {"lost": lost, "by_round": by_round}


def pool(parts: Sequence[PlayFigures]) -> PlayFigures:
    """All that was measured in several stretches, as if it had been one."""
    whole = PlayFigures()
    for part in parts:
        for field in dataclasses.fields(PlayFigures):
            setattr(whole, field.name, getattr(whole, field.name) + getattr(part, field.name))
    return whole


def compare(ours: report.Row, theirs: report.Row) -> report.Row:
    """Ours divided by theirs: of times and CPU less is better, of ticks/s more."""
    shares = {key: round(ours[key] / theirs[key], 2) if theirs[key] else "-" for key in RATIOS}
    return {"name": f"ours to {theirs['name']}", **shares}


def main() -> None:
    """Measure, print, and fail if anybody lost anything: nothing can be compared with that."""
    options = _parse_options()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        sys.exit("This needs two cores: one for the servers, one for the clients.")
    os.environ |= UNTHROTTLED  # a few people click for hundreds
    with tempfile.TemporaryDirectory(prefix="storywheel-bench-", ignore_cleanup_errors=True) as name:
        try:
            rows = _measure(Path(name), options, cores)
        except (CannotStart, ConnectionError) as reason:
            sys.exit(str(reason))
    for given, peer in ((options.planarally, "PlanarAlly"), (options.initiative, "Improved Initiative")):
        if given is None:
            print(f"{peer} was left out: its folder was not given.\n")
    print(report.table(rows, COLUMNS), report.table([compare(rows[0], row) for row in rows[1:]], RATIOS), sep="\n\n")
    failures = [f"{row['name']}: {said}" for row in rows for said in (*row["failures"], *row["full_failures"])]
    print("", *failures, report.machine(), sep="\n")
    report.fail_if_unsound(rows)


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.peers", description=__doc__.partition("\n")[0])
    parser.add_argument("--planarally", type=Path, metavar="DIR", help="that holds PlanarAlly")
    parser.add_argument("--initiative", type=Path, metavar="DIR", help="that holds Improved Initiative, built")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--browsers", type=int, default=8, help="that see each click")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    parser.add_argument("--rate", type=float, default=20.0, help="clicks a second in the first of the two")
    return parser.parse_args()


def _measure(folder: Path, options: argparse.Namespace, cores: Sequence[int]) -> list[report.Row]:
    with contextlib.ExitStack() as running:
        with _on_core(cores[0]):
            contenders = _start(folder, options, running)
        with _on_core(cores[1]):
            for _ in range(options.rounds):
                for contender in contenders:
                    asyncio.run(contender.take_turn(options))
    return [contender.row() for contender in contenders]


@contextlib.contextmanager
def _on_core(core: int) -> Iterator[None]:
    """Stay on this core inside the block, with all processes that are started there."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _start(folder: Path, options: argparse.Namespace, running: contextlib.ExitStack) -> list[Contender]:
    """Start ours, the floor, and those whose folders are given. They end with `running`."""

    def start(site: Site) -> None:
        running.callback(site.stop)
        site.start()

    ours = EmbeddedSite(folder)
    start(ours)
    stage = prepare_scenes(ours.environment, 1)
    sessions = list(stage["sessions"].values())

    def our_table() -> Table:
        return Table([ours.port], stage["scenes"][0], sessions, options.browsers, stage["number"])

    floor = floor_process(asyncio.run(_record_frames(our_table())), folder)
    start(floor)
    contenders = [
        Contender(ours, our_table),
        Contender(floor, lambda: FloorTable([floor.port], 1, ["nobody"], options.browsers, 0)),
    ]
    for peer in _peers(folder, options):
        start(peer)
        contenders.append(Contender(peer, functools.partial(Room, peer.speech(), options.browsers)))
    return contenders


def _peers(folder: Path, options: argparse.Namespace) -> Iterator[Peer]:
    if options.planarally is not None:
        yield PlanarAlly(options.planarally.resolve(), folder)
    if options.initiative is not None:
        yield ImprovedInitiative(options.initiative.resolve(), folder)


async def _record_frames(table: Table) -> list[str]:
    """Play for a while, and return what our server sent."""
    await table.open()
    try:
        await play([table], RECORDED_SECONDS, lambda: (0.0, 0.0))
    finally:
        await table.close()
    return [frame for browser in table.browsers for frame in browser.frames]


if __name__ == "__main__":
    main()
