"""Forms of a series' lines and veils."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.edit_conflict import EditConflictForm
from campaigns.models import Series
from campaigns.services.boundaries import BOUNDARIES, MOST
from campaigns.visible import require_visible

KINDS = (("lines", _("A line: we never play it")), ("veils", _("A veil: it happens, and we look away")))


class BoundaryForm(forms.Form):
    """One line or veil, added by any member."""

    kind = forms.ChoiceField(label=_("What it is"), choices=KINDS, initial="lines")
    text = forms.CharField(label=_("In a few words"), max_length=200, validators=[require_visible])

    def clean_text(self) -> str:
        """Return the words in one row of text."""
        return " ".join(str(self.cleaned_data["text"]).split())


class BoundariesForm(EditConflictForm):
    """All lines and veils, one to a row, as the Storyteller rewrites them."""

    lines = forms.CharField(
        label=_("Lines"), required=False, max_length=MOST, widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("We never play these. One in each row."),
    )  # fmt: skip
    veils = forms.CharField(
        label=_("Veils"), required=False, max_length=MOST, widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("These happen, and we look away. One in each row."),
    )  # fmt: skip

    def __init__(self, series: Series, data: Any = None) -> None:
        super().__init__(data, initial={name: getattr(series, name) for name in BOUNDARIES})
        self.watch(series, BOUNDARIES)
