"""The form of a recap."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.chronicle.recaps.services import RECAPS
from campaigns.core.records.form import RecordForm
from campaigns.models import Recap

MAX_LETTERS = 20_000


class RecapForm(RecordForm):
    """A recap. Its view adds whether it is `published`."""

    record_kind = RECAPS
    text = forms.CharField(
        label=_("Recap"),
        max_length=MAX_LETTERS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 16}),
        help_text=_("Markdown. Leave empty to delete it."),
    )

    class Meta:
        model = Recap
        fields = ("text",)
