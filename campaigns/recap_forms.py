"""The form of a recap."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.edit_conflict import EditConflictForm
from campaigns.models import Recap
from campaigns.recaps import RECAP

MOST_LETTERS = 20_000


class RecapForm(EditConflictForm):
    """A recap. `draft`: what a new one begins with."""

    text = forms.CharField(
        label=_("Recap"),
        max_length=MOST_LETTERS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 16}),
        help_text=_("Markdown. Left empty, it is taken out."),
    )

    def __init__(self, recap: Recap, draft: str, data: Any = None) -> None:
        super().__init__(data, initial={"text": recap.text or draft[:MOST_LETTERS]})
        self.watch(recap, RECAP)
