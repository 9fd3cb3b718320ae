"""By TLS as in life: Caddy holds the certificate, and a process behind it that is told so."""

from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from config.demo import DEMO_PASSWORD
from deploy.processes import Web
from deploy.shared import SharedServer
from tests.left_out import needs
from tests.shared.caddy import Caddy
from tests.shared.conftest import Stage
from tests.shared.people import Person

pytestmark = needs("Caddy")


@pytest.fixture
def caddy(server: SharedServer, folder: Callable[[], Path]) -> Iterator[Caddy]:
    settings = {"STORYWHEEL_TLS": "1", "SECRET_KEY": "a long night on the river " * 3, "ALLOWED_HOSTS": "localhost"}
    web = Web("web-tls", server.folder, server.environment | settings)
    caddy = Caddy(folder(), [web], server.folder, tls=True)
    try:
        web.launch()
        caddy.start()
        yield caddy
    finally:
        caddy.stop()
        web.stop()


def test_people_sign_in_act_and_watch_by_tls(caddy: Caddy, stage: Stage) -> None:
    petra, scene = Person("petra").sign_in(caddy, DEMO_PASSWORD), stage.new_scene()
    browser = petra.watch(caddy, scene).wait_for(1)
    try:
        browser.wait_for(petra.say(caddy, scene, "By way of the locks.").number)
        assert browser.said("By way of the locks") == ["By way of the locks"]
    finally:
        browser.leave()


def test_whoever_comes_by_plain_http_is_sent_to_tls(caddy: Caddy) -> None:
    link = HTTPConnection("127.0.0.1", caddy.plain_port, timeout=10)
    link.request("GET", "/series/1/", headers={"Host": "localhost"})
    answer = link.getresponse()
    assert answer.status == 308
    assert answer.headers["Location"] == f"{caddy.url}/series/1/"
    link.close()
