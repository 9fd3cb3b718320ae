"""The form that deletes an account."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.accounts import services as accounts
from campaigns.models import Series, User
from rules.text import isolate_name


class DeleteForm(forms.Form):
    """What becomes of the person's series, and the password or name that confirms it."""

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self._user = user
        self.owned = accounts.list_owned(user)
        for series in self.owned:
            self.fields[f"series-{series.pk}"] = _will_field(series)
        if user.has_usable_password():
            self.fields["password"] = forms.CharField(
                label=_("Your password"), widget=forms.PasswordInput(attrs={"autocomplete": "off"})
            )
        else:
            self.fields["name"] = forms.CharField(label=_("Your name"), help_text=_("Type it to confirm."))

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self._user.check_password(password):
            raise forms.ValidationError(_("That is not your password."))
        return password

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name != self._user.get_username():
            raise forms.ValidationError(_("That is not your name."))
        return name

    @property
    def wills(self) -> dict[int, str]:
        """The choice for each series, by its id. Only after `is_valid`."""
        return {series.pk: self.cleaned_data[f"series-{series.pk}"] for series in self.owned}


def _will_field(series: Series) -> forms.ChoiceField:
    heirs = [
        (str(member.pk), _("Transfer it to %(name)s") % {"name": isolate_name(member.user.get_username())})
        for member in accounts.list_heirs(series)
    ]
    choices = [("", _("Choose")), *heirs, (accounts.REMOVE, _("Delete it for everyone"))]
    return forms.ChoiceField(label=series.name, choices=choices)
