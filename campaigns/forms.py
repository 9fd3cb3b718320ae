"""The record's forms: what people may type. What the rules allow on a sheet is not decided here."""

from datetime import time
from typing import Any, get_args, get_type_hints

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.calendar import DAY
from campaigns.chronicle import Part
from campaigns.models import Character, Downtime, Membership, Role, Series
from campaigns.services.clock import MAX_SECONDS
from campaigns.systems import system_choices
from rules import get_system
from rules.battle import Field
from rules.codec import decode
from rules.settings import option_fields

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


class ClockForm(forms.Form):
    """The series' clock, and how long its prompts wait."""

    day = forms.IntegerField(min_value=1, max_value=MAX_SECONDS // DAY, help_text="Day 1 is the first of the series.")
    time = forms.TimeField(label="Time of day", widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    prompt_seconds = forms.IntegerField(
        label="Seconds to answer a prompt",
        min_value=0,
        max_value=3600,
        help_text="Then the book’s default answer is taken. 0: the table waits as long as it takes.",
    )

    def __init__(self, series: Series, data: Any = None) -> None:
        minutes = series.clock // 60
        now = {"day": series.clock // DAY + 1, "time": time(minutes // 60 % 24, minutes % 60)}
        super().__init__(data, initial={**now, "prompt_seconds": series.prompt_seconds})

    @property
    def seconds(self) -> int:
        """The clock as it was entered, in seconds since the series began."""
        at = self.cleaned_data["time"]
        return int((self.cleaned_data["day"] - 1) * DAY + at.hour * 3600 + at.minute * 60 + at.second)


class OptionsForm(forms.Form):
    """The settings of the rules that a series may differ in, as the system describes them."""

    def __init__(self, series: Series, data: Any = None) -> None:
        super().__init__(data)
        system = get_system(series.system)
        self._options = system.options
        current: Any = decode(system.options, series.options)
        for one in option_fields(system.options, current):
            self.fields[one.name] = _option_field(one)

    @property
    def options(self) -> Any:
        """The settings as they were entered, as the system's own dataclass."""
        hints = get_type_hints(self._options)
        values = {
            name: next(word for word in get_args(hints[name]) if str(word) == value) if get_args(hints[name]) else value
            for name, value in self.cleaned_data.items()
        }
        return decode(self._options, values)


def _option_field(one: Field) -> forms.Field:
    told: dict[str, Any] = {"label": one.label, "initial": one.initial}
    if one.kind == "flag":
        return forms.BooleanField(required=False, **told)
    if one.kind == "choice":
        return forms.ChoiceField(choices=[(choice.value, choice.label) for choice in one.choices], **told)
    return forms.IntegerField(min_value=one.low, max_value=one.high, **told)


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


class ImportForm(forms.Form):
    """A file of a character."""

    file = forms.FileField(label="The file", widget=forms.FileInput(attrs={"accept": ".json,.ecg,.zip"}))


class PortraitForm(forms.Form):
    """A picture for a character. What is in it is looked at where the portrait is made."""

    picture = forms.FileField(
        label=_("The picture"),
        help_text=_("JPEG, PNG, WebP or GIF."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
    )


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
            if character.settled:
                self.fields["why"] = forms.CharField(
                    max_length=200,
                    required=False,
                    help_text="Kept beside the change. A lasting trait of a character that is made needs a reason.",
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
