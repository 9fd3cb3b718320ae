"""Form fields from the fields that a game declares."""

from typing import Any

from django import forms

from campaigns.core.language import translate
from rules.battle import Field

PREFIX = "trait:"
"""What the name of each form field of a sheet begins with."""


def make_field(field: Field) -> forms.Field:
    """Return the form field for a flag, a choice, several choices or a number of a game."""
    options: dict[str, Any] = {"label": field.label, "initial": field.initial, "help_text": field.help}
    choices = [(choice.value, translate(choice.label)) for choice in field.choices]
    if field.kind == "flag":
        return forms.BooleanField(required=False, **options)
    if field.kind == "choice":
        return forms.ChoiceField(choices=choices, **options)
    if field.kind == "choices":
        return forms.MultipleChoiceField(
            choices=choices, required=False, widget=forms.CheckboxSelectMultiple, **options
        )
    return forms.IntegerField(min_value=field.low, max_value=field.high, **options)
