"""The fields of a form that say who knows of a thing."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Character, Known, KnownTo


def known_fields(characters: Sequence[Character], row: Known | None = None) -> dict[str, forms.Field]:
    """Return the fields `known_to` and `knowers` of a form, as they are for a row; a new one is the Storyteller's.

    `characters`: those of the series, with `owner` loaded. Offered are those that have a player, and those that know
    of the row already: they may get a player again.
    """
    chosen = [str(one.pk) for one in row.knowers.all()] if row else []
    choices = [(str(one.pk), _describe(one)) for one in characters if one.owner or str(one.pk) in chosen]
    return {
        "known_to": forms.ChoiceField(
            label=_("Who knows of it"),
            choices=KnownTo.choices,
            initial=row.known_to if row else KnownTo.STORYTELLER,
            widget=forms.RadioSelect,
        ),
        "knowers": forms.MultipleChoiceField(
            label=_("Which players"),
            choices=choices,
            initial=chosen,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            help_text=_("Counts if some players know."),
        ),
    }


def _describe(character: Character) -> str:
    return f"{character.name} ({character.owner.get_username()})" if character.owner else character.name


def require_knowers(form: forms.Form, found: dict[str, Any]) -> None:
    """Add an error to a form in which some players shall know, and none is chosen."""
    if found.get("known_to") == KnownTo.SOME and not found.get("knowers") and "knowers" not in form.errors:
        form.add_error("knowers", forms.ValidationError(_("Choose who knows of it.")))
