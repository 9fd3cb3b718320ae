"""The form of a handout."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.chronicle.tree import scenes_for
from campaigns.core.name_field import NameField
from campaigns.core.picture_field import PictureField
from campaigns.core.records.form import RecordForm, choose_from
from campaigns.core.widgets import MarkdownArea
from campaigns.handouts.services import HANDOUTS
from campaigns.models import Handout


class HandoutForm(RecordForm):
    """A handout: a picture, a text or both.

    `back` is set by a form of the table: it leads back there, with "plain" to its page without scripts.
    """

    record_kind = HANDOUTS
    title = NameField(label=_("Title"), max_length=120)
    picture = PictureField(_("Picture"))
    back = forms.CharField(required=False, max_length=9, widget=forms.HiddenInput)
    field_order = ("title", "picture", "description", "text", "back", "scene")

    class Meta:
        model = Handout
        fields = ("title", "description", "text", "scene")
        labels = {"description": _("Alt text"), "text": _("Text"), "scene": _("Scene")}
        help_texts = {"description": _("Description for people who can’t see the picture.")}
        widgets = {"text": MarkdownArea(6)}

    def offer(self) -> None:
        """Offer the scenes of the series."""
        choose_from(self.fields["scene"], scenes_for(self.membership), _("Any scene"))

    def clean(self) -> dict[str, Any]:
        """Require a picture or a text."""
        found = super().clean() or {}
        is_whole = "text" in found and "picture" in found
        if is_whole and not (found["text"].strip() or found["picture"] or self.row.picture_name):
            self.add_error("picture", forms.ValidationError(_("Choose a picture or write some text.")))
        return found
