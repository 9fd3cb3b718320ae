"""Forms of a series' lines and veils."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import NameField
from campaigns.core.records.form import RecordForm
from campaigns.core.records.settings import SETTINGS
from campaigns.models import Series
from campaigns.series.boundaries.services import BOUNDARIES

KINDS = (("lines", _("Line: never happens in play")), ("veils", _("Veil: happens off-screen")))


class BoundaryForm(forms.Form):
    """One line or veil, added by any member."""

    kind = forms.ChoiceField(label=_("What it is"), choices=KINDS, initial="lines")
    text = NameField(label=_("Keep it short"), max_length=200)


class BoundariesForm(RecordForm):
    """All lines and veils, one to a row, as the Storyteller rewrites them."""

    record_kind = SETTINGS

    class Meta:
        model = Series
        fields = BOUNDARIES
        labels = {"lines": _("Lines"), "veils": _("Veils")}
        help_texts = {
            "lines": _("These never happen in play. One per line."),
            "veils": _("These happen off-screen. One per line."),
        }
        widgets = {name: forms.Textarea(attrs={"rows": 6}) for name in ("lines", "veils")}

    def clean(self) -> dict[str, Any]:
        """Leave out rows without words."""
        found = super().clean() or {}
        return found | {name: "\n".join(filter(None, map(str.strip, found[name].splitlines()))) for name in found}
