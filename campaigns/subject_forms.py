"""Forms of people and places, and of the secrets about them."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.edit_conflict import EditConflictForm
from campaigns.handout_forms import ACCEPTED
from campaigns.known_forms import known_fields, require_knowers
from campaigns.models import Character, KnownTo, Membership, Secret, Subject, SubjectKind
from campaigns.pictures import MAX_BYTES
from campaigns.services.subjects import EDITABLE, SECRET
from campaigns.visible import require_visible
from campaigns.widgets import MarkdownArea

TEXTS = ("kind", "name", "other_names", "notes", "secret_notes")


def list_characters(series: int) -> list[Character]:
    """Return the characters of a series for the choices of a form, with their players."""
    return list(Character.objects.filter(series=series).select_related("owner").defer(*Character.UNLISTED))


class KnownForm(EditConflictForm):
    """A form of something that not everybody knows."""

    def clean(self) -> dict[str, Any]:
        """Require somebody who knows, where some shall know."""
        found = super().clean() or {}
        require_knowers(self, found)
        return found

    @property
    def knowers(self) -> list[str]:
        """The keys of the characters whose players know. Only after `is_valid`."""
        return [str(key) for key in self.cleaned_data["knowers"]]


class SubjectForm(KnownForm):
    """A person, a place, a faction or a thing. `campaigns.portraits` checks the picture."""

    kind = forms.ChoiceField(label=_("Kind"), choices=SubjectKind.choices)
    name = forms.CharField(label=_("Name"), max_length=120, validators=[require_visible])
    other_names = forms.CharField(
        label=_("Other names"),
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One in each row. Who knows the page knows them all."),
    )
    notes = forms.CharField(
        label=_("Notes for all who know"),
        max_length=20_000,
        required=False,
        widget=MarkdownArea(6),
        help_text=_("Markdown. @Name leads to a page."),
    )
    secret_notes = forms.CharField(
        label=_("Notes for the Storyteller"),
        max_length=20_000,
        required=False,
        widget=MarkdownArea(4),
        help_text=_("Markdown. Players never get to see these."),
    )
    picture = forms.FileField(
        label=_("Portrait"),
        required=False,
        help_text=_("JPEG, PNG, WebP or GIF."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )

    def __init__(
        self, membership: Membership, subject: Subject | None = None, data: Any = None, files: Any = None, **asked: Any
    ) -> None:
        """`asked`: first values of a new subject."""
        known = {name: getattr(subject, name) for name in TEXTS} if subject else dict(asked)
        character = subject.character_id if subject else asked.get("character")
        super().__init__(data, files, initial={**known, "character": character or ""})
        characters = list_characters(membership.series_id)
        if subject and subject.portrait_name:
            self.fields["bare"] = forms.BooleanField(label=_("Take the portrait away"), required=False)
        self.fields["character"] = forms.ChoiceField(
            label=_("Whose sheet it is"),
            choices=[("", _("Nobody’s")), *((str(one.pk), one.name) for one in characters if not one.extra)],
            required=False,
            help_text=_("Who knows of both learns that they are one."),
        )
        self.fields |= known_fields(characters, subject)
        if subject:
            self.watch(subject, EDITABLE)

    @property
    def values(self) -> dict[str, Any]:
        """The fields of the subject, besides its portrait and who knows. Only after `is_valid`."""
        character = self.cleaned_data["character"]
        texts = {name: self.cleaned_data[name] for name in (*TEXTS, "known_to")}
        return {**texts, "character_id": int(character) if character else None}

    @property
    def content(self) -> bytes | None:
        """The file that was sent, up to one byte more than it may have; None without a picture."""
        file = self.cleaned_data["picture"]
        return file.read(MAX_BYTES + 1) if file else None


class SecretForm(KnownForm):
    """A secret about a subject."""

    text = forms.CharField(
        label=_("The secret"),
        max_length=1_000,
        widget=MarkdownArea(4),
        validators=[require_visible],
        help_text=_("Markdown. @Name leads to a page."),
    )

    def __init__(self, membership: Membership, secret: Secret | None = None, data: Any = None) -> None:
        super().__init__(data, initial={"text": secret.text if secret else ""})
        self.fields |= known_fields(list_characters(membership.series_id), secret)
        if secret:
            self.watch(secret, SECRET)
        else:
            self.fields["known_to"].initial = KnownTo.SOME

    @property
    def values(self) -> dict[str, Any]:
        """The fields of the secret, besides who knows. Only after `is_valid`."""
        return {name: self.cleaned_data[name] for name in SECRET}
