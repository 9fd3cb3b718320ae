"""The form of private notes."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.core.records.form import RecordForm
from campaigns.core.widgets import MarkdownArea
from campaigns.handouts.private_notes.services import NOTE, NOTES
from campaigns.models import PrivateNote


class NoteForm(RecordForm):
    """A person's private notes of a scene.

    `over`: the fingerprint of the notes that these shall replace, where both were changed; `back` leads to the table,
    with "plain" to its page without scripts.
    """

    record_kind = NOTES
    text = forms.CharField(
        label=_("My notes"),
        max_length=20_000,
        required=False,
        strip=False,
        widget=MarkdownArea(12),
        help_text=_("Markdown. No one else can read these, not even the Storyteller."),
    )
    over = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    back = forms.CharField(required=False, max_length=9, widget=forms.HiddenInput)

    class Meta:
        model = PrivateNote
        fields = NOTE

    @property
    def seen(self) -> str:
        """The fingerprint of the notes that the person replaces. Only after `is_valid`."""
        return str(self.cleaned_data["over"] or super().seen)
