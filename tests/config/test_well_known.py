"""What programs find at known addresses, and what pages for visitors say of themselves."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.conf import LazySettings
from django.test import Client

from campaigns.models import PublicPage, User
from config.server.well_known import list_contacts
from rules import SYSTEMS
from tests.cast import Cast
from tests.conftest import SignIn

DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')
ABOUT = "https://table.example.org/about/"


@pytest.fixture
def site(settings: LazySettings) -> LazySettings:
    """The settings of a server that strangers reach by https."""
    settings.SITE_URL, settings.CONTACT = "https://table.example.org", "boss@example.org"
    return settings


def describe(path: str, browser: Client | None = None) -> list[str]:
    """The descriptions that a page gives itself."""
    answer = (browser or Client()).get(path)
    assert answer.status_code == 200, path
    return [unescape(found) for found in DESCRIPTION.findall(answer.content.decode())]


def may_read(path: str) -> bool:
    """Whether a search engine may read an address: the longest rule that matches it counts (RFC 9309)."""
    rules = re.findall(r"^(Allow|Disallow): (\S+)$", Client().get("/robots.txt").content.decode(), re.M)
    matching: list[tuple[int, bool]] = [
        (len(rule), kind == "Allow")
        for kind, rule in rules
        if (path == rule[:-1] if rule.endswith("$") else path.startswith(rule))
    ]
    return max(matching)[1]


def test_each_page_for_visitors_describes_itself_in_words_of_its_own(host: User, cast: Cast) -> None:
    cast.series.invites.create(role="player", token="invited")
    PublicPage.objects.create(series=cast.series, token="public")
    pages = ["/account/login/", "/account/signup/", "/join/invited/", "/read/public/", "/about/", "/dice/verify/"]
    pages += [f"/odds/{system}/" for system in SYSTEMS]
    told = [describe(page) for page in pages]
    assert all(len(each) == 1 and 50 < len(each[0]) < 250 for each in told), told
    assert len({each[0] for each in told}) == len(pages)
    assert cast.series.name in told[2][0]
    assert cast.series.name in told[3][0]


def test_a_public_demo_describes_itself(settings: LazySettings, host: User) -> None:
    settings.PUBLIC_DEMO = True
    assert describe("/demo/") != describe("/about/")
    assert len(describe("/demo/")) == 1


def test_pages_of_members_need_no_description(cast: Cast, sign_in: SignIn) -> None:
    assert describe("/about/", sign_in(cast.player)) == []
    assert describe(f"/scenes/{cast.scene.pk}/", sign_in(cast.player)) == []


def test_a_name_cannot_break_out_of_a_description(host: User, cast: Cast) -> None:
    cast.series.name = 'The "Road"><script>'
    cast.series.save()
    cast.series.invites.create(role="player", token="invited")
    assert cast.series.name in describe("/join/invited/")[0]


@pytest.mark.parametrize(
    ("path", "read"),
    [
        *(("/", True), ("/account/login/", True), ("/account/signup/", True), ("/about/", True)),
        *(("/odds/exalted2e/", True), ("/dice/verify/", True), ("/static/css/storywheel.css", True)),
        *(("/odds/exalted2e/?dice=7", False), ("/account/login/?next=/series/1/", False), ("/account/", False)),
        *(("/series/1/", False), ("/scenes/1/", False), ("/demo/", False), ("/api/v1/me", False), ("/staff/", False)),
    ],
)
def test_search_engines_are_told_what_they_may_read(path: str, read: bool) -> None:
    assert may_read(path) is read


def test_of_a_public_demo_they_may_read_its_entrance(settings: LazySettings) -> None:
    settings.PUBLIC_DEMO = True
    assert may_read("/demo/")
    assert not may_read("/demo/a-table/")
    assert not may_read("/account/login/")


@pytest.mark.parametrize("path", ["/join/invited/", "/read/public/"])
def test_a_secret_address_says_that_it_is_not_to_be_listed(host: User, cast: Cast, path: str) -> None:
    cast.series.invites.create(role="player", token="invited")
    PublicPage.objects.create(series=cast.series, token="public")
    assert may_read(path)  # else nobody would see that it says so
    assert '<meta name="robots" content="noindex, nofollow">' in Client().get(path).content.decode()


def test_who_finds_a_weakness_learns_whom_to_tell(site: LazySettings) -> None:
    answer = Client().get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:boss@example.org"
    assert fields["Canonical"] == "https://table.example.org/.well-known/security.txt"
    left = datetime.strptime(fields["Expires"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC) - datetime.now(UTC)
    assert timedelta(days=170) < left < timedelta(days=365)


def test_a_host_who_has_given_no_contact_has_no_such_file(site: LazySettings) -> None:
    site.CONTACT = ""
    assert Client().get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize(
    ("words", "contacts"),
    [
        ("Petra (petra@example.org), or +358 1", ["mailto:petra@example.org"]),
        ("https://example.org/report, or a@example.org", ["https://example.org/report"]),
        ("mailto:a@example.org?subject=Weakness", ["mailto:a@example.org?subject=Weakness"]),
        ("tel:+35811", ["tel:+35811"]),
        ("http://example.org", [ABOUT]),
        ("Petra on Discord\nExpires: never", [ABOUT]),
        ("", []),
    ],
)
def test_the_hosts_words_become_addresses(site: LazySettings, words: str, contacts: list[str]) -> None:
    assert list_contacts(words) == contacts


def test_without_encryption_a_page_is_no_contact(site: LazySettings) -> None:
    site.SITE_URL = "http://192.0.2.1:8000"
    assert list_contacts("Petra on Discord") == []


def test_a_password_manager_finds_where_a_password_is_changed(host: User, sign_in: SignIn) -> None:
    host.set_password("a-long-night-on-the-river")
    host.save()
    answer = sign_in(host).get("/.well-known/change-password", follow=True)
    assert [url for url, _status in answer.redirect_chain] == ["/account/password/change/"]
    assert answer.status_code == 200
    assert Client().get("/.well-known/change-password", follow=True).redirect_chain[-1] == (
        "/account/login/?next=/account/password/change/",
        302,
    )
