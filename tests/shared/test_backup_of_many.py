"""A backup of the shared server, and a file of one series, while people play at both of its processes."""

import gzip
import json
import urllib.request
from pathlib import Path
from typing import Any

from deploy.processes import EmbeddedSite, manage
from deploy.shared import SharedServer
from tests.shared.burst import Burst
from tests.shared.conftest import Stage
from tests.shared.replays import ask


def test_postgres_is_backed_up_in_the_middle_of_play_too(
    server: SharedServer, stage: Stage, empty: EmbeddedSite, tmp_path: Path
) -> None:
    scene, file = stage.new_scene(), tmp_path / "during.zip"
    burst = Burst(list(stage.people.values())[:3], server.webs, scene)
    burst.when(10, lambda: None)
    manage(server.environment, "backup", str(file))
    burst.end()
    assert (burst.failures, burst.resent) == ([], 0)
    told = ask(empty.environment, "restore", str(file))  # into SQLite; every log replays to its state
    burst.assert_kept(told["said"][str(scene)], least=list(burst.acknowledged)[:10])
    assert told["counts"]["play.Entry"] == sum(number for number, _log, _state in told["scenes"].values())


def test_a_series_taken_out_in_the_middle_of_play_is_one_moment(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    burst = Burst(list(stage.people.values())[:3], server.webs, scene)
    burst.when(10, lambda: None)
    files = [_take_out(web.url, stage.people["petra"].cookie) for web in server.webs for _ in range(4)]
    burst.end()
    lines = []
    for data in files:
        scenes = [scene for story in data["stories"] for episode in story["episodes"] for scene in episode["scenes"]]
        for one in scenes:
            last = one["commands"][-1]["last"] if one["commands"] else 0
            assert last == len(one["entries"]), one["title"]
        lines.append(sum(len(one["entries"]) for one in scenes))
    assert lines[0] < lines[-1]


def _take_out(site: str, cookie: str) -> dict[str, Any]:
    request = urllib.request.Request(f"{site}/series/1/series.gz", headers={"Cookie": cookie})
    with urllib.request.urlopen(request, timeout=30) as answer:
        data: dict[str, Any] = json.loads(gzip.decompress(answer.read()))
    return data
