"""Forms of people and places, and of the secrets about them."""

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import NameField
from campaigns.core.picture_field import PictureField
from campaigns.core.records.form import KnownForm, choose_from, list_characters
from campaigns.core.visible_text import require_visible
from campaigns.core.widgets import MarkdownArea
from campaigns.models import Secret, Subject
from campaigns.people.services import SECRETS, SUBJECTS


class SubjectForm(KnownForm):
    """A person, a place, a faction or a thing."""

    record_kind = SUBJECTS
    name = NameField(label=_("Name"), max_length=120)
    picture = PictureField(_("Portrait"))
    bare = forms.BooleanField(label=_("Remove portrait"), required=False)
    field_order = ("kind", "name", "other_names", "notes", "secret_notes", "picture", "bare", "character")

    class Meta:
        model = Subject
        fields = ("kind", "name", "other_names", "notes", "secret_notes", "character", "known_to", "knowers")
        labels = {
            "kind": _("Kind"),
            "other_names": _("Other names"),
            "notes": _("Notes for everyone who knows"),
            "secret_notes": _("Notes for the Storyteller"),
            "character": _("Character"),
        }
        help_texts = {
            "other_names": _("One per line. Anyone who knows the page sees them all."),
            "notes": _("Markdown. @Name links to a page."),
            "secret_notes": _("Markdown. Players never see these."),
            "character": _("Anyone who knows both learns that they are the same."),
        }
        widgets = {
            "other_names": forms.Textarea(attrs={"rows": 2}),
            "notes": MarkdownArea(6),
            "secret_notes": MarkdownArea(4),
        }

    def offer(self) -> None:
        """Offer the sheets of the series, without those of extras."""
        super().offer()
        sheets = Q(extra=False) | Q(pk=self.row.character_id)
        choose_from(self.fields["character"], list_characters(self.membership.series_id).filter(sheets), _("No owner"))
        if not self.row.portrait_name:
            del self.fields["bare"]


class SecretForm(KnownForm):
    """A secret about a subject."""

    record_kind = SECRETS
    text = forms.CharField(
        label=_("Secret"),
        max_length=1_000,
        widget=MarkdownArea(4),
        validators=[require_visible],
        help_text=_("Markdown. @Name links to a page."),
    )

    class Meta:
        model = Secret
        fields = ("text", "known_to", "knowers")
