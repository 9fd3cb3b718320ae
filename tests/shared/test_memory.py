"""What a shared server takes while nobody asks for anything: its two web processes and the background work."""

from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

from config.server.monitoring.process_figures import list_family, measure_memory
from deploy.processes import Part, Web, Work
from deploy.shared import SharedServer
from tests.shared.people import gather

MOST = 400
"""In MB of 1,048,576 bytes, as `docs/hosting/install.md` counts."""


def measure(part: Part) -> int:
    """The bytes that a part and its children take; of what they share, their share."""
    assert part.process
    return sum(map(measure_memory, list_family(part.process.pid)))


def test_a_shared_server_idles_below_400_megabytes(server: SharedServer, folder: Callable[[], Path]) -> None:
    webs = [Web(f"idle-{place}", server.folder, server.environment) for place in (1, 2)]
    work = Work(folder(), server.environment | {"STORYWHEEL_VAR": str(folder())})  # its clock needs a folder of its own
    try:
        for part in (*webs, work):
            part.launch()
        for web in webs:  # nobody has asked for a page yet
            gather(120, lambda web=web: has_started(web))
        # What a part loads with its first task counts too. It shares them with the server's own.
        gather(180, lambda: has_worked(work))
        taken = sum(map(measure, (*webs, work))) / 1024**2
    finally:
        for part in (*webs, work):
            part.stop()
    assert taken < MOST, f"{taken:.0f} MB"


def has_started(web: Web) -> bool:
    """Whether a web process answers a probe."""
    try:
        return bool(urlopen(f"{web.url}/readyz").status == 200)
    except OSError:
        return False


def has_worked(work: Work) -> bool:
    """Whether both of its queues have had a task."""
    try:
        told = urlopen(f"http://127.0.0.1:{work.port}/metrics").read().decode()
    except OSError:
        return False
    return 'task="post_outside"' in told and ('task="turn_tables"' in told or 'task="turn_downtimes"' in told)
