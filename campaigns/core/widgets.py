"""Widgets of forms."""

from django import forms


class MarkdownArea(forms.Textarea):
    """A field for Markdown, in which a script completes the names after "@" (`js/mentions.js`)."""

    def __init__(self, rows: int) -> None:
        super().__init__(attrs={"rows": rows, "data-mentions": ""})
