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


@register.simple_tag
def command_id() -> str:
    """Return a new id for the command of a form."""
    return str(uuid.uuid4())
