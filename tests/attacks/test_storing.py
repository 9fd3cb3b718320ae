"""What a person sees is stored nowhere: whoever sits down at the same browser, or between, finds no page of theirs."""

import pytest
from django.conf import LazySettings
from django.test import Client

from campaigns.models import User
from tests.attacks.siege import browser, knock
from tests.attacks.walk import Examples, routes
from tests.cast import Cast

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
}
"""What may be stored: pictures by the person's own browser, and what is the same for everybody."""


@pytest.mark.parametrize("name", ["storyteller", "spectator", "boss"])
def test_no_page_of_a_person_is_stored(name: str, siege: Cast, examples: Examples) -> None:
    boss = User.objects.create_superuser("boss")
    client = browser(getattr(siege, name, boss))
    for route in routes():
        for url in examples.addresses(route):
            headers = knock(client, url).headers
            told = headers["Cache-Control"]
            if not (route.name in KEPT and told.startswith(KEPT[route.name])):
                assert "no-store" in told, url
                assert "private" in told, url


def test_files_that_are_the_same_for_everybody_may_be_stored(settings: LazySettings) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    answer = Client().get("/static/css/storywheel.css")
    assert "no-store" not in answer.headers.get("Cache-Control", "")
    assert answer.status_code == 200
