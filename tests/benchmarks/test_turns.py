"""Two states of the code are measured A B A B, and told as pairs with the spread of their ratios."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks import turns
from deploy.processes import ROOT

OLDER = "frames      3.27 ms    2.10 ms on a free machine\nframes        29947 bytes a tick\n"
NEWER = "frames      3.10 ms\nframes        28412 bytes a tick\nStoryteller 1440 layouts         6.0 a tick\n"


@pytest.mark.parametrize(
    ("printed", "figures"),
    [
        (OLDER, {"frames, ms": 3.27, "frames, bytes a tick": 29947.0}),
        (NEWER, {"frames, ms": 3.1, "frames, bytes a tick": 28412.0, "Storyteller 1440 layouts, a tick": 6.0}),
        ("refused: The table has moved on.\n", {}),
    ],
)
def test_figures_are_read_from_what_a_benchmark_prints_of_this_version_or_an_older_one(
    printed: str, figures: turns.Figures
) -> None:
    assert turns.parse_figures(printed) == figures


def test_the_two_are_measured_in_turns_and_told_with_the_spread_of_their_ratios(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured: list[Path] = []

    def run(_module: str, folder: Path, _arguments: Sequence[str]) -> str:
        measured.append(folder)
        return f"tick  {10 if folder == tmp_path else 4 + len(measured) / 2} ms\n"

    monkeypatch.setattr(turns, "_run", run)
    turns.compare("tick", argparse.Namespace(against=str(tmp_path), rounds=3), [])
    assert measured == [tmp_path, ROOT] * 3
    assert "| tick, ms | 10, 5 | 10, 6 | 10, 7 | 0.60 (0.50 to 0.70) |" in capsys.readouterr().out


def test_what_only_one_of_the_two_prints_is_not_compared() -> None:
    told = turns.format_pairs([({"tick": 2.0, "gone": 1.0}, {"tick": 1.0, "new": 3.0})], "main")
    assert "| tick | 2, 1 | 0.50 (0.50 to 0.50) |" in told
    assert "gone" not in told
    assert "new" not in told
