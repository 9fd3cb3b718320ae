"""No page is left out of those that are looked at."""

import re
from collections.abc import Iterable, Iterator
from functools import partial

from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Browser

from tests.e2e.conftest import Stage
from tests.e2e.sights import SIGHTS

FIRST = {"kind": ("story", "episode", "scene", "downtime"), "token": ("none",), "path": ("x",), "url": ("x",)}
"""What stands for the parts of an address that are no number."""
PART = re.compile(r"<(\w+:)?(\w+)>")
ADMIN = "admin/"
"""Django's own pages."""


def addresses(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, str]]:
    """Each route of the site with the addresses of the first thing of its kind: (route, address)."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if route == ADMIN:
            continue
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
            continue
        for kind in FIRST["kind"] if "<kind:" in route else ("",):
            yield route, "/" + PART.sub(partial(first_of, kind=kind), route)


def first_of(part: re.Match[str], kind: str) -> str:
    """What stands for a part of a route."""
    return kind if part[2] == "kind" else FIRST.get(part[2], ("1",))[0]


def route_of(path: str) -> str:
    """The route that answers an address; nothing for one that nobody answers."""
    try:
        return resolve(path.split("?")[0]).route
    except Resolver404:
        return ""


def test_every_page_that_can_be_opened_is_among_the_sights(browser: Browser, gallery: Stage) -> None:
    seen = {route_of(sight.where(gallery.places)) for sight in SIGHTS}
    missed = set[str]()
    for who in ("petra", "mira", "host", ""):
        context = browser.new_context(base_url=gallery.url, storage_state=gallery.sign_in(who))
        for route, address in addresses(get_resolver().url_patterns):
            if route in seen | missed:
                continue
            answer = context.request.get(address, max_redirects=0)
            if answer.ok and "text/html" in answer.headers["content-type"] and "</html>" in answer.text():
                missed.add(route)
        context.close()
    assert not missed, "\n".join(sorted(missed))
