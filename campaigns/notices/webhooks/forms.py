"""The form of a new webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _


class WebhookForm(forms.Form):
    """The address of the program. `campaigns.notices.webhooks.services` says whether it can be reached."""

    address = forms.CharField(
        label=_("Address"),
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url", "spellcheck": "false"}),
        help_text=_("It must start with https:// and lead to your program."),
    )
