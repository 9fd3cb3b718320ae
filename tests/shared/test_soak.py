"""Two minutes at the table: nothing is lost, and memory is where it was. Twenty: `benchmarks.live --minutes 20`."""

import json
import subprocess
import sys

from deploy.processes import ROOT

PLAYED = ("--embedded", "--scenes", "6", "--browsers", "8", "--minutes", "2")


def test_two_minutes_of_play_lose_nothing_and_hold_no_more_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.live", *PLAYED, "--json"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:] + done.stdout[-2000:]
    rows = json.loads(done.stdout)["rows"]
    assert [row["name"] for row in rows] == ["minute 1", "minute 2", "pages"]
    assert rows[-1]["loaded"] > 32, "others load pages meanwhile"
    for row in rows[:-1]:
        assert row["ticks"] > 6 * 30, row
        assert not row.get("lost"), row
