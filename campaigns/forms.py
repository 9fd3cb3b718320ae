"""The record's forms: what people may type. What the rules allow on a sheet is not decided here."""

from datetime import time
from typing import Any, get_args, get_type_hints

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.calendar import DAY, MAX_MONTHS, MAX_NAME, MAX_YEAR, Calendar, read_calendar
from campaigns.chronicle import Part
from campaigns.models import Character, Downtime, DowntimeRun, Membership, Role, RunState, Series
from campaigns.phrases import tell
from campaigns.quick_text import MAX_TEXT
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
        label=_("Game system"), choices=system_choices, help_text=_("It stays for good: every sheet is written for it.")
    )
    tone = forms.CharField(max_length=200, required=False, help_text=_("What the group is in for, in a line."))
    house_notes = forms.CharField(
        label=_("House notes"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("House rules and notes for all. Markdown."),
    )

    def __init__(self, series: Series | None = None, data: Any = None) -> None:
        super().__init__(data, initial={name: getattr(series, name) for name in self.base_fields} if series else None)
        if series:
            del self.fields["system"]


class ClockForm(forms.Form):
    """The series' clock, and how long its prompts wait."""

    day = forms.IntegerField(
        min_value=1, max_value=MAX_SECONDS // DAY, help_text=_("Day 1 is the first of the series.")
    )
    time = forms.TimeField(label=_("Time of day"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    prompt_seconds = forms.IntegerField(
        label=_("Seconds to answer a prompt"),
        min_value=0,
        max_value=3600,
        help_text=_("Then the book’s default answer is taken. 0: the table waits as long as it takes."),
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


class CalendarForm(forms.Form):
    """What months, weekdays and years are called: one name a line, a month with its days after it."""

    months = forms.CharField(
        label=_("Months"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("One a line, with its days: Rushmonth 28. Without months the days are counted."),
    )
    weekdays = forms.CharField(
        label=_("Weekdays"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One a line. The first is the weekday of day 1."),
    )
    era = forms.CharField(
        label=_("Before the year"), max_length=MAX_NAME, required=False, help_text=_("As in RY 768 or Year 3.")
    )
    first_year = forms.IntegerField(label=_("The year of day 1"), min_value=0, max_value=MAX_YEAR, initial=1)

    def __init__(self, series: Series, data: Any = None) -> None:
        now = read_calendar(series.calendar)
        months = "\n".join(f"{name} {days}" for name, days in now.months)
        first = {"months": months, "weekdays": "\n".join(now.weekdays), "era": now.era, "first_year": now.first_year}
        super().__init__(data, initial=first)

    def clean_months(self) -> tuple[tuple[str, int], ...]:
        """Each line's name and days."""
        lines = _lines(self.cleaned_data["months"])
        parts = [line.rpartition(" ") for line in lines]
        if any(not name.strip() or not (days.isascii() and days.isdecimal()) for name, _space, days in parts):
            raise forms.ValidationError(_("Each month has a line: its name, and how many days it has."))
        months = tuple((name.strip(), int(days[:9])) for name, _space, days in parts)
        if len(months) > MAX_MONTHS or any(not 1 <= days <= 1000 or len(name) > MAX_NAME for name, days in months):
            raise forms.ValidationError(_("A month has 1 to 1000 days and a short name; a year at most 60 months."))
        return months

    def clean_weekdays(self) -> tuple[str, ...]:
        """The names."""
        names = tuple(_lines(self.cleaned_data["weekdays"]))
        if len(names) > MAX_MONTHS or any(len(name) > MAX_NAME for name in names):
            raise forms.ValidationError(_("A week has at most 60 days with short names."))
        return names

    @property
    def calendar(self) -> Calendar:
        """What was entered. Only after `is_valid`."""
        values = self.cleaned_data
        return Calendar(values["months"], values["weekdays"], values["era"], values["first_year"])


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


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
        return forms.ChoiceField(choices=[(choice.value, tell(choice.label)) for choice in one.choices], **told)
    return forms.IntegerField(min_value=one.low, max_value=one.high, **told)


class PartForm(forms.Form):
    """A story, episode, scene or downtime."""

    title = forms.CharField(max_length=120)
    in_world_time = forms.CharField(
        label=_("In-world time"),
        max_length=120,
        required=False,
        help_text=_("As your calendar has it: 12 Rushmonth, dusk."),
    )
    notes = forms.CharField(
        label=_("Notes for all"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="Markdown.",
    )
    secret_notes = forms.CharField(
        label=_("Notes for the Storyteller"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Markdown. Players never get to see these."),
    )
    hidden = forms.BooleanField(
        required=False, label=_("Hidden"), help_text=_("Players see nothing of it, nor of what lies inside it.")
    )


class DowntimeForm(PartForm):
    """Downtime has a length."""

    days = forms.IntegerField(label=_("Days"), min_value=0, max_value=MAX_DAYS, initial=1)


def part_form(part: Part, data: Any = None) -> PartForm:
    """The form for this part; with `data` the posted one."""
    cls = DowntimeForm if isinstance(part, Downtime) else PartForm
    initial = {name: getattr(part, name) for name in cls.base_fields} if part.pk else None
    form = cls(data, initial=initial)
    if isinstance(part, Downtime) and part.pk:
        _hold_days(form, part)
    return form


def _hold_days(form: PartForm, part: Downtime) -> None:
    """A downtime grows no shorter than what was put in for it, and keeps its days once it was worked out."""
    filled = max((doing.last for doing in part.doings.all()), default=0)
    worked = DowntimeRun.objects.filter(downtime=part).exclude(state=RunState.OPEN).exists()
    form.fields["days"] = forms.IntegerField(
        label=_("Days"), min_value=filled, max_value=MAX_DAYS, initial=part.days, disabled=worked
    )


class ImportForm(forms.Form):
    """A file of a character."""

    file = forms.FileField(label=_("The file"), widget=forms.FileInput(attrs={"accept": ".json,.ecg,.zip"}))


class QuickTextForm(forms.Form):
    """A character as a block of text. Crowds and secrets are for the Storyteller."""

    text = forms.CharField(
        label=_("The text"), max_length=MAX_TEXT, strip=False, widget=forms.Textarea(attrs={"rows": 14})
    )

    def __init__(self, membership: Membership, data: Any = None) -> None:
        super().__init__(data)
        if membership.role == Role.STORYTELLER:
            self.fields["extra"] = forms.BooleanField(
                required=False,
                label=_("An extra"),
                help_text=_("May be brought into a fight several at a time, each with a track of its own."),
            )
            self.fields["hidden"] = forms.BooleanField(
                required=False, label=_("Hidden"), help_text=_("Only the Storyteller knows of it.")
            )


class PortraitForm(forms.Form):
    """A picture for a character. What is in it is looked at where the portrait is made."""

    picture = forms.FileField(
        label=_("The picture"),
        help_text=_("JPEG, PNG, WebP or GIF."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
    )


class InviteForm(forms.Form):
    """A link for new members."""

    role = forms.ChoiceField(label=_("Joins as"), choices=Role.choices, initial=Role.PLAYER)


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class NewCharacterForm(forms.Form):
    """A new character: a name, and what to start from. Hiding is for the Storyteller."""

    name = forms.CharField(max_length=80)

    def __init__(self, membership: Membership, from_nothing: bool, data: Any = None) -> None:
        super().__init__(data)
        nothing = [("", _("Nothing: an empty sheet"))] if from_nothing else []
        archetypes = get_system(membership.series.system).sheets.archetypes
        self.fields["archetype"] = forms.ChoiceField(
            label=_("Start from"),
            choices=[*((key, tell(name)) for key, name in archetypes.items()), *nothing],
            required=not from_nothing,
        )
        if membership.role == Role.STORYTELLER:
            self.fields["hidden"] = forms.BooleanField(
                required=False, label=_("Hidden"), help_text=_("Only the Storyteller knows of it.")
            )


class CharacterForm(forms.Form):
    """The record around a sheet. `version` is the one that the page was drawn from."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    name = forms.CharField(max_length=80)
    notes = forms.CharField(
        label=_("Notes for all"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Markdown. Everybody in the series can read them."),
    )

    def __init__(self, character: Character, storyteller: bool, data: Any = None) -> None:
        names = ("version", "name", "notes", "made_freely", "secret_notes", "hidden")
        super().__init__(data, initial={name: getattr(character, name) for name in names})
        if not character.settled:
            self.fields["made_freely"] = forms.BooleanField(
                required=False,
                label=_("Made freely"),
                help_text=_("Not held to the book’s budget. The Storyteller sees that."),
            )
        if storyteller:
            self.fields["secret_notes"] = forms.CharField(
                label=_("Notes for the Storyteller"),
                max_length=20_000,
                required=False,
                widget=forms.Textarea(attrs={"rows": 4}),
                help_text=_("Markdown. Not even the character's player gets to see these."),
            )
            self.fields["hidden"] = forms.BooleanField(
                required=False, label=_("Hidden"), help_text=_("Only the Storyteller and its player know of it.")
            )
            if character.settled:
                self.fields["why"] = forms.CharField(
                    max_length=200,
                    required=False,
                    help_text=_("Kept beside the change. A lasting trait of a character that is made needs a reason."),
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
            label=_("Played by"), choices=[("", _("The Storyteller")), *names], required=False
        )

    def chosen(self) -> Membership | None:
        """The member chosen, or None for the Storyteller. Only after `is_valid`."""
        return self._members.get(self.cleaned_data["owner"])
