"""Pages as tests compare them: templates break lines where no reader sees it."""

import re

ONCE = ('name="csrfmiddlewaretoken"', 'name="command"')
"""What stands in lines that are another each time a page is drawn."""


def flat(page: str) -> str:
    """The markup in one line, without the blanks beside its tags and at the end of each."""
    return re.sub(r"\s*(<[^>]*?)\s*>\s*", r"\1>", " ".join(page.split()))
