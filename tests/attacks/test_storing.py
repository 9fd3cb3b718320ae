"""What a person sees is stored nowhere: whoever sits down at the same browser, or between, finds no page of theirs."""

import pytest
from django.conf import LazySettings
from django.http.response import ResponseHeaders
from django.test import Client
from django.urls import resolve

from campaigns.models import User
from tests.attacks.siege import browser, knock
from tests.attacks.walk import Examples, routes
from tests.cast import Cast

pytestmark = pytest.mark.walk

DOORS = ("/account/", "/admin/", "/staff/", "/theme/", "/language/")
"""Where what is there is nobody's series."""
KEPT = {
    "portrait": "private, ",
    "face": "private, ",
    "handout_picture": "private, ",
    "attachment": "private, ",
    "public_page": "private, ",
    "public_portrait": "private, ",
    "favicon": "public, max-age=86400",
    "offline": "public, no-cache",
    "worker": "public, no-cache",
    "manifest": "public, no-cache",
    "robots": "public, max-age=86400",
    "security_txt": "public, max-age=86400",
}
"""What may be stored: pictures by the person's own browser, and what is the same for everybody."""


def assert_stored_nowhere(url: str, headers: ResponseHeaders) -> None:
    """Fail if anything on the way may keep what was answered."""
    name, told = resolve(url.partition("?")[0]).view_name, headers["Cache-Control"]
    if not (name in KEPT and told.startswith(KEPT[name])):
        assert "no-store" in told, url
        assert "private" in told, url


@pytest.mark.parametrize("name", ["storyteller", "spectator", "boss"])
def test_no_page_of_a_person_is_stored(name: str, siege: Cast, examples: Examples) -> None:
    """What members find elsewhere than at the doors is looked at by `test_canaries.py`, which goes everywhere there."""
    boss = User.objects.create_superuser("boss")
    client = browser(getattr(siege, name, boss))
    for url in (url for route in routes() for url in examples.addresses(route)):
        if name == "boss" or url.startswith(DOORS):
            assert_stored_nowhere(url, knock(client, url).headers)


def test_files_that_are_the_same_for_everybody_may_be_stored(settings: LazySettings) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    answer = Client().get("/static/css/storywheel.css")
    assert "no-store" not in answer.headers.get("Cache-Control", "")
    assert answer.status_code == 200
