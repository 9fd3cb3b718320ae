"""The reader's language: messages of the rules and of the log are looked up in the catalogue `rules.po` in `locale`.

The rules speak English; each sentence is a `rules.text.Text`, which keeps its message and values. What the catalogue
of a language lacks stays English. How to write translations: docs/translations.md.
"""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from django.conf import settings
from django.utils.translation import get_language, to_locale

from campaigns.core.moments import localise
from rules.packages import LOCALES
from rules.text import Text, isolate

DOMAIN = "rules"
SOURCE = settings.LANGUAGE_CODE
"""The language of the rules. A board asks for it eighty times, and settings are slow to read."""
_spoken: ContextVar[str] = ContextVar("spoken", default="")
"""The language in which everything is translated now. Django's own answer takes longer than most lookups."""


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Translate in this language, which is the active one and must stay so in the meantime."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def translate(text: str) -> str:
    """Return a text of the rules in the active language, with moments in the active time zone.

    A string that is no `Text` is somebody's own: it stays. Names in Arabic or Hebrew are kept apart from the rest.
    """
    if not text or not isinstance(text, Text):
        return text
    language, text = _spoken.get() or get_language(), isolate(localise(text))
    if language is None or language == SOURCE:
        return text
    translated = text.in_language(open_catalogue(language))
    return text if translated == text else translated  # a `Text` keeps its names apart where it is drawn


@cache
def open_catalogue(language: str) -> gettext.NullTranslations:
    """Return the compiled messages of a language: those of the first folder win. It has none where there is no file.

    The folders of games in packages come last, so that no package changes what others say.
    """
    folders, locale = [*settings.LOCALE_PATHS, *LOCALES.values()], to_locale(language)
    first, *others = (gettext.translation(DOMAIN, folder, [locale], fallback=True) for folder in folders)
    for other in others:
        first.add_fallback(other)
    return first
