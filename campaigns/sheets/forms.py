"""Forms of characters. The rules check what is on a sheet."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.core.language import translate
from campaigns.core.name_field import NameField
from campaigns.core.widgets import MarkdownArea
from campaigns.models import Character, Membership, Role
from rules import get_system


class NewCharacterForm(forms.Form):
    """A new character: a name and what to start from. Only Storytellers may hide it."""

    name = NameField(label=_("Name"), max_length=80)

    def __init__(self, membership: Membership, from_nothing: bool, data: Any = None) -> None:
        super().__init__(data)
        nothing = [("", _("Blank sheet"))] if from_nothing else []
        archetypes = get_system(membership.series.system).sheets.archetypes
        self.fields["archetype"] = forms.ChoiceField(
            label=_("Start from"),
            choices=[*((key, translate(name)) for key, name in archetypes.items()), *nothing],
            required=not from_nothing,
        )
        if membership.role == Role.STORYTELLER:
            self.fields["hidden"] = forms.BooleanField(
                required=False, label=_("Hidden"), help_text=_("Only the Storyteller can see this character.")
            )


class ReasonField(forms.CharField):
    """A reason, which a change may need. Its hint says when; its label does not call it optional."""

    is_sometimes_needed = True


class CharacterForm(forms.Form):
    """The record around a sheet. `version` is that of the character when the page was drawn."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    name = NameField(label=_("Name"), max_length=80)
    notes = forms.CharField(
        label=_("Notes for everyone"),
        max_length=20_000,
        required=False,
        widget=MarkdownArea(4),
        help_text=_("Markdown. Everyone in the series can read them."),
    )

    def __init__(self, character: Character, storyteller: bool, data: Any, asked: Collection[str]) -> None:
        """Make the form with the fields that are `asked` for."""
        names = ("version", "name", "notes", "made_freely", "secret_notes", "player_notes", "hidden")
        super().__init__(data, initial={name: getattr(character, name) for name in names})
        if not character.settled:
            self.fields["made_freely"] = forms.BooleanField(
                required=False,
                label=_("Ignore budget"),
                help_text=_("The Storyteller sees that the budget was ignored."),
            )
        if not storyteller:
            self.fields["player_notes"] = forms.CharField(
                label=_("Notes for me and the Storyteller"),
                max_length=20_000,
                required=False,
                widget=forms.Textarea(attrs={"rows": 4}),
                help_text=_("Markdown. No one else can read these."),
            )
        if storyteller:
            self.fields["secret_notes"] = forms.CharField(
                label=_("Notes for the Storyteller"),
                max_length=20_000,
                required=False,
                widget=MarkdownArea(4),
                help_text=_("Markdown. Not even the character’s player can see these."),
            )
            self.fields["hidden"] = forms.BooleanField(
                required=False,
                label=_("Hidden"),
                help_text=_("Only the Storyteller and this character’s player can see it."),
            )
            if character.settled:
                self.fields["why"] = ReasonField(
                    label=_("Reason for the change"),
                    max_length=200,
                    required=False,
                    help_text=_("Shown in the history. Required if you change a lasting trait."),
                )
        for name in [name for name in self.fields if name not in asked]:
            del self.fields[name]


class OwnerForm(forms.Form):
    """Who plays a character."""

    def __init__(self, character: Character, data: Any = None) -> None:
        members = character.series.memberships.exclude(role=Role.SPECTATOR).select_related("user")
        self._members = {str(member.pk): member for member in members}
        mine = [key for key, member in self._members.items() if member.user_id == character.owner_id]
        super().__init__(data, initial={"owner": mine[0] if mine else ""})
        names = [(key, member.user.get_username()) for key, member in self._members.items()]
        self.fields["owner"] = forms.ChoiceField(
            label=_("Player"), choices=[("", _("The Storyteller")), *names], required=False
        )

    def chosen(self) -> Membership | None:
        """Return the chosen member, or None for the Storyteller. Only after `is_valid`."""
        return self._members.get(self.cleaned_data["owner"])
