"""The field of a form for a picture."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.core.pictures import MAX_BYTES

ACCEPTED = "image/jpeg,image/png,image/webp,image/gif"
"""The kinds of pictures that a browser offers to send."""


class PictureField(forms.FileField):
    """A picture, if one is sent: its bytes, up to one more than it may have. `campaigns.core.pictures` checks them."""

    widget = forms.FileInput(attrs={"accept": ACCEPTED})

    def __init__(self, label: Any) -> None:
        super().__init__(label=label, required=False, help_text=_("JPEG, PNG, WebP or GIF."))

    def clean(self, data: Any, initial: Any = None) -> bytes | None:
        """Return the bytes that were sent; None without a picture."""
        file = super().clean(data, initial)
        return file.read(MAX_BYTES + 1) if file else None
