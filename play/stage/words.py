"""Small helpers of all facts: text in the reader's language, and what is left out where it says nothing."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from campaigns import language as languages
from campaigns.moments import localise
from rules.text import Text, isolate

Language = str
"""The active language. Cached parts take it as their last argument, to be remembered for it alone."""
_spoken: ContextVar[Language] = ContextVar("spoken", default="")
"""The language in which facts are being made. Django's own answer takes longer than most of what is told."""


def active_language() -> Language:
    """Return the active language as one object, so that parts cached by identity are found again."""
    return sys.intern(get_language() or settings.LANGUAGE_CODE)


@contextmanager
def speaking() -> Iterator[Language]:
    """Make facts in the active language, which must stay the same meanwhile."""
    token = _spoken.set(active_language())
    try:
        yield _spoken.get()
    finally:
        _spoken.reset(token)


def tell(text: str) -> str:
    """Return a text of the rules in the active language, as `campaigns.language.tell` does."""
    if not text or not isinstance(text, Text):
        return text
    return isolate(localise(text)) if _spoken.get() == languages.SOURCE else languages.tell(text)


def drop_empty(**values: Any) -> dict[str, Any]:
    """Return what says something: no None, no False, no empty text and no empty list. Numbers stay, also 0."""
    return {key: value for key, value in values.items() if value or type(value) is int}
