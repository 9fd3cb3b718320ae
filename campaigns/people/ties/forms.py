"""The form of a tie."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.chronicle.tree import scenes_for
from campaigns.core.name_field import NameField
from campaigns.core.records.form import KnownForm, choose_from, list_characters
from campaigns.models import Subject, Tie
from campaigns.people.ties.services import TIES, End

ENDS = ("source", "target", "name")
"""The fields of a new tie that name its ends."""
CHANGES = ("keeps_old", "ended", "until")
"""The fields that only a tie that exists has."""


class TieForm(KnownForm):
    """A tie between two subjects. The ends of one that exists stay as they are."""

    record_kind = TIES
    source = forms.ChoiceField(label=_("Who"))
    target = forms.ChoiceField(label=_("Related to"), required=False)
    name = NameField(label=_("New name"), max_length=120, required=False)
    keeps_old = forms.BooleanField(
        label=_("Changed in that scene"),
        required=False,
        help_text=_("The old version stays in the history."),
    )
    field_order = ("source", "kind", "target", "name", "words", "strength", "since", *CHANGES)

    class Meta:
        model = Tie
        fields = ("kind", "words", "strength", "since", "ended", "until", "known_to", "knowers")
        labels = {
            "kind": _("What it is"),
            "words": _("Description"),
            "strength": _("Strength"),
            "since": _("Since the scene"),
            "ended": _("Ended"),
            "until": _("In the scene"),
        }

    def offer(self) -> None:
        """Offer scenes, and of a new tie its ends."""
        super().offer()
        scenes = scenes_for(self.membership)
        choose_from(self.fields["since"], scenes, _("Before the first"))
        choose_from(self.fields["until"], scenes, _("No scene"))
        for name in ENDS if self.row.pk else CHANGES:
            del self.fields[name]
        if not self.row.pk:
            self._offer_ends()

    def _offer_ends(self) -> None:
        """Offer pages, and characters that have none yet."""
        series = self.membership.series_id
        subjects = list(Subject.objects.filter(series=series).only("pk", "name", "character"))
        taken = {subject.character_id for subject in subjects}
        pages = [(f"s{subject.pk}", subject.name) for subject in subjects]
        others = [
            (f"c{character.pk}", character.name)
            for character in list_characters(series)
            if character.pk not in taken and not character.extra
        ]
        groups = [(_("People and places"), pages), (_("Characters"), others)]
        for name, nobody in (("source", "–"), ("target", _("Someone new"))):
            choices: Any = [("", nobody), *groups]
            self.fields[name] = forms.ChoiceField(
                label=self.fields[name].label, choices=choices, required=name == "source"
            )

    def clean(self) -> dict[str, Any]:
        """Require a second end."""
        found = super().clean()
        if "target" in self.fields and not found.get("target") and not found.get("name", "").strip():
            self.add_error("target", forms.ValidationError(_("Choose a page, or enter a new name.")))
        if "until" in found and not found.get("ended"):
            found["until"] = None
        return found

    @property
    def beside(self) -> dict[str, Any]:
        """Both ends of a new tie, and whether the old one stays in the history. Only after `is_valid`."""
        if "source" not in self.fields:
            return {"keeps_old": self.cleaned_data["keeps_old"]}
        source, target = self.cleaned_data["source"], self.cleaned_data["target"]
        return {"ends": (_parse_end(source), _parse_end(target) if target else End(name=self.cleaned_data["name"]))}


def _parse_end(key: str) -> End:
    return End(subject=int(key[1:])) if key.startswith("s") else End(character=int(key[1:]))
