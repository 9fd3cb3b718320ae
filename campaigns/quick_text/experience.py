"""Experience that a text mentions: what was earned, what was spent, what is left."""

import re
from typing import Final

from campaigns.imports.builder import Builder
from campaigns.quick_text.reading import QuickText

LABEL: Final = (
    r"(?:(?<=^)|(?<=[\n;\x1f])|(?<=[\n;] ))(?:experience(?: points?)?|exp|xp) ?:? ?(?P<words>[^\n\x1f]{1,200})"
)
EARNED: Final = (
    r"total(?: earned)? ?:? ?(\d{1,4})",
    r"earned ?:? ?(\d{1,4})",
    r"(\d{1,4}) (?:xp )?(?:earned|in all|total)",
)
SPENT: Final = (r"spent ?:? ?(\d{1,4})", r"(\d{1,4}) (?:xp )?spent")
LEFT: Final = (
    r"(?:left|unspent|remaining|current|available) ?:? ?(\d{1,4})",
    r"(\d{1,4}) (?:xp )?(?:left|unspent|remaining)",
)


def put_experience(builder: Builder, text: QuickText) -> None:
    """Take the line with the experience out of the text; it is offered as an opening balance."""
    match = re.search(LABEL, text.rest, re.IGNORECASE)
    if not match:
        return
    words = match["words"]
    earned, spent, left = (_find(words, patterns) for patterns in (EARNED, SPENT, LEFT))
    plain = re.match(r"\d{1,4}", words)
    pair = re.match(r"(\d{1,4}) ?/ ?(\d{1,4})", words)
    if pair:
        left, earned = left if left is not None else int(pair[1]), earned if earned is not None else int(pair[2])
    elif plain and left is None:
        left = int(plain.group())
    if earned is None and left is None and spent is None:
        return
    text.take(re.escape(match.group()))
    builder.open_ledger(earned=earned, spent=spent, left=left)


def _find(words: str, patterns: tuple[str, ...]) -> int | None:
    found = (re.search(pattern, words, re.IGNORECASE) for pattern in patterns)
    return next((int(match[1]) for match in found if match), None)
