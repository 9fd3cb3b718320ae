"""The floor answers every click, whatever frames it sends; and a run in which a server loses anything fails."""

import asyncio

import pytest
import uvicorn

from benchmarks import floor, live, report
from benchmarks.tables import FloorTable, play
from deploy.processes import free_port

OF_ANOTHER_PAGE = [
    '{"v":1,"from":7,"n":8,"change":{"count":8,"log":{"8":{"text":"eight"}},"hand":{"cards":{"card-c1":null}}}}',
    '{"v":1,"from":8,"n":9,"change":{"fight":{"combatants":{"c1":{"acts_at":9}}}}}',
]
"""Changes of facts that no page at the floor has."""


@pytest.mark.asyncio
async def test_the_floor_answers_every_click_though_its_frames_were_made_for_other_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(floor, "CHANGES", list(map(floor.cut_change, OF_ANOTHER_PAGE)))
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(floor.application, port=port, lifespan="off", log_level="critical"))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    table = FloorTable([port], 1, ["nobody"], 3, 0)
    await table.open()
    found = report.summarise("floor", await play([table], 0.3, lambda: (0.0, 0.0)))
    await table.close()
    server.should_exit = True
    await serving
    assert found["ticks"] > 5
    assert (found["lost"], found["failed"], found["fetched"]) == (0, 0, 1.0)


@pytest.mark.parametrize(
    "row", [{"lost": 1, "ticks": 9}, {"failed": 1, "ticks": 9}, {"lost": 0, "failed": 0, "ticks": 0}]
)
def test_a_run_whose_floor_lost_or_failed_or_did_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, row: report.Row
) -> None:
    rows = [{"name": "ours", "lost": 0, "failed": 0, "ticks": 9}, {"name": "floor, full", **row}]
    monkeypatch.setattr("sys.argv", ["benchmarks.live", "--embedded"])
    monkeypatch.setattr(live, "_measure", lambda *_given: (rows, []))
    with pytest.raises(SystemExit, match="floor, full"):
        live.main()
