"""What the templates of the plain page need: how a field is drawn, and an id for each command."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()
KINDS: Mapping[str, str] = {
    "rows": "radios",
    "traits": "radios",
    "pills": "radios",
    "checks": "checks",
    "select": "select",
    "list": "list",
    "number": "number",
    "range": "select",
    "flag": "flag",
    "line": "line",
    "area": "area",
    "file": "file",
    "only": "only",
}
"""By the shape of a field: how `play/plain/_field.html` draws it."""


@register.filter
def kind(field: Mapping[str, Any]) -> str:
    """Return how a field is drawn; a number with labelled steps is a list. Raises `KeyError` for an unknown shape."""
    drawn = KINDS[field["shape"]]
    return "select" if drawn == "number" and field.get("options") else drawn


@register.filter
def chosen(field: Mapping[str, Any], place: int | None = None) -> list[str]:
    """Return the values that stand chosen in a field, or in one place of a list: what was sent, or else its own.

    Only the places that must be filled in have a choice of their own.
    """
    if "sent" in field:
        return list(field["sent"] if place is None else field["sent"][place : place + 1])
    if place is not None and place >= field.get("low", 0):
        return []
    return [option["value"] for option in field.get("options", ()) if option.get("chosen")]


@register.filter
def words(field: Mapping[str, Any]) -> str:
    """Return what stands in a field for words, a number or a flag: what was sent, or else its own."""
    return str(field["sent"][-1] if field.get("sent") else "" if "sent" in field else field.get("value", ""))


@register.simple_tag
def command_id() -> str:
    """Return a new id for the command of a form."""
    return str(uuid.uuid4())
