"""What only a real server shows of its shell: frames too big, sessions that end, proxies, the doors of other sites."""

import contextlib
import json
import socket
import urllib.error
import urllib.request
from contextlib import AbstractContextManager
from http.client import HTTPConnection

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from config.demo import DEMO_PASSWORD
from config.server.limits.body_limit import MAX_BYTES
from deploy.processes import Site
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


def test_a_form_without_end_is_cut_off(server: SharedServer) -> None:
    web, piece, sent = server.webs[0], b"x" * 1_000_000, 0
    head = f"POST /account/login/ HTTP/1.1\r\nHost: 127.0.0.1:{web.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", web.port), timeout=20) as link:
        link.sendall(head.encode())
        with contextlib.suppress(ConnectionError):
            while sent < 500_000_000:
                link.sendall(b"%x\r\n%b\r\n" % (len(piece), piece))
                sent += len(piece)
    assert MAX_BYTES / 2 < sent < 5 * MAX_BYTES  # what was on its way in buffers besides
    assert Person("nobody").ask(web, "GET", "/account/login/").status == 200


def test_a_session_that_is_ended_elsewhere_loses_its_sockets_at_once(place: tuple[list[Site], Stage]) -> None:
    (one, other), stage = place
    scene, (phone, _member) = stage.new_scene(), stage.add_guest(one)
    desk = Person(phone.name).sign_in(other, DEMO_PASSWORD)
    with listen(phone, one, scene) as lost, listen(desk, other, scene) as kept:
        assert desk.ask(other, "POST", "/account/sessions/end/", {}).status == 302
        assert closing_code(lost, 3) == 1012
        with listen(phone, one, scene) as back:
            assert closing_code(back, 3) == 4401
        desk.say(other, scene, "Alone at last.")
        while "Alone at last." not in str(kept.recv(timeout=5)):
            pass


def test_a_removed_member_loses_their_sockets_at_once_though_nobody_plays(place: tuple[list[Site], Stage]) -> None:
    (one, other), stage = place
    scene, (guest, member) = stage.new_scene(), stage.add_guest(other)
    with listen(guest, other, scene) as lost, listen(stage.people["mira"], other, scene) as kept:
        assert json.loads(lost.recv(timeout=5))
        assert stage.people["petra"].ask(one, "POST", f"/members/{member}/remove/", {}).status == 302
        assert closing_code(lost, 2) == 4403
        with listen(guest, other, scene) as back:
            assert closing_code(back, 2) == 4403
        stage.people["mira"].say(other, scene, "And then we were three.")
        while "And then we were three." not in str(kept.recv(timeout=5)):
            pass
    assert guest.ask(one, "GET", f"/scenes/{scene}/").status == 404


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


def test_strangers_do_not_see_what_is_for_the_machine(server: SharedServer) -> None:
    request = urllib.request.Request(f"{server.webs[0].url}/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 404
