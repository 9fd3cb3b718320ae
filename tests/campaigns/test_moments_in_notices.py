"""A moment in a notice is read in one's own time zone and in words, by mail, at the bell and in the feed."""

import json
from datetime import UTC, datetime

import pytest
from django.conf import LazySettings
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.core.language import translate
from campaigns.core.moments import say_moment
from campaigns.core.timezone import parse_timezone
from campaigns.models import Announcement, Delivery, DiscordWebhook, Notice, NoticeSettings
from campaigns.notices.discord import write_post
from campaigns.notices.letters import write_letter
from rules.text import Text
from tests.cast import Cast, propose_session
from tests.conftest import SignIn

EVENING = datetime(timezone.now().year + 1, 12, 4, 18, 0, tzinfo=UTC)


def propose(cast: Cast, *, is_fixed: bool) -> None:
    values = {"words": "", "minutes": 240}
    propose_session(cast.membership(cast.storyteller), values, [EVENING], is_fixed=is_fixed)


@pytest.mark.parametrize(
    ("zone", "language", "wanted"),
    [
        ("Europe/Helsinki", "en", "20:00 (Europe/Helsinki)"),
        ("America/New_York", "en", "13:00 (America/New York)"),
        ("Asia/Tokyo", "en", "5 December"),
        ("Europe/Helsinki", "fi", "joulukuu"),
    ],
)
def test_each_reader_has_their_own_zone_and_words(zone: str, language: str, wanted: str) -> None:
    words = Text("Session set: {moment}.", moment=say_moment(EVENING))
    assert "18:00 UTC" in words
    with timezone.override(parse_timezone(zone)), translation.override(language):
        assert wanted in translate(words)


@pytest.mark.parametrize("is_fixed", [True, False])
def test_the_letter_the_bell_and_the_channel_name_the_evening(
    cast: Cast, sign_in: SignIn, settings: LazySettings, is_fixed: bool
) -> None:
    settings.MAIL = True
    DiscordWebhook.objects.create(series=cast.series, address="https://discord.com/api/webhooks/1/a")
    NoticeSettings.objects.create(user=cast.player, zone="Europe/Helsinki")
    propose(cast, is_fixed=is_fixed)
    notice = Notice.objects.get(user=cast.player)
    delivery = Delivery(notice=notice, pk=1)
    with timezone.override(parse_timezone("Europe/Helsinki")):
        letter = write_letter(cast.player, [delivery])
    assert "4 December" in str(letter.subject)
    assert "20:00 (Europe/Helsinki)" in str(letter.body)
    client = sign_in(cast.player)
    client.cookies["zone"] = "America/New_York"
    assert "13:00 (America/New York)" in client.get(reverse("notices")).content.decode()
    posted = json.loads(write_post(Announcement.objects.get()))["content"]
    assert "4 December" in posted
    assert "18:00" in posted


@pytest.mark.parametrize(("words", "end"), [("lantern " * 40, "lantern…"), ("灯" * 200, "灯…")])
def test_a_long_subject_ends_with_a_whole_word(cast: Cast, words: str, end: str) -> None:
    """That of three proposed evenings ended in "(Europe/H"."""
    notice = Notice(series=cast.series, user=cast.player, words=Text("{words}", words=words), pk=1)
    subject = str(write_letter(cast.player, [Delivery(notice=notice, pk=1)]).subject)
    assert subject.endswith(end)
    assert len(subject) <= 150 + len("[Storywheel] ")


def test_peoples_own_words_stay() -> None:
    with timezone.override(parse_timezone("Europe/Helsinki")):
        assert translate(Text("{who} joined.", who="Mira 18:00 UTC")) == "Mira 18:00 UTC joined."
        assert translate(Text("{words} UTC", words="x", at="nonsense")) == "x UTC"
