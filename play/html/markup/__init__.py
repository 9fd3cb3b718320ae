"""Pieces of HTML that pages draw by the dozen, built from patterns: a template for each would be slow."""

from collections.abc import Iterable

from django.utils.html import format_html
from django.utils.safestring import SafeString

EMPTY = SafeString("")


def maybe(pattern: str, value: object) -> SafeString:
    """Return the pattern with the value put in; nothing where there is no value."""
    return format_html(pattern, value) if value else EMPTY


def join(rows: Iterable[str]) -> SafeString:
    """Return a line for each row of safe HTML."""
    return SafeString("\n".join(rows))


def minus(value: object) -> str:
    """Return a figure with a true minus sign."""
    return str(value).replace("-", "−")
