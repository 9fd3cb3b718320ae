"""The form of a pasted text."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.quick_text import MAX_TEXT


class QuickTextForm(forms.Form):
    """A character as a block of text."""

    text = forms.CharField(label=_("Text"), max_length=MAX_TEXT, strip=False, widget=forms.Textarea(attrs={"rows": 14}))
