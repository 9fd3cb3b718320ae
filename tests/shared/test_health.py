"""The probes and metrics of real processes."""

import json
import re
import urllib.error
import urllib.request

from deploy.processes import Site
from deploy.shared import SharedServer
from tests.shared.conftest import Stage
from tests.shared.people import gather

READY = {"database": "ok", "migrations": "ok", "broker": "ok", "disk": "ok", "backup": "none"}


def get(site: Site, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(site.url + path, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def count(site: Site, sample: str) -> float:
    """A sample of a process' metrics; 0 if there is none yet."""
    found = re.search(rf"^{re.escape(sample)} (\S+)$", get(site, "/metrics")[1], re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_a_process_is_ready_when_its_parts_are_and_says_which_is_away(server: SharedServer, stage: Stage) -> None:
    web = server.webs[0]
    backup = json.loads(get(web, "/readyz")[1])["backup"]
    assert backup == "none" or re.fullmatch(r"\d+ hours old", backup)  # other drills of this server make backups
    good = READY | {"backup": backup}
    assert get(web, "/healthz") == (200, "ok")
    assert get(web, "/readyz") == (200, json.dumps(good))
    server.redis.kill()
    assert get(web, "/readyz") == (503, json.dumps(good | {"broker": "away"}))
    server.redis.start()
    server.postgres.stop()
    status, text = get(web, "/readyz")
    assert (status, json.loads(text)["database"]) == (503, "away")
    assert get(web, "/healthz") == (200, "ok")
    server.postgres.start()
    gather(10, lambda: get(web, "/readyz") == (200, json.dumps(good)))


def test_a_click_shows_in_the_metrics_of_its_process(server: SharedServer, stage: Stage) -> None:
    scene, web = stage.new_scene(), server.webs[1]
    accepted, pushed = 'storywheel_commands_total{outcome="accepted"}', "storywheel_push_seconds_count"
    before = count(web, accepted), count(web, pushed), count(web, "storywheel_ticks_total")
    browser = stage.watch("aino", web, scene).wait_for(1)
    assert count(web, "storywheel_sockets") >= 1
    browser.wait_for(stage.people["mira"].say(web, scene, "Counted.").number)
    gather(5, lambda: count(web, pushed) == before[1] + 1)
    assert count(web, accepted) == before[0] + 1
    assert count(web, "storywheel_ticks_total") == before[2] + 1
    assert count(web, "storywheel_task_queue") >= 0
