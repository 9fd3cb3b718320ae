"""Forms of handouts and private notes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.edit_conflict import EditConflictForm
from campaigns.handouts import scenes_for
from campaigns.models import Handout, Membership, PrivateNote
from campaigns.pictures import MAX_BYTES
from campaigns.services.handouts import EDITABLE
from campaigns.services.private_notes import NOTE
from campaigns.visible import require_visible
from campaigns.widgets import MarkdownArea

ACCEPTED = "image/jpeg,image/png,image/webp,image/gif"


class HandoutForm(EditConflictForm):
    """A handout: a picture, a text or both. `campaigns.pictures` checks the picture.

    `back` is set by the table's form: it leads back there.
    """

    title = forms.CharField(label=_("Title"), max_length=120, validators=[require_visible])
    picture = forms.FileField(
        label=_("The picture"),
        required=False,
        help_text=_("JPEG, PNG, WebP or GIF."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )
    description = forms.CharField(
        label=_("What the picture shows"),
        max_length=300,
        required=False,
        help_text=_("Read to those who cannot see it."),
    )
    text = forms.CharField(
        label=_("Text"),
        max_length=5_000,
        required=False,
        widget=MarkdownArea(6),
        help_text="Markdown.",
    )
    back = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, membership: Membership, handout: Handout | None = None, data: Any = None, files: Any = None):
        known: dict[str, Any] = {"title": "", "text": "", "description": "", "scene": ""}
        if handout:
            known = {**{name: getattr(handout, name) for name in known}, "scene": handout.scene_id or ""}
        super().__init__(data, files, initial=known)
        scenes = [(str(scene.pk), scene.title) for scene in scenes_for(membership)]
        self.fields["scene"] = forms.ChoiceField(
            label=_("For the scene"), choices=[("", _("Any scene")), *scenes], required=False
        )
        self._has_picture = bool(handout and handout.picture_name)
        if handout:
            self.watch(handout, EDITABLE)

    def clean(self) -> dict[str, Any]:
        """Require a picture or a text."""
        found = super().clean() or {}
        is_whole = "text" in found and "picture" in found
        if is_whole and not (found["text"].strip() or found["picture"] or self._has_picture):
            self.add_error("picture", forms.ValidationError(_("Choose a picture, or write a text.")))
        return found

    @property
    def values(self) -> dict[str, Any]:
        """The fields of the handout, besides its picture. Only after `is_valid`."""
        scene = self.cleaned_data["scene"]
        texts = {name: self.cleaned_data[name] for name in ("title", "text", "description")}
        return {**texts, "scene_id": int(scene) if scene else None}

    @property
    def content(self) -> bytes | None:
        """The file that was sent, up to one byte more than it may have; None without a picture."""
        file = self.cleaned_data["picture"]
        return file.read(MAX_BYTES + 1) if file else None


class NoteForm(EditConflictForm):
    """A person's private notes of a scene.

    `over`: the fingerprint of the notes that these shall replace, where both were changed; `back` leads to the table.
    """

    text = forms.CharField(
        label=_("My notes"),
        max_length=20_000,
        required=False,
        strip=False,
        widget=MarkdownArea(12),
        help_text=_("Markdown. Nobody else gets to see these, not even the Storyteller."),
    )
    over = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    back = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, note: PrivateNote, data: Any = None) -> None:
        super().__init__(data, initial={"text": note.text})
        self.watch(note, NOTE)
