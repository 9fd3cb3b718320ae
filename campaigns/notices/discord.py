"""Posts to the Discord channel of a series, by its webhook. It pings nobody, whatever the words are."""

import json
import re

from django.conf import settings
from django.utils import translation

from campaigns.core.language import translate
from campaigns.core.site_url import get_site_url
from campaigns.models import Announcement
from campaigns.notices.outcome import Outcome
from campaigns.notices.outside import is_trusted, post

WEBHOOK = re.compile(r"https://discord\.com/api/webhooks/[0-9]{1,20}/[A-Za-z0-9_-]{20,200}")
MAX_LETTERS = 2_000
"""The most characters of a post."""
MARKS = re.compile(r"([\\*_~`|>#\[\]()<@-])")
"""What Discord reads as markup, a link or a mention."""


def is_webhook(address: str) -> bool:
    """Whether this is the address of a Discord webhook, or at an origin that the host of this site trusts."""
    return bool(WEBHOOK.fullmatch(address)) or is_trusted(address)


def write_post(announcement: Announcement) -> bytes:
    """Return what is posted, in the active language."""
    words = MARKS.sub(r"\\\1", translate(announcement.words))
    url = f"{get_site_url()}{announcement.url}"
    content = f"{words[: MAX_LETTERS - len(url) - 3]}\n<{url}>"
    return json.dumps({"content": content, "allowed_mentions": {"parse": []}}).encode()


def send_post(announcement: Announcement) -> Outcome:
    """Post an announcement of a series that has a webhook, in the language of its owner's notices."""
    chosen = getattr(announcement.series.owner, "notice_settings", None)
    with translation.override(chosen.language if chosen and chosen.language else settings.LANGUAGE_CODE):
        body = write_post(announcement)
    return post(announcement.series.discord_webhook.address, body, {"Content-Type": "application/json"})
