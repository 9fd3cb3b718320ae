"""Two states of the code measured in turns. A figure alone says little where other work goes on; a ratio in turns does.

The other state is a folder with a checkout, or whatever git knows (`main`, `HEAD~3`), which is checked out for the run.
Each is measured by its own benchmark of that name, one after the other, A B A B. The figures that both print are shown
in pairs, with the median of the ratios and the least and the largest of them.
"""

import argparse
import contextlib
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from deploy.processes import ROOT

FIGURE = re.compile(r"^(\w[\w ()-]*?) +(\d[\d.]*) (ms|bytes a tick|a tick)\b", re.M)
Figures = dict[str, float]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Let a benchmark be told what to compare with."""
    parser.add_argument("--against", default="", metavar="CHECKOUT", help="a folder or a commit to take turns with")
    parser.add_argument("--rounds", type=int, default=4, help="how often each of the two is measured")


def compare(module: str, options: argparse.Namespace, arguments: Sequence[str]) -> None:
    """Measure the other state and this one in turns, and print their figures in pairs."""
    pairs: list[tuple[Figures, Figures]] = []
    with _check_out(options.against) as other:
        for turn in range(options.rounds):
            before, now = (parse_figures(_run(module, folder, arguments)) for folder in (other, ROOT))
            pairs.append((before, now))
            print(f"round {turn + 1} of {options.rounds}", file=sys.stderr, flush=True)
    print(format_pairs(pairs, options.against))


def parse_figures(printed: str) -> Figures:
    """Return the figures that a benchmark has printed, by their names and units."""
    return {f"{name}, {unit}": float(figure) for name, figure, unit in FIGURE.findall(printed)}


def format_pairs(pairs: Sequence[tuple[Figures, Figures]], other: str) -> str:
    """Return a table of what both have measured in each round. The ratio is this state's figure to the other's."""
    lines = [f"| {other}, here | {' | '.join(f'round {turn + 1}' for turn in range(len(pairs)))} | here to {other} |"]
    lines.append("|---" * (len(pairs) + 2) + "|")
    for name in pairs[0][0]:
        both = [(before[name], now[name]) for before, now in pairs if name in before and name in now]
        ratios = sorted(now / before for before, now in both if before)
        if len(both) < len(pairs) or not ratios:
            continue
        ratio = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        lines.append(f"| {name} | {' | '.join(f'{before:g}, {now:g}' for before, now in both)} | {ratio} |")
    return "\n".join(lines)


@contextlib.contextmanager
def _check_out(other: str) -> Iterator[Path]:
    """A folder with the other state: the one that is named, or one with this commit, which is removed in the end."""
    if Path(other).is_dir():
        yield Path(other).resolve()
        return
    with tempfile.TemporaryDirectory(prefix="storywheel-other-") as made:
        folder = Path(made) / "checkout"
        _git("worktree", "add", "--detach", str(folder), other)
        try:
            yield folder
        finally:
            _git("worktree", "remove", "--force", str(folder))


def _git(*arguments: str) -> None:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)


def _run(module: str, folder: Path, arguments: Sequence[str]) -> str:
    command = [sys.executable, "-m", f"benchmarks.{module}", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"benchmarks.{module} failed in {folder}: {done.stderr[-2000:]}")
    return done.stdout
