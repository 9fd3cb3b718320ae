"""Who is refused stays on the page where the button is, and reads there why nothing was changed."""

from django.contrib.messages import get_messages
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from campaigns.models import ExperienceEntry
from tests.campaigns.test_experience import approve, ask, give
from tests.cast import Cast
from tests.conftest import SignIn

HOST = "http://testserver"


def press(client: Client, entry: ExperienceEntry, page: str, **sent: str) -> HttpResponseBase:
    """Press *Take it back* in a browser that shows this page."""
    headers = {"referer": page, "sec-fetch-mode": "navigate"}
    return client.post(reverse("entry_reverse", args=[entry.pk]), sent, headers=headers)


def spent_award(cast: Cast) -> ExperienceEntry:
    (entry,) = give(cast)
    approve(cast, ask(cast))
    return entry


def test_a_refused_button_leads_back_to_its_page_with_the_reason(cast: Cast, sign_in: SignIn) -> None:
    entry, client = spent_award(cast), sign_in(cast.storyteller)
    page = reverse("experience", args=[cast.heroine.pk]) + "?story=1"
    answer = press(client, entry, HOST + page)
    assert (answer.status_code, answer.headers["Location"]) == (302, page)
    shown = client.get(page)
    (message,) = get_messages(shown.wsgi_request)
    assert "has spent those points since" in str(message)
    assert "Nothing was changed." in str(message)
    assert 'class="said said--refused"' in shown.content.decode()
    assert not ExperienceEntry.objects.exclude(reverses=None).exists()


def test_other_refusals_stay_pages_of_their_own(cast: Cast, sign_in: SignIn) -> None:
    entry, client = spent_award(cast), sign_in(cast.storyteller)
    page = HOST + reverse("experience", args=[cast.heroine.pk])
    only_posted = HOST + reverse("entry_reverse", args=[entry.pk])
    for there in ("", "https://elsewhere.example/", only_posted, HOST + "/nowhere/"):
        assert press(client, entry, there).status_code == 409, there
    assert press(client, entry, page, words="Two words").status_code == 409  # they show what was typed
    by_script = client.post(reverse("entry_reverse", args=[entry.pk]), headers={"referer": page})
    assert by_script.status_code == 409
