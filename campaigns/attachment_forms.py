"""Forms of attachments."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.access import is_storyteller
from campaigns.handout_forms import ACCEPTED
from campaigns.known_forms import known_fields
from campaigns.models import Attachment, KnownTo, Membership
from campaigns.pictures import MAX_BYTES
from campaigns.services.attachments import EDITABLE
from campaigns.subject_forms import KnownForm, list_characters
from campaigns.uploads import Upload, read_upload
from campaigns.visible import require_visible

OWN_CHOICES = ((KnownTo.STORYTELLER, _("The Storyteller and me")), (KnownTo.ALL, KnownTo.ALL.label))
"""Who may know of what a player uploads."""
TEXTS = ("title", "description")


class AttachmentForm(KnownForm):
    """The words of an attachment, and who knows of it."""

    title = forms.CharField(label=_("Title"), max_length=120, validators=[require_visible])
    description = forms.CharField(
        label=_("What the picture shows"),
        max_length=300,
        required=False,
        help_text=_("Read to those who cannot see it."),
    )

    def __init__(
        self, membership: Membership, attachment: Attachment | None = None, data: Any = None, files: Any = None
    ) -> None:
        super().__init__(data, files, initial={name: getattr(attachment, name, "") for name in TEXTS})
        if is_storyteller(membership):
            self.fields |= known_fields(list_characters(membership.series_id), attachment)
        elif attachment is None or attachment.known_to != KnownTo.SOME:
            self.fields["known_to"] = forms.ChoiceField(
                label=_("Who knows of it"),
                choices=OWN_CHOICES,
                initial=attachment.known_to if attachment else KnownTo.STORYTELLER,
                widget=forms.RadioSelect,
            )
        if attachment:
            self.watch(attachment, EDITABLE)

    @property
    def values(self) -> dict[str, Any]:
        """The fields of the attachment. Who knows is missing where the Storyteller has told some of it, and a player
        changes it. Only after `is_valid`."""
        return {name: self.cleaned_data[name] for name in EDITABLE if name in self.cleaned_data}

    @property
    def knowers(self) -> list[str]:
        """The keys of the characters whose players know. Only after `is_valid`."""
        return [str(key) for key in self.cleaned_data.get("knowers", ())]


class UploadForm(AttachmentForm):
    """A new attachment. `campaigns.uploads` checks its file."""

    picture = forms.FileField(
        label=_("The file"),
        help_text=_("JPEG, PNG, WebP or GIF, or plain text."),
        widget=forms.FileInput(attrs={"accept": f"{ACCEPTED},.txt,.md"}),
    )
    field_order = ("picture", "title", "description")

    @property
    def upload(self) -> Upload:
        """What is kept of the file that was sent. Only after `is_valid`. Raises `Refused`."""
        file = self.cleaned_data["picture"]
        return read_upload(file.name, file.read(MAX_BYTES + 1))
