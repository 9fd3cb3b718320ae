"""The record's forms: what people may type. What the rules allow on a sheet is not decided here."""

from typing import Any

from django import forms

from campaigns.chronicle import Part
from campaigns.models import Character, Downtime, Membership, Role, Series
from campaigns.systems import system_choices
from rules import get_system

MAX_DAYS = 36_500


class SeriesForm(forms.Form):
    """What a series says of itself. The game system is asked once."""

    name = forms.CharField(max_length=120)
    system = forms.ChoiceField(
        label="Game system", choices=system_choices, help_text="It stays for good: every sheet is written for it."
    )
    tone = forms.CharField(max_length=200, required=False, help_text="What the group is in for, in a line.")
    house_notes = forms.CharField(
        label="House notes",
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="House rules and notes for all. Markdown.",
    )

    def __init__(self, series: Series | None = None, data: Any = None) -> None:
        super().__init__(data, initial={name: getattr(series, name) for name in self.base_fields} if series else None)
        if series:
            del self.fields["system"]


class PartForm(forms.Form):
    """A story, episode, scene or downtime."""

    title = forms.CharField(max_length=120)
    in_world_time = forms.CharField(
        label="In-world time", max_length=120, required=False, help_text="As your calendar has it: 12 Rushmonth, dusk."
    )
    notes = forms.CharField(
        label="Notes for all",
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="Markdown.",
    )
    secret_notes = forms.CharField(
        label="Notes for the Storyteller",
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="Markdown. Players never get to see these.",
    )
    hidden = forms.BooleanField(
        required=False, label="Hidden", help_text="Players see nothing of it, nor of what lies inside it."
    )


class DowntimeForm(PartForm):
    """Downtime has a length."""

    days = forms.IntegerField(label="Days", min_value=0, max_value=MAX_DAYS, initial=1)


def part_form(part: Part, data: Any = None) -> PartForm:
    """The form for this part; with `data` the posted one."""
    cls = DowntimeForm if isinstance(part, Downtime) else PartForm
    initial = {name: getattr(part, name) for name in cls.base_fields} if part.pk else None
    return cls(data, initial=initial)


class InviteForm(forms.Form):
    """A link for new members."""

    role = forms.ChoiceField(label="Joins as", choices=Role.choices, initial=Role.PLAYER)


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.ChoiceField(label="Role", choices=Role.choices)


class NewCharacterForm(forms.Form):
    """A new character: a name, and what to start from. Hiding is for the Storyteller."""

    name = forms.CharField(max_length=80)

    def __init__(self, membership: Membership, from_nothing: bool, data: Any = None) -> None:
        super().__init__(data)
        nothing = [("", "Nothing: an empty sheet")] if from_nothing else []
        archetypes = get_system(membership.series.system).sheets.archetypes
        self.fields["archetype"] = forms.ChoiceField(
            label="Start from", choices=[*archetypes.items(), *nothing], required=not from_nothing
        )
        if membership.role == Role.STORYTELLER:
            self.fields["hidden"] = forms.BooleanField(
                required=False, label="Hidden", help_text="Only the Storyteller knows of it."
            )


class CharacterForm(forms.Form):
    """The record around a sheet. `version` is the one that the page was drawn from."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    name = forms.CharField(max_length=80)
    notes = forms.CharField(
        label="Notes for all",
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Markdown. Everybody in the series can read them.",
    )

    def __init__(self, character: Character, storyteller: bool, data: Any = None) -> None:
        names = ("version", "name", "notes", "secret_notes", "hidden")
        super().__init__(data, initial={name: getattr(character, name) for name in names})
        if storyteller:
            self.fields["secret_notes"] = forms.CharField(
                label="Notes for the Storyteller",
                max_length=20_000,
                required=False,
                widget=forms.Textarea(attrs={"rows": 4}),
                help_text="Markdown. Not even the character's player gets to see these.",
            )
            self.fields["hidden"] = forms.BooleanField(
                required=False, label="Hidden", help_text="Only the Storyteller and its player know of it."
            )


class OwnerForm(forms.Form):
    """Who plays a character."""

    def __init__(self, character: Character, data: Any = None) -> None:
        members = character.series.memberships.exclude(role=Role.SPECTATOR).select_related("user")
        self._members = {str(member.pk): member for member in members}
        mine = [key for key, member in self._members.items() if member.user_id == character.owner_id]
        super().__init__(data, initial={"owner": mine[0] if mine else ""})
        names = [(key, member.user.get_username()) for key, member in self._members.items()]
        self.fields["owner"] = forms.ChoiceField(
            label="Played by", choices=[("", "The Storyteller"), *names], required=False
        )

    def chosen(self) -> Membership | None:
        """The member chosen, or None for the Storyteller. Only after `is_valid`."""
        return self._members.get(self.cleaned_data["owner"])
