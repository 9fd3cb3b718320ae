"""The form of a tie."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.handouts import scenes_for
from campaigns.known_forms import known_fields
from campaigns.models import Character, Membership, Strength, Subject, Tie, TieKind
from campaigns.services.ties import EDITABLE, End
from campaigns.subject_forms import KnownForm, list_characters

VALUES = ("kind", "words", "strength", "known_to")


class TieForm(KnownForm):
    """A tie between two subjects. The ends of one that exists stay as they are."""

    kind = forms.ChoiceField(label=_("What it is"), choices=TieKind.choices)
    words = forms.CharField(label=_("In words"), max_length=200, required=False)
    strength = forms.TypedChoiceField(label=_("How strong"), choices=Strength.choices, coerce=int, initial=1)

    def __init__(
        self, membership: Membership, tie: Tie | None = None, data: Any = None, asked: Mapping[str, Any] | None = None
    ) -> None:
        """`asked`: first values of a new tie."""
        first = {name: getattr(tie, name) for name in ("kind", "words", "strength", "ended")} if tie else asked
        super().__init__(data, initial=dict(first or {}))
        characters = list_characters(membership.series_id)
        if tie is None:
            self._ask_ends(membership, characters)
        scenes = [(str(scene.pk), scene.title) for scene in scenes_for(membership)]
        self.fields["since"] = _scene(
            _("Since the scene"), _("Before the first"), scenes, tie.since_id if tie else None
        )
        if tie:
            self.fields["keeps_old"] = forms.BooleanField(
                label=_("It changed in that scene"),
                required=False,
                help_text=_("The tie as it was stays in the history."),
            )
            self.fields["ended"] = forms.BooleanField(label=_("It has ended"), required=False)
            self.fields["until"] = _scene(_("In the scene"), _("No scene"), scenes, tie.until_id)
        self.fields |= known_fields(characters, tie)
        if tie:
            self.watch(tie, EDITABLE)

    def _ask_ends(self, membership: Membership, characters: Sequence[Character]) -> None:
        """Put the two ends before the other fields: pages, and characters that have none yet."""
        subjects = list(Subject.objects.filter(series=membership.series_id).only("pk", "name", "character"))
        taken = {subject.character_id for subject in subjects}
        pages = [(f"s{subject.pk}", subject.name) for subject in subjects]
        others = [(f"c{one.pk}", one.name) for one in characters if one.pk not in taken and not one.extra]
        groups = [(_("People and places"), pages), (_("Characters"), others)]
        ends = {
            "source": forms.ChoiceField(label=_("Who"), choices=[("", "–"), *groups]),
            "target": forms.ChoiceField(label=_("Whom"), choices=[("", _("Somebody new")), *groups], required=False),
            "name": forms.CharField(label=_("Name of somebody new"), max_length=120, required=False),
        }
        self.fields = {"source": ends.pop("source"), "kind": self.fields.pop("kind"), **ends, **self.fields}

    def clean(self) -> dict[str, Any]:
        """Require a second end."""
        found = super().clean()
        if "target" in self.fields and not found.get("target") and not found.get("name", "").strip():
            self.add_error("target", forms.ValidationError(_("Choose whom, or name somebody new.")))
        return found

    @property
    def ends(self) -> tuple[End, End]:
        """Both ends of a new tie. Only after `is_valid`."""
        target = self.cleaned_data["target"]
        return _read_end(self.cleaned_data["source"]), _read_end(target) if target else End(
            name=self.cleaned_data["name"]
        )

    @property
    def values(self) -> dict[str, Any]:
        """The fields of the tie, besides its ends and who knows. Only after `is_valid`."""
        found = {name: self.cleaned_data[name] for name in VALUES}
        found["since_id"] = _key(self.cleaned_data["since"])
        if "ended" in self.fields:
            found["ended"] = self.cleaned_data["ended"]
            found["until_id"] = _key(self.cleaned_data["until"]) if found["ended"] else None
        return found


def _scene(label: Any, none: Any, scenes: Sequence[tuple[str, str]], chosen: int | None) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[("", none), *scenes], initial=chosen or "", required=False)


def _key(text: str) -> int | None:
    return int(text) if text else None


def _read_end(key: str) -> End:
    return End(subject=int(key[1:])) if key.startswith("s") else End(character=int(key[1:]))
