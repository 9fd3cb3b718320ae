"""A walk over all pages of a public demo, as each of its seats: what a page offers there, the demo does not refuse."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag, urlsplit

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils.html import escape

from config.demo.public.gate import NO_ACCOUNT, SHUT
from config.demo.public.limits import LIMITS
from config.demo.public.tables import GUESTS
from tests.config.test_public_demo import link_of, scene_of, sit_down

pytestmark = [pytest.mark.walk, pytest.mark.django_db]
GAME = "exalted2e"
"""The game whose table has the most on it."""
REFUSALS = {escape(str(sentence)) for sentence in (*SHUT.values(), NO_ACCOUNT)}
LEAD_AWAY = "account_logout"


class Offers(HTMLParser):
    """The addresses of this server that a page names, in links, forms and what scripts read; and fields for files."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.targets: set[str] = set()
        self.takes_files = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.takes_files |= values.get("type") == "file" and "name" in values  # else it stays in the browser
        is_posted = tag == "form" and values.get("method", "").lower() == "post"
        for name, value in values.items():
            if value.startswith("/") and not value.startswith("//"):
                is_target = is_posted or name in {"formaction", "hx-post"}
                (self.targets if is_target else self.links).add(urldefrag(value).url)


def find_kind(address: str) -> tuple[Any, ...] | None:
    """The page that an address is, without the values of its query. None for what is no page, as stylesheets."""
    parts = urlsplit(address)
    try:
        found = resolve(parts.path)
    except Resolver404:
        return None
    names = frozenset(pair.partition("=")[0] for pair in parts.query.split("&") if pair)
    return found.view_name, *sorted(map(str, found.kwargs.values())), names


def walk(client: Client, *start: str) -> Iterator[tuple[str, str, Any]]:
    """Look at every page that pages lead to, and at the target of every form: where it was offered, it, its answer."""
    known: set[Any] = set()
    waiting = [("", address, True) for address in start]
    while waiting:
        place, address, is_link = waiting.pop()
        kind = find_kind(address)
        if kind is None or (kind, is_link) in known or kind[0] == LEAD_AWAY:
            continue
        known.add((kind, is_link))
        answer = client.get(address)
        yield place, address, answer
        if is_link and answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            offers = Offers(answer.content.decode())
            assert not offers.takes_files, address
            waiting += [(address, one, True) for one in offers.links]
            waiting += [(address, one, False) for one in offers.targets]


@pytest.mark.parametrize("seat", range(1 + len(GUESTS)))
def test_no_page_offers_what_the_demo_refuses(settings: LazySettings, seat: int) -> None:
    settings.PUBLIC_DEMO = True
    for name, value in LIMITS.items():
        setattr(settings, name, value)
    settings.THROTTLES = dict.fromkeys(settings.THROTTLES, (0, 0))
    client = host = sit_down(GAME)
    for _n in range(seat):
        client = Client()
        client.post(link_of(host))
    refused, seen = set(), 0
    for place, address, answer in walk(client, "/", link_of(host), f"/scenes/{scene_of(host).pk}/"):
        seen += 1
        told = "" if answer.streaming else answer.content.decode(errors="replace")
        if answer.status_code in (403, 404) or any(sentence in told for sentence in REFUSALS):
            refused.add((place, address, answer.status_code))
    assert not refused
    assert seen > 100
