"""Forms of notices: what a person is notified of, and how, a device for pushes, and the Discord channel of a series."""

from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from campaigns.models import NoticeKind, NoticeSettings
from campaigns.notices.choices import Choice, How, find_choice
from campaigns.notices.discord import is_webhook
from campaigns.notices.outside import UnsafeAddress, require_public
from campaigns.notices.pushes import is_device_key

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


class Row(NamedTuple):
    """The fields of one kind of notice."""

    label: str
    how: BoundField
    push: BoundField


class ChoicesForm(forms.Form):
    """How a person hears of each kind of thing, when the digest comes, and when nothing does."""

    digest_hour = forms.TypedChoiceField(label=_("Send the daily email at"), choices=HOURS, coerce=int)
    quiet_from = forms.TimeField(
        label=_("Quiet from"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    quiet_until = forms.TimeField(
        label=_("Quiet until"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )

    def __init__(self, chosen: NoticeSettings, data: Any = None) -> None:
        times = {name: getattr(chosen, name) for name in ("digest_hour", "quiet_from", "quiet_until")}
        super().__init__(data, initial=times)
        for kind in NoticeKind:
            choice = find_choice(chosen, kind)
            hows = _list_hows()
            how = choice.how if choice.how in dict(hows) else How.APP
            self.fields[f"how-{kind}"] = forms.ChoiceField(label=kind.label, choices=hows, initial=how)
            self.fields[f"push-{kind}"] = forms.BooleanField(label=kind.label, required=False, initial=choice.push)

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours without a beginning or an end."""
        found = super().clean() or {}
        if not self.errors and (found["quiet_from"] is None) != (found["quiet_until"] is None):
            self.add_error("quiet_until", _("Enter both times or neither."))
        return found

    @property
    def rows(self) -> list[Row]:
        """The fields of each kind."""
        return [Row(str(kind.label), self[f"how-{kind}"], self[f"push-{kind}"]) for kind in NoticeKind]

    @property
    def values(self) -> dict[str, Any]:
        """The times. Only after `is_valid`."""
        return {name: self.cleaned_data[name] for name in ("digest_hour", "quiet_from", "quiet_until")}

    @property
    def choices(self) -> dict[NoticeKind, Choice]:
        """The choices by kind. Only after `is_valid`."""
        said = self.cleaned_data
        return {kind: Choice(How(said[f"how-{kind}"]), said[f"push-{kind}"]) for kind in NoticeKind}


def _list_hows() -> list[tuple[str, str]]:
    """Return what can be chosen: no e-mails without a mail server."""
    return [(how.value, str(how.label)) for how in How if settings.MAIL or how not in (How.DIGEST, How.MAIL)]


class DeviceForm(forms.Form):
    """A browser that shows pushes, as its script subscribes it."""

    endpoint = forms.CharField(max_length=1_000)
    p256dh = forms.CharField(max_length=120)
    auth = forms.CharField(max_length=60)

    def clean_endpoint(self) -> str:
        """Refuse addresses that no push service has."""
        endpoint = str(self.cleaned_data["endpoint"])
        try:
            require_public(endpoint)
        except UnsafeAddress:
            raise forms.ValidationError(_("This browser has no push service that works here.")) from None
        return endpoint

    def clean(self) -> dict[str, Any]:
        """Refuse keys that are none."""
        found = super().clean() or {}
        if not self.errors and not is_device_key(found["p256dh"], found["auth"]):
            self.add_error(None, _("This browser’s keys could not be read. Reload the page."))
        return found


class DiscordForm(forms.Form):
    """The webhook of a channel."""

    address = forms.CharField(
        label=_("Webhook address"),
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("In Discord: Edit Channel, Integrations, Webhooks, Copy Webhook URL."),
    )

    def clean_address(self) -> str:
        """Refuse what is no webhook of Discord."""
        address = str(self.cleaned_data["address"]).strip()
        if not is_webhook(address):
            raise forms.ValidationError(
                _("That is not a webhook: it must start with https://discord.com/api/webhooks/.")
            )
        return address
