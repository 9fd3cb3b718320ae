"""What the newest versions brought: the head of CHANGELOG.md, as HTML."""

import re
from functools import cache

from django.conf import settings
from django.utils.safestring import SafeString

from campaigns.core.markdown import render_markdown

PARTS = 2
"""How many versions are shown: what is not released yet, and the newest that is."""
LINK = re.compile(r"\[([^\]]+)\]\((?!https?://)[^)]*\)")
"""A link to a file beside the changelog, which the site does not serve."""


@cache
def load_news() -> SafeString:
    """Return the newest parts of the changelog, with the words of links to files in place of the links."""
    _title, *parts = re.split(r"^(?=## )", (settings.BASE_DIR / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    text = re.sub("^##", "#", "".join(parts[:PARTS]), flags=re.MULTILINE)  # the page has headings above them
    return render_markdown(LINK.sub(r"\1", text))
