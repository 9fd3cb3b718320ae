"""From nothing to a first scene: the taps that a newcomer needs, walked page by page."""

import re
import uuid
from html import unescape
from typing import Any

from django.test import Client

from campaigns.models import Scene, User
from tests.markup import flat

FEW_WORDS = 120
"""The most words of interface text that a page of this way has: what stands in `main`, without what may be chosen."""
WAY: tuple[tuple[str, dict[str, str]], ...] = (
    ("Create an account", {}),
    ("Create account", {"username": "newcomer", "password1": "quiet-river-7", "password2": "quiet-river-7"}),
    ("Create a series", {}),
    ("Create series", {"name": "The Salt Road", "system": "v20da"}),
    ("Go to the table", {}),
)
"""What is tapped, and what is typed before it."""


def words_of(page: str) -> list[str]:
    """The words to read on a page: no lists of choices, nothing folded away or for screen readers alone."""
    main = page.partition("<main")[2].partition(">")[2].partition("</main>")[0]
    for hidden in (r"<select.*?</select>", r"<summary.*?</details>", r"<svg.*?</svg>", r'<span class="vh">.*?</span>'):
        main = re.sub(hidden, " ", main, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", main)).split()


def tap(client: Client, answer: Any, label: str, typed: dict[str, str]) -> Any:
    """Follow the link of this name, or send the form of the button, as a browser would."""
    page = flat(answer.content.decode())
    if link := re.search(rf'<a [^>]*href="([^"]+)"[^>]*>{label}(?:<span.*?)?</a>', page):
        return client.get(unescape(link[1]), follow=True)
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if f">{label}</button>" in form)
    action = re.search(r'action="([^"]+)"', form)
    where = action[1] if action else answer.request["PATH_INFO"]
    return client.post(unescape(where), {**typed, "command": uuid.uuid4()}, follow=True)


def test_five_taps_lead_from_nothing_to_the_first_open_table(host: User) -> None:
    client = Client()
    answer: Any = client.get("/", follow=True)
    for label, typed in WAY:
        assert len(read := words_of(answer.content.decode())) < FEW_WORDS, (label, " ".join(read))
        answer = tap(client, answer, label, typed)
        assert answer.status_code == 200, label
    scene = Scene.objects.get()
    assert answer.request["PATH_INFO"] == f"/scenes/{scene.pk}/"
    assert scene.is_open
    assert [scene.episode.story.title, scene.episode.title, scene.title] == [
        "The first story", "The first episode", "The first scene",
    ]  # fmt: skip
    assert User.objects.get(username="newcomer").memberships.get().series.name == "The Salt Road"
    beside = client.get(f"/series/{scene.series.pk}/").content.decode()
    assert "Invite</a>" in beside
    assert "Create a character</a>" in beside
