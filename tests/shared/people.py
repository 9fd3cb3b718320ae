"""People at a real server over real connections: they sign in, post commands, and follow scenes as the page does."""

import contextlib
import json
import re
import ssl
import threading
import time
import uuid
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.cookies import SimpleCookie
from typing import Any, ClassVar
from urllib.parse import urlencode

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from deploy.processes import Site
from play.stage.changes import apply_change
from tests.shared.caddy import Caddy


@dataclass(frozen=True)
class Reply:
    """An answer to a request."""

    status: int
    text: str
    headers: dict[str, str]

    @property
    def number(self) -> int:
        """The number that an accepted command brought the table to."""
        number: int = json.loads(self.headers["hx-trigger"])["table:moved"]["number"]
        return number


@dataclass
class Person:
    """Somebody with a cookie jar. Cookies know no ports: signed in at one process is signed in at all."""

    name: str
    cookies: dict[str, str] = field(default_factory=dict)
    marks: ClassVar[dict[str, str]] = {"HX-Request": "true"}
    """Headers of each request: those of a script, which asks for parts of pages."""

    def ask(self, site: Site, method: str, path: str, data: dict[str, Any] | None = None) -> Reply:
        """Make a request on a connection of its own. Raises `OSError` or `HTTPException` if it is not answered."""
        link = _reach(site)
        headers = {"Cookie": self.cookie, "Origin": site.url, **self.marks}
        body = None
        if data is not None:
            body = urlencode({**data, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}, doseq=True)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with contextlib.closing(link):
            link.request(method, path, body, headers)
            answer = link.getresponse()
            for line in answer.headers.get_all("Set-Cookie") or []:
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
            text = answer.read().decode()
            return Reply(answer.status, text, {name.lower(): value for name, value in answer.headers.items()})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def sign_in(self, site: Site, password: str) -> "Person":
        """Sign in by the form."""
        self.ask(site, "GET", "/account/login/")
        answer = self.ask(site, "POST", "/account/login/", {"login": self.name, "password": password})
        assert "sessionid" in self.cookies, f"{self.name} cannot sign in: {answer.status} {answer.text[:500]}"
        return self

    def act(self, site: Site, scene: int, number: int, move: dict[str, Any], key: str = "") -> Reply:
        """Post a command."""
        data = {"command": key or str(uuid.uuid4()), "number": number, **move}
        return self.ask(site, "POST", f"/scenes/{scene}/command/", data)

    def say(self, site: Site, scene: int, text: str, key: str = "") -> Reply:
        """Post a line of speech: it fits whatever has happened meanwhile."""
        return self.act(site, scene, 0, {"move": "Say", "text": text}, key)

    def read_facts(self, site: Site, scene: int) -> dict[str, Any]:
        """Return the facts of a page that is opened now."""
        page = self.ask(site, "GET", f"/scenes/{scene}/").text
        found = re.search(r'<script id="facts" type="application/json">(.*?)</script>', page, re.DOTALL)
        assert found, page[:500]
        facts: dict[str, Any] = json.loads(found[1])
        return facts

    def watch(self, site: Site, scene: int) -> "Browser":
        """Open the scene's page: a socket that comes back when it breaks."""
        return Browser(self, site, scene)


class Browser:
    """What the script of the page does: listen, apply changes, come back after a break.

    `number` is how many entries of the log it shows, as the last accepted command counted them.
    """

    PATIENCE = 0.25

    def __init__(self, person: Person, site: Site, scene: int) -> None:
        self.number = -1
        self._person, self._site, self._scene = person, site, scene
        self.facts: dict[str, Any] = {}
        self.present: list[dict[str, Any]] = []
        self.connects = 0
        self._news = threading.Condition()
        self._left = threading.Event()
        self._link: Any = None
        self._url = f"{site.url.replace('http', 'ws', 1)}/ws/scenes/{scene}/"
        self._ssl = _trust(site)
        self._headers = {"Cookie": person.cookie, "Origin": site.url}
        threading.Thread(target=self._follow, name=f"browser-{person.name}", daemon=True).start()

    def wait_for(self, number: int, within: float = 10) -> "Browser":
        """Wait until the page shows this number or a newer one."""
        with self._news:
            seen = self._news.wait_for(lambda: self.number >= number, within)
        assert seen, f"the page is at {self.number} after {within} s, not at {number}"
        return self

    def wait_to_show(self, text: str, within: float = 10) -> None:
        """Wait until the page shows this text."""
        with self._news:
            seen = self._news.wait_for(lambda: text in json.dumps([self.facts, self.present]), within)
        assert seen, f"the page does not show {text!r} after {within} s"

    def said(self, pattern: str) -> list[str]:
        """What of this pattern stands in the log of the page, oldest first."""
        with self._news:
            log = self.facts.get("log", {})
            entries = [json.dumps(log[number], ensure_ascii=False) for number in sorted(log, key=int)]
        return [found for entry in entries for found in re.findall(pattern, entry)]

    def differs_from_a_fresh_page(self) -> set[str]:
        """The facts that a page which is opened now would show otherwise; the page must be at rest."""
        fresh = self._person.read_facts(self._site, self._scene)
        with self._news:
            keys = (self.facts.keys() | fresh.keys()) - {"n", "v"}
            return {key for key in keys if self.facts.get(key) != fresh.get(key)}

    def leave(self) -> None:
        """Close the page."""
        self._left.set()
        if self._link is not None:
            self._link.close()

    def _follow(self) -> None:
        while not self._left.is_set():
            with contextlib.suppress(OSError, WebSocketException, TimeoutError), self._connected() as self._link:
                self.connects += 1
                for text in self._link:
                    self._show(json.loads(text))
            self._left.wait(self.PATIENCE)

    def _connected(self) -> Any:
        # A sleeping server must look asleep to us as it does to a page: no pings of our own.
        return connect(
            self._url,
            additional_headers=self._headers,
            open_timeout=5,
            ping_interval=None,
            max_size=None,
            ssl=self._ssl,
        )

    def _show(self, frame: dict[str, Any]) -> None:
        with self._news:
            if "facts" in frame:
                self.facts = frame["facts"]
            elif "change" in frame:
                assert frame["from"] == self.facts["n"], "a change was lost"
                self.facts = apply_change(self.facts, frame["change"]) | {"n": frame["n"]}
            self.present = frame.get("presence", self.present)
            self.number = self.facts.get("count", -1)
            self._news.notify_all()


def _reach(site: Site) -> HTTPConnection:
    context = _trust(site)
    if context is None:
        return HTTPConnection("127.0.0.1", site.port, timeout=40)
    return HTTPSConnection("localhost", site.port, timeout=40, context=context)


def _trust(site: Site) -> ssl.SSLContext | None:
    """What a browser needs to trust a site that is reached by TLS."""
    return site.context if isinstance(site, Caddy) and site.url.startswith("https:") else None


def gather(wait: float, is_done: Any) -> None:
    """Look again and again until something is so."""
    deadline = time.monotonic() + wait
    while not is_done():
        assert time.monotonic() < deadline, f"not so after {wait} s"
        time.sleep(0.02)


Unanswered = (OSError, HTTPException)
"""What a request raises that nobody answered."""
