"""A form's field for a name or a title."""

from typing import Any

from django import forms

from campaigns.visible import require_visible
from rules.names import clean_line


class NameField(forms.CharField):
    """A line that shows something: composed, without marks that nobody sees (`rules.names`)."""

    default_validators = [require_visible]

    def to_python(self, value: Any) -> str:
        """Return the name as it is kept."""
        return clean_line(super().to_python(value) or "")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Let the direction follow the first letter."""
        return {**super().widget_attrs(widget), "dir": "auto"}
