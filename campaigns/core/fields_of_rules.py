"""Form fields from the fields that a game declares."""

from typing import Any

from django import forms

from campaigns.core.language import translate
from rules.battle import Field

PREFIX = "trait:"
"""What the name of each form field of a sheet begins with."""


def make_field(one: Field) -> forms.Field:
    """Return the form field for a flag, a choice, several choices or a number of a game."""
    told: dict[str, Any] = {"label": one.label, "initial": one.initial, "help_text": one.help}
    choices = [(choice.value, translate(choice.label)) for choice in one.choices]
    if one.kind == "flag":
        return forms.BooleanField(required=False, **told)
    if one.kind == "choice":
        return forms.ChoiceField(choices=choices, **told)
    if one.kind == "choices":
        return forms.MultipleChoiceField(choices=choices, required=False, widget=forms.CheckboxSelectMultiple, **told)
    return forms.IntegerField(min_value=one.low, max_value=one.high, **told)
