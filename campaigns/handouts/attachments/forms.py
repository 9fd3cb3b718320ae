"""Forms of attachments."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.core.access import is_storyteller
from campaigns.core.name_field import NameField
from campaigns.core.picture_field import ACCEPTED
from campaigns.core.records.form import KnownForm
from campaigns.handouts.attachments.services import ATTACHMENTS
from campaigns.models import Attachment, KnownTo

OWN_CHOICES = ((KnownTo.STORYTELLER, _("The Storyteller and me")), (KnownTo.ALL, KnownTo.ALL.label))
"""Who may know of what a player uploads."""


class AttachmentForm(KnownForm):
    """The words of an attachment, and who knows of it."""

    record_kind = ATTACHMENTS
    title = NameField(label=_("Title"), max_length=120)

    class Meta:
        model = Attachment
        fields = ("title", "description", "known_to", "knowers")
        labels = {"description": _("Alt text")}
        help_texts = {"description": _("Description for people who can’t see the picture.")}

    def offer(self) -> None:
        """Let a player choose between everybody and nobody, until the Storyteller has let some know."""
        super().offer()
        if is_storyteller(self.membership):
            return
        del self.fields["knowers"]
        if self.row.known_to == KnownTo.SOME:
            del self.fields["known_to"]
        else:
            known_to: Any = self.fields["known_to"]
            known_to.choices = OWN_CHOICES


class UploadForm(AttachmentForm):
    """A new attachment. `campaigns.core.uploads` checks its file."""

    picture = forms.FileField(
        label=_("File"),
        help_text=_("JPEG, PNG, WebP or GIF, or plain text."),
        widget=forms.FileInput(attrs={"accept": f"{ACCEPTED},.txt,.md"}),
    )
    field_order = ("picture", "title", "description")
