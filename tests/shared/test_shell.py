"""What only a real server shows of its shell: frames too big, sessions that end, proxies, the doors of other sites."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import AbstractContextManager
from http.client import HTTPConnection

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from config.demo import DEMO_PASSWORD
from deploy.parts import ROOT, Site
from deploy.shared import SharedServer
from tests.shared.conftest import Stage
from tests.shared.people import Person


def listen(person: Person, site: Site, scene: int) -> AbstractContextManager[ClientConnection]:
    """A bare socket, which does not come back."""
    headers = {"Cookie": person.cookie, "Origin": site.url}
    return connect(f"ws://127.0.0.1:{site.port}/ws/scenes/{scene}/", additional_headers=headers, max_size=None)


def closing_code(link: ClientConnection, within: float) -> int:
    """The code with which the server ends it."""
    try:
        while True:
            link.recv(timeout=within)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


def test_a_frame_that_is_too_big_ends_its_own_socket_only(server: SharedServer, stage: Stage) -> None:
    scene, web = stage.new_scene(), server.webs[0]
    browser = stage.watch("mira", web, scene).wait_for(1)
    with listen(stage.people["jonas"], web, scene) as loud:
        loud.send("x" * 70_000)
        assert closing_code(loud, 5) == 1009
    browser.wait_for(stage.people["mira"].say(web, scene, "Go on.").number)
    assert browser.connects == 1


def test_a_session_that_is_ended_elsewhere_loses_its_sockets_at_once(server: SharedServer, stage: Stage) -> None:
    (one, other), scene = server.webs, stage.new_scene()
    phone, desk = (Person("jonas").sign_in(site, DEMO_PASSWORD) for site in (one, other))
    with listen(phone, one, scene) as lost, listen(desk, other, scene) as kept:
        assert desk.ask(other, "POST", "/account/sessions/end/", {}).status == 302
        assert closing_code(lost, 3) == 1012
        with listen(phone, one, scene) as back:
            assert closing_code(back, 3) == 4401
        number = desk.say(other, scene, "Alone at last.").number
        while json.loads(kept.recv(timeout=5)).get("n") != number:
            pass


def test_the_address_of_a_person_comes_from_our_own_proxy(server: SharedServer, stage: Stage) -> None:
    web = server.webs[0]
    person = Person("aino").sign_in(web, DEMO_PASSWORD)
    link = HTTPConnection("127.0.0.1", web.port, timeout=10)
    body = f"login=mira&password={DEMO_PASSWORD}&csrfmiddlewaretoken={person.cookies['csrftoken']}"
    token = f"csrftoken={person.cookies['csrftoken']}"
    forwarded = {"X-Forwarded-For": "198.51.100.9, 192.0.2.55", "Content-Type": "application/x-www-form-urlencoded"}
    link.request("POST", "/account/login/", body, {"Cookie": token, **forwarded})
    assert link.getresponse().status == 302
    page = stage.people["mira"].ask(web, "GET", "/account/sessions/").text
    assert "192.0.2.55" in page
    assert "198.51.100.9" not in page


def test_a_page_by_tls_carries_all_its_locks() -> None:
    code = """
from django.test import Client
answer = Client().get("/account/login/", secure=True)
import json
print(json.dumps({"headers": dict(answer.headers), "cookies": answer.cookies.output()}))
print(Client().get("/account/login/").headers["Location"])
"""
    headers, location = _ask(code, STORYWHEEL_TLS="1")
    told = json.loads(headers)
    assert told["headers"]["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    assert told["headers"]["X-Frame-Options"] == "DENY"
    assert told["headers"]["X-Content-Type-Options"] == "nosniff"
    policy = told["headers"]["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "Secure" in told["cookies"]
    assert location.startswith("https://")


def test_other_sites_doors_open_where_their_keys_are_set() -> None:
    code = """
from django.test import Client
page = Client().get("/account/login/").content
print(b"With Discord" in page, b"With Google" in page)
answer = Client().post("/account/by/discord/login/")
print(answer.headers["Location"])
print(Client().get("/account/login/").headers["Content-Security-Policy"])
"""
    shown, location, policy = _ask(code, DISCORD_CLIENT_ID="123", DISCORD_CLIENT_SECRET="shh")
    assert shown == "True False"
    assert location.startswith("https://discord.com/")
    assert "client_id=123" in location
    assert "shh" not in location
    assert "form-action 'self' https://discord.com;" in policy + ";"


def _ask(code: str, **environment: str) -> list[str]:
    """What a process with these settings prints, on a database of its own in memory."""
    prepare = "from django.core.management import call_command; call_command('migrate', verbosity=0)\n"
    bare = {"DATABASE_URL": "sqlite://:memory:", "REDIS_URL": "", "ALLOWED_HOSTS": "testserver", "DEBUG": "1"}
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", prepare + code],
        cwd=ROOT,
        env={**os.environ, **bare, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip().splitlines()


def test_strangers_do_not_see_what_is_for_the_machine(server: SharedServer) -> None:
    request = urllib.request.Request(f"{server.webs[0].url}/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 404
