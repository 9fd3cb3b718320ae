"""The way in through Caddy, as the guide sets it up: what strangers may ask for, and who is sent to which process."""

import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from deploy.shared import SharedServer
from tests.left_out import needs
from tests.shared.caddy import Caddy
from tests.shared.conftest import Stage
from tests.shared.people import gather
from tests.shared.recovery import recovery
from tests.shared.test_health import count, get
from tests.shared.test_programs import make_token

pytestmark = needs("Caddy")


@pytest.fixture(scope="module")
def caddy(server: SharedServer, folder: Callable[[], Path]) -> Iterator[Caddy]:
    caddy = Caddy(folder(), server.webs, server.folder)
    try:
        caddy.start()
        yield caddy
    finally:
        caddy.stop()


def sockets(server: SharedServer) -> list[float]:
    """How many are open at each process."""
    return [count(web, "storywheel_sockets") for web in server.webs]


def test_strangers_are_shown_pages_but_not_what_is_inside(caddy: Caddy) -> None:
    status, page = get(caddy, "/account/login/")
    assert status == 200
    assert get(caddy, "/static/" + page.partition('rel="stylesheet" href="/static/')[2].partition('"')[0])[0] == 200
    assert get(caddy, "/healthz") == (200, "ok")
    assert [get(caddy, path)[0] for path in ("/metrics", "/readyz")] == [404, 404]


def test_all_who_sit_at_a_scene_sit_at_one_process_and_scenes_are_spread(
    server: SharedServer, stage: Stage, caddy: Caddy
) -> None:
    used = set()
    for _ in range(8):
        scene, before = stage.new_scene(), sockets(server)
        browsers = [stage.watch(name, caddy, scene).wait_for(1) for name in stage.people]
        grown = [now - then for now, then in zip(sockets(server), before, strict=True)]
        assert sorted(grown) == [0, len(browsers)]
        used.add(grown.index(len(browsers)))
        number = stage.people["mira"].say(caddy, scene, "Through the gate.").number
        for browser in browsers:
            browser.wait_for(number)
            browser.leave()
        gather(5, lambda then=before: sockets(server) == then)
        if len(used) == 2:
            return
    raise AssertionError("eight scenes went to one process")


def test_when_that_process_dies_they_all_come_to_the_other(server: SharedServer, stage: Stage, caddy: Caddy) -> None:
    scene, before = stage.new_scene(), sockets(server)
    browsers = [stage.watch(name, caddy, scene).wait_for(1) for name in stage.people]
    holder = next(web for web, then in zip(server.webs, before, strict=True) if count(web, "storywheel_sockets") > then)
    holder.kill()
    key, words, answers = str(uuid.uuid4()), "The gate has another door.", []

    def say() -> bool:
        answers.append(stage.people["mira"].say(caddy, scene, words, key))
        return answers[-1].status == 200

    with recovery("behind Caddy, a web process is killed: its pages and clicks at the other", 15):
        gather(10, say)  # what was on its way to the dead one is not answered, and sent once more
        for browser in browsers:
            browser.wait_for(answers[-1].number)
    assert [browser.said(words) for browser in browsers] == [[words]] * len(browsers)


def test_while_no_process_lives_a_sentence_says_so(server: SharedServer, stage: Stage, caddy: Caddy) -> None:
    for web in server.webs:
        web.kill()
    status, words = get(caddy, "/account/login/")
    assert status in (502, 503)
    assert "Nothing is lost: load the page again shortly." in words


def test_the_news_of_a_scene_come_through_as_they_are_told(stage: Stage, caddy: Caddy) -> None:
    scene = stage.new_scene()
    token = make_token(stage, caddy, "jonas")
    asked = {"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip"}
    with urlopen(Request(f"{caddy.url}/api/v1/scenes/{scene}/events", headers=asked), timeout=20) as news:
        assert news.headers["Content-Encoding"] is None
        assert next(news) == b"retry: 2000\n"
        stage.people["mira"].say(caddy, scene, "Through the gate.")
        began = time.monotonic()
        assert any(b"Through the gate." in row for row in iter(news.readline, b""))
        assert time.monotonic() - began < 2
