"""The form of a portrait."""

from django import forms
from django.utils.translation import gettext_lazy as _


class PortraitForm(forms.Form):
    """A picture for a character. `campaigns.people.portraits.drawing` checks it."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_("JPEG, PNG, WebP or GIF."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
    )
