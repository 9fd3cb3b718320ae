"""The form of a new token of the API."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from campaigns.core.name_field import NameField
from campaigns.core.seats import get_seat
from campaigns.models import Character, Membership, TokenScope
from campaigns.series.tokens.services import DAYS, list_scopes


class TokenForm(forms.Form):
    """What the token is called, what it may do, as whom it acts, and for how long."""

    name = NameField(label=_("Name"), max_length=60, help_text=_("Such as the name of the program that uses it."))
    scope = forms.ChoiceField(label=_("Permissions"))
    characters = forms.MultipleChoiceField(
        label=_("Acts as"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("It acts for these characters and reads only their sheets."),
    )
    days = forms.TypedChoiceField(label=_("Expires"), coerce=int, initial=30)

    def __init__(self, membership: Membership, data: Any = None) -> None:
        super().__init__(data)
        self.fields["days"].choices = [(n, _say_days(n)) for n in DAYS]  # type: ignore[attr-defined]
        scopes = list_scopes(membership)
        self.fields["scope"].choices = [(scope.value, scope.label) for scope in scopes]  # type: ignore[attr-defined]
        if TokenScope.ACT in scopes:
            self.fields["characters"].choices = _list_played(membership)  # type: ignore[attr-defined]
        else:
            del self.fields["characters"]


def _say_days(n: int) -> str:
    return ngettext("%(days)s day", "%(days)s days", n) % {"days": n}


def _list_played(membership: Membership) -> list[tuple[str, str]]:
    played = [int(key) for key in get_seat(membership).characters if key.isdecimal()]
    rows = Character.objects.filter(series=membership.series_id, pk__in=played).values_list("pk", "name")
    return [(str(key), name) for key, name in rows]
