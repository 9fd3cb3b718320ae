"""Small helpers of all facts: text in the reader's language, and what is left out where it says nothing."""

import sys
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from campaigns.core.language import translate
from rules.face import Face

__all__ = ["Language", "active_language", "drop_empty", "translate"]

Language = str
"""The active language. Cached parts take it as their last argument, to be remembered for it alone."""


def active_language() -> Language:
    """Return the active language as one object, so that parts cached by identity are found again."""
    return sys.intern(get_language() or settings.LANGUAGE_CODE)


def drop_empty(**values: Any) -> dict[str, Any]:
    """Return what says something: no None, no False, no empty text and no empty list. Numbers stay, also 0."""
    return {key: value for key, value in values.items() if value or type(value) is int}


def list_properties(face: Face) -> dict[str, str]:
    """Return the properties by name. Their colours follow the reader's choice of light or dark."""
    colors = {f"--{name}": f"light-dark({light}, {dark})" for name, (light, dark) in face.colors.items()}
    return {**colors, "--sign": f'path("{face.sign}")', "--numerals": face.numerals}
